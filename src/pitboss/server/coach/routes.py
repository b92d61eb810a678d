"""The coach's route: what your bets and decisions are worth, at tables that allow it."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from pitboss.server.coach.advice import Coach, coach_page
from pitboss.server.coach.schemas import CoachPage
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.responses import REFUSALS, AnyRequest, caller, given, hall_of
from pitboss.server.jobs.owners import owner_of

FORBIDDEN = Denial(DoorCode.NOT_ALLOWED, "This table is played without the coach.")


@get("/api/coach/{table:str}", responses=REFUSALS)
async def coach(request: AnyRequest, table: FromPath[str]) -> CoachPage:
    """What each open bet and decision at a table is worth to you now, and luck and play so far."""
    hall = hall_of(request)
    if table in hall.pit.desks and not hall.is_coach_allowed(table):
        given(FORBIDDEN)
    session = caller(request).session
    person = None if session is None else session.person
    advisor: Coach = request.app.state["coach"]
    return given(await coach_page(hall, advisor, table, person, owner_of(request)))


COACH_ROUTES = (coach,)
