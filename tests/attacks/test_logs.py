"""Logs that cannot be written, that nobody reads, and that somebody tries to fill."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pitboss.server.edge.log_files import QUEUE_MAX, LogFile
from pitboss.server.edge.logs import KINDS_MAX, Log
from tests.browser.house import SETTINGS, House
from tests.deadlines import wait_until
from tests.entropy import next_seed
from tests.entropy import program as seeded_program
from tests.plain_http import NO_TLS
from tests.prefork import PythonProcess
from tests.server.kit import Running, house_at

PATIENCE_S = 120
ROOT = Path(__file__).parents[2]


def dropped(client: httpx.Client) -> float:
    """How many lines were lost, by the meter."""
    text = client.get("/metrics").text
    (line,) = [
        one for one in text.splitlines() if one.startswith("pitboss_log_lines_dropped_total")
    ]
    return float(line.split()[1])


def plays_a_round(running: Running) -> None:
    """A bet, a deal and a result by the house's clock."""
    guest = running.guest(f"G{secrets.token_hex(4)}")
    with guest.at("spin-n-win-1") as one:
        one.sit(1)
        one.bet()
        round_id = one.view["round_id"]
        one.ready()
        one.finish(round_id)
        one.do("leave-seat", seat=1)


class Breaking:
    """A log that fails when it is told to."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.problem: Exception | None = None

    def write(self, line: str) -> None:
        if self.problem is not None:
            raise self.problem
        self.lines.append(line)


@pytest.mark.parametrize(
    "problem",
    [OSError(28, "No space left on device"), BrokenPipeError(), ValueError("closed file")],
    ids=["full", "broken-pipe", "closed"],
)
def test_a_log_that_fails_stops_no_table(tmp_path: Path, problem: Exception) -> None:
    with house_at(tmp_path / "house.db") as running:
        log = Breaking()
        running.house.runtime.log.write = log.write
        log.problem = problem
        plays_a_round(running)
        client = running.client()
        assert client.get("/readyz").status_code == 200
        assert dropped(client) > 0
        log.problem = None
        plays_a_round(running)
        resumed = [one for one in map(json.loads, log.lines) if one["event"] == "log.resumed"]
        assert len(resumed) == 1 and resumed[0]["dropped"] == dropped(client)


@contextmanager
def serving(
    folder: Path, *, stderr: int | None, before: str = ""
) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """`pitboss serve` that logs to standard error, once it is open; it has to end well."""
    program = [sys.executable, "-c", seeded_program(next_seed()), "serve", "--port", "0"]
    program += ["--database", str(folder / "house.db")]
    environment = {**os.environ, **SETTINGS, "PITBOSS_WEB_DIR": str(ROOT / "web" / "dist")}
    if before:
        run = f"import os\n{before}\nos.execv({sys.executable!r}, {program!r})"
        process = subprocess.Popen([sys.executable, "-c", run], env=environment, stderr=stderr)
    else:
        process = PythonProcess(program, env=environment, stderr=stderr)
    try:
        wait_until(lambda: process.poll() is not None or _address(folder))
        url = _address(folder)
        with httpx.Client(
            base_url=url, headers={"origin": url}, timeout=PATIENCE_S, verify=NO_TLS
        ) as client:
            wait_until(lambda: _is_open(client))
            yield process, client
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def _address(folder: Path) -> str:
    """Where the server of a house listens, by its lock; nobody reads what it says."""
    lock = folder / "house.db.lock"
    found = re.search(r"http://127\.0\.0\.1:\d+", lock.read_text()) if lock.exists() else None
    return found.group() if found else ""


def _is_open(client: httpx.Client) -> bool:
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def guests(client: httpx.Client, count: int) -> None:
    """Some people come in, and somebody asks for what is not there."""
    for number in range(count):
        client.cookies.clear()
        assert client.post("/api/guest", json={"name": f"G{number}"}).status_code == 200
        assert client.get("/api/nothing").status_code == 404


def test_a_reader_of_the_log_that_goes_away_stops_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, stderr=subprocess.PIPE) as (process, client):
        assert process.stderr is not None
        process.stderr.close()
        guests(client, 3)
        wait_until(lambda: client.get("/api/nothing").status_code == 404 and dropped(client) > 0)
        assert client.get("/readyz").status_code == 200


def test_a_log_that_nobody_reads_stops_nothing(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    try:
        with serving(tmp_path, stderr=writing) as (_, client):
            _fill(writing)
            guests(client, 30)
            assert client.get("/readyz").status_code == 200
    finally:
        os.close(reading)
        os.close(writing)


def _fill(writing: int) -> None:
    """Leave no room in a pipe."""
    # Opened again, so that only this end does not wait.
    filler = os.open(f"/proc/self/fd/{writing}", os.O_WRONLY | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(filler, b"x")
    os.close(filler)


def test_a_house_without_standard_streams_opens(tmp_path: Path) -> None:
    close_all = "for number in range(3): os.close(number)"
    with serving(tmp_path, stderr=None, before=close_all) as (_, client):
        guests(client, 3)
        wait_until(lambda: client.get("/api/nothing").status_code == 404 and dropped(client) > 0)


def test_a_full_disk_under_the_log_is_survived_and_told_of(tmp_path: Path) -> None:
    house = House(tmp_path, ROOT / "web" / "dist")
    house.start()
    assert house.process is not None
    path = tmp_path / "log.jsonl"
    with house.client() as client:
        guests(client, 1)
        wait_until(lambda: b"guest.entered" in path.read_bytes())
        # The log's last bytes; the database is far larger, so nothing of it can be written.
        limit = path.stat().st_size + 10
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (limit, -1))
        wait_until(lambda: client.get("/api/lobby").status_code == 200 and dropped(client) > 0)
        assert client.get("/healthz").status_code == 200
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (-1, -1))
        wait_until(
            lambda: (
                client.get("/api/lobby").status_code == 200 and "log.resumed" in path.read_text()
            )
        )
    house.stop()
    # Half a line that was on its way is completed, not begun again.
    for line in path.read_text().splitlines():
        json.loads(line)


def test_anonymous_refusals_are_sampled_and_counted(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db", log_per_min=7) as running:
        log = running.house.runtime.log
        minute = [1_000]
        log.clock = lambda: minute[0] * 60_000
        client = running.client()
        guest = running.guest("Gus")
        running.log.clear()
        for _ in range(100):
            assert client.get("/api/statement").status_code == 401
        refused = [one for one in map(json.loads, running.log) if one["event"] == "refused"]
        assert len(refused) == 7
        # Another kind is counted apart, so that its reference is not lost in the flood.
        answer = guest.http.get("/api/rounds/none").json()
        minute[0] += 1
        log.event("anything")
        summed = [one for one in map(json.loads, running.log) if one["event"] == "log.sampled"]
        assert {(one["of"], one["kind"], one["more"]) for one in summed} == {
            ("refused", "sign-in-first", 93),
        }
        assert answer["code"] == "unknown-round"
        assert any(answer["reference"] in line for line in running.log)


def test_kinds_are_bounded_and_no_text_breaks_a_line() -> None:
    lines: list[str] = []
    log = Log(lines.append, lambda: 0, per_min=1)
    for number in range(3 * KINDS_MAX):
        log.event("request", status=404, who=f"p{number}")
    assert len(log.counts) <= KINDS_MAX + 1
    assert len(lines) == KINDS_MAX + 1
    log.event("table.opened", table="a\nb\u2028", name="\ud800")
    assert json.loads(lines[-1])["table"] == "a\nb\u2028"
    assert all(line.count("\n") == 1 for line in lines)


def test_a_log_file_is_put_aside_by_size_and_only_so_many_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("old\n")
    log = LogFile(path, bytes_max=1_000, files_max=3)
    for number in range(200):
        log.write(f"{number:04} {'x' * 94}\n")
    log.close()
    found = sorted(one.name for one in tmp_path.iterdir())
    assert found == ["log.jsonl", "log.jsonl.1", "log.jsonl.2"]
    assert all(one.stat().st_size <= 1_000 for one in tmp_path.iterdir())
    newest = path.read_text() + "".join((tmp_path / name).read_text() for name in found[1:])
    assert "0199" in newest and "0000" not in newest
    with pytest.raises(OSError, match="log"):
        log.write("after\n")


def test_one_file_alone_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = LogFile(path, bytes_max=100, files_max=1)
    for number in range(50):
        log.write(f"{number}\n")
    log.close()
    assert [one.name for one in tmp_path.iterdir()] == ["log.jsonl"]
    assert path.stat().st_size <= 100 and path.read_text().endswith("49\n")


def test_a_bounded_number_of_lines_waits_for_a_slow_reader(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    _fill(writing)
    log = LogFile(os.dup(writing))

    def write_more_than_waits() -> None:
        for _ in range(QUEUE_MAX + 2):
            log.write("line\n")

    try:
        with pytest.raises(OSError, match="as fast"):
            write_more_than_waits()
    finally:
        os.close(reading)
        os.close(writing)
        log.close()
