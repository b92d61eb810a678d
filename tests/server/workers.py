"""Looking at a house's workers, and killing one at its job."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.package import cache_root
from pitboss.server.jobs.crew import Crew
from pitboss.server.jobs.process import WorkerProcess
from pitboss.server.jobs.protocol import JobOrder
from pitboss.server.simulation.runs import Simulations
from tests.server.kit import PATIENCE_S, Running

STEP_S = 0.02


@contextmanager
def own_results(folder: Path) -> Iterator[None]:
    """Keep the results of jobs in a folder of its own for a while; compiled code is shared."""
    shared = cache_root() / "kernels"
    shared.mkdir(parents=True, exist_ok=True)
    folder.mkdir(exist_ok=True)
    (folder / "kernels").symlink_to(shared.absolute())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE_DIR", str(folder))
        yield


def crew_of(running: Running, lane: str) -> Crew:
    return running.house.jobs.crews[lane]


def simulations(running: Running) -> Simulations:
    """The simulations of a house, which its routes alone hold."""
    app: Any = running.server.config.app
    route = next(one for one in app.inside.routes if one.path == "/api/simulations")
    handler, _ = route.route_handler_map["POST"]
    found: Simulations = handler.fn.__self__.runs
    return found


def until(running: Running, is_so: Callable[[], bool]) -> None:
    """Wait on the server's own loop until something is so."""

    async def look() -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                await asyncio.sleep(STEP_S)

    assert running.loop is not None
    asyncio.run_coroutine_threadsafe(look(), running.loop).result(2 * PATIENCE_S)


def at_work(running: Running, lane: str) -> WorkerProcess:
    """The worker of a lane that is at a job, as soon as there is one.

    Somebody waits for that job: one that was given up keeps its worker until the next is ready.
    """
    crew = crew_of(running, lane)
    found: list[WorkerProcess] = []

    def look() -> bool:
        for ticket, process in crew.running.items():
            if process is not None and not (ticket.is_over or ticket.is_cancelled):
                found.append(process)
        return bool(found)

    until(running, look)
    return found[0]


def kill_at_work(running: Running, lane: str) -> WorkerProcess:
    """Kill the worker of a lane at its job."""
    process = at_work(running, lane)
    os.kill(process.pid, signal.SIGKILL)
    return process


@contextmanager
def dying_at_its_order(running: Running, lane: str) -> Iterator[None]:
    """Meanwhile whichever worker of a lane is given a job is killed before it can begin."""
    hand_over, crew = WorkerProcess.send, crew_of(running, lane)

    async def kill(process: WorkerProcess, order: JobOrder) -> None:
        is_doomed = process in crew.running.values()
        if is_doomed:
            os.kill(process.pid, signal.SIGSTOP)
        await hand_over(process, order)
        if is_doomed:
            os.kill(process.pid, signal.SIGKILL)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkerProcess, "send", kill)
        yield


def freeze_at_work(running: Running, lane: str) -> WorkerProcess:
    """Stop the worker of a lane at its job, so that the job cannot end by itself."""
    process = at_work(running, lane)
    os.kill(process.pid, signal.SIGSTOP)
    return process
