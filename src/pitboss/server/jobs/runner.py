"""The job runner: who asks for what, in which lane it waits, and what is known already."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

import msgspec

from pitboss.server.edge.errors import CLOSING, AnyRefusal, Denial, DoorCode
from pitboss.server.edge.logs import Log
from pitboss.server.jobs.crew import Crew
from pitboss.server.jobs.kinds import JobKind, Keep, Lane
from pitboss.server.jobs.protocol import JobProgress
from pitboss.server.jobs.queue import HOUSE, JobTicket, Owner, Queue, Waiter

KNOWN_MAX = 512
KNOWN_BYTES_MAX = 1 << 20
REPLACED = Denial(DoorCode.TOO_MANY, "You moved on; newer figures are on their way.")
NO_WORKERS = Denial(DoorCode.NOT_FOUND, "This house does not run such jobs.")

OnProgress = Callable[[JobProgress], None]


class SubmitOptions(TypedDict, total=False):
    replaces: str
    is_background: bool
    on_progress: OnProgress | None


@dataclass(slots=True)
class Runner:
    crews: dict[str, Crew]
    threads: ThreadPoolExecutor
    known: OrderedDict[tuple[str, bytes], bytes] = field(default_factory=OrderedDict)
    latest: dict[str, JobTicket] = field(default_factory=dict)
    """The newest job by what it replaces."""
    is_closed: bool = False

    @classmethod
    def of(cls, lanes: Iterable[Lane], folders: tuple[str, ...], log: Log) -> Runner:
        """A runner with these lanes; most workers start with their first job."""
        threads = ThreadPoolExecutor(2, thread_name_prefix="jobs")
        crews = {
            lane.name: Crew(lane, folders, log, threads, Queue(lane.queue_max)) for lane in lanes
        }
        return cls(crews, threads)

    def open(self) -> None:
        for crew in self.crews.values():
            crew.open()

    async def close(self) -> None:
        """End every worker; jobs that wait are refused."""
        self.is_closed = True
        await asyncio.gather(*(crew.close() for crew in self.crews.values()))
        self.threads.shutdown(wait=False)

    async def ask(
        self, kind: JobKind, job: object, owner: Owner = HOUSE, **options: Unpack[SubmitOptions]
    ) -> bytes | AnyRefusal:
        content = self.recall(kind, msgspec.json.encode(job))
        if content is not None:
            return content
        waiter = self.submit(kind, job, owner, **options)
        if not isinstance(waiter, Waiter):
            return waiter
        try:
            return await asyncio.shield(waiter.answer)
        finally:
            self.leave(waiter, CLOSING)

    def submit(
        self,
        kind: JobKind,
        job: object,
        owner: Owner,
        *,
        replaces: str = "",
        is_background: bool = False,
        on_progress: OnProgress | None = None,
    ) -> Waiter | AnyRefusal:
        """Queue a job in place of the owner's previous one, unless that is the same job."""
        crew = self.crews[kind.lane]
        if self.is_closed:
            return CLOSING
        if crew.lane.workers == 0:
            return NO_WORKERS
        name = f"{kind.name}~{owner.person}~{replaces}" if replaces else ""
        encoded = msgspec.json.encode(job)
        last = self.latest.get(name)
        if last is not None and not (kind.is_shared and last.is_for(kind, encoded)):
            for one in last.waiting_for(name):
                self.leave(one, REPLACED)
        ticket = crew.find(kind, encoded)
        waiter = Waiter(owner, asyncio.get_running_loop().create_future(), name, on_progress)
        if ticket is None:
            ticket = JobTicket(kind, encoded, is_background=is_background, waiters=[waiter])
            full = crew.queue.put(ticket)
            if full is not None:
                return full
        else:
            ticket.waiters.append(waiter)
            ticket.is_background = ticket.is_background and is_background
        waiter.ticket = ticket
        waiter.answer.add_done_callback(lambda _: self._forget(waiter))
        if name:
            self.latest[name] = ticket
        return waiter

    def leave(self, waiter: Waiter, answer: AnyRefusal) -> None:
        """Stop waiting; a job that nobody waits for is cancelled."""
        if waiter.answer.done():
            return
        ticket = waiter.ticket
        waiter.answer.set_result(answer)
        ticket.waiters.remove(waiter)
        if not ticket.waiters:
            self.crews[ticket.kind.lane].cancel(ticket)

    def interrupt(self, waiter: Waiter) -> None:
        """End a job early; what it has so far is its result."""
        self.crews[waiter.ticket.kind.lane].interrupt(waiter.ticket)

    def ahead(self, waiter: Waiter) -> int:
        """How many jobs come before this one."""
        return self.crews[waiter.ticket.kind.lane].ahead(waiter.ticket)

    def recall(self, kind: JobKind, job: bytes) -> bytes | None:
        """The cached result of a job."""
        content = self.known.get((kind.name, job))
        if content is not None:
            self.known.move_to_end((kind.name, job))
        return content

    def _forget(self, waiter: Waiter) -> None:
        """Release an answered waiter's place and cache the result if its kind says so."""
        name, content, ticket = waiter.replaces, waiter.answer.result(), waiter.ticket
        if self.latest.get(name) is ticket and not ticket.waiting_for(name):
            del self.latest[name]
        is_kept = ticket.kind.keep is not Keep.NOWHERE
        if is_kept and isinstance(content, bytes) and len(content) <= KNOWN_BYTES_MAX:
            self.known[ticket.kind.name, ticket.job] = content
            if len(self.known) > KNOWN_MAX:
                self.known.popitem(last=False)
