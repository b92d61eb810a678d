"""People: names, password hashes, roles and sessions, in tables that all processes share.

Not in the journal, which is for ever and for auditors: a password can be changed here and a person
forgotten. Used on the event loop; each call is short.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.invariants import check
from pitboss.ledger.clock_steps import SLACK_MS, ClockStep
from pitboss.server.accounts.api_tokens import ApiTokens
from pitboss.server.accounts.names import fold_name, login_of
from pitboss.store.session import Row
from pitboss.store.shared import SharedTables, Unwritten, in_one_step

HOUR_MS = 3_600_000
FRESH_MS = 60_000
"""How exactly a session's last use is remembered."""

TOKEN_CHARS = 43
CHANGED = "people:"
"""Before the id of a person whose sessions or role changed, in what processes tell each other."""

RANDOM_CHARS = 22
"""Of a visit's token; the rest is its seal."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


class HouseRole(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    PIT_BOSS = "pit-boss"
    AUDITOR = "auditor"


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    role: HouseRole
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser. Only the hash of its token is stored."""

    token: str
    csrf: str
    person: Person
    proved_ms: int
    """When its password was last given, or its role last used."""


@dataclass(frozen=True, slots=True)
class Credentials:
    person: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLimits:
    """How many private tables may be open; None for any number."""

    per_person: int | None
    per_address: int | None


_PERSON = "people.person, name, role, login IS NULL"


class People:
    def __init__(self, shared: SharedTables, *, session_ms: int) -> None:
        self.shared = shared
        self._session_ms = session_ms
        self._step = 0
        self.api_tokens = ApiTokens(shared)
        fresh = "INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
        if not self._value("visits"):
            shared.run(fresh, "visits", secrets.token_hex(32))
        self._visits_key = bytes.fromhex(self._value("visits"))

    # People.

    @in_one_step
    def enter(self, name: str, *, token: str, now_ms: int) -> Session | None:
        """A guest under a visit's token, once for each token; None when the name is an account's.

        A token that this house did not issue is not used: the session gets a fresh one.
        """
        kept = token if self.is_issued(token) else fresh_token()
        known = self.session(kept, now_ms=now_ms)
        if known is not None:
            return known
        if self.is_taken(name):
            return None
        person = Person("p" + secrets.token_hex(8), name, HouseRole.PLAYER, is_guest=True)
        self.shared.run(
            "INSERT INTO people (person, name, role, since_ms) VALUES (?, ?, ?, ?)",
            *(person.id, name, person.role.value, now_ms),
        )
        return self.begin(person, token=kept, now_ms=now_ms)

    @in_one_step
    def forget_guest(self, person: str) -> None:
        """Remove a guest who could not be given credits."""
        self.end_all(person)
        self.shared.run("DELETE FROM people WHERE person = ? AND login IS NULL", person)

    def is_taken(self, name: str, *, but: str = "") -> bool:
        """Whether a name is, or looks like, that of an account of somebody else."""
        query = "SELECT 1 FROM people WHERE (login = ? OR folded = ?) AND person != ?"
        return self.shared.row(query, login_of(name), fold_name(name), but) is not None

    @in_one_step
    def add_account(self, person: str, name: str, password: str) -> bool:
        """Give a guest a password hash; False when the name belongs to another account."""
        if self.is_taken(name, but=person):
            return False
        done = self.shared.run(
            "UPDATE people SET name = ?, login = ?, folded = ?, password = ?"
            " WHERE person = ? AND login IS NULL",
            *(name, login_of(name), fold_name(name), password, person),
        )
        return done == 1

    @in_one_step
    def change_password(self, person: Person, password: str, *, now_ms: int) -> Session:
        """Put another password hash in place, end every session and token, begin a fresh one."""
        self.shared.run(
            "UPDATE people SET password = ? WHERE person = ? AND login IS NOT NULL",
            *(password, person.id),
        )
        self.end_all(person.id)
        for table in ("devices", "api_tokens"):
            self.shared.run(f"DELETE FROM {table} WHERE person = ?", person.id)  # noqa: S608
        return self.begin(person, now_ms=now_ms)

    def credentials(self, name: str) -> Credentials | None:
        query = "SELECT person, password FROM people WHERE login = ?"
        row = self.shared.row(query, login_of(name))
        return None if row is None else Credentials(*row)

    def person(self, person: str) -> Person | None:
        row = self.shared.row(f"SELECT {_PERSON} FROM people WHERE person = ?", person)  # noqa: S608
        return None if row is None else _person(row)

    def account(self, name: str) -> Person | None:
        found = self.credentials(name)
        return None if found is None else self.person(found.person)

    @in_one_step
    def set_role(self, person: str, role: HouseRole) -> bool:
        """Change an account's role; False when there is no such account. Guests stay players."""
        query = "UPDATE people SET role = ? WHERE person = ? AND login IS NOT NULL"
        is_done = self.shared.run(query, role.value, person) == 1
        if is_done:
            self._tell(person)
        return is_done

    def staff(self) -> tuple[Person, ...]:
        """Every account with a role beside player, by name."""
        rows = self.shared.rows(
            "SELECT person, name, role, login IS NULL FROM people WHERE role <> ? ORDER BY name",
            HouseRole.PLAYER.value,
        )
        return tuple(_person(row) for row in rows)

    def checked_ms(self, person: str) -> int:
        """When a person last took note of the time and the money, at any screen; 0 for never."""
        row = self.shared.row("SELECT checked_ms FROM people WHERE person = ?", person)
        return 0 if row is None else int(row[0])

    def note_check(self, person: str, *, now_ms: int) -> None:
        self.shared.run("UPDATE people SET checked_ms = ? WHERE person = ?", now_ms, person)

    # Sessions.

    def visit_token(self) -> str:
        """A token for a browser without a name; sealed, so that nobody else can make one."""
        plain = secrets.token_urlsafe(16)
        return plain + self._seal(plain)

    def is_issued(self, token: str) -> bool:
        if not is_token(token):
            return False
        return hmac.compare_digest(token[RANDOM_CHARS:], self._seal(token[:RANDOM_CHARS]))

    def _seal(self, plain: str) -> str:
        digest = hmac.new(self._visits_key, plain.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode()[: TOKEN_CHARS - RANDOM_CHARS]

    def begin(self, person: Person, *, token: str = "", now_ms: int) -> Session:
        """Start a session, under a fresh token unless one is given."""
        token = token or fresh_token()
        session = Session(token, secrets.token_urlsafe(24), person, proved_ms=now_ms)
        self.shared.run(
            "INSERT INTO sessions (token, person, csrf, used_ms, proved_ms) VALUES (?, ?, ?, ?, ?)",
            *(_digest(token), person.id, session.csrf, now_ms, now_ms),
        )
        return session

    def session(self, token: str, *, now_ms: int) -> Session | None:
        """The session of a token, unless it has ended or expired."""
        digest = _digest(token)
        row = self.shared.row(
            f"SELECT {_PERSON}, csrf, used_ms, proved_ms FROM sessions"  # noqa: S608
            " JOIN people ON people.person = sessions.person WHERE token = ?",
            digest,
        )
        if row is None:
            return None
        csrf, used_ms, proved_ms = row[4:]
        # Reading a session must not depend on a write: on a full disk people stay signed in.
        # Where another process has set the house's time back, this one's says nothing of its age.
        if now_ms - used_ms > self._session_ms and self._newest_step() <= self._step:
            with contextlib.suppress(Unwritten):
                self.end(token)
            return None
        if abs(now_ms - used_ms) > FRESH_MS:
            with contextlib.suppress(Unwritten):
                self.shared.run("UPDATE sessions SET used_ms = ? WHERE token = ?", now_ms, digest)
        return Session(token, csrf, _person(row[:4]), proved_ms)

    def prove(self, token: str, *, now_ms: int) -> None:
        """Record that a session's password was given again, or its role used."""
        self.shared.run(
            "UPDATE sessions SET used_ms = ?, proved_ms = ? WHERE token = ?",
            *(now_ms, now_ms, _digest(token)),
        )

    @in_one_step
    def follow_step(self, step: ClockStep, *, now_ms: int) -> None:
        """Let sessions that a clock which was ahead has stamped be as old as they were.

        Done once for each step, by the first process of the house that comes to it.
        """
        self._step = step.version
        if self._newest_step() >= step.version:
            return
        first_ms = min(step.since_ms, now_ms + SLACK_MS + 1)
        for column in ("used_ms", "proved_ms") if step.back_ms else ():
            self.shared.run(
                f"UPDATE sessions SET {column} = {column} - ? WHERE {column} BETWEEN ? AND ?",  # noqa: S608
                *(step.back_ms, first_ms, step.from_ms + SLACK_MS),
            )
        self._put("clock", str(step.version))

    def _newest_step(self) -> int:
        return int(self._value("clock") or 0)

    def changes(self) -> int:
        """How often a session was ended or a role changed, by any process."""
        return int(self._value("changes") or 0)

    def _tell(self, person: str) -> None:
        """Let every process look at a person's open sockets; part of the step that changed them."""
        number = self.changes() + 1
        self._put("changes", str(number))
        self.shared.notify(((CHANGED + person, number),))

    def _value(self, name: str) -> str:
        row = self.shared.row("SELECT value FROM keys WHERE name = ?", name)
        return "" if row is None else str(row[0])

    def _put(self, name: str, value: str) -> None:
        self.shared.run(
            "INSERT INTO keys (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            *(name, value),
        )

    @in_one_step
    def end(self, token: str) -> None:
        query = "DELETE FROM sessions WHERE token = ? RETURNING person"
        for (person,) in self.shared.rows(query, _digest(token)):
            self._tell(person)

    @in_one_step
    def end_all(self, person: str) -> None:
        self.shared.run("DELETE FROM sessions WHERE person = ?", person)
        self._tell(person)

    # Browsers that signed in before.

    def remember_device(self, person: str, *, now_ms: int) -> str:
        """Issue a token that shows that a browser has signed in to an account."""
        token = fresh_token()
        query = "INSERT INTO devices (token, person, at_ms) VALUES (?, ?, ?)"
        self.shared.run(query, _digest(token), person, now_ms)
        return token

    def known_device(self, token: str, person: str) -> str:
        """The hash of a browser's token if it has signed in to this account before, else ""."""
        query = "SELECT token FROM devices WHERE token = ? AND person = ?"
        row = self.shared.row(query, _digest(token), person)
        return "" if row is None else str(row[0])

    # Whose table it is.

    @in_one_step
    def add_table(
        self, table: str, *, host: str, is_listed: bool, address: str, limits: HostLimits
    ) -> bool:
        """Remember who opened a table; False when they or their address have too many open."""
        for column, value, most in (
            ("host", host, limits.per_person),
            ("address", address, limits.per_address),
        ):
            query = f"SELECT game_table FROM own_tables WHERE {column} = ?"  # noqa: S608
            if most is not None and len(self.shared.rows(query, value)) >= most:
                return False
        self.shared.run(
            "INSERT INTO own_tables (game_table, host, is_listed, address) VALUES (?, ?, ?, ?)",
            *(table, host, int(is_listed), address),
        )
        return True

    @in_one_step
    def forget_table(self, table: str) -> None:
        """Delete what is stored about a closed table."""
        for name in ("own_tables", "tables_without_coach", "presence"):
            self.shared.run(f"DELETE FROM {name} WHERE game_table = ?", table)  # noqa: S608

    def saw(self, seen: Mapping[tuple[str, str], int]) -> None:
        """Record for other processes who watches which table here, and since when."""
        self.shared.run_many(
            "INSERT INTO presence (person, game_table, at_ms) VALUES (?, ?, ?)"
            " ON CONFLICT (person, game_table) DO UPDATE SET at_ms = excluded.at_ms",
            [(*key, at_ms) for key, at_ms in seen.items()],
        )

    def last_seen(self, person: str, table: str) -> int:
        """When any process last saw somebody at a table; 0 for never."""
        query = "SELECT at_ms FROM presence WHERE person = ? AND game_table = ?"
        row = self.shared.row(query, person, table)
        return 0 if row is None else int(row[0])

    def tables(self) -> dict[str, tuple[str, bool]]:
        """Tables that people opened: the host of each, and whether the lobby lists it."""
        rows = self.shared.rows("SELECT game_table, host, is_listed FROM own_tables")
        return {table: (host, bool(listed)) for table, host, listed in rows}

    def forbid_coach(self, table: str) -> None:
        query = "INSERT INTO tables_without_coach (game_table) VALUES (?) ON CONFLICT DO NOTHING"
        self.shared.run(query, table)

    def is_coach_forbidden(self, table: str) -> bool:
        query = "SELECT 1 FROM tables_without_coach WHERE game_table = ?"
        return self.shared.row(query, table) is not None


def fresh_token() -> str:
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def _person(row: Row) -> Person:
    check(len(row) == 4, "a person is four columns")
    return Person(row[0], row[1], HouseRole(row[2]), is_guest=bool(row[3]))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
