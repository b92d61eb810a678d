"""A worker process: jobs come in over its pipe, answers go out; it ends when the house does.

Started by `pool`, at a lower priority than the tables. A signal gives up the job at hand and
nothing else, so that a warm worker stays warm.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import BinaryIO

import msgspec

from pitboss.exact.compiled import cache_root
from pitboss.games.registry import Registry
from pitboss.invariants import BrokenInvariant
from pitboss.par.choices import Choice
from pitboss.refusals import Refusal
from pitboss.server.proof.cache import ProofCache, sources_digest
from pitboss.server.proof.making import ProofMaker
from pitboss.server.workbench.figures import (
    aim_page,
    bench_page,
    chosen,
    figures_page,
)
from pitboss.server.workbench.jobs import (
    FRAME_MAX,
    HEADER,
    AimJob,
    BenchJob,
    Broken,
    CompareJob,
    Cut,
    Denied,
    FiguresJob,
    FileJob,
    Job,
    LimitJob,
    Made,
    PageJob,
    Ready,
    Reply,
    Subject,
    Told,
    frame,
    read_job,
)

MEMORY_MAX_KB = 2_000_000
"""A worker that has grown beyond this ends after its answer and is started anew."""


class _GivenUp(BaseException):
    """The job at hand is no longer wanted."""


@dataclass(slots=True)
class Worker:
    """One process."""

    registry: Registry
    maker: ProofMaker
    jobs: BinaryIO
    answers: BinaryIO
    is_busy: bool = False
    """Whether a job is at hand that may be given up."""

    def serve(self) -> None:
        """Answer jobs until there are no more."""
        self._send(Ready())
        while True:
            job = self._next()
            if job is None:
                return
            self._send(self._answered(job))
            if _memory_kb() > MEMORY_MAX_KB:
                return

    def warm(self, depth: int) -> None:
        """Solve every game once, so that the first viewer waits no longer than the next."""
        for key, folder in self.registry.games.items() if depth else ():
            subject = Subject(game=key, edition=folder.game.default_edition)
            figures_page(self.registry, subject)
            choice = chosen(self.registry, subject)
            if depth > 1 and isinstance(choice, Choice) and choice.study.decisions is not None:
                # Looks at every hand by the general method, whose kernels are compiled by it.
                choice.study.decisions(choice.edition, choice.edition)

    def give_up(self, _signal: int, _frame: FrameType | None) -> None:
        """Called by the signal: leave the job at hand. A Ctrl-C for the house does no more."""
        if self.is_busy:
            self.is_busy = False
            raise _GivenUp

    def _answered(self, job: Job) -> Reply:
        try:
            self.is_busy = True
            made = self._made(job)
            self.is_busy = False
        except _GivenUp:
            return Cut()
        except (BrokenInvariant, ArithmeticError, LookupError, TypeError, ValueError) as problem:
            self.is_busy = False
            return Broken(repr(problem)[:400])
        if isinstance(made, Refusal):
            return Denied(made.code.value, made.sentence)
        return Made(made)

    def _made(self, job: Job) -> bytes | Refusal:
        match job:
            case BenchJob(subject):
                page = bench_page(self.registry, subject)
                return page if isinstance(page, Refusal) else msgspec.json.encode(page)
            case FiguresJob(subject):
                return msgspec.json.encode(figures_page(self.registry, subject))
            case AimJob():
                return msgspec.json.encode(aim_page(self.registry, job))
            case PageJob():
                return self.maker.page(job, self._send)
            case LimitJob():
                return self.maker.limit(job, self._send)
            case CompareJob():
                return self.maker.compare(job, self._send)
            case FileJob():
                return self.maker.file(job, self._send)

    def _next(self) -> Job | None:
        header = self.jobs.read(HEADER.size)
        if len(header) < HEADER.size:
            return None
        (size,) = HEADER.unpack(header)
        body = self.jobs.read(size) if size <= FRAME_MAX else b""
        return read_job(body) if len(body) == size else None

    def _send(self, reply: Reply | Told) -> None:
        # A frame is never given up halfway.
        was_busy, self.is_busy = self.is_busy, False
        self.answers.write(frame(reply))
        self.answers.flush()
        self.is_busy = was_busy


def _memory_kb() -> int:
    """The most memory this process ever held; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(words: list[str]) -> int:
    """Run a worker: how much to warm up (0 to 2), and the folders of games."""
    depth, *folders = words
    registry = Registry(tuple(map(Path, folders)))
    maker = ProofMaker(registry, ProofCache(cache_root() / "proofs", sources_digest()))
    # The pipe is for frames alone: whatever a library prints goes to the log.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = Worker(registry, maker, os.fdopen(0, "rb"), answers)
    signal.signal(signal.SIGINT, worker.give_up)
    worker.warm(int(depth))
    worker.serve()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
