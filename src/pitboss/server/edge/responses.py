"""Answers of the routes: whoever asks is proved here, and a trouble becomes the one error shape.

Litestar takes an exception for an answer that is not the page, so that is what a trouble becomes at
this very edge and nowhere below.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole, Person, Session, is_token
from pitboss.server.accounts.sign_in import Visitor, use_role
from pitboss.server.edge.errors import (
    BUSY,
    DEFECT,
    NOT_ALLOWED,
    SIGN_IN_FIRST,
    TOO_MANY,
    UNWRITTEN,
    Denial,
    DoorCode,
    Trouble,
    status_of,
)
from pitboss.server.edge.guard import Caller, cookie_name
from pitboss.server.floor.hall import Hall
from pitboss.server.live.messages import Refused

P = ParamSpec("P")
T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

_BY_STATUS = {
    404: DoorCode.NOT_FOUND,
    405: DoorCode.WRONG_METHOD,
    413: DoorCode.TOO_LARGE,
    429: DoorCode.TOO_MANY,
}
REFUSALS = {
    status: ResponseSpec(data_container=Refused, description=text, generate_examples=False)
    for status, text in (
        (400, "The request cannot be read."),
        (401, "Give a name or sign in first."),
        (403, "Not from a page of this house, or not for you to do."),
        (404, "There is no such thing."),
        (405, "Not with this method."),
        (409, "The house refuses; the sentence says why."),
        (413, "Too large."),
        (429, "Too much at once."),
        (503, "The house cannot do this now."),
    )
}
"""What every route may answer beside its page."""


class Turned(Exception):
    """A trouble on its way to the browser."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.sentence)
        self.trouble = trouble


def hall_of(request: AnyRequest) -> Hall:
    """The hall that this application serves."""
    hall: Hall = request.app.state["hall"]
    return hall


def caller(request: AnyRequest) -> Caller:
    """Who the guard found to be asking."""
    found: Caller = request.scope["caller"]  # type: ignore[typeddict-item]
    return found


def session_of(request: AnyRequest) -> Session:
    """The session of somebody with a name."""
    found = caller(request).session
    if found is None:
        raise Turned(SIGN_IN_FIRST)
    return found


def person_in(request: AnyRequest, *roles: HouseRole) -> Person:
    """Somebody with a name and one of these roles."""
    person = session_of(request).person
    if person.role not in roles:
        raise Turned(NOT_ALLOWED)
    return person


def staff_in(request: AnyRequest, *roles: HouseRole) -> Person:
    """Somebody with one of these roles who acts in it now; idle staff give their password first."""
    person = person_in(request, *roles)
    given(use_role(hall_of(request), session_of(request)) or person)
    return person


def visitor_of(request: AnyRequest) -> Visitor:
    """Where a password comes from."""
    device = request.cookies.get(device_cookie(hall_of(request)), "")
    return Visitor(caller(request).address, device if is_token(device) else "")


def device_cookie(hall: Hall) -> str:
    """The name of the cookie that a browser keeps once it has signed in."""
    return cookie_name(hall) + "-device"


def entering(request: AnyRequest) -> None:
    """Guests, accounts and sign-ins are counted by address, and wait while the house is busy."""
    hall = hall_of(request)
    if hall.is_busy:
        raise Turned(BUSY)
    if not hall.entries.take(caller(request).address, hall.clock()):
        raise Turned(TOO_MANY)


def given(value: T | Trouble) -> T:
    """The value, or the trouble on its way."""
    if isinstance(value, Refusal | Denial):
        raise Turned(value)
    return value


async def read_aside(
    request: AnyRequest, work: Callable[P, T], *args: P.args, **options: P.kwargs
) -> T | Denial:
    """What a call returns that is made in the side threads, in the share of this address."""
    return await hall_of(request).threads.run(caller(request).address, work, *args, **options)


# --- the one shape --------------------------------------------------------------------------


def turned(request: AnyRequest, problem: Exception) -> Response[Refused]:
    """A trouble as it is sent."""
    trouble = problem.trouble if isinstance(problem, Turned) else DEFECT
    return _response(request, trouble)


def not_taken(request: AnyRequest, problem: HTTPException) -> Response[Refused]:
    """Litestar's own refusals in our shape."""
    code = _BY_STATUS.get(problem.status_code, DoorCode.BAD_MESSAGE)
    if problem.status_code >= 500:
        code = DoorCode.DEFECT
    sentence = "The request cannot be read." if code is DoorCode.BAD_MESSAGE else problem.detail
    if code is DoorCode.NOT_FOUND:
        sentence = "There is no such page."
    return _response(request, Denial(code, sentence))


def unwritten(request: AnyRequest, problem: sqlite3.Error) -> Response[Refused]:
    """A file of the house cannot be read or written now, as on a full disk."""
    hall_of(request).log.event("file.failed", path=request.url.path, problem=repr(problem))
    return _response(request, UNWRITTEN)


def defect(request: AnyRequest, problem: Exception) -> Response[Refused]:
    """Something of ours is broken; the log knows what."""
    hall_of(request).log.event("defect", path=request.url.path, problem=repr(problem))
    return _response(request, DEFECT)


def _response(request: AnyRequest, trouble: Trouble) -> Response[Refused]:
    known = caller(request)
    who = "" if known.session is None else known.session.person.id
    shape = hall_of(request).tell(trouble, where=request.url.path, who=who, address=known.address)
    status = status_of(shape.code)
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return Response(shape, status_code=status, headers=headers, media_type="application/json")
