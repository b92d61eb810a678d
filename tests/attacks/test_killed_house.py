"""A house that is killed leaves no worker behind, whatever the worker was at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.house import House
from tests.deadlines import wait_until

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
        form = {"game": "spin-n-win", "rounds": 10**9, "seed": "7"}
        assert client.post("/api/simulations", json=form).is_success
        assert client.get("/api/figures/spin-n-win/standard").is_success
    # One at a simulation of hours, one that waits for its next figures.
    wait_until(lambda: len(children_of(pid)) >= 2)
    workers = children_of(pid)
    house.kill()
    wait_until(lambda: not any(map(is_running, workers)))
