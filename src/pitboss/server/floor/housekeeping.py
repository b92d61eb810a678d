"""Upkeep: bots in free seats, credits for them, and seats of people who do not come back.

Every act has an id made from where the table stands, so that doing it twice has one effect.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable

from pitboss.ledger.accounts import player_account
from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.pit.desk import Desk
from pitboss.pit.notes import try_store
from pitboss.pit.requests import Receipt
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import Trouble
from pitboss.server.floor.hall import UPKEEP_MS, Hall
from pitboss.table.commands import HOUSE, LeaveSeat, TakeSeat
from pitboss.table.state import Occupant, Phase

BOT_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Gerolamo", "Henri", "Irene")
TOLD_PARTS = 4
"""Who is here is told to other processes this often in the time that a seat is kept."""
LOW = 10
"""A bot is filled up when less than a tenth of its stack is left."""


async def seat_bots(hall: Hall, table: str, count: int) -> int | Trouble:
    """Let bots take so many free seats; how many sat down."""
    desk = hall.pit.desks.get(table)
    if desk is None:
        return Refusal(RefusalCode.UNKNOWN_ROUND, "There is no such table.")
    free = [seat for seat, one in enumerate(desk.state.occupants, 1) if one is None]
    if not free:
        return Refusal(RefusalCode.NO_SUCH_SEAT, "No seat is free.")
    done = 0
    for seat in reversed(free[-count:]):
        await _fill_up(hall, f"bot~{table}~{seat}", f"{table}.{desk.version}.bot{seat}.credits")
        act = TakeSeat(seat, BOT_NAMES[seat - 1], is_bot=True)
        answer = await hall.ask(table, HOUSE, act, client_id=f"{table}.v{desk.version}.seat{seat}")
        if not isinstance(answer, Receipt):
            return answer if done == 0 else done
        done += 1
    return done


async def _fill_up(hall: Hall, player: str, client_id: str) -> None:
    balance = hall.pit.store.balance(player_account(player))
    held = balance if isinstance(balance, int) else 0
    if held * LOW < hall.wallet.stack:
        await asyncio.to_thread(hall.wallet.refill, player, client_id=client_id)


async def look_after(hall: Hall, beat: Callable[[], None]) -> None:
    """Look after seats once a second until the hall stops."""
    while not hall.is_stopping:
        beat()
        for desk in tuple(hall.pit.desks.values()):
            beat()
            await _look_after(hall, desk)
        if hall.pit.trouble is not None:
            await asyncio.to_thread(try_store, hall.pit)
        await asyncio.sleep(UPKEEP_MS / 1000)


async def _look_after(hall: Hall, desk: Desk) -> None:
    state = desk.state
    if state.phase is Phase.CLOSED or not any(state.occupants):
        return
    taken = [(seat, one) for seat, one in enumerate(state.occupants, 1) if one is not None]
    is_alone = _is_alone(hall, desk, any(not one.is_bot for _, one in taken))
    for seat, one in taken:
        if one.is_leaving:
            continue
        if not one.is_bot:
            await _maybe_away(hall, desk, seat, one)
        elif is_alone:
            # Bots keep people company; without people they would play for ever.
            await hall.ask(
                desk.table,
                HOUSE,
                LeaveSeat(seat),
                client_id=f"{desk.table}.v{desk.version}.alone{seat}",
            )
        else:
            credits_id = f"{desk.table}.{state.number}.bot{seat}.credits"
            await _fill_up(hall, one.player, credits_id)


def _is_alone(hall: Hall, desk: Desk, has_people: bool) -> bool:
    """Whether nobody has sat or looked at a table for as long as a seat is kept."""
    now_ms = hall.clock()
    key = "", desk.table
    if has_people or desk.table in hall.connections:
        note_seen(hall, key, now_ms)
    return now_ms - last_seen(hall, key, now_ms) > hall.options.away_ms


async def _maybe_away(hall: Hall, desk: Desk, seat: int, one: Occupant) -> None:
    """Give a seat free whose player has not been here for too long."""
    key = one.player, desk.table
    now_ms = hall.clock()
    if hall.is_here(one.player, desk.table):
        note_seen(hall, key, now_ms)
        return
    if now_ms - last_seen(hall, key, now_ms) < hall.options.away_ms:
        return
    client_id = f"{desk.table}.v{desk.version}.away{seat}"
    await hall.ask(desk.table, HOUSE, LeaveSeat(seat), client_id=client_id)
    hall.log.event("seat.freed", table=desk.table, seat=seat, who=one.player)


def note_seen(hall: Hall, key: tuple[str, str], now_ms: int) -> None:
    """Somebody is here; other processes of the house are told now and then."""
    hall.seen_ms[key] = now_ms
    is_old = now_ms - hall.told_ms.get(key, 0) >= hall.options.away_ms // TOLD_PARTS
    if hall.is_shared and is_old:
        hall.told_ms[key] = now_ms
        # On a full disk the others are told the next time; nothing else depends on it.
        with contextlib.suppress(sqlite3.Error):
            hall.people.saw(*key, at_ms=now_ms)


def last_seen(hall: Hall, key: tuple[str, str], now_ms: int) -> int:
    """When somebody was last here, at any process of the house; now when they never were."""
    here_ms = hall.seen_ms.setdefault(key, now_ms)
    if not hall.is_shared or now_ms - here_ms < hall.options.away_ms:
        return here_ms
    there_ms = hall.people.last_seen(*key)
    # A stamp from the future is of a clock that was ahead.
    return here_ms if there_ms > now_ms + SLACK_MS else max(here_ms, there_ms)
