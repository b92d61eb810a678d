"""The workers of one lane: started, supervised, cancelled, replaced, ended.

When a worker exits, hangs or sends nonsense, its job is refused and the worker is replaced for the
next one; a crew never gives up.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from dataclasses import dataclass, field

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import CLOSING, DEFECT, AnyRefusal, Denial, DoorCode
from pitboss.server.edge.logs import Log
from pitboss.server.jobs.kinds import JobKind, Keep, Lane
from pitboss.server.jobs.process import WorkerProcess
from pitboss.server.jobs.protocol import (
    CANCELLED,
    Final,
    JobFailed,
    JobOrder,
    JobProgress,
    JobRefused,
    JobResult,
)
from pitboss.server.jobs.queue import JobTicket, Queue

START_S = 600.0
"""How long a worker may take to load and warm up."""
SILENCE_S = 120.0
"""A worker without reply or heartbeat for so long is hung; one at idle priority may run late."""
STOP_S = 5.0
"""How long a job may take to end once it is cancelled."""
PAUSES_S = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)
"""The pause after each start in a row that failed; the last one repeats."""
AGAIN_S = 1.0
NOT_STARTED = Denial(DoorCode.BUSY, "No worker can be started now; try again in a moment.")
BROKE_OFF = Denial(DoorCode.DEFECT, "The job failed; try it again.")
TOO_LONG = Refusal(RefusalCode.NOT_NOW, "That takes too long to work out here; ask for less.")
TROUBLES = (OSError, EOFError, ValueError, msgspec.MsgspecError)
"""A worker that exited or sent nonsense, such as a line without end."""


@dataclass(slots=True)
class Crew:
    lane: Lane
    folders: tuple[str, ...]
    log: Log
    threads: Executor
    queue: Queue
    running: dict[JobTicket, WorkerProcess | None] = field(default_factory=dict)
    """What was taken from the queue; without a process while one is started for it."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    is_closing: bool = False
    silence_s: float = SILENCE_S
    stop_s: float = STOP_S

    def open(self) -> None:
        for _ in range(self.lane.workers):
            self._open_one()

    def _open_one(self) -> None:
        if not self.is_closing:
            task = asyncio.create_task(self._keep())
            self.tasks.add(task)
            task.add_done_callback(self._replace)

    def _replace(self, task: asyncio.Task[None]) -> None:
        """Start another task in place of one that met a defect."""
        self.tasks.discard(task)
        if not task.cancelled():
            self.log.event("worker.failed", lane=self.lane.name, problem=repr(task.exception()))
            asyncio.get_running_loop().call_later(AGAIN_S, self._open_one)

    async def close(self) -> None:
        """End every worker; jobs that wait are refused."""
        self.is_closing = True
        for ticket in (*self.queue.waiting, *self.running):
            ticket.end(CLOSING)
        tasks = tuple(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def find(self, kind: JobKind, job: bytes) -> JobTicket | None:
        """The ticket of an equal job, if such jobs are shared."""
        tickets = (*self.queue.waiting, *self.running) if kind.is_shared else ()
        return next((one for one in tickets if one.is_for(kind, job)), None)

    def ahead(self, ticket: JobTicket) -> int:
        """How many jobs come before this one."""
        busy = sum(not one.is_over for one in self.running if one is not ticket)
        return busy + self.queue.ahead(ticket)

    def cancel(self, ticket: JobTicket) -> None:
        """Drop a job that nobody waits for, or interrupt the worker that has it."""
        ticket.is_cancelled = True
        if not self.queue.remove(ticket):
            self.interrupt(ticket)

    def interrupt(self, ticket: JobTicket) -> None:
        """Ask a running job to end early; one that does not is killed with its worker."""
        process = self.running.get(ticket)
        if process is None:
            return
        ticket.is_interrupted = True
        process.interrupt()

        def insist() -> None:
            if self.running.get(ticket) is process:
                process.kill()

        asyncio.get_running_loop().call_later(self.stop_s, insist)

    # Workers.

    async def _keep(self) -> None:
        """Keep one worker serving until the house closes."""
        process = await self._start() if self.lane.warm_up else None
        failures = 0
        try:
            while True:
                ticket = await self.queue.next()
                self.running[ticket] = None
                try:
                    process = await self._ready(process)
                    failures = failures + 1 if process is None else 0
                    if process is None:
                        ticket.end(NOT_STARTED)
                    elif not ticket.is_cancelled:
                        process = await self._serve(process, ticket)
                finally:
                    del self.running[ticket]
                    # A job without an answer by now has met a defect of ours.
                    ticket.end(BROKE_OFF)
                await asyncio.sleep(PAUSES_S[min(failures, len(PAUSES_S) - 1)])
        finally:
            if process is not None:
                await process.end()

    async def _ready(self, process: WorkerProcess | None) -> WorkerProcess | None:
        """This worker if it still runs, else a new one."""
        if process is not None and not process.is_running:
            await process.end()
            process = None
        return process or await self._start()

    async def _start(self) -> WorkerProcess | None:
        """A worker that is ready, or None when none can be started."""
        process: WorkerProcess | None = None
        try:
            process = await WorkerProcess.start(self.lane, self.folders, self.threads)
            async with asyncio.timeout(START_S):
                while await process.reply() is None:
                    pass
        except (*TROUBLES, TimeoutError) as problem:
            self.log.event("worker.failed", lane=self.lane.name, problem=repr(problem))
            if process is not None:
                await process.end()
            return None
        except BaseException:
            if process is not None:
                await process.end()
            raise
        return process

    async def _serve(self, process: WorkerProcess, ticket: JobTicket) -> WorkerProcess | None:
        """Run a job; the worker for the next one, if there is one already."""
        self.running[ticket] = process
        self.log.event(
            "job.began", lane=self.lane.name, kind=ticket.kind.name, address=ticket.owner.address
        )
        answer: bytes | AnyRefusal = BROKE_OFF
        is_staying = False
        try:
            async with asyncio.timeout(ticket.kind.wall_s or None):
                final = await self._final(process, ticket)
                while final == CANCELLED and not ticket.is_interrupted:
                    # An interrupt that was meant for the job before this one.
                    final = await self._final(process, ticket)
            is_staying, answer = not final.is_leaving, self._answer(final)
        except TimeoutError as problem:
            answer = BROKE_OFF if str(problem) else TOO_LONG
            self.log.event("worker.ended", lane=self.lane.name, problem=str(problem) or "time")
        except TROUBLES as problem:
            self.log.event("worker.ended", lane=self.lane.name, problem=repr(problem))
        ticket.end(answer)
        if is_staying and not self.lane.is_fresh:
            return process
        await process.end()
        return await self._start() if self.lane.warm_up else None

    async def _final(self, process: WorkerProcess, ticket: JobTicket) -> Final:
        kind = ticket.kind
        await process.send(
            JobOrder(
                module=kind.module,
                job=msgspec.Raw(ticket.job),
                is_cached=kind.keep is Keep.DISK,
                cpu_s=kind.cpu_s,
                memory_mb=kind.memory_mb,
            )
        )
        while True:
            try:
                # Not `wait_for`: up to Python 3.11 it loses a cancellation that comes with a reply.
                async with asyncio.timeout(self.silence_s):
                    reply = await process.reply()
            except TimeoutError:
                raise TimeoutError("the worker is silent") from None
            if isinstance(reply, JobProgress):
                ticket.report(reply)
            elif reply is not None:
                return reply

    def _answer(self, final: Final) -> bytes | AnyRefusal:
        match final:
            case JobResult(content=content):
                return content
            case JobRefused(code=code, sentence=sentence, field=field):
                known = RefusalCode(code) if code in tuple(RefusalCode) else RefusalCode.NOT_NOW
                return Refusal(known, sentence, field)
            case JobFailed(problem=problem):
                self.log.event("defect", path="", problem=problem)
                return DEFECT
