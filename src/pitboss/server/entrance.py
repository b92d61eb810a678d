"""The entrance: guests by name, accounts by password, sessions, and credits to begin with.

May import the hall's nouns; called by the routes and, for guests who sit down, by the socket.
"""

from __future__ import annotations

import asyncio

from pitboss.refusals import Refusal
from pitboss.server.errors import NOT_ALLOWED, Denial, DoorCode, Trouble
from pitboss.server.hall import Hall
from pitboss.server.names import read_name
from pitboss.server.people import Person, Session

WRONG = Denial(DoorCode.WRONG_PASSWORD, "Name and password do not belong together.")
LOCKED = Denial(DoorCode.LOCKED, "Too many wrong passwords; wait a quarter of an hour.")
TAKEN = Denial(DoorCode.NAME_TAKEN, "That name belongs to an account; choose another or sign in.")


async def enter_as_guest(hall: Hall, name: str, *, token: str = "") -> Session | Trouble:
    """Somebody with a name only, with practice credits."""
    read = read_name(name)
    if isinstance(read, Refusal):
        return read
    if hall.people.credentials(read) is not None:
        return TAKEN
    person = hall.people.add_guest(read, now_ms=hall.clock())
    refill = await asyncio.to_thread(hall.wallet.refill, person.id, client_id=f"{person.id}.first")
    if isinstance(refill, Refusal):
        return refill
    hall.log.event("guest.entered", who=person.id, name=read)
    return hall.people.begin(person, now_ms=hall.clock(), token=token)


async def make_account(hall: Hall, session: Session, name: str, password: str) -> Session | Trouble:
    """Put a guest's seat, credits and history under a password."""
    if not session.person.is_guest:
        return NOT_ALLOWED
    read = read_name(name)
    if isinstance(read, Refusal):
        return read
    kept = await hall.passwords.hash(password)
    if not hall.people.add_account(session.person.id, read, kept):
        return TAKEN
    hall.log.event("account.made", who=session.person.id, name=read)
    return _anew(hall, session.person.id, old=session.token)


async def sign_in(hall: Hall, name: str, password: str, *, old: str) -> Session | Trouble:
    """An account by its password; the browser gets a fresh token."""
    known = hall.people.credentials(name)
    if known is not None and hall.clock() < known.locked_until_ms:
        return LOCKED
    is_right = await hall.passwords.matches(None if known is None else known.password, password)
    if known is None or not is_right:
        if known is not None:
            until_ms = hall.clock() + hall.options.lock_ms
            hall.people.failed(known.person, tries=hall.options.sign_in_tries, until_ms=until_ms)
        hall.log.event("sign-in.failed", name=name)
        return WRONG
    hall.people.succeeded(known.person)
    hall.log.event("sign-in.done", who=known.person)
    return _anew(hall, known.person, old=old)


def _anew(hall: Hall, person: str, *, old: str) -> Session | Trouble:
    """A fresh token in place of the old one, so that no one who knew it stays inside."""
    found: Person | None = hall.people.person(person)
    if found is None:
        return NOT_ALLOWED
    if old:
        hall.people.end(old)
        hall.sign_out(old)
    return hall.people.begin(found, now_ms=hall.clock())


def leave(hall: Hall, session: Session) -> None:
    """Forget this browser; its sockets close."""
    hall.people.end(session.token)
    hall.sign_out(session.token)
    hall.log.event("signed-out", who=session.person.id)
