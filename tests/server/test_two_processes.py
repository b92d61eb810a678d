"""Two processes on one PostgreSQL serve the same tables, live."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pitboss.refusals import Refusal
from pitboss.store.store import open_store
from tests.deadlines import wait_until
from tests.examples import in_soak
from tests.launch import launch
from tests.server.kit import GAMES, PATIENCE_S, Guest, Running, Viewer
from tests.store.house import assert_sound, opened
from tests.store.servers import Server


class Outside(Running):
    """A server in another process: only its address is known."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        super().__init__(house=None, server=None, port=port, log=[])  # type: ignore[arg-type]
        self.process = process

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait(PATIENCE_S)


def settings_in(folder: Path, *, between_ms: int = 0) -> dict[str, str]:
    """Settings of a house whose files lie in a folder and whose waits end only by an act."""
    return {
        "PITBOSS_KEY_FILE": str(folder / "key"),
        "PITBOSS_BETS_MS": "0",
        "PITBOSS_DECISION_MS": "0",
        "PITBOSS_BETWEEN_MS": str(between_ms),
        "PITBOSS_TICK_MS": "20",
        "PITBOSS_LAG_MS": "0",
        "PITBOSS_FIGURE_WORKERS": "0",
        "PITBOSS_ENTRIES_PER_MIN": "1000",
    }


@contextmanager
def serving(
    url: str,
    folder: Path,
    *,
    port: int = 0,
    between_ms: int = 0,
    more: Mapping[str, str] | None = None,
    before: str = "",
    arguments: tuple[str, ...] = (),
    inside: tuple[str, ...] = (),
    host: str = "127.0.0.1",
) -> Iterator[Outside]:
    environment = {**os.environ, **settings_in(folder, between_ms=between_ms), **(more or {})}
    name = secrets.token_hex(4)
    words = ["--port", str(port), "--database", url, "--log", str(folder / f"{name}.jsonl")]
    words += ["--host", host, *arguments]
    with (folder / f"{name}.log").open("wb") as out:
        process, said = launch(*words, env=environment, before=before, inside=inside, stdout=out)
        # What it says is where browsers go, which may be a proxy.
        outside = Outside(port or said, process)
        outside.host = host
        try:
            yield outside
        finally:
            for client in outside.clients:
                client.close()
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            assert process.stderr is not None
            process.stderr.close()
            process.wait(PATIENCE_S)


def another_machine(folder: Path) -> Path:
    """A folder with nothing in it but the key of the house in another one."""
    other = folder / "other"
    other.mkdir()
    shutil.copyfile(folder / "key", other / "key")
    return other


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    found = server.new_database()
    yield found
    server.drop_database(found)


def _sound(url: str) -> None:
    store = open_store(url)
    assert not isinstance(store, Refusal)
    with store:
        assert_sound(store)


def _both_finish(one: Viewer, two: Viewer, round_id: str) -> None:
    """Each decides when the table asks, side by side."""
    with ThreadPoolExecutor(2) as people:
        done = [people.submit(viewer.finish, round_id) for viewer in (one, two)]
    for future in done:
        future.result()


# The game with hidden cards and decisions in the gate, the others in the soak.
@pytest.mark.parametrize(
    "game", [game if game == "gin-and-win" else in_soak(game) for game in GAMES]
)
def test_two_processes_serve_one_table(url: str, tmp_path: Path, game: str) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(serving(url, tmp_path))
        second = stack.enter_context(serving(url, tmp_path))
        # Whoever is alone at one process is dealt to, whichever kept the table's clock before.
        with second.guest("Eve").at("flip-it-1") as alone:
            alone.sit(1)
            alone.bet()
        ana, bo = first.guest("Ana"), second.guest("Bo")
        # A private table that one process opens is found in the other.
        made = ana.http.post("/api/tables", json={"game": game, "seats": 2})
        table = made.json()["table"]
        one = stack.enter_context(ana.at(table))
        one.sit(1)
        _until_known(bo)
        two = stack.enter_context(bo.at(table))
        assert two.view["seats"][0]["name"] == "Ana"
        two.sit(2)
        one.see(lambda view: view["seats"][1]["name"] == "Bo")
        spot = one.bet()
        two.see(lambda view: any(bet["seat"] == 1 for bet in view["bets"]))
        two.bet()
        one.see(lambda view: any(bet["seat"] == 2 for bet in view["bets"]))
        round_id = one.view["round_id"]
        one.ready()
        two.ready()
        _both_finish(one, two, round_id)
        assert one.view["last"]["lines"] == two.view["last"]["lines"]
        assert {line["seat"] for line in one.view["last"]["lines"]} == {1, 2}
        assert spot in {line["spot"] for line in one.view["last"]["lines"]}
    _sound(url)


def _until_known(guest: Guest) -> None:
    """Wait until the guest's process has heard of one table more, by asking it."""

    def is_known() -> bool:
        page = guest.http.get("/metrics").text
        tables = next(line for line in page.splitlines() if line.startswith("pitboss_tables "))
        return float(tables.split()[1]) >= len(GAMES) + 1

    wait_until(is_known)


def test_a_killed_process_leaves_its_players_to_the_other(url: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(serving(url, tmp_path))
        second = stack.enter_context(serving(url, another_machine(tmp_path)))
        kim = first.guest("Kim")
        with kim.at("gin-and-win-1") as here:
            here.sit(1)
            here.bet()
            here.ready()
            here.see(lambda view: here.offered("decide") is not None)
            before = here.view
            first.process.kill()
            first.process.wait(PATIENCE_S)
        with second.knows(kim).at("gin-and-win-1") as there:
            there.see(lambda view: there.offered("decide") is not None)
            for name in ("round_id", "viewer", "bets", "felt", "balance"):
                assert there.view[name] == before[name]
            there.finish(before["round_id"])
    _sound(url)


def _holders(url: str) -> dict[str, tuple[str, int]]:
    """Who keeps each table's clock, and in which epoch."""
    with opened(url, is_threaded=False) as store:
        rows = store.shared.rows("SELECT table_id, holder, epoch FROM clock_leases")
    return {table: (holder, epoch) for table, holder, epoch in rows}


def _is_stopped(process: subprocess.Popen[bytes]) -> bool:
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def _has_kept(folder: Path, table: str, epoch: int) -> bool:
    """Whether the process of a folder says that it took a table's clock in this epoch."""
    said = f'"table":"{table}","epoch":{epoch}}}'
    return any(said in path.read_text() for path in folder.glob("*.jsonl"))


def test_a_process_that_hangs_is_overtaken_and_goes_on_when_it_wakes(
    url: str, tmp_path: Path
) -> None:
    table = "gin-and-win-1"
    with ExitStack() as stack:
        first = stack.enter_context(serving(url, tmp_path))
        second = stack.enter_context(serving(url, another_machine(tmp_path)))
        with ExitStack() as looking:
            viewers = [looking.enter_context(one.guest("Kim").at(table)) for one in (first, second)]
            wait_until(lambda: table in _holders(url))
            epoch = _holders(url)[table][1]
            folders = (tmp_path, tmp_path / "other")
            wait_until(lambda: any(_has_kept(one, table, epoch) for one in folders))
            hung, player = (first, viewers[1])
            if _has_kept(folders[1], table, epoch):
                hung, player = (second, viewers[0])
            watcher = viewers[0] if player is viewers[1] else viewers[1]
            player.sit(2)
            player.bet()
            hung.process.send_signal(signal.SIGSTOP)
            try:
                wait_until(lambda: _is_stopped(hung.process))
                # Bets close and cards are dealt by whoever keeps the clock.
                round_id = player.view["round_id"]
                player.ready()
                player.finish(round_id)
                assert _holders(url)[table][1] > epoch
            finally:
                hung.process.send_signal(signal.SIGCONT)
            # The one that hung serves as before.
            watcher.see(lambda view: view["last"] and view["last"]["round_id"] == round_id)
            watcher.sit(1)
            watcher.bet()
            player.see(lambda view: any(bet["seat"] == 1 for bet in view["bets"]))
    _sound(url)
