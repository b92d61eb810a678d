"""Routes of a player's credits and account, limits and time, by the house's clock."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from litestar.params import FromQuery, JSONBody

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
from pitboss.server.accounts import schemas
from pitboss.server.accounts.callers import person_in, session_of
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.responses import AnyRequest, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.schemas import Done

STATEMENT_LINES = 50
NUMBER_MAX = 2**53
_TIMES = (LimitKind.TIME_DAY, LimitKind.COOL_OFF)


@dataclass(frozen=True, slots=True)
class CreditRoutes:
    accounts: Accounts

    @post("/api/refill")
    async def refill(
        self, request: AnyRequest, data: JSONBody[schemas.RefillForm]
    ) -> schemas.Balance:
        """Fill your practice credits up; free, and as often as you like."""
        person, wallet = person_in(request, HouseRole.PLAYER), self.accounts.wallet
        unwrap_or_raise(await asyncio.to_thread(wallet.refill, person.id, client_id=data.id))
        self.accounts.connections.mark(person.id)
        return schemas.Balance(balance=wallet.balance(person.id))

    @get("/api/limits")
    async def limits(self, request: AnyRequest) -> list[schemas.LimitNote]:
        """The limits you have set for yourself."""
        person = person_in(request, HouseRole.PLAYER)
        found = unwrap_or_raise(self.accounts.wallet.limits(person.id))
        return [schemas.LimitNote.fill(state, kind=kind) for kind, state in sorted(found.items())]

    @post("/api/limits")
    async def set_limit(self, request: AnyRequest, data: JSONBody[schemas.LimitForm]) -> Done:
        """Set one of your own limits: stricter at once, looser after 24 hours."""
        person, wallet = person_in(request, HouseRole.PLAYER), self.accounts.wallet
        done = await asyncio.to_thread(
            wallet.set_limit, person.id, data.kind, data.value, client_id=data.id
        )
        return Done(version=unwrap_or_raise(done).version)

    @get("/api/statement")
    async def statement(
        self, request: AnyRequest, after: FromQuery[int] = 0
    ) -> list[schemas.StatementNote]:
        """Your account, line by line, a thousand at a time, after a line's number."""
        person, store = session_of(request).person, self.accounts.wallet.store
        lines = unwrap_or_raise(store.statement(person.id, after=min(max(after, 0), NUMBER_MAX)))
        return [schemas.StatementNote.fill(line) for line in lines]

    @get("/api/my-limits")
    async def my_limits(self, request: AnyRequest) -> schemas.LimitsPage:
        """Your own limits: what holds, what waits until when, and how much is used."""
        person = person_in(request, HouseRole.PLAYER)
        return await asyncio.to_thread(self._limits, person.id)

    @get("/api/time-and-money")
    async def time_and_money(self, request: AnyRequest) -> schemas.TimeAndMoney:
        """How long you have been playing without a long pause, and what it brought."""
        person = person_in(request, HouseRole.PLAYER)
        checked_ms = self.accounts.people.checked_ms(person.id)
        return await asyncio.to_thread(self._visit, person.id, checked_ms)

    @post("/api/time-and-money")
    async def note_check(self, request: AnyRequest) -> schemas.TimeAndMoney:
        """You took note of the time and the money: the next check is due after its interval."""
        person, now_ms = person_in(request, HouseRole.PLAYER), self.accounts.runtime.clock()
        self.accounts.people.note_check(person.id, now_ms=now_ms)
        return await asyncio.to_thread(self._visit, person.id, now_ms)

    @get("/api/my-statement")
    async def my_statement(
        self, request: AnyRequest, before: FromQuery[int] = 0
    ) -> schemas.StatementPage:
        """Your account, newest line first, fifty at a time, before a line's number."""
        return await asyncio.to_thread(self._statement, session_of(request).person.id, before)

    def _limits(self, person: str) -> schemas.LimitsPage:
        now_ms = self.accounts.runtime.clock()
        found = unwrap_or_raise(self.accounts.wallet.limits(person))
        held = unwrap_or_raise(self.accounts.wallet.store.in_action(person))
        lines = [
            self._line(person, kind, found.get(kind, NO_LIMIT), now_ms=now_ms, held=held)
            for kind in LimitKind
        ]
        until = found.get(LimitKind.COOL_OFF, NO_LIMIT).in_force
        return schemas.LimitsPage(
            now_ms=now_ms,
            raise_delay_ms=RAISE_DELAY_MS,
            cool_off_until_ms=until if until is not None and until > now_ms else None,
            limits=tuple(lines),
        )

    def _line(
        self, person: str, kind: LimitKind, state: LimitState, *, now_ms: int, held: int
    ) -> schemas.LimitLine:
        used = self._sum_used(person, kind, now_ms)
        # A bet is judged as if it were lost, and so are those that lie already.
        at_risk = held if kind in LOSS_PERIODS_MS else 0
        return schemas.LimitLine.fill(
            state,
            kind=kind,
            is_money=kind not in _TIMES,
            used=None if used is None else max(0, used),
            left=(
                None
                if used is None or state.in_force is None
                else max(0, state.in_force - used - at_risk)
            ),
        )

    def _sum_used(self, person: str, kind: LimitKind, now_ms: int) -> int | None:
        """What counts against a limit; below zero for somebody who has won."""
        store = self.accounts.wallet.store
        if kind in LOSS_PERIODS_MS:
            since_ms = now_ms - LOSS_PERIODS_MS[kind]
            return unwrap_or_raise(store.lost_since(person, since_ms, now_ms=now_ms))
        if kind is LimitKind.TIME_DAY:
            times = unwrap_or_raise(store.active_since(person, now_ms - DAY_MS, now_ms=now_ms))
            return played_ms(times, now_ms=now_ms)
        return None

    def _visit(self, person: str, checked_ms: int) -> schemas.TimeAndMoney:
        now_ms, store = self.accounts.runtime.clock(), self.accounts.wallet.store
        times = unwrap_or_raise(store.active_since(person, now_ms - DAY_MS, now_ms=now_ms))
        since_ms = visit_start(times, now_ms)
        lost, played = 0, 0
        if since_ms is not None:
            lost = unwrap_or_raise(store.lost_since(person, since_ms, now_ms=now_ms))
            played = now_ms - since_ms
        return schemas.TimeAndMoney(
            now_ms=now_ms,
            since_ms=since_ms,
            played_ms=played,
            net=-lost,
            # A clock that was ahead may have stamped it: that is no time still to come.
            checked_ms=min(checked_ms, now_ms),
        )

    def _statement(self, person: str, before: int) -> schemas.StatementPage:
        wallet = self.accounts.wallet
        length = unwrap_or_raise(wallet.store.statement_length(person))
        end = min(before, length + 1) if 0 < before < NUMBER_MAX else length + 1
        after = max(0, end - 1 - STATEMENT_LINES)
        lines = (
            unwrap_or_raise(wallet.store.statement(person, after=after, limit=end - 1 - after))
            if end > 1
            else ()
        )
        return schemas.StatementPage(
            balance=wallet.balance(person),
            lines=tuple(schemas.StatementNote.fill(line) for line in reversed(lines)),
            before=after + 1 if after > 0 else 0,
        )


def visit_start(times_ms: tuple[int, ...], now_ms: int) -> int | None:
    """When play without a long pause began; None when the last act is long ago."""
    began: int | None = None
    after_ms = now_ms
    for at_ms in sorted(times_ms, reverse=True):
        if after_ms - at_ms > IDLE_GAP_MS:
            break
        began = after_ms = at_ms
    return began
