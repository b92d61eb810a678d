"""Housekeeping: bots in free seats, credits for them, and seats of people who are gone.

Every act has an id made from where the table stands, so that doing it twice has one effect.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from pitboss.pit.desk import Desk
from pitboss.pit.self_checks import try_store
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import AnyRefusal
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import UPKEEP_MS, TableService
from pitboss.store.records import Committed
from pitboss.store.shared import Unwritten
from pitboss.table.commands import HOUSE, LeaveSeat, TakeSeat
from pitboss.table.state import Occupant, Phase

BOT_NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Gerolamo", "Henri", "Irene")
LOW = 10
"""A bot is filled up when less than a tenth of its stack is left."""


async def seat_bots(tables: TableService, table: str, count: int) -> int | AnyRefusal:
    """Seat this many bots in free seats; how many sat down."""
    desk = tables.pit.desks.get(table)
    if desk is None:
        return Refusal(RefusalCode.UNKNOWN_ROUND, "There is no such table.")
    free = [seat for seat, one in enumerate(desk.state.occupants, 1) if one is None]
    if not free:
        return Refusal(RefusalCode.NO_SUCH_SEAT, "No seat is free.")
    done = 0
    for seat in reversed(free[-count:]):
        await _fill_up(
            tables.wallet, f"bot~{table}~{seat}", f"{table}.{desk.version}.bot{seat}.credits"
        )
        act = TakeSeat(seat, BOT_NAMES[seat - 1], is_bot=True)
        answer = await tables.ask(
            table, HOUSE, act, client_id=f"{table}.v{desk.version}.seat{seat}"
        )
        if not isinstance(answer, Committed):
            return answer if done == 0 else done
        done += 1
    return done


async def dismiss_bot(tables: TableService, desk: Desk, seat: int) -> Committed | AnyRefusal:
    """Let a bot stand up: at once between rounds, else after the round."""
    occupants = desk.state.occupants
    one = occupants[seat - 1] if 1 <= seat <= len(occupants) else None
    if one is None or not one.is_bot:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"No bot sits at seat {seat}.")
    return await _free_seat(tables, desk, seat, "dismissed")


async def _free_seat(
    tables: TableService, desk: Desk, seat: int, why: str
) -> Committed | AnyRefusal:
    client_id = f"{desk.table}.v{desk.version}.{why}{seat}"
    return await tables.ask(desk.table, HOUSE, LeaveSeat(seat), client_id=client_id)


async def _fill_up(wallet: Wallet, player: str, client_id: str) -> None:
    if wallet.balance(player) * LOW < wallet.stack:
        await asyncio.to_thread(wallet.refill, player, client_id=client_id)


async def look_after(tables: TableService, presence: Presence, beat: Callable[[], None]) -> None:
    """Look after seats once a second until the server stops."""
    while not tables.runtime.is_stopping:
        beat()
        for desk in tuple(tables.pit.desks.values()):
            beat()
            if tables.pit.is_elsewhere(desk):
                continue
            # Nobody loses a seat while the database cannot say who is where.
            with contextlib.suppress(Unwritten):
                await _look_after(tables, presence, desk)
        await presence.share()
        if tables.pit.trouble is not None:
            await asyncio.to_thread(try_store, tables.pit)
        await asyncio.sleep(UPKEEP_MS / 1000)


async def _look_after(tables: TableService, presence: Presence, desk: Desk) -> None:
    state = desk.state
    if state.phase is Phase.CLOSED or not any(state.occupants):
        return
    taken = [(seat, one) for seat, one in enumerate(state.occupants, 1) if one is not None]
    _note_away(tables, presence, desk)
    is_alone = _is_alone(tables, presence, desk, any(not one.is_bot for _, one in taken))
    for seat, one in taken:
        if one.is_leaving or one.is_walk_up:
            continue
        if not one.is_bot:
            await _maybe_away(tables, presence, desk, seat, one)
        elif is_alone:
            # Bots keep people company; without people they would play for ever.
            await _free_seat(tables, desk, seat, "alone")
        else:
            credits_id = f"{desk.table}.{state.number}.bot{seat}.credits"
            await _fill_up(tables.wallet, one.player, credits_id)


def _is_alone(tables: TableService, presence: Presence, desk: Desk, has_people: bool) -> bool:
    """Whether nobody has sat at or watched a table for as long as a seat is kept."""
    if has_people or presence.is_watched(desk.table):
        presence.note_seen("", desk.table)
    kept_ms = tables.runtime.options.away_ms
    return presence.away_ms("", desk.table, kept_ms) > kept_ms


def _note_away(tables: TableService, presence: Presence, desk: Desk) -> None:
    """Mark the seats of people who are at no process."""
    grace_ms = presence.grace_ms
    away = frozenset(
        seat
        for seat, one in enumerate(desk.state.occupants, 1)
        if one is not None
        and not one.is_bot
        and not one.is_walk_up
        and not presence.is_here(one.player, desk.table)
        and presence.away_ms(one.player, desk.table, grace_ms) >= grace_ms
    )
    if away != desk.away:
        desk.away = away
        presence.show(desk.table)
        tables.wake()


async def _maybe_away(
    tables: TableService, presence: Presence, desk: Desk, seat: int, one: Occupant
) -> None:
    """Free the seat of a player who has been away too long."""
    if presence.is_here(one.player, desk.table):
        presence.note_seen(one.player, desk.table)
        return
    kept_ms = tables.runtime.options.away_ms
    if presence.away_ms(one.player, desk.table, kept_ms) < kept_ms:
        return
    await _free_seat(tables, desk, seat, "away")
    tables.runtime.log.event("seat.freed", table=desk.table, seat=seat, who=one.player)
