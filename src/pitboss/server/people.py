"""People: names, password hashes, roles and sessions, in a file of their own.

Kept apart from the journal, which is for ever and for auditors: a password can be changed here
and a person forgotten. May import sqlite3 and layer 0; used on the event loop, each call is short.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import sqlite3
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from pitboss.invariants import check
from pitboss.private_files import create_private
from pitboss.refusals import Refusal, RefusalCode

HOUR_MS = 3_600_000
FRESH_MS = 60_000
"""How exactly a session's last use is remembered."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS people (
    person TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    role TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    locked_until_ms INTEGER NOT NULL DEFAULT 0,
    CHECK ((login IS NULL) = (password IS NULL))
) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
    token TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (person),
    csrf TEXT NOT NULL,
    used_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS tables (
    game_table TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL,
    is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1))
) STRICT;
CREATE TABLE IF NOT EXISTS presence (
    person TEXT NOT NULL,
    game_table TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (person, game_table)
) STRICT;
CREATE TABLE IF NOT EXISTS tables_without_coach (
    game_table TEXT NOT NULL PRIMARY KEY
) STRICT;
"""


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


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a sign-in is checked against."""

    person: str
    password: str
    locked_until_ms: int


_PERSON = "people.person, name, role, login IS NULL"


class People:
    """The open file."""

    def __init__(self, where: str, *, session_ms: int) -> None:
        self._file = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
        self._session_ms = session_ms
        self._file.execute("PRAGMA foreign_keys = ON")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.executescript(_SCHEMA)

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

    def add_guest(self, name: str, *, now_ms: int) -> Person:
        """Somebody new with a name only."""
        person = Person("p" + secrets.token_hex(8), name, HouseRole.PLAYER, is_guest=True)
        self._file.execute(
            "INSERT INTO people (person, name, role, since_ms) VALUES (?, ?, ?, ?)",
            (person.id, name, person.role.value, now_ms),
        )
        return person

    def add_account(self, person: str, name: str, password: str) -> bool:
        """Give a guest a password hash; False when the name belongs to another account."""
        try:
            done = self._file.execute(
                "UPDATE people SET name = ?, login = ?, password = ?"
                " WHERE person = ? AND login IS NULL",
                (name, login_of(name), password, person),
            )
        except sqlite3.IntegrityError:
            return False
        return done.rowcount == 1

    def credentials(self, name: str) -> Credentials | None:
        """What is known of an account's password."""
        rows = self._file.execute(
            "SELECT person, password, locked_until_ms FROM people WHERE login = ?",
            (login_of(name),),
        ).fetchall()
        return Credentials(*rows[0]) if rows else None

    def failed(self, person: str, *, tries: int, until_ms: int) -> None:
        """A wrong password; after so many the account is locked for a while."""
        self._file.execute("UPDATE people SET failures = failures + 1 WHERE person = ?", (person,))
        self._file.execute(
            "UPDATE people SET failures = 0, locked_until_ms = ? WHERE person = ?"
            " AND failures >= ?",
            (until_ms, person, tries),
        )

    def succeeded(self, person: str) -> None:
        """The right password wipes the slate."""
        self._file.execute("UPDATE people SET failures = 0 WHERE person = ?", (person,))

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

    def begin(self, person: Person, *, now_ms: int, token: str = "") -> Session:
        """Remember a browser, under a fresh token or the one it was given before it had a name."""
        session = Session(token or fresh_token(), secrets.token_urlsafe(24), person)
        self._file.execute(
            "INSERT INTO sessions (token, person, csrf, used_ms) VALUES (?, ?, ?, ?)",
            (_digest(session.token), person.id, session.csrf, now_ms),
        )
        return session

    def session(self, token: str, *, now_ms: int) -> Session | None:
        """The session of a token, unless it was ended or left alone too long."""
        digest = _digest(token)
        rows = self._file.execute(
            f"SELECT {_PERSON}, csrf, used_ms FROM sessions"  # noqa: S608
            " JOIN people ON people.person = sessions.person WHERE token = ?",
            (digest,),
        ).fetchall()
        if not rows:
            return None
        csrf, used_ms = rows[0][4:]
        if now_ms - used_ms > self._session_ms:
            self.end(token)
            return None
        if now_ms - used_ms > FRESH_MS:
            self._file.execute("UPDATE sessions SET used_ms = ? WHERE token = ?", (now_ms, digest))
        return Session(token, csrf, _person(rows[0][:4]))

    def end(self, token: str) -> None:
        """Forget a browser."""
        self._file.execute("DELETE FROM sessions WHERE token = ?", (_digest(token),))

    def end_all(self, person: str) -> None:
        """Forget every browser of somebody."""
        self._file.execute("DELETE FROM sessions WHERE person = ?", (person,))

    # Whose table it is.

    def add_table(self, table: str, *, host: str, is_listed: bool) -> None:
        """Remember who opened a table and whether the lobby shows it."""
        self._file.execute(
            "INSERT OR IGNORE INTO tables (game_table, host, is_listed) VALUES (?, ?, ?)",
            (table, host, int(is_listed)),
        )

    def saw(self, person: str, table: str, *, at_ms: int) -> None:
        """Somebody looks at a table here; for the other processes of this house."""
        self._file.execute(
            "INSERT INTO presence VALUES (?, ?, ?) ON CONFLICT (person, game_table)"
            " DO UPDATE SET at_ms = max(at_ms, excluded.at_ms)",
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


def login_of(name: str) -> str:
    """Names that look alike are one account."""
    return unicodedata.normalize("NFKC", name).casefold()


def _person(row: tuple[str, str, str, int]) -> Person:
    check(len(row) == 4, "a person is four columns")
    return Person(row[0], row[1], HouseRole(row[2]), is_guest=bool(row[3]))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
