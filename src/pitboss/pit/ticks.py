"""Ticks: the house does everything that is due at its tables, act by act."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.pit.desk import Desk
from pitboss.pit.house_acts import next_request
from pitboss.pit.pit import Pit, wait_for_commits
from pitboss.pit.requests import Request
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Committed
from pitboss.table.commands import MakeDecision, PlaceBet

HOUSE_ACTS_MAX = 64
"""The most acts of the house at one table in one tick."""
SNOOZE_MS = 1_000
_NO_CREDITS = (RefusalCode.NOT_ENOUGH_CREDITS, RefusalCode.UNKNOWN_ACCOUNT)


async def tick(pit: Pit, tables: Iterable[str] | None = None) -> int:
    """Do everything that is due at every table, or at some; how many acts that were."""
    named = pit.desks.keys() if tables is None else pit.desks.keys() & tables
    desks = [pit.desks[name] for name in named]
    due = [desk for desk in desks if _next_request(pit, desk) is not None]
    return sum(await asyncio.gather(*(_tick(pit, desk) for desk in due))) if due else 0


async def _tick(pit: Pit, desk: Desk) -> int:
    for done in range(HOUSE_ACTS_MAX):
        if done and _next_request(pit, desk) is None:
            return done
        # Players who never stop must not keep the house from closing their bets.
        async with desk.exclusive:
            has_moved = await _perform_next(pit, desk)
        if has_moved is None:
            return done
        if not has_moved:
            desk.snoozed_ms = pit.clock() + SNOOZE_MS
            return done
    return HOUSE_ACTS_MAX


async def _perform_next(pit: Pit, desk: Desk) -> bool | None:
    """Do the next act with nothing else on the way; None when there is none after all."""
    await wait_for_commits(desk, is_all=True)
    request = _next_request(pit, desk)
    if request is None:
        return None
    before = desk.version
    answer = await pit.submit_alone(desk, request)
    if isinstance(answer, Refusal):
        return await asyncio.to_thread(_refill_bot, pit, desk, request, answer)
    return _has_moved(desk, before, answer)


def _next_request(pit: Pit, desk: Desk) -> Request | None:
    lease = None if pit.leases is None else pit.leases.get(desk.table)
    if lease is None and pit.leases is not None:
        return None
    if desk.needs_resync and desk.in_flight == 0:
        desk.catch_up()
    if desk.quarantine is not None or (desk.must_resync and desk.in_flight == 0):
        return None
    now_ms = pit.clock()
    desk.keep_time(now_ms)
    found = None if now_ms < desk.snoozed_ms else next_request(desk, now_ms=now_ms)
    return None if found is None else replace(found, lease=lease)


def _has_moved(desk: Desk, before: int, receipt: Committed) -> bool:
    """Whether the table moved; a repeated receipt must not send the same act again and again."""
    return not receipt.is_repeat or receipt.version > before or desk.version > before


def _refill_bot(pit: Pit, desk: Desk, request: Request, refusal: Refusal) -> bool:
    """Give a bot of the house that ran out of credits new ones; False if that was not the cause."""
    act = request.command.act
    if refusal.code not in _NO_CREDITS or not isinstance(act, PlaceBet | MakeDecision):
        return False
    occupant = desk.state.occupant(act.seat)
    if occupant is None or not occupant.is_bot:
        return False
    client_id = f"{desk.table}.v{desk.version}"
    filled = Wallet(pit.store, pit.clock).refill(occupant.player, client_id=client_id)
    return isinstance(filled, Committed) and not filled.is_repeat
