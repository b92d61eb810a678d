"""The coach's route: what your bets and decisions are worth, at tables that allow it."""

from __future__ import annotations

from dataclasses import dataclass

from litestar.params import FromPath

from pitboss.server.accounts.callers import caller_of
from pitboss.server.coach.advice import Coach, coach_page
from pitboss.server.coach.schemas import CoachPage
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.responses import AnyRequest, HttpRefusal
from pitboss.server.edge.routing import get
from pitboss.server.floor.table_service import TableService
from pitboss.server.jobs.queue import owner_of

FORBIDDEN = Denial(DoorCode.NOT_ALLOWED, "This table is played without the coach.")


@dataclass(frozen=True, slots=True)
class CoachRoutes:
    tables: TableService
    advisor: Coach

    @get("/api/coach/{table:str}")
    async def coach(self, request: AnyRequest, table: FromPath[str]) -> CoachPage:
        """What open bets and decisions at a table are worth to you now; luck and play so far."""
        if table in self.tables.pit.desks and not self.tables.is_coach_allowed(table):
            raise HttpRefusal(FORBIDDEN)
        person = caller_of(request).person
        return await coach_page(self.advisor, table, person, owner_of(request))
