"""Old files: people and designs as earlier versions kept them beside the database.

A start takes them into the shared tables, all of a file or nothing, and sets the file aside. Where
that is interrupted the next start begins again or only sets it aside.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.names import fold_name
from pitboss.store.shared import SharedTables, Unwritten
from pitboss.store.tables import TABLES, insert_into

ASIDE = ".taken-in"
_TABLES = {
    "people": (
        *("people", "sessions", "devices", "api_tokens", "sign_in_tries", "keys", "own_tables"),
        *("tables_without_coach", "presence", "trainer_scores", "trainer_kinds"),
    ),
    "designs": ("designs",),
}
_OLD_NAMES = {"own_tables": "tables", "correct": "right"}
_HAS_TABLE = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"

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


def take_in(shared: SharedTables, files: Mapping[str, Path]) -> dict[Path, int] | Refusal:
    """Take in whichever old files there are, by what they hold; how many rows each had."""
    taken = {}
    for name, path in files.items():
        try:
            if path.is_file():
                taken[path] = _take_in(shared, name, path)
        except (OSError, sqlite3.Error, Unwritten) as problem:
            if not path.exists():
                continue  # Another process took it in meanwhile.
            why = problem.why if isinstance(problem, Unwritten) else f"{problem}."
            sentence = f"{path} cannot be taken into the database: {why}"
            return Refusal(RefusalCode.STORE_UNAVAILABLE, sentence)
    return taken


def _take_in(shared: SharedTables, name: str, path: Path) -> int:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        where = f"{path.absolute().as_uri()}?mode=rw"
        with contextlib.closing(sqlite3.connect(where, uri=True)) as file:
            file.backup(copy)
        if name == "people":
            _migrate(copy)
        rows = shared.transact(partial(_copy, shared, name, copy))
    for ending in ("", "-wal", "-shm"):
        old, aside = Path(f"{path}{ending}"), Path(f"{path}{ASIDE}{ending}")
        if not aside.exists():
            # There is none, or another process has just put it aside.
            with contextlib.suppress(FileNotFoundError):
                old.rename(aside)
    return rows


def _copy(shared: SharedTables, name: str, file: sqlite3.Connection) -> int:
    """Copy the rows of a file, once; a row that is there already stays as it is."""
    once = "INSERT INTO keys (name, value) VALUES (?, 'done') ON CONFLICT DO NOTHING"
    if shared.run(once, f"taken-in.{name}") == 0:
        return 0
    count = 0
    for table in _TABLES[name]:
        old = _OLD_NAMES.get(table, table)
        if file.execute(_HAS_TABLE, (old,)).fetchone() is None:
            continue
        columns = ", ".join(_OLD_NAMES.get(one, one) for one in TABLES[table])
        rows = file.execute(f"SELECT {columns} FROM {old}").fetchall()  # noqa: S608
        if rows:
            count += shared.run_many(f"{insert_into(table)} ON CONFLICT DO NOTHING", rows)
    return count


def _migrate(file: sqlite3.Connection) -> None:
    """Bring a copy of a file of people up to the last version that had one."""
    version = file.execute("PRAGMA user_version").fetchone()[0]
    for step in _STEPS[version:]:
        step(file)


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
