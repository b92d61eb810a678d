"""Two workers against one: threads of one process, and worker processes of a Dask cluster.

    python bench/simulate_runner.py [--seconds S] [--repeats N]

Every pair is timed in turn, several times, and the best of each is compared: what else runs on
the machine slows single turns, never speeds one up. The results of both must be equal.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import Any

from pitboss.games.registry import Registry
from pitboss.refusals import Refusal
from pitboss.simulate.engines import Engine, local_engine, open_engine
from pitboss.simulate.model import Subject, model_of
from pitboss.simulate.runner import Order, run
from pitboss.simulate.tallies import Tally

AT_LEAST = 1.8
START_SECONDS = 120


def subjects() -> list[Subject]:
    return [
        Subject(folder.game, folder.edition())  # type: ignore[arg-type]
        for folder in Registry().games.values()
    ]


def timed(order: Order, engine: Engine) -> tuple[float, Tally]:
    started = perf_counter()
    tally = run(order, engine, figures=None).tally
    return perf_counter() - started, tally


def rounds_for(subject: Subject, seconds: float) -> int:
    """About as many rounds as one thread plays in so many seconds, in whole chunks."""
    full = model_of(subject).full_chunk
    with local_engine(1) as engine:
        timed(Order(subject, 1, full), engine)
        taken, _ = timed(Order(subject, 1, 4 * full), engine)
    return max(8, int(seconds / taken * 4)) * full


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """A scheduler and single-threaded workers on this machine."""
    with ExitStack() as stack:
        file = folder / f"cluster{workers}.json"

        def start(what: str, *words: str) -> None:
            command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *words]
            part = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(part.wait)
            stack.callback(part.kill)

        here = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file))
        start("scheduler", *here, "--port", "0", "--no-show")
        for _ in range(workers):
            start("worker", *here, "--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        until = monotonic() + START_SECONDS
        while not (file.exists() and file.stat().st_size) and monotonic() < until:
            sleep(0.1)
        address = json.loads(file.read_text())["address"]
        distributed: Any = import_module("distributed")
        client = distributed.Client(address, set_as_default=False)
        client.wait_for_workers(workers, timeout=START_SECONDS)
        client.close()
        yield address.replace("tcp://", "dask://")


def compare(name: str, order: Order, one: Engine, two: Engine, repeats: int) -> None:
    best = {1: float("inf"), 2: float("inf")}
    tallies = set()
    for _ in range(repeats):
        for workers, engine in ((1, one), (2, two)):
            seconds, tally = timed(order, engine)
            best[workers] = min(best[workers], seconds)
            tallies.add(tally)
    ratio = best[1] / best[2]
    rate = order.rounds / best[2] / 1e6
    same = "equal results" if len(tallies) == 1 else "RESULTS DIFFER"
    print(
        f"{name:24s} one {best[1]:6.2f} s, two {best[2]:6.2f} s: {ratio:4.2f} x"
        f" (at least {AT_LEAST}), {rate:9,.0f} M rounds/s with two, {same}"
    )


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--repeats", type=int, default=3)
    asked = parser.parse_args()
    orders = [Order(s, 7, rounds_for(s, asked.seconds)) for s in subjects()]
    with local_engine(1) as one, local_engine(2) as two:
        for order in orders:
            compare(f"{order.subject.game.key} local", order, one, two, asked.repeats)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        engines = []
        for workers in (1, 2):
            name = stack.enter_context(cluster(Path(folder), workers))
            engine = stack.enter_context(open_engine(name, workers))
            if isinstance(engine, Refusal):
                print(engine.sentence)
                return 1
            engines.append(engine)
        for order in orders:
            # A first turn compiles on every worker.
            for engine in engines:
                timed(Order(order.subject, 1, 8 * model_of(order.subject).full_chunk), engine)
            compare(f"{order.subject.game.key} dask", order, *engines, asked.repeats)
    return 0


if __name__ == "__main__":
    sys.exit(main())
