"""A house that is killed leaves no worker behind, whatever the worker was at."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from pitboss.server.jobs.protocol import HEARTBEAT, JobOrder, encode_line
from tests.browser.house import House
from tests.deadlines import PATIENCE_S, wait_until
from tests.prefork import PythonProcess
from tests.server import sample_jobs
from tests.server.sample_jobs import Sample

ROOT = Path(__file__).parents[2]


def children_of(pid: int) -> set[int]:
    """The processes that a process started and that still run."""
    found: set[int] = set()
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        found.update(map(int, tasks.read_text().split()))
    return found


def is_running(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


@pytest.mark.untraced
def test_workers_of_a_killed_house_end(tmp_path: Path) -> None:
    settings = {"PITBOSS_FIGURE_WORKERS": "1", "PITBOSS_PROOFS_WARMED": "0"}
    house = House(tmp_path, ROOT / "web" / "dist", settings)
    house.start()
    assert house.process is not None
    pid = house.process.pid
    with house.client() as client:
        me = client.post("/api/guest", json={"name": "Sim"}).json()
        client.headers["x-csrf-token"] = me["csrf"]
        assert client.get("/api/figures/spin-n-win/standard").is_success
        # Last: a simulation that nobody watches is given up, however long the figures take.
        form = {"game": "spin-n-win", "rounds": 10**9, "seed": "7"}
        assert client.post("/api/simulations", json=form).is_success
    # One at a simulation of hours, one that waits for its next figures.
    wait_until(lambda: len(children_of(pid)) >= 2)
    workers = children_of(pid)
    house.kill()
    wait_until(lambda: not any(map(is_running, workers)))


# --- what a worker notices of it, one thing at a time -----------------------------------------


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker that is ready, as a house starts it."""
    command = (sys.executable, "-m", "pitboss.server.jobs", "0", "0", "-")
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    with PythonProcess(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        try:
            read_line(process)
            yield process
        finally:
            process.kill()


def read_line(process: subprocess.Popen[bytes]) -> bytes:
    """What a worker says next, but for its heartbeats."""
    assert process.stdout is not None
    while (line := process.stdout.readline()) == HEARTBEAT:
        pass
    return line


@pytest.mark.untraced
def test_a_worker_that_waits_ends_when_no_order_can_come_any_more() -> None:
    with worker() as process:
        assert process.stdin is not None
        process.stdin.close()
        # Heartbeats can still be sent.
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.untraced
def test_a_worker_at_a_job_without_end_ends_when_nobody_hears_it() -> None:
    with worker() as process:
        assert process.stdin is not None and process.stdout is not None
        job = msgspec.Raw(msgspec.json.encode(Sample("wait")))
        process.stdin.write(encode_line(JobOrder(module=sample_jobs.__name__, job=job)))
        process.stdin.flush()
        assert b"wait" in read_line(process)
        # It says nothing more by itself, and its orders stay open.
        process.stdout.close()
        assert process.wait(PATIENCE_S) == 1
