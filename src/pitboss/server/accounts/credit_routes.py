"""Routes of a player's credits, statement and own limits."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.params import FromQuery, JSONBody

from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    given,
    hall_of,
    person_in,
    session_of,
)
from pitboss.server.edge.schemas import (
    Balance,
    Done,
    LimitForm,
    LimitNote,
    RefillForm,
    StatementNote,
)


@post("/api/refill", status_code=200, responses=REFUSALS)
async def refill(request: AnyRequest, data: JSONBody[RefillForm]) -> Balance:
    """Fill your practice credits up; free, and as often as you like."""
    hall, person = hall_of(request), person_in(request, HouseRole.PLAYER)
    given(await asyncio.to_thread(hall.wallet.refill, person.id, client_id=data.id))
    hall.mark(person.id)
    return Balance(balance=hall.balance(person.id))


@get("/api/limits", responses=REFUSALS)
async def limits(request: AnyRequest) -> list[LimitNote]:
    """The limits you have set for yourself."""
    hall, person = hall_of(request), person_in(request, HouseRole.PLAYER)
    found = given(hall.wallet.limits(person.id))
    return [
        LimitNote(
            kind=kind.value,
            in_force=state.in_force,
            pending=state.pending,
            pending_from_ms=state.pending_from_ms,
        )
        for kind, state in sorted(found.items())
    ]


@post("/api/limits", status_code=200, responses=REFUSALS)
async def set_limit(request: AnyRequest, data: JSONBody[LimitForm]) -> Done:
    """Set one of your own limits: stricter at once, looser after 24 hours."""
    hall, person = hall_of(request), person_in(request, HouseRole.PLAYER)
    done = await asyncio.to_thread(
        hall.wallet.set_limit, person.id, data.kind, data.value, client_id=data.id
    )
    return Done(version=given(done).version)


@get("/api/statement", responses=REFUSALS)
async def statement(request: AnyRequest, after: FromQuery[int] = 0) -> list[StatementNote]:
    """Your account, line by line, a thousand at a time, after a line's number."""
    hall, person = hall_of(request), session_of(request).person
    lines = given(hall.pit.store.statement(person.id, after=min(max(after, 0), 2**53)))
    return [
        StatementNote(
            number=line.number,
            at_ms=line.at_ms,
            kind=line.kind.value,
            change=line.change,
            balance=line.balance,
            round_id=line.round_id,
            reason=line.reason,
        )
        for line in lines
    ]


CREDIT_ROUTES = (refill, limits, set_limit, statement)
