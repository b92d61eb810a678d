"""Routes for everybody: the lobby, rules, who you are, your credits and your rounds.

Each says in one sentence what it does; the API page is made from these.
"""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.pit.recall import Recalled, last_rounds, recall_round
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.answers import (
    REFUSALS,
    AnyRequest,
    caller,
    device_cookie,
    entering,
    given,
    hall_of,
    person_in,
    read_aside,
    session_of,
    visitor_of,
)
from pitboss.server.entrance import (
    change_password,
    enter_as_guest,
    leave,
    make_account,
    prove_again,
    sign_in,
)
from pitboss.server.errors import Denial
from pitboss.server.guard import cookie
from pitboss.server.hall import Hall
from pitboss.server.lobby import lobby_page, rules_page
from pitboss.server.pages import (
    AccountForm,
    Balance,
    Done,
    GuestForm,
    LimitForm,
    LimitNote,
    LobbyPage,
    Me,
    PasswordForm,
    ProofForm,
    RefillForm,
    RoundNote,
    RulesPage,
    SignInForm,
    StatementNote,
)
from pitboss.server.people import HouseRole, Session

ROUNDS = 50
DEVICE_S = 365 * 24 * 3600
STRANGER = Refusal(RefusalCode.UNKNOWN_ROUND, "There is no such round among yours.")


@get("/api/lobby", responses=REFUSALS)
async def lobby(request: AnyRequest) -> LobbyPage:
    """The games, what makes each special, the exact edge of its best bet, and open tables."""
    session = caller(request).session
    person = None if session is None else session.person
    return lobby_page(hall_of(request), request.app.state["figures"], person)


@get("/api/games/{game:str}/rules", responses=REFUSALS)
async def rules(
    request: AnyRequest, game: FromPath[str], edition: FromQuery[str] = ""
) -> RulesPage:
    """Rules and pays of an edition, named by its key or its hash; otherwise the default one."""
    return given(rules_page(hall_of(request), game, edition))


# --- who you are ----------------------------------------------------------------------------


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


# --- credits and limits -----------------------------------------------------------------------


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


# --- rounds -----------------------------------------------------------------------------------


@get("/api/rounds", responses=REFUSALS)
async def rounds(request: AnyRequest) -> list[RoundNote]:
    """Your last fifty rounds, newest first."""
    hall, person = hall_of(request), session_of(request).person
    store, registry = hall.pit.store, hall.pit.registry
    found = await read_aside(request, last_rounds, store, registry, person.id, count=ROUNDS)
    return [_note(one) for one in given(found)]


@get("/api/rounds/{round_id:str}", responses=REFUSALS)
async def one_round(request: AnyRequest, round_id: FromPath[str]) -> RoundNote:
    """A round that is over: one of yours, or any for pit bosses and auditors."""
    hall, person = hall_of(request), session_of(request).person
    found = await read_aside(request, recall_round, hall.pit.store, hall.pit.registry, round_id)
    if isinstance(found, Denial):
        return given(found)
    if person.role in (HouseRole.AUDITOR, HouseRole.PIT_BOSS):
        return _note(given(found))
    # A round of others is told apart from none by nothing.
    if isinstance(found, Refusal) or person.id not in _players(found):
        return given(STRANGER)
    return _note(found)


def _players(recalled: Recalled) -> set[str]:
    pairs = recalled.file["players"]
    return {str(pair[1]) for pair in pairs} if isinstance(pairs, list) else set()


def _note(recalled: Recalled) -> RoundNote:
    return RoundNote(
        round_id=recalled.round_id,
        table=recalled.table,
        at_ms=recalled.at_ms,
        notation=recalled.notation,
        file=recalled.file,
    )


ROUTES = (
    lobby,
    rules,
    me,
    guest,
    account,
    enter,
    depart,
    password,
    prove,
    refill,
    limits,
    set_limit,
    statement,
    rounds,
    one_round,
)
