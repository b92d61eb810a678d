"""A file filled in long transactions: the same house, and whole only once it is finished."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pitboss.floor.counting import count_house
from pitboss.floor.simulated import HousePlan, simulate_house
from pitboss.refusals import Refusal
from pitboss.store.filling import fill_new
from pitboss.store.store import Store
from pitboss.store.tables import TABLES
from tests.console.kit import UNTIL_MS, simulated
from tests.store.house import command, opened
from tests.table.kit import registry

PLAN = HousePlan(seed=3, until_ms=UNTIL_MS, days=1, tables=3, hours=1)


def rows_of(path: Path, table: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as file:
        found = file.execute(f"SELECT {', '.join(TABLES[table])} FROM {table}").fetchall()  # noqa: S608
    return sorted(found, key=repr)


def test_a_filled_house_is_the_one_that_is_written_commit_by_commit(tmp_path: Path) -> None:
    filled = fill_new(str(tmp_path / "filled.db"))
    assert not isinstance(filled, Refusal)
    store, file = filled
    with store:
        rounds = simulate_house(store, registry(), PLAN, lambda *_: None)
        assert count_house(store) == rounds > 0
        assert file.finish() is None
    simulated(str(tmp_path / "plain.db"), PLAN).close()
    for table in ("streams", "journal", "accounts", "holds", "settlements", "transfers", "tallies"):
        rows = rows_of(tmp_path / "filled.db", table)
        assert rows and rows == rows_of(tmp_path / "plain.db", table), table
    with opened(str(tmp_path / "filled.db")) as again:
        books = again.check_books()
    assert not isinstance(books, Refusal) and books.records > 1_000 and not books.faults


def test_what_was_not_finished_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "filled.db"
    filled = fill_new(str(path))
    assert not isinstance(filled, Refusal)
    store, file = filled
    with store:
        assert not isinstance(store.append(command("a")), Refusal)
        assert _version(store) == 1 and not rows_of(path, "journal")
        assert file.finish() is None and len(rows_of(path, "journal")) == 1
        assert not isinstance(store.append(command("b")), Refusal)
        assert _version(store) == 2
    assert len(rows_of(path, "journal")) == 1


def _version(store: Store) -> int:
    """How far the stream goes for the one who fills the file."""
    head = store.head("table:T1")
    assert not isinstance(head, Refusal)
    return head.version
