"""Sign-in: guests by name, accounts by password, sessions, and credits to begin with."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal
from pitboss.server.accounts.callers import person_in, session_of
from pitboss.server.accounts.names import login_of, read_name
from pitboss.server.accounts.passwords import Passwords
from pitboss.server.accounts.people import HouseRole, People, Person, Session
from pitboss.server.accounts.sign_in_tries import SignInTries, TryLimits
from pitboss.server.edge.errors import (
    BUSY,
    NOT_ALLOWED,
    PROVE_AGAIN,
    TOO_MANY,
    AnyRefusal,
    Denial,
    DoorCode,
)
from pitboss.server.edge.rate_limits import RateLimits
from pitboss.server.edge.responses import AnyRequest, HttpRefusal
from pitboss.server.edge.runtime import Runtime

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


class OpenConnections(Protocol):
    """The open sockets, by whose they are."""

    def mark(self, person: str) -> None:
        """Show somebody their table again."""

    def sign_out(self, token: str) -> None:
        """End every socket of a session."""

    def sign_out_person(self, person: str, *, keep: str) -> None:
        """End the sockets of all of a person's sessions but one."""

    def renew_token(self, old: str, new: str) -> None:
        """Let the sockets of a session go on under its new token."""


@dataclass(slots=True)
class Accounts:
    """Signs people in and out."""

    runtime: Runtime
    people: People
    wallet: Wallet
    connections: OpenConnections
    is_busy: Callable[[], bool]
    passwords: Passwords = field(default_factory=Passwords)
    entries: RateLimits = field(init=False)
    """How many guests, accounts and sign-ins come from one address."""
    tries: SignInTries = field(init=False)

    def __post_init__(self) -> None:
        options = self.runtime.options
        self.entries = RateLimits(options.entries_per_min, options.entries_per_min)
        limits = TryLimits(
            tries=options.sign_in_tries,
            lock_ms=options.lock_ms,
            account_tries=options.account_tries,
        )
        self.tries = SignInTries(self.people.file, limits)

    def limit_entry(self, address: str) -> None:
        """Count a guest, account or sign-in of an address; they wait while the house is busy."""
        if self.is_busy():
            raise HttpRefusal(BUSY)
        if not self.entries.take(address, self.runtime.clock()):
            raise HttpRefusal(TOO_MANY)

    def staff_in(self, request: AnyRequest, *roles: HouseRole) -> Person:
        """Somebody who acts in one of these roles now; idle staff give their password first."""
        person = person_in(request, *roles)
        idle = self._use_role(session_of(request))
        if idle is not None:
            raise HttpRefusal(idle)
        return person

    def _use_role(self, session: Session) -> Denial | None:
        """Whether staff gave their password, or used their role, lately enough; counts as use."""
        idle_ms, now_ms = self.runtime.options.staff_idle_ms, self.runtime.clock()
        if session.person.role is HouseRole.PLAYER or idle_ms == 0:
            return None
        since_ms = now_ms - session.proved_ms
        # A stamp from the future is of a clock that was ahead.
        if since_ms > idle_ms or since_ms < -SLACK_MS:
            return PROVE_AGAIN
        if since_ms > idle_ms // 15:
            # On a full disk staff go on until their password is due again.
            with contextlib.suppress(sqlite3.Error):
                self.people.prove(session.token, now_ms=now_ms)
        return None

    async def enter_as_guest(self, name: str, *, token: str = "") -> Session | AnyRefusal:
        """Somebody with a name only, with practice credits; once for each token of a visit."""
        read = read_name(name)
        if isinstance(read, Refusal):
            return read
        session = self.people.enter(read, token=token, now_ms=self.runtime.clock())
        if session is None:
            return TAKEN
        person = session.person
        first = f"{person.id}.first"
        refill = await asyncio.to_thread(self.wallet.refill, person.id, client_id=first)
        if isinstance(refill, Refusal):
            self.people.forget_guest(person.id)
            return refill
        if not refill.is_repeat:
            self.runtime.log.event("guest.entered", who=person.id, name=person.name)
        return session

    async def make_account(
        self, session: Session, name: str, password: str
    ) -> Session | AnyRefusal:
        """Put a guest's seat, credits and history under a password."""
        if not session.person.is_guest:
            return NOT_ALLOWED
        read = read_name(name)
        if isinstance(read, Refusal):
            return read
        kept = await self.passwords.hash(password)
        if not self.people.add_account(session.person.id, read, kept):
            return TAKEN
        self.runtime.log.event("account.made", who=session.person.id, name=read)
        return self._renew(session.person.id, old=session.token)

    async def sign_in(
        self, name: str, password: str, *, visitor: Visitor, old: str
    ) -> Session | AnyRefusal:
        """An account by its password; the browser gets a fresh token."""
        person = await self._judge_password(name, password, visitor)
        if not isinstance(person, str):
            return person
        self.runtime.log.event("sign-in.done", who=person)
        return self._renew(person, old=old)

    async def change_password(
        self, session: Session, old: str, new: str, *, visitor: Visitor
    ) -> Session | AnyRefusal:
        """Put another password in place of the old one; every other browser is signed out."""
        refusal = await self._judge_own(session, old, visitor)
        if refusal is not None:
            return refusal
        person = session.person
        kept = await self.passwords.hash(new)
        renewed = self.people.change_password(person, kept, now_ms=self.runtime.clock())
        self.connections.renew_token(session.token, renewed.token)
        self.connections.sign_out_person(person.id, keep=renewed.token)
        self.runtime.log.event("password.changed", who=person.id)
        return renewed

    async def prove_again(
        self, session: Session, password: str, *, visitor: Visitor
    ) -> Denial | None:
        """The password once more, for staff who were idle."""
        refusal = await self._judge_own(session, password, visitor)
        if refusal is None:
            self.people.prove(session.token, now_ms=self.runtime.clock())
            self.runtime.log.event("password.proved", who=session.person.id)
        return refusal

    def sign_out(self, session: Session) -> None:
        """Forget this browser; its sockets close."""
        self.people.end(session.token)
        self.connections.sign_out(session.token)
        self.runtime.log.event("signed-out", who=session.person.id)

    async def _judge_own(self, session: Session, password: str, visitor: Visitor) -> Denial | None:
        """Why this is not the password of a session's own account, if it is not."""
        if session.person.is_guest:
            return NOT_ALLOWED
        known = await self._judge_password(session.person.name, password, visitor)
        if isinstance(known, str):
            return None
        return NOT_YOURS if known is WRONG else known

    async def _judge_password(self, name: str, password: str, visitor: Visitor) -> str | Denial:
        """The person of a name and password; the try is counted before the password is read."""
        people, log = self.people, self.runtime.log
        login, known = login_of(name), people.credentials(name)
        device = "" if known is None else people.known_device(visitor.device, known.person)
        source = f"device:{device}" if device else f"address:{visitor.address}"
        now_ms = self.runtime.clock()
        wait_ms = self.tries.take(login, source, is_known=bool(device), now_ms=now_ms)
        if wait_ms:
            log.event("sign-in.locked", name=name)
            return _locked(wait_ms)
        is_right = await self.passwords.matches(None if known is None else known.password, password)
        if known is None or not is_right:
            log.event("sign-in.failed", name=name)
            return WRONG
        self.tries.clear(login, source)
        return known.person

    def _renew(self, person: str, *, old: str) -> Session | AnyRefusal:
        """A fresh token in place of the old one, so that nobody who knew it stays inside."""
        found = self.people.person(person)
        if found is None:
            return NOT_ALLOWED
        if old:
            self.people.end(old)
            self.connections.sign_out(old)
        return self.people.begin(found, now_ms=self.runtime.clock())


def _locked(wait_ms: int) -> Denial:
    if wait_ms >= MINUTE_MS:
        wait = f"{-(-wait_ms // MINUTE_MS)} min"
    else:
        wait = f"{-(-wait_ms // SECOND_MS)} s"
    return Denial(DoorCode.LOCKED, f"Too many wrong passwords; try again in {wait}.")
