"""The studio: proof pages and figures, known already or worked out by jobs.

Pages that ship are worked out once after the start, while nobody waits for them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from pitboss.server.analysis.proof_schemas import WorkNote
from pitboss.server.analysis.requests import (
    AIM_KIND,
    FIGURES_KIND,
    FILE_KIND,
    PAGE_KIND,
    AimJob,
    CompareJob,
    FileJob,
    Job,
    PageJob,
)
from pitboss.server.edge.errors import AnyRefusal
from pitboss.server.edge.responses import unwrap_or_raise
from pitboss.server.editions.lookup import Editions, shipped_editions
from pitboss.server.jobs.protocol import JobProgress
from pitboss.server.jobs.queue import HOUSE, Owner, Waiter
from pitboss.server.jobs.runner import Runner
from pitboss.server.options import Options

P = TypeVar("P")

SHORTLY_S = 0.25
"""How long an answer is waited for before progress is shown in its place."""
STARTING = WorkNote(done=0, of=1, doing="waiting for a worker")


@dataclass(slots=True)
class Work:
    """A page in the making, and its progress."""

    waiter: Waiter = field(init=False)
    note: WorkNote = STARTING

    def progress(self, progress: JobProgress) -> None:
        self.note = WorkNote(done=progress.done, of=progress.total, doing=progress.doing)


@dataclass(slots=True)
class Studio:
    options: Options
    editions: Editions
    jobs: Runner
    working: dict[tuple[Job, Owner], Work] = field(default_factory=dict)
    warmed: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Work out every shipped page before anybody wants it."""
        if self.options.proofs_warmed and self.options.figure_workers:
            for job in self.shipped_jobs():
                await self.jobs.ask(PAGE_KIND, job, HOUSE, is_background=True)
            self.warmed.set()

    def shipped_jobs(self) -> list[PageJob | CompareJob]:
        """Every page, then every comparison; files are made on demand."""
        pages: list[PageJob | CompareJob] = []
        pairs: list[PageJob | CompareJob] = []
        for game, folder in self.editions.registry.games.items():
            subjects = [self.editions.subject(game, key) for key in shipped_editions(folder)]
            pages += [PageJob(one) for one in subjects]
            pairs += [CompareJob(a, b) for a in subjects for b in subjects if a != b]
        return [*pages, *pairs]

    async def page(self, job: PageJob | CompareJob, kind: type[P], owner: Owner) -> P | WorkNote:
        """A page, or its progress when it takes longer than a moment."""
        found: bytes | AnyRefusal | None = self.jobs.recall(PAGE_KIND, msgspec.json.encode(job))
        if found is None:
            work = self.working.get((job, owner)) or self._begin(job, owner)
            await asyncio.wait((work.waiter.answer,), timeout=SHORTLY_S)
            if not work.waiter.answer.done():
                return work.note
            found = work.waiter.answer.result()
        return msgspec.json.decode(unwrap_or_raise(found), type=kind)

    def _begin(self, job: PageJob | CompareJob, owner: Owner) -> Work:
        work = Work()
        waiter = self.jobs.submit(PAGE_KIND, job, owner, on_progress=work.progress)
        work.waiter = waiter = unwrap_or_raise(waiter)
        self.working[job, owner] = work
        waiter.answer.add_done_callback(lambda _: self.working.pop((job, owner), None))
        return work

    async def file(self, job: FileJob, owner: Owner) -> bytes:
        return unwrap_or_raise(await self.jobs.ask(FILE_KIND, job, owner))

    async def answer(self, job: Job, kind: type[P], owner: Owner, *, replaces: str = "") -> P:
        """Figures for the workbench; a newer request of the same tab replaces this one."""
        of_kind = AIM_KIND if isinstance(job, AimJob) else FIGURES_KIND
        found = await self.jobs.ask(of_kind, job, owner, replaces=replaces)
        return msgspec.json.decode(unwrap_or_raise(found), type=kind)
