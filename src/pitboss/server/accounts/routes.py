"""Routes of who you are: coming in, accounts, passwords and signing out."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from pitboss.server.accounts.people import Session
from pitboss.server.accounts.sign_in import (
    change_password,
    enter_as_guest,
    leave,
    make_account,
    prove_again,
    sign_in,
)
from pitboss.server.edge.guard import cookie
from pitboss.server.edge.responses import (
    REFUSALS,
    AnyRequest,
    caller,
    device_cookie,
    entering,
    given,
    hall_of,
    session_of,
    visitor_of,
)
from pitboss.server.edge.schemas import (
    AccountForm,
    GuestForm,
    Me,
    PasswordForm,
    ProofForm,
    SignInForm,
)
from pitboss.server.floor.hall import Hall

DEVICE_S = 365 * 24 * 3600


@get("/api/me", responses=REFUSALS)
async def me(request: AnyRequest) -> Me:
    """Your name, role and credits, and the token that every form needs."""
    return _me(request, session_of(request))


@post("/api/guest", status_code=200, responses=REFUSALS)
async def guest(request: AnyRequest, data: JSONBody[GuestForm]) -> Response[Me]:
    """Come in with a name only. Whoever has come in already stays who they are."""
    known = caller(request)
    if known.session is not None:
        return Response(_me(request, known.session))
    entering(request)
    token = "" if known.is_new else known.token
    return _came_in(request, given(await enter_as_guest(hall_of(request), data.name, token=token)))


@post("/api/account", status_code=200, responses=REFUSALS)
async def account(request: AnyRequest, data: JSONBody[AccountForm]) -> Response[Me]:
    """Put what you have as a guest under a password; your token changes."""
    session = session_of(request)
    entering(request)
    made = await make_account(hall_of(request), session, data.name, data.password)
    return _came_in(request, given(made))


@post("/api/sign-in", status_code=200, responses=REFUSALS)
async def enter(request: AnyRequest, data: JSONBody[SignInForm]) -> Response[Me]:
    """Sign in with name and password; your token changes."""
    entering(request)
    known = caller(request)
    old = "" if known.session is None else known.token
    session = await sign_in(
        hall_of(request), data.name, data.password, visitor=visitor_of(request), old=old
    )
    return _came_in(request, given(session))


@post("/api/password", status_code=200, responses=REFUSALS)
async def password(request: AnyRequest, data: JSONBody[PasswordForm]) -> Response[Me]:
    """Change your password; every other browser of yours is signed out."""
    session = session_of(request)
    entering(request)
    changed = await change_password(
        hall_of(request), session, data.old, data.new, visitor=visitor_of(request)
    )
    return _came_in(request, given(changed))


@post("/api/prove", status_code=204, responses=REFUSALS)
async def prove(request: AnyRequest, data: JSONBody[ProofForm]) -> None:
    """Give your password again, after staff were idle."""
    session = session_of(request)
    entering(request)
    proved = await prove_again(
        hall_of(request), session, data.password, visitor=visitor_of(request)
    )
    given(proved or data)


@post("/api/sign-out", status_code=204, responses=REFUSALS)
async def depart(request: AnyRequest) -> None:
    """Forget this browser; its sockets close. Seats and credits stay yours."""
    leave(hall_of(request), session_of(request))


def _me(request: AnyRequest, session: Session) -> Me:
    person = session.person
    return Me(
        person=person.id,
        name=person.name,
        role=person.role.value,
        is_guest=person.is_guest,
        balance=hall_of(request).balance(person.id),
        csrf=session.csrf,
    )


def _came_in(request: AnyRequest, session: Session) -> Response[Me]:
    hall = hall_of(request)
    header = {"set-cookie": cookie(hall, session.token)}
    answer = Response(_me(request, session), headers=header)
    device = visitor_of(request).device
    if not session.person.is_guest and not hall.people.known_device(device, session.person.id):
        answer.set_cookie(_device(hall, session))
    return answer


def _device(hall: Hall, session: Session) -> Cookie:
    return Cookie(
        key=device_cookie(hall),
        value=hall.people.remember_device(session.person.id, now_ms=hall.clock()),
        path="/",
        max_age=DEVICE_S,
        httponly=True,
        secure=hall.options.is_secure,
        samesite="strict",
    )


ACCOUNT_ROUTES = (me, guest, account, enter, depart, password, prove)
