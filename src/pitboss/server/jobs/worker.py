"""The worker: reads orders, runs each within its limits, replies; ends when the house does."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO

import msgspec

from pitboss import refusals
from pitboss.games.registry import Registry
from pitboss.invariants import DEFECTS
from pitboss.package import cache_root, package_digest
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.jobs.cache import Cache
from pitboss.server.jobs.limits import OverTime, has_grown, limit_job
from pitboss.server.jobs.protocol import (
    CANCELLED,
    HEARTBEAT,
    Final,
    JobFailed,
    JobOrder,
    JobProgress,
    JobRefused,
    JobResult,
    Report,
    encode_line,
)

BEAT_S = 5.0
PROBLEM_MAX = 400
RETRY_S = 0.02
IMPORT_FILE = "<frozen importlib._bootstrap>"
"""The file of the frames in which modules are imported."""
TOO_LONG = JobRefused(
    code=RefusalCode.NOT_NOW.value, sentence="That takes too long to work out here; ask for less."
)
TOO_LARGE = JobRefused(
    code=RefusalCode.NOT_NOW.value, sentence="That takes too much memory here; ask for less."
)


@dataclass(slots=True)
class Worker:
    """One process, one job at a time."""

    registry: Registry
    cache: Callable[[], Cache]
    replies: BinaryIO
    writing: threading.Lock = field(default_factory=threading.Lock)
    is_busy: bool = False
    """Whether a job is at hand that may be interrupted."""
    is_writing: bool = False
    is_interrupted: bool = False
    """Whether an interrupt waits until a line is whole."""

    def serve(self, orders: BinaryIO) -> None:
        for line in orders:
            final = self.do(msgspec.json.decode(line, type=JobOrder))
            is_leaving = has_grown()
            self.send(encode_line(msgspec.structs.replace(final, is_leaving=is_leaving)))
            if is_leaving:
                return

    def do(self, order: JobOrder) -> Final:
        try:
            with limit_job(cpu_s=order.cpu_s, memory_mb=order.memory_mb):
                self.is_interrupted, self.is_busy = False, True
                found = self._look_up(order)
                self.is_busy = False
        except KeyboardInterrupt:
            return CANCELLED
        except OverTime:
            return TOO_LONG
        except MemoryError:
            return TOO_LARGE
        except DEFECTS as problem:
            # Anything else ends the worker.
            return JobFailed(problem=repr(problem)[:PROBLEM_MAX])
        finally:
            self.is_busy = False
            _interrupt_later(0.0)
        if isinstance(found, Refusal):
            return JobRefused(code=found.code.value, sentence=found.sentence, field=found.field)
        return JobResult(content=found)

    def _look_up(self, order: JobOrder) -> bytes | Refusal:
        key = order.module, bytes(order.job).decode()
        if order.is_cached:
            kept = self.cache().read(*key)
            if kept is not None:
                return kept
        found = self.run(order)
        if order.is_cached and not isinstance(found, Refusal):
            self.cache().write(found, *key)
        return found

    def run(self, order: JobOrder) -> bytes | Refusal:
        """Call `run` of the order's module with the job, decoded as that function's type."""
        run: Callable[[Any, Report], bytes | Refusal] = import_module(order.module).run
        kind = typing.get_type_hints(run)["job"]
        job = msgspec.json.decode(order.job, type=kind)
        try:
            return run(job, Report(self.registry, self.report))
        except refusals.Refused as refused:
            return refused.refusal

    def report(self, progress: JobProgress) -> None:
        """Send progress; an interrupt waits until the line is whole."""
        self.is_writing = True
        self.send(encode_line(progress))
        self.is_writing = False
        if self.is_interrupted:
            self.interrupt()

    def send(self, line: bytes) -> None:
        with self.writing:
            self.replies.write(line)
            self.replies.flush()

    def interrupt(self, _signal: int = 0, frame: FrameType | None = None) -> None:
        """The signal handler: abort the current job and nothing else."""
        if self.is_busy and self.is_writing:
            self.is_interrupted = True
        elif self.is_busy and _is_importing(frame):
            # A module whose import breaks off may never be imported again, numpy for one.
            _interrupt_later(RETRY_S)
        elif self.is_busy:
            self.is_busy = False
            raise KeyboardInterrupt

    def beat(self) -> None:
        """Send heartbeats; exit when the house has gone."""
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while True:
            time.sleep(BEAT_S)
            try:
                self.send(HEARTBEAT)
            except OSError:
                os._exit(1)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename == IMPORT_FILE:
            return True
        frame = frame.f_back
    return False


def _interrupt_later(after_s: float) -> None:
    """Interrupt again after a while; 0 cancels that."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, after_s)


def open_cache(folders: tuple[Path, ...]) -> Cache:
    return Cache(cache_root() / "jobs", package_digest(*folders))


def main(words: list[str]) -> int:
    """Serve jobs: a module to warm up with (or -), then the folders of games."""
    warm_up, *names = words
    folders = tuple(map(Path, names))
    # The pipe is for replies alone: whatever a library prints goes to the log.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    registry = Registry(folders)
    worker = Worker(registry, cache(partial(open_cache, folders)), replies)
    # A house that was started in the background hands down that interrupts are ignored.
    signal.signal(signal.SIGINT, worker.interrupt)
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, worker.interrupt)
    threading.Thread(target=worker.beat, daemon=True).start()
    if warm_up != "-":
        import_module(warm_up).warm_up(registry)
    worker.send(encode_line(JobProgress()))
    worker.serve(os.fdopen(0, "rb"))
    return 0
