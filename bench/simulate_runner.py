"""Two workers against one: threads of one process, and worker processes of a Dask cluster.

    python bench/simulate_runner.py [--seconds S] [--repeats N] [--game G] [--plain]

Every pair is timed in turn, several times, and the best of each is compared: what else runs on
the machine slows single turns, never speeds one up. The results of both must be equal. Beside the
time of the clock stands the processor time of all that took part, which others on the machine
cannot lengthen: where two workers need as much of it as one, nothing but idling is left to lose.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from time import monotonic, perf_counter, process_time, sleep
from typing import Any

from pitboss.games.registry import Registry
from pitboss.refusals import Refusal
from pitboss.simulate.engines import AHEAD, Engine, local_engine, open_engine
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.runner import RunOrder, run
from pitboss.simulate.tallies import RoundTally

AT_LEAST = 1.8
START_SECONDS = 120


def subjects() -> list[SimulatedGame]:
    return [
        SimulatedGame(folder.game, folder.edition())  # type: ignore[arg-type]
        for folder in Registry().games.values()
    ]


def timed(order: RunOrder, engine: Engine) -> tuple[float, RoundTally]:
    started = perf_counter()
    tally = run(order, engine, figures=None).tally
    return perf_counter() - started, tally


def rounds_for(subject: SimulatedGame, seconds: float) -> int:
    """About as many rounds as one thread plays in so many seconds, in whole chunks."""
    full = model_of(subject).full_chunk
    with local_engine(1) as engine:
        timed(RunOrder(subject, 1, full), engine)
        taken, _ = timed(RunOrder(subject, 1, 4 * full), engine)
    return max(8, int(seconds / taken * 4)) * full


# As docs/how-to/cluster.md advises: what a worker reports of itself is no use to a simulation.
QUIET = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """A scheduler with workers on this machine: its address and its processes."""

    address: str
    processes: tuple[int, ...]


@contextmanager
def cluster(folder: Path, workers: int, settings: Mapping[str, str]) -> Iterator[Cluster]:
    """A scheduler and single-threaded workers on this machine."""
    with ExitStack() as stack:
        file = folder / f"cluster{workers}.json"
        environment = dict(os.environ) | dict(settings)

        def start(what: str, *words: str) -> int:
            command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *words]
            part = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
            )
            stack.callback(part.wait)
            stack.callback(part.kill)
            return part.pid

        here = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file))
        parts = [start("scheduler", *here, "--port", "0", "--no-show")]
        single = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        parts += [start("worker", *here, *single) for _ in range(workers)]
        until = monotonic() + START_SECONDS
        while not (file.exists() and file.stat().st_size) and monotonic() < until:
            sleep(0.1)
        address = json.loads(file.read_text())["address"]
        distributed: Any = import_module("distributed")
        client = distributed.Client(address, set_as_default=False)
        client.wait_for_workers(workers, timeout=START_SECONDS)
        client.close()
        yield Cluster(address.replace("tcp://", "dask://"), tuple(parts))


def one_of(engine: Engine) -> Engine:
    """The same cluster and client, its tasks all sent to one of the workers."""
    client = engine.pool._client  # type: ignore[attr-defined]
    first = min(client.scheduler_info(n_workers=-1)["workers"])
    pool = client.get_executor(pure=False, retries=AHEAD, workers=[first])
    return replace(engine, pool=pool, workers=1)


def processor_seconds(processes: tuple[int, ...]) -> float:
    """Of this process and of those; zero for others where the system does not tell."""
    used = process_time()
    for process in processes:
        told = Path(f"/proc/{process}/stat")
        if told.exists():
            words = told.read_text().rsplit(")", 1)[1].split()
            used += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return used


def compare(
    name: str,
    order: RunOrder,
    engines: tuple[Engine, Engine],
    *,
    repeats: int,
    processes: tuple[int, ...] = (),
) -> None:
    """The best time of one worker and of two, and the processor time each took."""
    best = {1: float("inf"), 2: float("inf")}
    used = {1: float("inf"), 2: float("inf")}
    tallies = set()
    for _ in range(repeats):
        for workers, engine in zip(best, engines, strict=True):
            before = processor_seconds(processes)
            seconds, tally = timed(order, engine)
            best[workers] = min(best[workers], seconds)
            used[workers] = min(used[workers], processor_seconds(processes) - before)
            tallies.add(tally)
    ratio = best[1] / best[2]
    rate = order.rounds / best[2] / 1e6
    same = "equal results" if len(tallies) == 1 else "RESULTS DIFFER"
    print(
        f"{name:18s} one {best[1]:6.2f} s (processors {used[1]:6.2f} s),"
        f" two {best[2]:6.2f} s ({used[2]:6.2f} s): {ratio:4.2f} x (at least {AT_LEAST}),"
        f" {rate:9,.0f} M rounds/s with two, {same}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--plain", action="store_true", help="workers with Dask's own settings")
    asked = parser.parse_args()
    chosen = [s for s in subjects() if asked.game in ("", s.game.key)]
    orders = [RunOrder(s, 7, rounds_for(s, asked.seconds)) for s in chosen]
    with local_engine(1) as one, local_engine(2) as two:
        for order in orders:
            name = f"{order.subject.game.key} local"
            compare(name, order, (one, two), repeats=asked.repeats)
    settings = {} if asked.plain else QUIET
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        started = stack.enter_context(cluster(Path(folder), 2, settings))
        engine = stack.enter_context(open_engine(started.address, 2))
        if isinstance(engine, Refusal):
            print(engine.sentence)
            return 1
        for order in orders:
            # A first turn compiles on every worker, for one worker as for two.
            timed(RunOrder(order.subject, 1, 16 * model_of(order.subject).full_chunk), engine)
            compare(
                f"{order.subject.game.key} dask",
                order,
                (one_of(engine), engine),
                repeats=asked.repeats,
                processes=started.processes,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
