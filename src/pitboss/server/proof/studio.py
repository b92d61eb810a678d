"""The studio: proof pages and figures, from memory where they are known, else from the workers.

Tables never wait for it: everything is worked out in processes of a lower priority, and pages that
ship are worked out once after the start.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from pitboss.refusals import Refusal
from pitboss.server.design.lookup import find_subject, shipped
from pitboss.server.errors import Denial, Trouble
from pitboss.server.hall import Hall
from pitboss.server.proof.pages import WorkNote
from pitboss.server.workbench.jobs import (
    CompareJob,
    FiguresJob,
    FileJob,
    Job,
    PageJob,
    Subject,
    Told,
)
from pitboss.server.workbench.pool import Pool, Waits

P = TypeVar("P")

SHORTLY_S = 0.25
"""How long an answer is waited for before progress is told in its place."""
NICE_FIGURES = 5
NICE_PROOFS = 10
KNOWN_MAX = 512
KNOWN_BYTES_MAX = 1 << 20
STARTING = WorkNote(done=0, of=1, doing="waiting for a worker")


@dataclass(slots=True)
class Work:
    """A page on its way, and how far it is."""

    task: asyncio.Task[bytes | Trouble]
    note: WorkNote = STARTING


@dataclass(slots=True)
class Studio:
    """Both pools and what is known already."""

    hall: Hall
    figures: Pool
    proofs: Pool
    known: OrderedDict[Job, bytes] = field(default_factory=OrderedDict)
    working: dict[Job, Work] = field(default_factory=dict)
    warmed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once everything that ships was worked out."""

    @classmethod
    def beside(cls, hall: Hall) -> Studio:
        """The studio of a hall, not yet open."""
        options, registry = hall.options, hall.pit.registry
        figures = Pool(
            registry=registry,
            log=hall.log,
            size=options.figure_workers,
            queue_max=options.figures_queue,
            niceness=NICE_FIGURES,
            is_warmed=True,
        )
        proofs = Pool(
            registry=registry,
            log=hall.log,
            size=min(1, options.figure_workers),
            queue_max=options.figures_queue,
            niceness=NICE_PROOFS,
            is_warmed=False,
            job_s=120,
        )
        return cls(hall, figures, proofs)

    async def open(self) -> None:
        """Start the workers, then work out whatever ships, while nobody waits for it."""
        self.figures.start()
        self.proofs.start()
        if self.hall.options.proofs_warmed and self.proofs.size:
            for job in self.shipped_jobs():
                await self._made(job, waits=Waits.NOBODY)
            self.warmed.set()

    async def close(self) -> None:
        """End the workers."""
        await self.figures.stop()
        await self.proofs.stop()
        for work in tuple(self.working.values()):
            work.task.cancel()

    def shipped_jobs(self) -> list[Job]:
        """Every page, then every comparison; files are made when somebody wants them."""
        pages: list[Job] = []
        pairs: list[Job] = []
        for game, folder in self.hall.pit.registry.games.items():
            named = [find_subject(self.hall, game, key) for key in shipped(folder)]
            subjects = [one for one in named if isinstance(one, Subject)]
            pages += [PageJob(one) for one in subjects]
            pairs += [CompareJob(a, b) for a in subjects for b in subjects if a != b]
        return [*pages, *pairs]

    # Pages.

    async def page(self, job: Job, kind: type[P]) -> P | WorkNote | Trouble:
        """A page, or how far it is when it takes longer than a moment."""
        content = self._recall(job)
        if content is None:
            work = self.working.get(job) or self._begin(job)
            await asyncio.wait((work.task,), timeout=SHORTLY_S)
            if not work.task.done():
                return work.note
            found = work.task.result()
            if isinstance(found, Refusal | Denial):
                return found
            content = found
        return msgspec.json.decode(content, type=kind)

    def _begin(self, job: Job) -> Work:
        async def made() -> bytes | Trouble:
            try:
                return await self._made(job, waits=Waits.BROWSER)
            finally:
                self.working.pop(job, None)

        work = Work(asyncio.create_task(made()))
        self.working[job] = work
        return work

    async def _made(self, job: Job, *, waits: Waits) -> bytes | Trouble:
        def told(step: Told) -> None:
            if job in self.working:
                self.working[job].note = WorkNote(done=step.done, of=step.of, doing=step.doing)

        found = await self.proofs.ask(job, waits=waits, tell=told)
        if isinstance(found, bytes):
            self._keep(job, found)
        return found

    async def file(self, job: FileJob) -> bytes | Trouble:
        """A file; whoever downloads it waits for it."""
        content = self._recall(job)
        return await self._made(job, waits=Waits.BROWSER) if content is None else content

    # Figures.

    async def answer(self, job: Job, kind: type[P], *, viewer: str) -> P | Trouble:
        """What the workbench asks; a newer question of the same viewer overtakes it."""
        content = self._recall(job)
        if content is None:
            found = await self.figures.ask(job, viewer=viewer)
            if isinstance(found, Refusal | Denial):
                return found
            content = found
            if isinstance(job, FiguresJob) or len(content) < KNOWN_BYTES_MAX:
                self._keep(job, content)
        return msgspec.json.decode(content, type=kind)

    def _recall(self, job: Job) -> bytes | None:
        content = self.known.get(job)
        if content is not None:
            self.known.move_to_end(job)
        return content

    def _keep(self, job: Job, content: bytes) -> None:
        if len(content) <= KNOWN_BYTES_MAX:
            self.known[job] = content
            if len(self.known) > KNOWN_MAX:
                self.known.popitem(last=False)
