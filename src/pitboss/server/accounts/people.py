"""People: names, password hashes, roles and sessions, in a file of their own.

Kept apart from the journal, which is for ever and for auditors: a password can be changed here
and a person forgotten. Used on the event loop; each call is short.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import re
import secrets
import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from pitboss.invariants import check
from pitboss.ledger.clock_steps import SLACK_MS, ClockStep
from pitboss.private_files import create_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.names import fold_name, login_of
from pitboss.server.accounts.people_schema import migrate, transaction

HOUR_MS = 3_600_000
FRESH_MS = 60_000
"""How exactly a session's last use is remembered."""

TOKEN_CHARS = 43
RANDOM_CHARS = 22
"""Of a visit's token; the rest is its seal."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


class HouseRole(StrEnum):
    """What somebody may do in this house."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_BOSS = "pit-boss"
    AUDITOR = "auditor"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name; with a password when it is an account."""

    id: str
    name: str
    role: HouseRole
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is remembered. Only the hash of its token is kept."""

    token: str
    csrf: str
    person: Person
    proved_ms: int
    """When its password was last given, or its role last used."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a sign-in is checked against."""

    person: str
    password: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostLimits:
    """How many private tables may be open; None for any number."""

    per_person: int | None
    per_address: int | None


_PERSON = "people.person, name, role, login IS NULL"


class People:
    """The open file."""

    def __init__(self, where: str, *, session_ms: int) -> None:
        self._file = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
        self._session_ms = session_ms
        self._step = 0
        self._file.execute("PRAGMA foreign_keys = ON")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        migrate(self._file)
        row = self._file.execute("SELECT value FROM keys WHERE name = 'visits'").fetchone()
        self._visits_key = bytes.fromhex(row[0])

    @classmethod
    def open(cls, where: str, *, session_ms: int) -> Self | Refusal:
        """The file, made when it is not there."""
        try:
            if where != ":memory:":
                create_private(where)
            return cls(where, session_ms=session_ms)
        except (OSError, sqlite3.Error) as problem:
            return Refusal(RefusalCode.STORE_UNAVAILABLE, f"{where} cannot be used: {problem}.")

    @property
    def file(self) -> sqlite3.Connection:
        """The file itself, for what else is kept of people, such as how they train."""
        return self._file

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    # People.

    def enter(self, name: str, *, token: str, now_ms: int) -> Session | None:
        """A guest under a visit's token, once for each token; None when the name is an account's.

        A token that this house did not issue is not used: the session gets a fresh one.
        """
        kept = token if self.is_issued(token) else fresh_token()
        with transaction(self._file):
            known = self.session(kept, now_ms=now_ms)
            if known is not None:
                return known
            if self.is_taken(name):
                return None
            person = Person("p" + secrets.token_hex(8), name, HouseRole.PLAYER, is_guest=True)
            self._file.execute(
                "INSERT INTO people (person, name, role, since_ms) VALUES (?, ?, ?, ?)",
                (person.id, name, person.role.value, now_ms),
            )
            return self._begin(person, kept, now_ms=now_ms)

    def forget_guest(self, person: str) -> None:
        """Remove a guest who could not be given credits."""
        with transaction(self._file):
            self.end_all(person)
            self._file.execute("DELETE FROM people WHERE person = ? AND login IS NULL", (person,))

    def is_taken(self, name: str, *, but: str = "") -> bool:
        """Whether a name is, or looks like, that of an account of somebody else."""
        row = self._file.execute(
            "SELECT 1 FROM people WHERE (login = ? OR folded = ?) AND person != ?",
            (login_of(name), fold_name(name), but),
        ).fetchone()
        return row is not None

    def add_account(self, person: str, name: str, password: str) -> bool:
        """Give a guest a password hash; False when the name belongs to another account."""
        with transaction(self._file):
            if self.is_taken(name, but=person):
                return False
            done = self._file.execute(
                "UPDATE people SET name = ?, login = ?, folded = ?, password = ?"
                " WHERE person = ? AND login IS NULL",
                (name, login_of(name), fold_name(name), password, person),
            )
            return done.rowcount == 1

    def change_password(self, person: Person, password: str, *, now_ms: int) -> Session:
        """Put another password hash in place, end every session and begin a fresh one."""
        with transaction(self._file):
            self._file.execute(
                "UPDATE people SET password = ? WHERE person = ? AND login IS NOT NULL",
                (password, person.id),
            )
            self.end_all(person.id)
            self._file.execute("DELETE FROM devices WHERE person = ?", (person.id,))
            return self._begin(person, fresh_token(), now_ms=now_ms)

    def credentials(self, name: str) -> Credentials | None:
        """What is known of an account's password."""
        rows = self._file.execute(
            "SELECT person, password FROM people WHERE login = ?",
            (login_of(name),),
        ).fetchall()
        return Credentials(*rows[0]) if rows else None

    def person(self, person: str) -> Person | None:
        """Somebody by id."""
        rows = self._file.execute(
            f"SELECT {_PERSON} FROM people WHERE person = ?",  # noqa: S608
            (person,),
        ).fetchall()
        return _person(rows[0]) if rows else None

    def account(self, name: str) -> Person | None:
        """An account by its name."""
        found = self.credentials(name)
        return None if found is None else self.person(found.person)

    def set_role(self, person: str, role: HouseRole) -> bool:
        """Let an account do other things; guests are players. False when there is none."""
        done = self._file.execute(
            "UPDATE people SET role = ? WHERE person = ? AND login IS NOT NULL",
            (role.value, person),
        )
        return done.rowcount == 1

    # Sessions.

    def visit_token(self) -> str:
        """A token for a browser without a name; sealed, so that nobody else can make one."""
        plain = secrets.token_urlsafe(16)
        return plain + self._seal(plain)

    def is_issued(self, token: str) -> bool:
        """Whether a visit's token was made by this house."""
        if not is_token(token):
            return False
        return hmac.compare_digest(token[RANDOM_CHARS:], self._seal(token[:RANDOM_CHARS]))

    def _seal(self, plain: str) -> str:
        digest = hmac.new(self._visits_key, plain.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode()[: TOKEN_CHARS - RANDOM_CHARS]

    def begin(self, person: Person, *, now_ms: int) -> Session:
        """Remember a browser, under a fresh token."""
        return self._begin(person, fresh_token(), now_ms=now_ms)

    def _begin(self, person: Person, token: str, *, now_ms: int) -> Session:
        session = Session(token, secrets.token_urlsafe(24), person, proved_ms=now_ms)
        self._file.execute(
            "INSERT INTO sessions (token, person, csrf, used_ms, proved_ms) VALUES (?, ?, ?, ?, ?)",
            (_digest(token), person.id, session.csrf, now_ms, now_ms),
        )
        return session

    def session(self, token: str, *, now_ms: int) -> Session | None:
        """The session of a token, unless it was ended or left alone too long."""
        digest = _digest(token)
        rows = self._file.execute(
            f"SELECT {_PERSON}, csrf, used_ms, proved_ms FROM sessions"  # noqa: S608
            " JOIN people ON people.person = sessions.person WHERE token = ?",
            (digest,),
        ).fetchall()
        if not rows:
            return None
        csrf, used_ms, proved_ms = rows[0][4:]
        # Reading a session must not depend on a write: on a full disk people stay signed in.
        # Where another process has set the house's time back, this one's says nothing of its age.
        if now_ms - used_ms > self._session_ms and self._newest_step() <= self._step:
            with contextlib.suppress(sqlite3.Error):
                self.end(token)
            return None
        if abs(now_ms - used_ms) > FRESH_MS:
            with contextlib.suppress(sqlite3.Error):
                self._file.execute(
                    "UPDATE sessions SET used_ms = ? WHERE token = ?", (now_ms, digest)
                )
        return Session(token, csrf, _person(rows[0][:4]), proved_ms)

    def prove(self, token: str, *, now_ms: int) -> None:
        """A session's password was given again, or its role used."""
        self._file.execute(
            "UPDATE sessions SET used_ms = ?, proved_ms = ? WHERE token = ?",
            (now_ms, now_ms, _digest(token)),
        )

    def follow_step(self, step: ClockStep, *, now_ms: int) -> None:
        """Let sessions that a clock which was ahead has stamped be as old as they were.

        Done once for each step, by the first process of the house that comes to it.
        """
        self._step = step.version
        with transaction(self._file):
            if self._newest_step() >= step.version:
                return
            first_ms = min(step.since_ms, now_ms + SLACK_MS + 1)
            for column in ("used_ms", "proved_ms") if step.back_ms else ():
                self._file.execute(
                    f"UPDATE sessions SET {column} = {column} - ?"  # noqa: S608
                    f" WHERE {column} BETWEEN ? AND ?",
                    (step.back_ms, first_ms, step.from_ms + SLACK_MS),
                )
            self._file.execute(
                "INSERT INTO keys VALUES ('clock', ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (str(step.version),),
            )

    def _newest_step(self) -> int:
        row = self._file.execute("SELECT value FROM keys WHERE name = 'clock'").fetchone()
        return 0 if row is None else int(row[0])

    def data_version(self) -> int:
        """Changes whenever another process has written to the file."""
        version: int = self._file.execute("PRAGMA data_version").fetchone()[0]
        return version

    def end(self, token: str) -> None:
        """Forget a browser."""
        self._file.execute("DELETE FROM sessions WHERE token = ?", (_digest(token),))

    def end_all(self, person: str) -> None:
        """Forget every browser of somebody."""
        self._file.execute("DELETE FROM sessions WHERE person = ?", (person,))

    # Browsers that signed in before.

    def remember_device(self, person: str, *, now_ms: int) -> str:
        """A token by which a browser is known to have signed in to an account."""
        token = fresh_token()
        self._file.execute("INSERT INTO devices VALUES (?, ?, ?)", (_digest(token), person, now_ms))
        return token

    def known_device(self, token: str, person: str) -> str:
        """The hash of a browser's token if it signed in to this account before, else nothing."""
        row = self._file.execute(
            "SELECT token FROM devices WHERE token = ? AND person = ?", (_digest(token), person)
        ).fetchone()
        return "" if row is None else str(row[0])

    # Whose table it is.

    def add_table(
        self, table: str, *, host: str, is_listed: bool, address: str, limits: HostLimits
    ) -> bool:
        """Remember who opened a table; False when they or their address have too many open."""
        with transaction(self._file):
            for column, value, most in (
                ("host", host, limits.per_person),
                ("address", address, limits.per_address),
            ):
                query = f"SELECT count(*) FROM tables WHERE {column} = ?"  # noqa: S608
                if most is not None and self._file.execute(query, (value,)).fetchone()[0] >= most:
                    return False
            self._file.execute(
                "INSERT INTO tables (game_table, host, is_listed, address) VALUES (?, ?, ?, ?)",
                (table, host, int(is_listed), address),
            )
            return True

    def forget_table(self, table: str) -> None:
        """Remove what is kept of a table that is closed."""
        with transaction(self._file):
            for name in ("tables", "tables_without_coach", "presence"):
                self._file.execute(f"DELETE FROM {name} WHERE game_table = ?", (table,))  # noqa: S608

    def saw(self, person: str, table: str, *, at_ms: int) -> None:
        """Somebody looks at a table here; for the other processes of this house."""
        self._file.execute(
            "INSERT INTO presence VALUES (?, ?, ?) ON CONFLICT (person, game_table)"
            " DO UPDATE SET at_ms = excluded.at_ms",
            (person, table, at_ms),
        )

    def last_seen(self, person: str, table: str) -> int:
        """When any process of this house saw somebody at a table; 0 for never."""
        row = self._file.execute(
            "SELECT at_ms FROM presence WHERE person = ? AND game_table = ?", (person, table)
        ).fetchone()
        return 0 if row is None else int(row[0])

    def tables(self) -> dict[str, tuple[str, bool]]:
        """Every table that somebody opened: its host, and whether the lobby shows it."""
        rows = self._file.execute("SELECT game_table, host, is_listed FROM tables").fetchall()
        return {table: (host, bool(listed)) for table, host, listed in rows}

    def forbid_coach(self, table: str) -> None:
        """Remember that a table is played without the coach."""
        self._file.execute("INSERT OR IGNORE INTO tables_without_coach VALUES (?)", (table,))

    def is_coach_forbidden(self, table: str) -> bool:
        """Whether a table is played without the coach."""
        query = "SELECT 1 FROM tables_without_coach WHERE game_table = ?"
        return self._file.execute(query, (table,)).fetchone() is not None


def fresh_token() -> str:
    """256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether a text can be a token of ours."""
    return _TOKEN.fullmatch(text) is not None


def _person(row: tuple[str, str, str, int]) -> Person:
    check(len(row) == 4, "a person is four columns")
    return Person(row[0], row[1], HouseRole(row[2]), is_guest=bool(row[3]))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
