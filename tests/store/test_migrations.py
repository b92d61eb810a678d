"""Migrations run forward from every released schema, and only forward."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from pitboss.refusals import Refusal
from pitboss.store.migrate import Step, released_steps
from pitboss.store.postgres import PostgresBackend
from pitboss.store.sqlite import SqliteBackend
from pitboss.store.store import Store, open_store
from pitboss.store.tables import TABLES
from tests.store.house import assert_sound, command, done, hold, opened, seated

STEPS = released_steps()


def backend(where: str, steps: tuple[Step, ...]) -> SqliteBackend | PostgresBackend:
    """A store of a version that knew only these steps."""
    if where.startswith("postgresql:"):
        return PostgresBackend(where, steps=steps)
    return SqliteBackend(where, steps=steps)


def execute(where: str, sql: str, *rows: tuple[object, ...], keeps_keys: bool = False) -> None:
    """Write into a database behind the store's back."""
    if where.startswith("postgresql:"):
        with psycopg.connect(where, autocommit=True) as server:
            for row in rows or ((),):
                server.execute(sql.replace("?", "%s").encode(), row)
    else:
        with contextlib.closing(sqlite3.connect(where)) as file, file:
            file.execute(f"PRAGMA foreign_keys = {'ON' if keeps_keys else 'OFF'}")
            for row in rows or ((),):
                file.execute(sql, row)


def rows_of(store: Store, table: str) -> list[tuple[object, ...]]:
    """All rows of a table."""
    names = ", ".join(TABLES[table])
    sql = f"SELECT {names} FROM {table}"  # noqa: S608
    rows = store.backend.read(lambda session: session.fetch(sql))
    assert isinstance(rows, list)
    return rows


def test_the_steps_are_numbered_without_gaps() -> None:
    assert [step.number for step in STEPS] == list(range(1, len(STEPS) + 1))


@pytest.mark.parametrize("known", range(len(STEPS) + 1))
def test_a_store_of_every_released_schema_comes_forward_with_its_records(
    where: str, tmp_path: Path, known: int
) -> None:
    with opened(str(tmp_path / "source.db")) as source:
        for number in range(3):
            done(source.append(command(f"e{number}")))
        streams, journal = rows_of(source, "streams"), rows_of(source, "journal")
        heads = source.heads()
    old = backend(where, STEPS[:known])
    assert old.open() is None
    old.close()
    if known >= 1:
        for table, rows in (("streams", streams), ("journal", journal)):
            places = ", ".join("?" * len(TABLES[table]))
            names = ", ".join(TABLES[table])
            sql = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608
            execute(where, sql, *rows)
    with opened(where) as store:
        assert store.heads() == (heads if known >= 1 else ())
        seated(store, "alice", 10)
        done(store.append(command("b1", hold("h1", 10))))
        assert_sound(store)
    with opened(where) as again:
        assert_sound(again)


def test_a_newer_schema_is_refused(where: str) -> None:
    opened(where).close()
    execute(where, "INSERT INTO schema_steps (step, name, digest) VALUES (99, 'later', 'x')")
    answer = open_store(where)
    assert isinstance(answer, Refusal)
    assert "Use a newer version" in answer.sentence


def test_a_step_that_was_edited_after_its_release_is_refused(where: str) -> None:
    edited = (replace(STEPS[0], text=STEPS[0].text + "\n"), *STEPS[1:])
    other = backend(where, edited)
    assert other.open() is None
    other.close()
    answer = open_store(where)
    assert isinstance(answer, Refusal)
    assert "Schema step 1" in answer.sentence
