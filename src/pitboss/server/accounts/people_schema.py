"""The schema of the file of people, and the steps that bring an older file up to it."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.server.accounts.names import fold_name

_FIRST = (
    """CREATE TABLE IF NOT EXISTS people (
        person TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        login TEXT UNIQUE,
        password TEXT,
        role TEXT NOT NULL,
        since_ms INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0,
        locked_until_ms INTEGER NOT NULL DEFAULT 0,
        CHECK ((login IS NULL) = (password IS NULL))
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS sessions (
        token TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (person),
        csrf TEXT NOT NULL,
        used_ms INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS tables (
        game_table TEXT NOT NULL PRIMARY KEY,
        host TEXT NOT NULL,
        is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1))
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS presence (
        person TEXT NOT NULL,
        game_table TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (person, game_table)
    ) STRICT""",
    """CREATE TABLE IF NOT EXISTS tables_without_coach (
        game_table TEXT NOT NULL PRIMARY KEY
    ) STRICT""",
)
_SECOND = (
    # Wrong passwords are counted by who tries, before the password is looked at.
    "ALTER TABLE people DROP COLUMN failures",
    "ALTER TABLE people DROP COLUMN locked_until_ms",
    """CREATE TABLE sign_in_tries (
        login TEXT NOT NULL,
        source TEXT NOT NULL,
        count INTEGER NOT NULL,
        until_ms INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (login, source)
    ) STRICT""",
    """CREATE TABLE devices (
        token TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (person),
        at_ms INTEGER NOT NULL
    ) STRICT""",
    # How a reader takes in an account's name.
    "ALTER TABLE people ADD COLUMN folded TEXT",
    "CREATE INDEX people_by_folded ON people (folded)",
    # When a session's password was last given, or its role last used.
    "ALTER TABLE sessions ADD COLUMN proved_ms INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX sessions_by_person ON sessions (person)",
    "ALTER TABLE tables ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE keys (
        name TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT""",
)
_FOURTH = (
    # Only hashes: a token is shown once, when it is made.
    """CREATE TABLE api_tokens (
        id TEXT NOT NULL PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        person TEXT NOT NULL REFERENCES people (person),
        name TEXT NOT NULL,
        scopes TEXT NOT NULL,
        made_ms INTEGER NOT NULL,
        used_ms INTEGER
    ) STRICT""",
    "CREATE INDEX api_tokens_by_person ON api_tokens (person)",
)


@contextmanager
def transaction(file: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, with no other writer in between."""
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        file.execute("ROLLBACK")
        raise
    file.execute("COMMIT")


def migrate(file: sqlite3.Connection) -> None:
    with transaction(file):
        version = file.execute("PRAGMA user_version").fetchone()[0]
        for number, step in enumerate(_STEPS[version:], version + 1):
            step(file)
            file.execute(f"PRAGMA user_version = {number}")


def _first(file: sqlite3.Connection) -> None:
    for statement in _FIRST:
        file.execute(statement)


def _second(file: sqlite3.Connection) -> None:
    for statement in _SECOND:
        file.execute(statement)
    accounts = file.execute("SELECT person, name FROM people WHERE login IS NOT NULL").fetchall()
    file.executemany(
        "UPDATE people SET folded = ? WHERE person = ?",
        [(fold_name(name), person) for person, name in accounts],
    )
    file.execute("INSERT INTO keys VALUES ('visits', ?)", (secrets.token_hex(32),))


def _third(file: sqlite3.Connection) -> None:
    # When a person was last told the time and the money; 0 for never.
    file.execute("ALTER TABLE people ADD COLUMN checked_ms INTEGER NOT NULL DEFAULT 0")


def _fourth(file: sqlite3.Connection) -> None:
    for statement in _FOURTH:
        file.execute(statement)


_STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first, _second, _third, _fourth)
