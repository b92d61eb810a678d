"""Background tasks that die: the house says so at once and ends with an error, or tries again."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import psycopg
import pytest

from pitboss.pit.pit import Pit
from pitboss.pit.software import Software
from pitboss.pit.ticks import tick
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server import app
from pitboss.server.analysis.studio import Studio
from pitboss.server.edge import watchdog
from pitboss.server.edge.watchdog import TaskDied
from pitboss.server.floor import (
    cluster_relay,
    head_signer,
    housekeeping,
    idle_tables,
    table_service,
)
from pitboss.server.floor.cluster_relay import Relay
from pitboss.server.house import House
from pitboss.server.live import view_scheduler
from pitboss.server.live.view_scheduler import PacedView
from pitboss.server.lobby.best_bets import Figures
from pitboss.store.postgres import PostgresBackend
from pitboss.store.postgres_session import CHANNEL
from pitboss.store.writer import Writer
from tests.attacks.test_logs import PATIENCE_S, ROOT
from tests.browser.house import House as Program
from tests.deadlines import wait_until
from tests.plain_http import NO_TLS
from tests.server.kit import Running, house_at, started
from tests.server.test_two_processes import serving
from tests.store.house import command, opened
from tests.store.servers import Server


class Broken(Exception):
    """What a task dies of."""


def break_it(*_: object, **__: object) -> Any:
    raise Broken("on purpose")


async def break_later(*_: object, **__: object) -> Any:
    raise Broken("on purpose")


async def cancel_itself(*_: object, **__: object) -> None:
    raise asyncio.CancelledError


def break_views(running: Running, _: pytest.MonkeyPatch) -> None:
    running.on_loop(lambda: running.house.live.views.mark(PacedView(break_it), 0))


def break_lag(running: Running, _: pytest.MonkeyPatch) -> None:
    running.house.runtime.metrics.lag = SimpleNamespace(set=break_it)  # type: ignore[assignment]


def break_writer(running: Running, patched: pytest.MonkeyPatch) -> None:
    # Something that is no refusal of a commit: the thread itself is gone.
    patched.setattr(Writer, "_commit", break_it)
    running.house.tables.pit.store.submit(command("any"))


BREAKS: dict[str, Callable[[Running, pytest.MonkeyPatch], None]] = {
    "drive": lambda _, patched: patched.setattr(table_service, "tick", break_later),
    "drive that is cancelled": lambda _, patched: patched.setattr(
        table_service, "tick", cancel_itself
    ),
    "lag": break_lag,
    "views": break_views,
    "housekeeping": lambda _, patched: patched.setattr(housekeeping, "_look_after", break_later),
    "idle tables": lambda _, patched: patched.setattr(idle_tables, "close_idle", break_later),
    "heads": lambda _, patched: patched.setattr(head_signer, "run_checks", break_it),
    "relay": lambda _, patched: patched.setattr(Relay, "look", break_later),
    "writer": break_writer,
}


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A house with every task that there is, the relay of a shared one included."""
    made = House.__init__

    def with_relay(self: House, *parts: Any, **named: Any) -> None:
        made(self, *parts, **named)
        object.__setattr__(self, "relay", Relay(self.tables, self.presence))

    monkeypatch.setattr(House, "__init__", with_relay)
    for module in (cluster_relay, head_signer, housekeeping, idle_tables):
        monkeypatch.setattr(module, "UPKEEP_MS", SHORT_MS)
    monkeypatch.setattr(view_scheduler, "QUIET_S", SHORT_MS / 1000)
    return started(tmp_path / "house.db", hang_ms=HANG_MS)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("name", BREAKS)
def test_a_task_that_dies_ends_the_house(
    shared: Running, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = shared
    assert running.running is not None
    BREAKS[name](running, monkeypatch)
    running.on_loop(running.house.tables.nudge.set)
    try:
        with pytest.raises(TaskDied, match=name.partition(" ")[0]):
            running.running.result(PATIENCE_S)
    finally:
        # A house that goes on ends with the test all the same.
        running.server.should_exit = True
        assert running.workers is not None
        running.workers.shutdown()
        running.house.close()
    assert running.house.runtime.failure is not None
    failed = [one for one in map(json.loads, running.log) if one["event"] == "task.failed"]
    assert len(failed) == 1 and failed[0]["trace"]


# --- tasks that stand still -------------------------------------------------------------------

HANG_MS = 1_000
SHORT_MS = 50
"""A turn of the slowest loop; in a house as it ships one takes a second."""
WAITING = ("lag", "views", "housekeeping", "idle tables", "heads", "relay")
"""Tasks that sleep between two turns of their loop."""


class Gate:
    """Holds one background task where it waits, until it is opened."""

    def __init__(self, task: str) -> None:
        self.task = task
        self.is_shut = False
        self.opened = threading.Event()
        self._sleep = asyncio.sleep

    async def sleep(self, delay_s: float, result: object = None) -> object:
        """`asyncio.sleep`, which for one task does not end."""
        await self.hold()
        return await self._sleep(delay_s, result)

    async def hold(self) -> None:
        task = asyncio.current_task()
        while self.is_shut and task is not None and task.get_name() == self.task:
            await self._sleep(0.01)

    def hold_writer(self) -> None:
        """The same for the thread that commits."""
        if self.is_shut:
            assert self.opened.wait(PATIENCE_S)

    def open(self) -> None:
        self.is_shut = False
        self.opened.set()


@pytest.fixture
def gate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    found = Gate(request.param)
    commit = Writer._commit

    async def held_tick(pit: Pit) -> None:
        await found.hold()
        await tick(pit)

    def held_commit(writer: Writer, tickets: Any) -> bool:
        found.hold_writer()
        return commit(writer, tickets)

    if found.task == "drive":
        monkeypatch.setattr(table_service, "tick", held_tick)
    elif found.task == "writer":
        monkeypatch.setattr(Writer, "_commit", held_commit)
    else:
        monkeypatch.setattr(asyncio, "sleep", found.sleep)
    yield found
    found.open()


@pytest.mark.parametrize("gate", ["drive", "writer", *WAITING], indirect=True)
def test_a_task_that_stands_still_makes_the_house_unready_until_it_moves(
    gate: Gate, shared: Running
) -> None:
    client, name = shared.client(), f"'{gate.task}'"
    try:
        wait_until(lambda: client.get("/readyz").status_code == 200)
        gate.is_shut = True
        if gate.task == "writer":
            shared.house.tables.pit.store.submit(command("any"))
        with shared.guest("Ana").at("flip-it-1") if gate.task == "views" else nullcontext():
            wait_until(lambda: name in client.get("/readyz").json()["sentence"])
        answer = client.get("/readyz")
        assert answer.status_code == 503 and name in answer.json()["sentence"]
        assert "pitboss_tasks_hung 0.0" not in client.get("/metrics").text
        assert client.get("/healthz").status_code == 200
        gate.open()
        wait_until(lambda: client.get("/readyz").status_code == 200)
    finally:
        gate.open()
        shared.stop()
    told = [(one["event"], one.get("task")) for one in map(json.loads, shared.log)]
    assert ("task.hung", gate.task) in told and ("task.moves", gate.task) in told


def test_looks_are_counted_and_not_seconds(tmp_path: Path) -> None:
    """A process that was stopped for an hour misses looks, and finds no task late."""

    async def count_looks(house: House) -> list[bool]:
        dog = watchdog.Watchdog(house.runtime, house.tables.pit.store, lambda: None)
        found = []
        for _ in range(2 + int(house.runtime.options.hang_ms / (1000 * watchdog.LOOK_S))):
            dog._note_hung()
            found.append(house.runtime.standstill is not None)
        dog._missed.update(dict.fromkeys(dog._missed, 0))
        dog._note_hung()
        await dog.close()
        return [*found, house.runtime.standstill is not None]

    with house_at(tmp_path / "house.db", hang_ms=10_000) as running:
        found = asyncio.run(count_looks(running.house))
    assert found == [False] * 41 + [True, False]


def test_a_house_that_is_about_to_end_is_not_ready(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as running:
        client = running.client()
        assert client.get("/readyz").status_code == 200
        runtime = running.house.runtime
        runtime.failure = Refusal(
            RefusalCode.NOT_NOW, "The house closes because its task 'drive' failed."
        )
        answer = client.get("/readyz")
        assert answer.status_code == 503 and "'drive'" in answer.json()["sentence"]
        runtime.failure = None


def test_a_task_that_returns_too_early_has_died(tmp_path: Path) -> None:
    async def returned(_: object = None) -> None:
        pass

    async def watched(house: House) -> watchdog.Watchdog:
        stopped = asyncio.Event()
        dog = watchdog.Watchdog(house.runtime, house.tables.pit.store, stopped.set)
        dog.keep("short", returned)
        await asyncio.wait_for(stopped.wait(), PATIENCE_S)
        await dog.close()
        return dog

    with house_at(tmp_path / "house.db") as running:
        failure = asyncio.run(watched(running.house)).failure
        assert failure is not None and "short" in str(failure)
        running.house.runtime.failure = None


@pytest.mark.parametrize("name", ["figures", "studio"])
def test_figures_that_fail_are_tried_again_and_the_tables_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(watchdog, "RETRY_S", 0.01)
    owner, method = (Figures, "work_out") if name == "figures" else (Studio, "open")
    whole = getattr(owner, method)
    tries: list[int] = []

    async def fail_twice(self: Any) -> None:
        tries.append(1)
        if len(tries) <= 2:
            raise Broken("on purpose")
        await whole(self)

    monkeypatch.setattr(owner, method, fail_twice)
    with house_at(tmp_path / "house.db") as running:
        client = running.client()
        wait_until(lambda: len(tries) == 3)
        assert client.get("/readyz").status_code == 200
        assert f'pitboss_tasks_failed_total{{task="{name}"}} 2.0' in client.get("/metrics").text


def test_pages_that_cannot_be_prepared_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "RETRY_S", 0.01)
    tries: list[int] = []

    def fail_twice(*_: object) -> None:
        tries.append(1)
        if len(tries) <= 2:
            raise Broken("on purpose")

    monkeypatch.setattr(app, "_prepare", fail_twice)
    with house_at(tmp_path / "house.db", prepares=True) as running:
        wait_until(lambda: len(tries) == 3)
        assert running.client().get("/readyz").status_code == 200
    failed = [one for one in map(json.loads, running.log) if one["event"] == "task.failed"]
    assert [one["task"] for one in failed] == ["pages", "pages"]


def test_the_program_ends_with_an_error_when_its_clock_dies(tmp_path: Path) -> None:
    program = Program(tmp_path, ROOT / "web" / "dist")
    breaking = (
        "import pathlib\nfrom pitboss.server.floor import table_service\n"
        "whole = table_service.tick\n"
        "async def tick(pit):\n"
        f"    assert not pathlib.Path({str(tmp_path / 'break')!r}).exists(), 'on purpose'\n"
        "    return await whole(pit)\ntable_service.tick = tick"
    )
    program.start(before=breaking)
    assert program.process is not None and program.process.stderr is not None
    (tmp_path / "break").touch()
    with program.process.stderr as stderr:
        said = stderr.read().decode()
    assert program.process.wait(PATIENCE_S) == 1
    assert "'drive' failed" in said and "Traceback" not in said
    assert "task.failed" in program.log


def test_a_folder_that_cannot_be_read_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    software = Software.start(now_ms=0)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", lambda _: (_ for _ in ()).throw(OSError(24, "many")))
        assert software.changes(now_ms=10**9) == ()
    assert software.is_due(10**9 + 60_000) and not software.is_due(10**9 + 59_999)


# --- PostgreSQL -------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_listener_that_dies_is_found(server: Server) -> None:
    url = server.new_database()
    with opened(url) as store:
        assert isinstance(store.backend, PostgresBackend)
        end = store.listen(break_it)
        assert store.dead_threads() == ()
        store.append(command("any"))
        wait_until(lambda: store.dead_threads() == ("listener",))
        end()
        assert store.dead_threads() == ()


def test_garbage_on_the_channel_stops_no_listener(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with serving(url, tmp_path) as outside:
        with psycopg.connect(url, autocommit=True) as attacker:
            for text in ("", "table:T1", "table:T1 x", "table:T1 1e3", "a " + "9" * 900):
                attacker.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
        guest = outside.guest("Ana")
        assert guest.http.get("/readyz").status_code == 200
        assert outside.process.poll() is None
        with httpx.Client(base_url=outside.origin, timeout=PATIENCE_S, verify=NO_TLS) as client:
            assert "pitboss_tasks_failed_total{" not in client.get("/metrics").text
