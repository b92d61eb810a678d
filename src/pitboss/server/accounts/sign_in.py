"""Sign-in: guests by name, accounts by password, sessions, and credits to begin with."""

from __future__ import annotations

import asyncio
import contextlib
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
from pitboss.server.edge.errors import BUSY, NOT_ALLOWED, PROVE_AGAIN, TOO_MANY, Denial, DoorCode
from pitboss.server.edge.rate_limits import RateLimits
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, unwrap_or_raise
from pitboss.server.edge.runtime import Runtime
from pitboss.store.shared import Unwritten

WRONG = Denial(DoorCode.WRONG_PASSWORD, "Wrong name or password.")
NOT_YOURS = Denial(DoorCode.WRONG_PASSWORD, "Wrong password.")
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
    runtime: Runtime
    people: People
    wallet: Wallet
    connections: OpenConnections
    is_busy: Callable[[], bool]
    passwords: Passwords = field(default_factory=Passwords)
    entries: RateLimits = field(init=False)
    """How many guests, accounts and sign-ins come from one address."""
    tries: SignInTries = field(init=False)
    promised: dict[str, HouseRole] = field(default_factory=dict)
    """Roles the operator has given to accounts that do not exist yet, by login."""
    on_role: Callable[[str, HouseRole], object] = lambda *_: None
    """Called after the operator gave an account a role."""

    def __post_init__(self) -> None:
        options = self.runtime.options
        self.entries = RateLimits(options.entries_per_min, options.entries_per_min)
        limits = TryLimits(
            tries=options.sign_in_tries,
            lock_ms=options.lock_ms,
            account_tries=options.account_tries,
        )
        self.tries = SignInTries(self.people.shared, limits)

    def limit_entry(self, address: str) -> None:
        """Count a guest, account or sign-in of an address; they wait while the house is busy."""
        if self.is_busy():
            raise HttpRefusal(BUSY)
        if not self.entries.take(address, self.runtime.clock()):
            raise HttpRefusal(TOO_MANY)

    def staff_in(self, request: AnyRequest, *roles: HouseRole) -> Person:
        """Somebody who acts in one of these roles now; idle staff give their password first."""
        person, session = person_in(request, *roles), session_of(request)
        idle_ms, now_ms = self.runtime.options.staff_idle_ms, self.runtime.clock()
        if person.role is HouseRole.PLAYER or idle_ms == 0:
            return person
        since_ms = now_ms - session.proved_ms
        # A stamp from the future is of a clock that was ahead.
        if since_ms > idle_ms or since_ms < -SLACK_MS:
            raise HttpRefusal(PROVE_AGAIN)
        if since_ms > idle_ms // 15:
            # On a full disk staff go on until their password is due again.
            with contextlib.suppress(Unwritten):
                self.people.prove(session.token, now_ms=now_ms)
        return person

    async def enter_as_guest(self, name: str, *, token: str = "") -> Session:
        """A guest with practice credits; one for each visitor's token."""
        name, now_ms = unwrap_or_raise(read_name(name)), self.runtime.clock()
        session = unwrap_or_raise(self.people.enter(name, token=token, now_ms=now_ms) or TAKEN)
        person = session.person
        first = f"{person.id}.first"
        refill = await asyncio.to_thread(self.wallet.refill, person.id, client_id=first)
        if isinstance(refill, Refusal):
            self.people.forget_guest(person.id)
            raise HttpRefusal(refill)
        if not refill.is_repeat:
            self.runtime.log.event("guest.entered", who=person.id, name=person.name)
        return session

    async def make_account(self, session: Session, name: str, password: str) -> Session:
        """Put a guest's seat, credits and history under a password."""
        if not session.person.is_guest:
            raise HttpRefusal(NOT_ALLOWED)
        name = unwrap_or_raise(read_name(name))
        kept = await self.passwords.hash(password)
        if not self.people.add_account(session.person.id, name, kept):
            raise HttpRefusal(TAKEN)
        self.runtime.log.event("account.made", who=session.person.id, name=name)
        promised = self.promised.pop(login_of(name), None)
        if promised is not None:
            self.give_role(session.person.id, promised)
        return self._renew(session.person.id, old=session.token)

    def grant(self, name: str, role: HouseRole) -> bool:
        """Give an account a role for the operator; False when it waits for the account."""
        found = self.people.account(name)
        if found is None:
            self.promised[login_of(name)] = role
            return False
        self.give_role(found.id, role)
        return True

    def give_role(self, person: str, role: HouseRole) -> None:
        self.people.set_role(person, role)
        self.runtime.log.event("role.set", who="operator", whose=person, role=role.value)
        self.on_role(person, role)

    async def sign_in(self, name: str, password: str, *, visitor: Visitor, old: str) -> Session:
        person = await self._judge_password(name, password, visitor, WRONG)
        self.runtime.log.event("sign-in.done", who=person)
        return self._renew(person, old=old)

    async def change_password(
        self, session: Session, old: str, new: str, *, visitor: Visitor
    ) -> Session:
        """Change a password; every other browser is signed out."""
        await self._judge_own(session, old, visitor)
        person = session.person
        kept = await self.passwords.hash(new)
        renewed = self.people.change_password(person, kept, now_ms=self.runtime.clock())
        self.connections.renew_token(session.token, renewed.token)
        self.connections.sign_out_person(person.id, keep=renewed.token)
        self.runtime.log.event("password.changed", who=person.id)
        return renewed

    async def prove_again(self, session: Session, password: str, *, visitor: Visitor) -> None:
        await self._judge_own(session, password, visitor)
        self.people.prove(session.token, now_ms=self.runtime.clock())
        self.runtime.log.event("password.proved", who=session.person.id)

    def sign_out(self, session: Session) -> None:
        """End this browser's session and its sockets."""
        self.people.end(session.token)
        self.connections.sign_out(session.token)
        self.runtime.log.event("signed-out", who=session.person.id)

    async def _judge_own(self, session: Session, password: str, visitor: Visitor) -> None:
        """Refuse a password that is not the one of a session's own account."""
        if session.person.is_guest:
            raise HttpRefusal(NOT_ALLOWED)
        await self._judge_password(session.person.name, password, visitor, NOT_YOURS)

    async def _judge_password(
        self, name: str, password: str, visitor: Visitor, wrong: Denial
    ) -> str:
        """The person of a name and password; the try is counted before the password is checked."""
        people, log = self.people, self.runtime.log
        login, known = login_of(name), people.credentials(name)
        device = "" if known is None else people.known_device(visitor.device, known.person)
        source = f"device:{device}" if device else f"address:{visitor.address}"
        now_ms = self.runtime.clock()
        wait_ms = self.tries.take(login, source, is_known=bool(device), now_ms=now_ms)
        if wait_ms:
            log.event("sign-in.locked", name=name)
            raise HttpRefusal(_locked(wait_ms))
        is_right = await self.passwords.matches(None if known is None else known.password, password)
        if known is None or not is_right:
            log.event("sign-in.failed", name=name)
            raise HttpRefusal(wrong)
        self.tries.clear(login, source)
        return known.person

    def _renew(self, person: str, *, old: str) -> Session:
        """Replace the token, so that nobody who knew the old one stays signed in."""
        found = unwrap_or_raise(self.people.person(person) or NOT_ALLOWED)
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
