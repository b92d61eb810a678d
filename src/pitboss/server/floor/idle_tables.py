"""Private tables that nobody uses: closed after a while, and closed tables released from memory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from pitboss.pit.desk import Desk
from pitboss.server.floor.own_tables import close_table
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import UPKEEP_MS, TableService
from pitboss.store.records import Committed
from pitboss.store.shared import Unwritten
from pitboss.table.state import Phase

REASON = "Nobody was at the table for a long time."


async def close_idle_tables(
    tables: TableService, presence: Presence, beat: Callable[[], None]
) -> None:
    """Look after private tables once a second until the server stops."""
    while not tables.runtime.is_stopping:
        beat()
        with contextlib.suppress(Unwritten):
            await close_idle(tables, presence)
        tables.release_closed(presence.sockets)
        await asyncio.sleep(UPKEEP_MS / 1000)


async def close_idle(tables: TableService, presence: Presence) -> None:
    """Close every private table that nobody has used for long enough."""
    if not tables.runtime.options.table_idle_ms:
        return
    private = [table for table, (_, is_listed) in tables.people.tables().items() if not is_listed]
    for table in private:
        desk = tables.pit.desks.get(table)
        if desk is None or desk.state.phase is Phase.CLOSED or not _is_idle(tables, presence, desk):
            continue
        if isinstance(await close_table(tables, desk, REASON), Committed):
            tables.runtime.log.event("table.idle", table=table)


def _is_idle(tables: TableService, presence: Presence, desk: Desk) -> bool:
    """Whether a table of the house has had nobody for the time that is set."""
    if desk.state.rules.is_by_hand:
        return False
    has_people = any(one and not one.is_bot for one in desk.state.occupants)
    if has_people or presence.is_watched(desk.table):
        presence.note_seen("", desk.table)
        return False
    idle_ms = tables.runtime.options.table_idle_ms
    return presence.away_ms("", desk.table, idle_ms) > idle_ms
