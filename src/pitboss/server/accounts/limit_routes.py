"""Routes of a player's own limits with what is used of them, of time and money, of the account.

Everything is measured by the house's clock and enforced by the pit; a browser's clock has no say.
"""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.params import FromQuery

from pitboss.ledger.limits import (
    DAY_MS,
    IDLE_GAP_MS,
    LOSS_PERIODS_MS,
    NO_LIMIT,
    RAISE_DELAY_MS,
    LimitKind,
    LimitState,
    played_ms,
)
from pitboss.refusals import Refusal
from pitboss.server.accounts.limit_schemas import LimitLine, LimitsPage, StatementPage, TimeAndMoney
from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    given,
    hall_of,
    person_in,
    session_of,
)
from pitboss.server.edge.schemas import StatementNote
from pitboss.server.floor.hall import Hall

STATEMENT_LINES = 50
NUMBER_MAX = 2**53
_TIMES = (LimitKind.TIME_DAY, LimitKind.COOL_OFF)


@get("/api/my-limits", responses=REFUSALS)
async def my_limits(request: AnyRequest) -> LimitsPage:
    """Your own limits: what holds, what waits until when, and how much is used."""
    hall, person = hall_of(request), person_in(request, HouseRole.PLAYER)
    return given(await asyncio.to_thread(_limits, hall, person.id))


@get("/api/time-and-money", responses=REFUSALS)
async def time_and_money(request: AnyRequest) -> TimeAndMoney:
    """How long you have been playing without a long pause, and what it brought."""
    hall, person = hall_of(request), person_in(request, HouseRole.PLAYER)
    return given(await asyncio.to_thread(_visit, hall, person.id))


@get("/api/my-statement", responses=REFUSALS)
async def my_statement(request: AnyRequest, before: FromQuery[int] = 0) -> StatementPage:
    """Your account, newest line first, fifty at a time, before a line's number."""
    hall, person = hall_of(request), session_of(request).person
    return given(await asyncio.to_thread(_statement, hall, person.id, before))


def _limits(hall: Hall, person: str) -> LimitsPage | Refusal:
    now_ms = hall.clock()
    found = hall.wallet.limits(person)
    if isinstance(found, Refusal):
        return found
    lines = []
    for kind in LimitKind:
        line = _line(hall, person, kind, found.get(kind, NO_LIMIT), now_ms)
        if isinstance(line, Refusal):
            return line
        lines.append(line)
    until = found.get(LimitKind.COOL_OFF, NO_LIMIT).in_force
    return LimitsPage(
        now_ms=now_ms,
        raise_delay_ms=RAISE_DELAY_MS,
        cool_off_until_ms=until if until is not None and until > now_ms else None,
        limits=tuple(lines),
    )


def _line(
    hall: Hall, person: str, kind: LimitKind, state: LimitState, now_ms: int
) -> LimitLine | Refusal:
    used = _used(hall, person, kind, now_ms)
    if isinstance(used, Refusal):
        return used
    return LimitLine(
        kind=kind.value,
        is_money=kind not in _TIMES,
        in_force=state.in_force,
        pending=state.pending,
        pending_from_ms=state.pending_from_ms,
        used=used,
    )


def _used(hall: Hall, person: str, kind: LimitKind, now_ms: int) -> int | Refusal | None:
    store = hall.pit.store
    if kind in LOSS_PERIODS_MS:
        lost = store.lost_since(person, now_ms - LOSS_PERIODS_MS[kind], now_ms=now_ms)
        return lost if isinstance(lost, Refusal) else max(0, lost)
    if kind is LimitKind.TIME_DAY:
        times = store.active_since(person, now_ms - DAY_MS, now_ms=now_ms)
        return times if isinstance(times, Refusal) else played_ms(times, now_ms=now_ms)
    return None


def _visit(hall: Hall, person: str) -> TimeAndMoney | Refusal:
    now_ms, store = hall.clock(), hall.pit.store
    times = store.active_since(person, now_ms - DAY_MS, now_ms=now_ms)
    if isinstance(times, Refusal):
        return times
    since_ms = visit_began(times, now_ms)
    if since_ms is None:
        return TimeAndMoney(now_ms=now_ms, since_ms=None, played_ms=0, net=0)
    lost = store.lost_since(person, since_ms, now_ms=now_ms)
    if isinstance(lost, Refusal):
        return lost
    return TimeAndMoney(now_ms=now_ms, since_ms=since_ms, played_ms=now_ms - since_ms, net=-lost)


def visit_began(times_ms: tuple[int, ...], now_ms: int) -> int | None:
    """When the acts up to now began that no long pause divides; None when the last is long ago."""
    began: int | None = None
    after_ms = now_ms
    for at_ms in sorted(times_ms, reverse=True):
        if after_ms - at_ms > IDLE_GAP_MS:
            break
        began = after_ms = at_ms
    return began


def _statement(hall: Hall, person: str, before: int) -> StatementPage | Refusal:
    store = hall.pit.store
    length = store.statement_length(person)
    if isinstance(length, Refusal):
        return length
    end = min(before, length + 1) if 0 < before < NUMBER_MAX else length + 1
    after = max(0, end - 1 - STATEMENT_LINES)
    lines = store.statement(person, after=after, limit=end - 1 - after) if end > 1 else ()
    if isinstance(lines, Refusal):
        return lines
    notes = (
        StatementNote(
            number=line.number,
            at_ms=line.at_ms,
            kind=line.kind.value,
            change=line.change,
            balance=line.balance,
            round_id=line.round_id,
            reason=line.reason,
        )
        for line in reversed(lines)
    )
    going_on = after + 1 if after > 0 else 0
    return StatementPage(balance=hall.balance(person), lines=tuple(notes), before=going_on)


LIMITS_ROUTES = (my_limits, time_and_money, my_statement)
