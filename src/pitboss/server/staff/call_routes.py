"""Routes of calls for a floor supervisor: all open ones, and the same as they change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
from litestar.response import ServerSentEvent

from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.edge.responses import AnyRequest
from pitboss.server.edge.routing import get
from pitboss.server.floor.table_service import TableService
from pitboss.server.staff.schemas import CallRung, CallsPage
from pitboss.table.state import Phase

LOOK_S = 0.25
"""How soon a call shows; those of other processes too."""
PING_LOOKS = 60
LOOKS_MAX = 1_200
"""After so many the stream ends, and a browser that still may comes back."""
_READERS = (HouseRole.PIT_BOSS, HouseRole.DEALER, HouseRole.AUDITOR)


def open_calls(tables: TableService, table: str = "") -> tuple[CallRung, ...]:
    """Calls that nobody has acknowledged, of one table or of all, the oldest first."""
    now_ms, desks = tables.runtime.clock(), tables.pit.desks
    found = [
        CallRung(
            table=name,
            title=desk.state.rules.game.title,
            number=call.number,
            reason=call.reason,
            who=tables.name_of(call.by),
            at_ms=call.at_ms,
            ago_ms=max(0, now_ms - call.at_ms),
        )
        for name, desk in ({table: desks[table]} if table else desks).items()
        if desk.state.phase is not Phase.CLOSED
        for call in desk.state.calls
    ]
    return tuple(sorted(found, key=lambda one: (one.at_ms, one.table)))


@dataclass(frozen=True, slots=True)
class CallRoutes:
    tables: TableService
    accounts: Accounts

    @get("/api/calls")
    async def calls(self, request: AnyRequest) -> CallsPage:
        """Open calls for a floor supervisor. Staff."""
        self.accounts.staff_in(request, *_READERS)
        return CallsPage(calls=open_calls(self.tables))

    @get("/api/calls/news")
    async def news(self, request: AnyRequest) -> ServerSentEvent:
        """The same as events, at once and whenever a call is made or acknowledged. Pit bosses."""
        self.accounts.staff_in(request, HouseRole.PIT_BOSS)
        return ServerSentEvent(self._watch())

    async def _watch(self) -> AsyncIterator[str]:
        shown: tuple[tuple[str, int], ...] | None = None
        quiet = 0
        for _ in range(LOOKS_MAX):
            page = CallsPage(calls=open_calls(self.tables))
            rung = tuple((one.table, one.number) for one in page.calls)
            quiet += 1
            if rung != shown or quiet >= PING_LOOKS:
                shown, quiet = rung, 0
                yield msgspec.json.encode(page).decode()
            if self.tables.runtime.is_stopping:
                return
            await asyncio.sleep(LOOK_S)
