"""Who sends a request: the session that its cookie names, and what a route may ask of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.server.accounts.api_tokens import BAD_TOKEN, NO_TOKEN_MAY, scope_denial, sent_token
from pitboss.server.accounts.people import HouseRole, People, Person, Session, is_token
from pitboss.server.asgi import Scope, header
from pitboss.server.edge.cookies import cookie_name, read_cookie
from pitboss.server.edge.errors import SIGN_IN_FIRST, Denial, DoorCode
from pitboss.server.edge.guard import Client
from pitboss.server.edge.responses import AnyRequest, HttpRefusal
from pitboss.server.edge.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Caller(Client):
    """A client whose session was looked up."""

    session: Session | None = None
    is_program: bool = False
    """Whether an API token stands for the session."""

    @property
    def person(self) -> Person | None:
        return None if self.session is None else self.session.person


def find_caller(runtime: Runtime, people: People, scope: Scope, address: str) -> Caller:
    # Play goes over sockets, which know sessions only.
    sent = sent_token(scope) if scope["type"] == "http" else None
    if sent is not None:
        return _find_program(runtime, people, scope, address, sent)
    token = read_cookie(header(scope, b"cookie") or "", cookie_name(runtime.options))
    session = people.session(token, now_ms=runtime.clock()) if is_token(token) else None
    if session is not None:
        return Caller(address, token, who=session.person.id, csrf=session.csrf, session=session)
    if not people.is_issued(token):
        # A token that this house did not make, or whose session has ended, is never used.
        return Caller(address, people.visit_token(), is_new=True)
    return Caller(address, token)


def _find_program(
    runtime: Runtime, people: People, scope: Scope, address: str, sent: str
) -> Caller:
    """The caller of an API token, as a player; its cookie is not looked at."""
    found = people.api_tokens.find(sent, now_ms=runtime.clock())
    person = None if found is None else people.person(found.person)
    if found is None or person is None:
        return Caller(address, denial=BAD_TOKEN, needs_form_token=False)
    session = Session(f"api:{found.id}", "", replace(person, role=HouseRole.PLAYER), proved_ms=0)
    return Caller(
        address,
        session.token,
        who=person.id,
        denial=scope_denial(found, scope["method"], scope["path"]),
        needs_form_token=False,
        session=session,
        is_program=True,
    )


def caller_of(request: AnyRequest) -> Caller:
    found: Caller = request.scope["caller"]  # type: ignore[typeddict-item]
    return found


def session_of(request: AnyRequest) -> Session:
    """The caller's session; anybody without one is refused."""
    found = caller_of(request).session
    if found is None:
        raise HttpRefusal(SIGN_IN_FIRST)
    return found


def browser_session(request: AnyRequest) -> Session:
    """The session of a person at a browser; a program with a token is refused."""
    session = session_of(request)
    if caller_of(request).is_program:
        raise HttpRefusal(NO_TOKEN_MAY)
    return session


def person_in(request: AnyRequest, *roles: HouseRole) -> Person:
    """The caller, who must have one of these roles; anybody else is told how to get one."""
    person = session_of(request).person
    if person.role not in roles:
        raise HttpRefusal(_explain_roles(person, roles))
    return person


def _explain_roles(person: Person, roles: tuple[HouseRole, ...]) -> Denial:
    staff = [role for role in roles if role is not HouseRole.PLAYER]
    if not staff:
        return Denial(DoorCode.NOT_ALLOWED, "This is for players, not for staff.")
    who = " and ".join(
        f"{role.replace('-', ' ')}{'es' if role.endswith('s') else 's'}" for role in staff
    )
    first = "Make an account under your name first, then ask" if person.is_guest else "Ask"
    others = "".join(f" (or ={role})" for role in staff[1:])
    return Denial(
        DoorCode.NOT_ALLOWED,
        f"This is for {who}. {first} the operator to start the house with"
        f" pitboss serve --grant {person.name}={staff[0]}{others}.",
    )
