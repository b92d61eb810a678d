"""The store's rare ways: stops in mid-flight, lost readers, files that vanish."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal
from pitboss.store.copies import copy_store, restore
from pitboss.store.records import Answer, Commit
from pitboss.store.session import Session, marks, pad
from pitboss.store.sqlite import SqliteBackend
from pitboss.store.store import Store, open_store
from tests.deadlines import PATIENCE_S
from tests.store.house import (
    assert_sound,
    command,
    commit,
    credits_of,
    done,
    hold,
    opened,
    refused,
    seated,
)
from tests.store.test_migrations import execute


class SlowBackend(SqliteBackend):
    """A real backend that waits at a gate before each batch, and may find a defect there."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.gate = threading.Event()
        self.entered = threading.Event()
        self.sizes: list[int] = []
        self.defect = False

    def transact(self, commits: Sequence[Commit]) -> list[Answer]:
        """Wait, then commit."""
        self.sizes.append(len(commits))
        self.entered.set()
        self.gate.wait()
        if self.defect:
            raise BrokenInvariant("found on purpose")
        return super().transact(commits)


@pytest.fixture
def slow(tmp_path: Path) -> SlowBackend:
    """A backend whose gate is shut."""
    backend = SlowBackend(str(tmp_path / "house.db"))
    assert backend.open() is None
    return backend


def test_whatever_waits_is_committed_together(slow: SlowBackend) -> None:
    with Store(slow) as store:
        futures = [store.submit(command("e0"))]
        assert slow.entered.wait(PATIENCE_S)
        futures += [store.submit(command(f"e{n}")) for n in range(1, 300)]
        slow.gate.set()
        assert [done(future.result()).version for future in futures] == list(range(1, 301))
    assert slow.sizes[0] == 1
    assert max(slow.sizes) == 256
    assert sum(slow.sizes) == 300


def test_a_defect_stops_the_writer_and_everyone_who_waits_is_told(slow: SlowBackend) -> None:
    store = Store(slow)
    first = store.submit(command("e1"))
    assert slow.entered.wait(PATIENCE_S)

    async def wait() -> list[Answer | BaseException]:
        late = [asyncio.ensure_future(commit(store, command(f"a{n}"))) for n in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        queued = store.submit(command("e2"))
        slow.defect = True
        slow.gate.set()
        told: list[Answer | BaseException] = list(
            await asyncio.gather(*late, return_exceptions=True)
        )
        last = await asyncio.wrap_future(queued)
        return [*told, last]

    answers = asyncio.run(wait())
    assert [answer.code.value for answer in answers if isinstance(answer, Refusal)] == [
        "store-unavailable"
    ] * 4
    with pytest.raises(BrokenInvariant):
        first.result()
    assert refused(asyncio.run(commit(store, command("e3")))) == "store-unavailable"
    store.close()


def test_a_defect_reaches_those_who_await_it(slow: SlowBackend) -> None:
    slow.defect = True
    slow.gate.set()
    store = Store(slow)
    with pytest.raises(BrokenInvariant):
        asyncio.run(commit(store, command("e1")))
    store.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_listener_that_raises_leaves_nobody_waiting(tmp_path: Path) -> None:
    store = opened(str(tmp_path / "house.db"))

    def deaf(stream: str, version: int) -> None:
        raise ValueError(f"{stream} {version}")

    stop = store.listen(deaf)
    with pytest.raises(ValueError, match="table:T1 1"):
        store.append(command("e1"))
    assert refused(store.append(command("e2"))) == "store-unavailable"
    stop()
    store.close()
    with opened(str(tmp_path / "house.db")) as again:
        assert done(again.append(command("e1"))).is_repeat


def test_someone_who_stops_waiting_does_not_stop_the_commit(slow: SlowBackend) -> None:
    with Store(slow) as store:

        async def give_up() -> None:
            task = asyncio.ensure_future(commit(store, command("e1")))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()

        asyncio.run(give_up())
        future = store.submit(command("e2"))
        assert not future.cancel()
        slow.gate.set()
        assert done(future.result()).version == 2


def test_a_loop_that_ended_does_not_disturb_the_others(slow: SlowBackend) -> None:
    with Store(slow) as store:
        loop = asyncio.new_event_loop()
        task = loop.create_task(commit(store, command("e1")))
        for _ in range(3):
            loop.run_until_complete(asyncio.sleep(0))
        task.cancel()
        loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        loop.close()
        slow.gate.set()
        assert done(store.append(command("e2"))).version == 2


def test_lost_connections_are_replaced(where: str) -> None:
    with opened(where) as store:
        seated(store, "alice", 10)

        def broken(session: Session) -> Any:
            return session.fetch("SELECT nothing FROM nowhere")

        for run in (store.backend.read, store.backend.rewrite):
            attempt: Callable[[Callable[[Session], Any]], Any] = run
            if where.startswith("postgresql:") and run == store.backend.rewrite:
                continue
            answer = attempt(broken)
            assert isinstance(answer, Refusal)
            assert answer.code.value == "store-unavailable"
        assert credits_of(store, "alice") == 10
        done(store.append(command("b1", hold("h1", 10))))
        assert_sound(store)


def test_a_log_that_is_being_read_delays_the_recovery(tmp_path: Path) -> None:
    """After a failure the log must reach the file before anything new is acknowledged."""
    where = str(tmp_path / "house.db")
    backend = SqliteBackend(where, busy_timeout_ms=50)
    assert backend.open() is None
    with Store(backend, is_threaded=False) as store:
        seated(store, "alice", 10)
        reader = sqlite3.connect(where, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM journal").fetchone()
        done(store.append(command("e1")))
        assert isinstance(backend.rewrite(lambda s: s.fetch("SELECT x FROM nowhere")), Refusal)
        assert refused(store.append(command("e2"))) == "store-unavailable"
        reader.execute("ROLLBACK")
        reader.close()
        assert done(store.append(command("e2"))).version == 2
        assert_sound(store)


def test_a_memory_store_is_whole_but_not_kept() -> None:
    with opened(":memory:", is_threaded=False) as store:
        seated(store, "alice", 10)
        done(store.append(command("b1", hold("h1", 10))))
        assert_sound(store)
    with opened(":memory:") as other:
        assert other.heads() == ()


def test_a_file_that_is_not_writable_as_wal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    file = sqlite3.connect(path, isolation_level=None)
    file.execute("CREATE TABLE t (a)")
    file.execute("BEGIN EXCLUSIVE")
    backend = SqliteBackend(str(path), busy_timeout_ms=50)
    try:
        answer = backend.open()
    finally:
        file.close()
    assert isinstance(answer, Refusal)


def test_stores_that_cannot_be_read_are_not_copied(tmp_path: Path) -> None:
    source, target = opened(str(tmp_path / "a.db")), opened(str(tmp_path / "b.db"))
    done(source.append(command("e1")))
    source.close()
    assert isinstance(copy_store(source, target), Refusal)
    target.close()
    source = opened(str(tmp_path / "a.db"))
    assert isinstance(copy_store(source, target), Refusal)
    source.close()
    notes = tmp_path / "notes"
    notes.write_text("no database " * 100)
    assert isinstance(restore(notes, target), Refusal)
    assert isinstance(source.export_to(tmp_path / "x"), Refusal)
    assert isinstance(source.check_books(), Refusal)


def test_an_export_stops_at_a_changed_record(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    with opened(where) as store:
        done(store.append(command("e1")))
    execute(where, "UPDATE journal SET record = replace(record, 'T1', 'T2')")
    with opened(where) as store:
        answer = store.export_to(tmp_path / "export.jsonl")
        assert isinstance(answer, Refusal)
        assert answer.code.value == "tampered"


def test_psycopg_is_only_needed_for_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "psycopg", None)
    answer = open_store("postgresql://nobody@127.0.0.1:1/none")
    assert isinstance(answer, Refusal)
    assert "pitboss[postgres]" in answer.sentence


def test_lists_are_padded_to_few_lengths() -> None:
    assert [len(pad(list(range(n)))) for n in (1, 4, 5, 16, 17, 70)] == [1, 4, 16, 16, 32, 80]
    assert marks(3) == "?,?,?"
    assert marks(2, "(?,?)") == "(?,?),(?,?)"
