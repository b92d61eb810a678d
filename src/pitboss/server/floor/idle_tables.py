"""Private tables that nobody uses: closed after a while, and closed tables released from memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pitboss.pit.desk import Desk
from pitboss.pit.requests import Receipt
from pitboss.server.floor.hall import UPKEEP_MS, Hall
from pitboss.server.floor.housekeeping import last_seen, note_seen
from pitboss.server.floor.own_tables import close_table
from pitboss.table.setup import DealtBy
from pitboss.table.state import Phase

REASON = "Nobody was at the table for a long time."


async def close_idle_tables(hall: Hall, beat: Callable[[], None]) -> None:
    """Look after private tables once a second until the hall stops."""
    while not hall.is_stopping:
        beat()
        await close_idle(hall)
        hall.release_closed()
        await asyncio.sleep(UPKEEP_MS / 1000)


async def close_idle(hall: Hall) -> None:
    """Close every private table at which nobody has sat or looked for long enough."""
    if not hall.options.table_idle_ms:
        return
    private = [table for table, (_, is_listed) in hall.people.tables().items() if not is_listed]
    for table in private:
        desk = hall.pit.desks.get(table)
        if desk is None or desk.state.phase is Phase.CLOSED or not _is_idle(hall, desk):
            continue
        if isinstance(await close_table(hall, desk, REASON), Receipt):
            hall.log.event("table.idle", table=table)


def _is_idle(hall: Hall, desk: Desk) -> bool:
    """Whether the house deals a table and nobody was there for the time that is set."""
    if desk.state.rules.dealt_by is DealtBy.PERSON:
        return False
    key, now_ms = ("", desk.table), hall.clock()
    if desk.table in hall.connections or any(
        one and not one.is_bot for one in desk.state.occupants
    ):
        note_seen(hall, key, now_ms)
        return False
    return now_ms - last_seen(hall, key, now_ms) > hall.options.table_idle_ms
