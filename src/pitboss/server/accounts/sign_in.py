"""Sign-in: guests by name, accounts by password, sessions, and credits to begin with."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from dataclasses import dataclass

from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.refusals import Refusal
from pitboss.server.accounts.names import login_of, read_name
from pitboss.server.accounts.people import HouseRole, Session
from pitboss.server.edge.errors import NOT_ALLOWED, PROVE_AGAIN, Denial, DoorCode, Trouble
from pitboss.server.floor.hall import Hall

WRONG = Denial(DoorCode.WRONG_PASSWORD, "Name and password do not belong together.")
NOT_YOURS = Denial(DoorCode.WRONG_PASSWORD, "That is not your password.")
TAKEN = Denial(
    DoorCode.NAME_TAKEN, "That name is, or looks like, an account's; choose another or sign in."
)
SECOND_MS = 1_000
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Visitor:
    """Where a password comes from: the address, and the browser if it signed in before."""

    address: str
    device: str = ""


async def enter_as_guest(hall: Hall, name: str, *, token: str = "") -> Session | Trouble:
    """Somebody with a name only, with practice credits; once for each token of a visit."""
    read = read_name(name)
    if isinstance(read, Refusal):
        return read
    session = hall.people.enter(read, token=token, now_ms=hall.clock())
    if session is None:
        return TAKEN
    person = session.person
    refill = await asyncio.to_thread(hall.wallet.refill, person.id, client_id=f"{person.id}.first")
    if isinstance(refill, Refusal):
        hall.people.forget_guest(person.id)
        return refill
    if not refill.is_repeat:
        hall.log.event("guest.entered", who=person.id, name=person.name)
    return session


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
    return _renew(hall, session.person.id, old=session.token)


async def sign_in(
    hall: Hall, name: str, password: str, *, visitor: Visitor, old: str
) -> Session | Trouble:
    """An account by its password; the browser gets a fresh token."""
    person = await _judge_password(hall, name, password, visitor)
    if not isinstance(person, str):
        return person
    hall.log.event("sign-in.done", who=person)
    return _renew(hall, person, old=old)


async def change_password(
    hall: Hall, session: Session, old: str, new: str, *, visitor: Visitor
) -> Session | Trouble:
    """Put another password in place of the old one; every other browser is signed out."""
    person = session.person
    if person.is_guest:
        return NOT_ALLOWED
    known = await _judge_password(hall, person.name, old, visitor)
    if not isinstance(known, str):
        return NOT_YOURS if known is WRONG else known
    kept = await hall.passwords.hash(new)
    renewed = hall.people.change_password(person, kept, now_ms=hall.clock())
    hall.renew_token(session.token, renewed.token)
    hall.sign_out_person(person.id, keep=renewed.token)
    hall.log.event("password.changed", who=person.id)
    return renewed


async def prove_again(
    hall: Hall, session: Session, password: str, *, visitor: Visitor
) -> Trouble | None:
    """The password once more, for staff who were idle."""
    if session.person.is_guest:
        return NOT_ALLOWED
    known = await _judge_password(hall, session.person.name, password, visitor)
    if not isinstance(known, str):
        return NOT_YOURS if known is WRONG else known
    hall.people.prove(session.token, now_ms=hall.clock())
    hall.log.event("password.proved", who=session.person.id)
    return None


def use_role(hall: Hall, session: Session) -> Denial | None:
    """Whether staff gave their password, or used their role, lately enough; counts as use."""
    idle_ms, now_ms = hall.options.staff_idle_ms, hall.clock()
    if session.person.role is HouseRole.PLAYER or idle_ms == 0:
        return None
    since_ms = now_ms - session.proved_ms
    # A stamp from the future is of a clock that was ahead.
    if since_ms > idle_ms or since_ms < -SLACK_MS:
        return PROVE_AGAIN
    if since_ms > idle_ms // 15:
        # On a full disk staff go on until their password is due again.
        with contextlib.suppress(sqlite3.Error):
            hall.people.prove(session.token, now_ms=now_ms)
    return None


async def _judge_password(hall: Hall, name: str, password: str, visitor: Visitor) -> str | Denial:
    """The person of a name and password. The try is counted before the password is looked at."""
    login, known = login_of(name), hall.people.credentials(name)
    device = "" if known is None else hall.people.known_device(visitor.device, known.person)
    source = f"device:{device}" if device else f"address:{visitor.address}"
    wait_ms = hall.sign_in_tries.take(login, source, is_known=bool(device), now_ms=hall.clock())
    if wait_ms:
        hall.log.event("sign-in.locked", name=name)
        return _locked(wait_ms)
    is_right = await hall.passwords.matches(None if known is None else known.password, password)
    if known is None or not is_right:
        hall.log.event("sign-in.failed", name=name)
        return WRONG
    hall.sign_in_tries.clear(login, source)
    return known.person


def _locked(wait_ms: int) -> Denial:
    if wait_ms >= MINUTE_MS:
        wait = f"{-(-wait_ms // MINUTE_MS)} min"
    else:
        wait = f"{-(-wait_ms // SECOND_MS)} s"
    return Denial(DoorCode.LOCKED, f"Too many wrong passwords; try again in {wait}.")


def _renew(hall: Hall, person: str, *, old: str) -> Session | Trouble:
    """A fresh token in place of the old one, so that nobody who knew it stays inside."""
    found = hall.people.person(person)
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
