"""Who sends a request: the session that its cookie names, and what a route may ask of it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.server.accounts.people import HouseRole, People, Person, Session, is_token
from pitboss.server.asgi import Scope, header
from pitboss.server.edge.cookies import cookie_name, read_cookie
from pitboss.server.edge.errors import NOT_ALLOWED, SIGN_IN_FIRST
from pitboss.server.edge.guard import Client
from pitboss.server.edge.responses import AnyRequest, HttpRefusal
from pitboss.server.edge.runtime import Runtime


@dataclass(frozen=True, slots=True)
class Caller(Client):
    """A client whose session was looked up."""

    session: Session | None = None

    @property
    def person(self) -> Person | None:
        """Somebody with a name, or nobody."""
        return None if self.session is None else self.session.person


def find_caller(runtime: Runtime, people: People, scope: Scope, address: str) -> Caller:
    """Look up who a connection comes from."""
    token = read_cookie(header(scope, b"cookie") or "", cookie_name(runtime.options))
    session = people.session(token, now_ms=runtime.clock()) if is_token(token) else None
    if session is not None:
        return Caller(address, token, who=session.person.id, csrf=session.csrf, session=session)
    if not people.is_issued(token):
        # A token that this house did not make, or whose session has ended, is never used.
        return Caller(address, people.visit_token(), is_new=True)
    return Caller(address, token)


def caller_of(request: AnyRequest) -> Caller:
    """Who the guard found to be asking."""
    found: Caller = request.scope["caller"]  # type: ignore[typeddict-item]
    return found


def session_of(request: AnyRequest) -> Session:
    """The session of somebody with a name."""
    found = caller_of(request).session
    if found is None:
        raise HttpRefusal(SIGN_IN_FIRST)
    return found


def person_in(request: AnyRequest, *roles: HouseRole) -> Person:
    """Somebody with a name and one of these roles."""
    person = session_of(request).person
    if person.role not in roles:
        raise HttpRefusal(NOT_ALLOWED)
    return person
