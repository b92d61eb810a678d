"""Routes of a player's credits and account, limits and time, by the house's clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from litestar.params import FromQuery, JSONBody

from pitboss.ledger.limits import (
    DAY_MS,
    IDLE_GAP_MS,
    LOSS_PERIODS_MS,
    NO_LIMIT,
    RAISE_DELAY_MS,
    LimitKind,
    played_ms,
)
from pitboss.ledger.statements import StatementLine
from pitboss.server.accounts.callers import person_in, session_of
from pitboss.server.accounts.limit_schemas import LimitLine, LimitsPage, StatementPage, TimeAndMoney
from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.responses import AnyRequest, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.schemas import (
    Balance,
    Done,
    LimitForm,
    LimitNote,
    RefillForm,
    StatementNote,
)

STATEMENT_LINES = 50
NUMBER_MAX = 2**53
_TIMES = (LimitKind.TIME_DAY, LimitKind.COOL_OFF)


@dataclass(frozen=True, slots=True)
class CreditRoutes:
    """Your credits, limits and account."""

    accounts: Accounts

    @post("/api/refill")
    async def refill(self, request: AnyRequest, data: JSONBody[RefillForm]) -> Balance:
        """Fill your practice credits up; free, and as often as you like."""
        person, wallet = person_in(request, HouseRole.PLAYER), self.accounts.wallet
        unwrap_or_raise(await asyncio.to_thread(wallet.refill, person.id, client_id=data.id))
        self.accounts.connections.mark(person.id)
        return Balance(balance=wallet.balance(person.id))

    @get("/api/limits")
    async def limits(self, request: AnyRequest) -> list[LimitNote]:
        """The limits you have set for yourself."""
        person = person_in(request, HouseRole.PLAYER)
        found = unwrap_or_raise(self.accounts.wallet.limits(person.id))
        return [
            LimitNote(
                kind=kind.value,
                in_force=state.in_force,
                pending=state.pending,
                pending_from_ms=state.pending_from_ms,
            )
            for kind, state in sorted(found.items())
        ]

    @post("/api/limits")
    async def set_limit(self, request: AnyRequest, data: JSONBody[LimitForm]) -> Done:
        """Set one of your own limits: stricter at once, looser after 24 hours."""
        person, wallet = person_in(request, HouseRole.PLAYER), self.accounts.wallet
        done = await asyncio.to_thread(
            wallet.set_limit, person.id, data.kind, data.value, client_id=data.id
        )
        return Done(version=unwrap_or_raise(done).version)

    @get("/api/statement")
    async def statement(
        self, request: AnyRequest, after: FromQuery[int] = 0
    ) -> list[StatementNote]:
        """Your account, line by line, a thousand at a time, after a line's number."""
        person, store = session_of(request).person, self.accounts.wallet.store
        return list(
            _notes(
                unwrap_or_raise(store.statement(person.id, after=min(max(after, 0), NUMBER_MAX)))
            )
        )

    @get("/api/my-limits")
    async def my_limits(self, request: AnyRequest) -> LimitsPage:
        """Your own limits: what holds, what waits until when, and how much is used."""
        person = person_in(request, HouseRole.PLAYER)
        return await asyncio.to_thread(self._limits, person.id)

    @get("/api/time-and-money")
    async def time_and_money(self, request: AnyRequest) -> TimeAndMoney:
        """How long you have been playing without a long pause, and what it brought."""
        person = person_in(request, HouseRole.PLAYER)
        return await asyncio.to_thread(self._visit, person.id)

    @get("/api/my-statement")
    async def my_statement(self, request: AnyRequest, before: FromQuery[int] = 0) -> StatementPage:
        """Your account, newest line first, fifty at a time, before a line's number."""
        return await asyncio.to_thread(self._statement, session_of(request).person.id, before)

    def _limits(self, person: str) -> LimitsPage:
        now_ms = self.accounts.runtime.clock()
        found = unwrap_or_raise(self.accounts.wallet.limits(person))
        lines = []
        for kind in LimitKind:
            state = found.get(kind, NO_LIMIT)
            lines.append(
                LimitLine(
                    kind=kind.value,
                    is_money=kind not in _TIMES,
                    in_force=state.in_force,
                    pending=state.pending,
                    pending_from_ms=state.pending_from_ms,
                    used=self._used(person, kind, now_ms),
                )
            )
        until = found.get(LimitKind.COOL_OFF, NO_LIMIT).in_force
        return LimitsPage(
            now_ms=now_ms,
            raise_delay_ms=RAISE_DELAY_MS,
            cool_off_until_ms=until if until is not None and until > now_ms else None,
            limits=tuple(lines),
        )

    def _used(self, person: str, kind: LimitKind, now_ms: int) -> int | None:
        store = self.accounts.wallet.store
        if kind in LOSS_PERIODS_MS:
            since_ms = now_ms - LOSS_PERIODS_MS[kind]
            return max(0, unwrap_or_raise(store.lost_since(person, since_ms, now_ms=now_ms)))
        if kind is LimitKind.TIME_DAY:
            times = unwrap_or_raise(store.active_since(person, now_ms - DAY_MS, now_ms=now_ms))
            return played_ms(times, now_ms=now_ms)
        return None

    def _visit(self, person: str) -> TimeAndMoney:
        now_ms, store = self.accounts.runtime.clock(), self.accounts.wallet.store
        times = unwrap_or_raise(store.active_since(person, now_ms - DAY_MS, now_ms=now_ms))
        since_ms = visit_began(times, now_ms)
        if since_ms is None:
            return TimeAndMoney(now_ms=now_ms, since_ms=None, played_ms=0, net=0)
        lost = unwrap_or_raise(store.lost_since(person, since_ms, now_ms=now_ms))
        return TimeAndMoney(
            now_ms=now_ms, since_ms=since_ms, played_ms=now_ms - since_ms, net=-lost
        )

    def _statement(self, person: str, before: int) -> StatementPage:
        wallet = self.accounts.wallet
        length = unwrap_or_raise(wallet.store.statement_length(person))
        end = min(before, length + 1) if 0 < before < NUMBER_MAX else length + 1
        after = max(0, end - 1 - STATEMENT_LINES)
        lines = (
            unwrap_or_raise(wallet.store.statement(person, after=after, limit=end - 1 - after))
            if end > 1
            else ()
        )
        return StatementPage(
            balance=wallet.balance(person),
            lines=tuple(_notes(reversed(lines))),
            before=after + 1 if after > 0 else 0,
        )


def visit_began(times_ms: tuple[int, ...], now_ms: int) -> int | None:
    """When the acts up to now began that no long pause divides; None when the last is long ago."""
    began: int | None = None
    after_ms = now_ms
    for at_ms in sorted(times_ms, reverse=True):
        if after_ms - at_ms > IDLE_GAP_MS:
            break
        began = after_ms = at_ms
    return began


def _notes(lines: Iterable[StatementLine]) -> Iterable[StatementNote]:
    for line in lines:
        yield StatementNote(
            number=line.number,
            at_ms=line.at_ms,
            kind=line.kind.value,
            change=line.change,
            balance=line.balance,
            round_id=line.round_id,
            reason=line.reason,
        )
