"""Shared tables: the same on both databases, in steps that are done whole or not at all."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import pytest

from pitboss.store.shared import UNWRITTEN, SharedTables, Unwritten, in_one_step
from pitboss.store.store import Store
from tests.deadlines import wait_until
from tests.store.house import command, done, opened

ALL = "SELECT name, value FROM keys ORDER BY name"
PUT = "INSERT INTO keys (name, value) VALUES (?, ?)"


@dataclass
class Pairs:
    """Somebody who writes two rows in one step."""

    shared: SharedTables

    @in_one_step
    def put(self, one: str, two: str) -> int:
        self.shared.run(PUT, one, "1")
        self.put_last(two)
        return len(self.shared.rows(ALL))

    @in_one_step
    def put_last(self, name: str) -> None:
        self.shared.run(PUT, name, "2")
        if name == "stop":
            raise ValueError(name)


@pytest.fixture
def pairs(store: Store) -> Pairs:
    return Pairs(store.shared)


def test_a_step_is_whole_and_sees_what_it_wrote(pairs: Pairs) -> None:
    assert pairs.put("a", "b") == 2
    assert pairs.shared.rows(ALL) == [("a", "1"), ("b", "2")]
    # What a step within a step does is undone with it, and the next one works.
    with pytest.raises(ValueError, match="stop"):
        pairs.put("c", "stop")
    assert pairs.shared.rows(ALL) == [("a", "1"), ("b", "2")]
    assert pairs.put("c", "d") == 4
    many = [("e", "5"), ("f", "6")]
    assert pairs.shared.run_many(PUT, many) == 2
    assert pairs.shared.run("DELETE FROM keys WHERE value = ?", "2") == 2
    assert pairs.shared.row("SELECT value FROM keys WHERE name = ?", "none") is None


def test_the_journal_goes_on_beside_them(store: Store, pairs: Pairs) -> None:
    pairs.put("a", "b")
    done(store.append(command("e1")))
    with contextlib.suppress(ValueError):
        pairs.put("c", "stop")
    done(store.append(command("e2")))
    assert len(pairs.shared.rows(ALL)) == 2


def test_other_processes_are_told_once_a_step_is_done(database: str) -> None:
    heard: list[tuple[str, int]] = []
    with opened(database) as here, opened(database) as there:
        stop = there.listen(lambda *head: heard.append(head))

        def tell(name: str) -> None:
            here.shared.notify(((f"people:{name}", 7),))
            Pairs(here.shared).put_last(name)

        with pytest.raises(ValueError, match="stop"):
            here.shared.transact(lambda: tell("stop"))
        here.shared.transact(lambda: tell("ana"))
        # The journal's notices come after it on the same line.
        done(here.append(command("e1")))
        wait_until(lambda: any(stream.startswith("table:") for stream, _ in heard))
        stop()
    assert heard[0] == ("people:ana", 7)


def test_a_process_need_not_hear_of_its_own_commits(database: str) -> None:
    heard: list[tuple[str, int]] = []
    with opened(database) as here, opened(database) as there:
        stop = here.listen(lambda *head: heard.append(head), others_only=True)
        done(here.append(command("e1")))
        done(there.append(command("e2")))
        done(here.append(command("e3")))
        done(there.append(command("e4", stream="table:T2")))
        wait_until(lambda: ("table:T2", 1) in heard)
        stop()
    assert heard == [("table:T1", 2), ("table:T2", 1)]


def test_a_text_that_no_row_can_hold_finds_none(pairs: Pairs) -> None:
    query = "SELECT 1 FROM keys WHERE name = ?"
    assert pairs.shared.rows(query, "a\0b") == []
    pairs.put("a", "b")
    assert pairs.shared.rows(query, "a") == [(1,)]


def test_a_database_that_is_gone_is_said_to_be(where: str) -> None:
    store = opened(where)
    store.close()
    for ask in (store.shared.rows, store.shared.run):
        with pytest.raises(Unwritten) as raised:
            ask(ALL)
        assert raised.value.refusal is UNWRITTEN and "closed" in raised.value.why
