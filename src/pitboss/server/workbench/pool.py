"""The pool: worker processes beside the house, so that no table ever waits for a figure.

A bounded queue; of one viewer only the latest job of a kind counts, and an older one is given up.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from pitboss.games.registry import Registry
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.beside import Beside, start_beside
from pitboss.server.errors import CLOSING, DEFECT, Denial, DoorCode, Trouble
from pitboss.server.logs import Log
from pitboss.server.workbench.jobs import (
    FRAME_MAX,
    HEADER,
    Broken,
    Cut,
    Denied,
    Job,
    Made,
    Ready,
    Reply,
    Told,
    frame,
    read_reply,
)

PROGRAM = "pitboss.server.workbench.worker"
RESTART_S = 1.0
RESTARTS_MAX = 20
FULL = Denial(DoorCode.TOO_MANY, "Many figures are being worked out now; try again in a moment.")
OVERTAKEN = Denial(DoorCode.TOO_MANY, "You moved on; newer figures are on their way.")
TOO_LONG = Refusal(RefusalCode.NOT_NOW, "That takes too long to work out here; change less.")
NO_WORKERS = Denial(DoorCode.NOT_FOUND, "This house keeps no workers for figures.")


class Waits(Enum):
    """How much somebody minds waiting."""

    BROWSER = 0
    NOBODY = 1


@dataclass(slots=True, eq=False)
class Ticket:
    """A job, who waits for it, and its answer to come."""

    job: Job
    viewer: str
    """Newer jobs of the same viewer overtake this one; empty for jobs that stand alone."""
    answer: asyncio.Future[bytes | Trouble]
    tell: Callable[[Told], None] | None = None
    tries: int = 0

    def end(self, answer: bytes | Trouble) -> None:
        """Answer whoever waits, unless they were answered before."""
        if not self.answer.done():
            self.answer.set_result(answer)


@dataclass(slots=True)
class Pool:
    """Some worker processes and one queue before them."""

    registry: Registry
    log: Log
    size: int
    queue_max: int
    niceness: int
    is_warmed: bool
    """Whether workers solve every game once before their first job."""
    job_s: int = 30
    waiting: deque[Ticket] = field(default_factory=deque)
    idle_work: deque[Ticket] = field(default_factory=deque)
    running: dict[Ticket, int] = field(default_factory=dict)
    """What is being worked on, by the id of its process."""
    latest: dict[str, Ticket] = field(default_factory=dict)
    more: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    ready: int = 0
    is_closed: bool = False

    def start(self) -> None:
        """Start the workers; jobs may be asked for at once."""
        self.tasks = [asyncio.create_task(self._keep(at)) for at in range(self.size)]

    async def stop(self) -> None:
        """End the workers; whoever waits is told that the house closes."""
        self.is_closed = True
        for ticket in (*self.waiting, *self.idle_work, *self.running):
            ticket.end(CLOSING)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def ask(
        self,
        job: Job,
        *,
        viewer: str = "",
        waits: Waits = Waits.BROWSER,
        tell: Callable[[Told], None] | None = None,
    ) -> bytes | Trouble:
        """The answer to a job, once a worker has it."""
        if self.is_closed:
            return CLOSING
        if self.size == 0:
            return NO_WORKERS
        if viewer:
            self._overtake(viewer)
        if len(self.waiting) >= self.queue_max:
            return FULL
        ticket = Ticket(job, viewer, asyncio.get_running_loop().create_future(), tell)
        if viewer:
            self.latest[viewer] = ticket
        (self.waiting if waits is Waits.BROWSER else self.idle_work).append(ticket)
        self.more.release()
        try:
            return await ticket.answer
        finally:
            if self.latest.get(viewer) is ticket:
                del self.latest[viewer]

    def _overtake(self, viewer: str) -> None:
        """Give up what a viewer asked for before."""
        old = self.latest.pop(viewer, None)
        if old is None:
            return
        old.end(OVERTAKEN)
        with contextlib.suppress(ValueError):
            self.waiting.remove(old)
        if old in self.running and hasattr(os, "kill") and sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.running[old], signal.SIGINT)

    # Workers.

    async def _keep(self, at: int) -> None:
        """Keep one worker going, and start it anew when it ends."""
        for _ in range(RESTARTS_MAX):
            process = await self._started(at)
            try:
                await self._serve(process)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
                if not self.is_closed:
                    self.log.event("worker.ended", worker=at, problem=repr(problem))
            finally:
                await process.gone()
            await asyncio.sleep(RESTART_S)
        self.log.event("worker.given-up", worker=at)

    async def _started(self, at: int) -> Beside:
        # The last worker prepares for every method first, the others answer as soon as they can.
        depth = (2 if at == self.size - 1 else 1) if self.is_warmed else 0
        folders = sorted({str(one.folder.parent) for one in self.registry.games.values()})
        return await start_beside(
            PROGRAM, str(depth), *folders, line_max=FRAME_MAX, niceness=self.niceness
        )

    async def _serve(self, process: Beside) -> None:
        if not isinstance(await _reply(process.reader), Ready):
            return
        self.ready += 1
        try:
            while True:
                ticket = await self._next()
                self.running[ticket] = process.pid
                try:
                    await process.tell(frame(ticket.job))
                    async with asyncio.timeout(self.job_s):
                        await self._answered(ticket, process.reader)
                except TimeoutError:
                    ticket.end(TOO_LONG)
                    raise
                except (OSError, asyncio.IncompleteReadError):
                    self._try_again(ticket)
                    raise
                finally:
                    del self.running[ticket]
        finally:
            self.ready -= 1

    async def _next(self) -> Ticket:
        """The next job that somebody still waits for."""
        while True:
            await self.more.acquire()
            line = self.waiting or self.idle_work
            if line and not line[0].answer.done():
                return line.popleft()
            if line:
                line.popleft()

    def _try_again(self, ticket: Ticket) -> None:
        """A worker ended over a job: another one gets it, once."""
        ticket.tries += 1
        if ticket.tries > 1 or self.is_closed:
            ticket.end(DEFECT)
            return
        self.waiting.appendleft(ticket)
        self.more.release()

    async def _answered(self, ticket: Ticket, reader: asyncio.StreamReader) -> None:
        """Pass on what a worker tells until it has answered."""
        while True:
            match await _reply(reader):
                case Told() as told:
                    if ticket.tell is not None:
                        ticket.tell(told)
                case Made(content):
                    return ticket.end(content)
                case Denied(code, sentence):
                    return ticket.end(Refusal(RefusalCode(code), sentence))
                case Broken(problem):
                    self.log.event("defect", path="", problem=problem)
                    return ticket.end(DEFECT)
                case Cut() | Ready():
                    return ticket.end(OVERTAKEN)


async def _reply(reader: asyncio.StreamReader) -> Reply:
    (size,) = HEADER.unpack(await reader.readexactly(HEADER.size))
    return read_reply(await reader.readexactly(size))
