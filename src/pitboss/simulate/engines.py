"""Engines: where chunks run. Threads of this process, or the workers of a Dask cluster.

Both are executors that take a function and its arguments; kernels release the interpreter's lock,
so threads use every core and share the compiled code.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, TypeVar

from pitboss.extras import missing_extra
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.bundles import Bundle, Bundler, run_bundle
from pitboss.simulate.chunks import Chunk

R = TypeVar("R")

LOCAL = "local"
WORKERS_MAX = 1024
CONNECT_WAIT_S = 5
# Waiting tasks a worker, so that none idles while a result travels.
AHEAD = 3
# A task costs client and scheduler some milliseconds each, however little it does.
CLUSTER_TASK_S = 0.5
_DASK = re.compile(r"dask://(?P<host>[^\s/:]+|\[[0-9a-fA-F:]+\]):(?P<port>[0-9]{1,5})/?")


class Pool(Protocol):
    """The part of an executor that the runner needs."""

    def submit(self, fn: Callable[..., R], /, *args: Any) -> Future[R]: ...


@dataclass(frozen=True, slots=True)
class Engine:
    """An open pool and how many tasks to keep in it."""

    name: str
    pool: Pool
    workers: int
    task_s: float = 0.0
    """How long a task should take; chunks are bundled until they do. Zero: a chunk a task."""

    @property
    def window(self) -> int:
        return AHEAD * self.workers


def in_order(
    engine: Engine, task: Callable[..., R], asked: Iterable[tuple[Chunk, tuple[Any, ...]]]
) -> Iterator[tuple[Chunk, R]]:
    """Every chunk's result in the order asked, a window of tasks always under way.

    Tasks still waiting are dropped when the caller stops listening.
    """
    bundler = Bundler(task, iter(asked), workers=engine.workers, task_s=engine.task_s)
    waiting: deque[tuple[Bundle[R], Future[tuple[list[R], float]]]] = deque()
    try:
        while True:
            while len(waiting) < engine.window and (bundle := bundler.next()) is not None:
                waiting.append((bundle, engine.pool.submit(run_bundle, bundle)))
            if not waiting:
                return
            first, future = waiting.popleft()
            results, seconds = future.result()
            bundler.learn(first, seconds)
            yield from zip(first.chunks, results, strict=True)
    finally:
        for _, future in waiting:
            future.cancel()


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def engine_refusal(name: str, workers: int | None) -> Refusal | None:
    """Why no such engine can be."""
    if workers is not None and not 1 <= workers <= WORKERS_MAX:
        return Refusal(RefusalCode.WRONG_COUNT, f"Take 1 to {WORKERS_MAX} workers, not {workers}.")
    if name != LOCAL and _address(name) is None:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            f"'{name}' is not an engine; write local or dask://HOST:PORT.",
        )
    return None


def _address(name: str) -> str | None:
    match = _DASK.fullmatch(name)
    if match is None or not 0 < int(match["port"]) < 1 << 16:
        return None
    return f"{match['host']}:{match['port']}"


@contextmanager
def local_engine(workers: int) -> Iterator[Engine]:
    """Threads of this process; tasks that have not begun are dropped when it closes."""
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="simulate")
    try:
        yield Engine(LOCAL, pool, workers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def open_engine(name: str, workers: int | None) -> Iterator[Engine | Refusal]:
    """The engine of that name; a cluster that cannot be reached is refused after a wait."""
    check(engine_refusal(name, workers) is None, "the engine's name was checked")
    if name == LOCAL:
        with local_engine(workers or cores()) as engine:
            yield engine
        return
    client = _connect(_address(name) or "")
    if isinstance(client, Refusal):
        yield client
        return
    try:
        count = workers or max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        # A task is run again when its worker dies; only one that kills worker after worker
        # is given up.
        pool = client.get_executor(pure=False, retries=AHEAD)
        yield Engine(name, pool, count, CLUSTER_TASK_S)
    finally:
        client.close(timeout=CONNECT_WAIT_S)


def _connect(address: str) -> Any:
    """A client of the scheduler, encrypted where Dask's own configuration asks for it."""
    missing = missing_extra("cluster", "A Dask cluster")
    if missing is not None:
        return missing
    dask: Any = import_module("dask")
    distributed: Any = import_module("distributed")
    scheme = "tls" if dask.config.get("distributed.comm.require-encryption", None) else "tcp"
    try:
        client = distributed.Client(
            f"{scheme}://{address}", timeout=CONNECT_WAIT_S, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError) as problem:
        return Refusal(
            RefusalCode.STORE_UNAVAILABLE,
            f"No Dask scheduler answers at {scheme}://{address} within {CONNECT_WAIT_S} seconds"
            f" ({type(problem).__name__}); start it, or check host, port and certificates.",
        )
    if not client.scheduler_info(n_workers=-1)["workers"]:
        client.close()
        return Refusal(
            RefusalCode.STORE_UNAVAILABLE,
            f"The Dask scheduler at {address} has no workers; start at least one.",
        )
    return client
