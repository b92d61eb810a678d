"""Simulations of a house: one a person, each with its progress for those who watch.

A run ends when it is done, when it is stopped, when nobody watches any more, and with the house.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import msgspec

from pitboss.refusals import Refusal
from pitboss.server.edge.errors import AnyRefusal, Denial, DoorCode
from pitboss.server.edge.logs import Log
from pitboss.server.jobs.crew import BROKE_OFF
from pitboss.server.jobs.kinds import SIMULATIONS, JobKind
from pitboss.server.jobs.protocol import JobProgress
from pitboss.server.jobs.queue import Owner, Waiter
from pitboss.server.jobs.runner import Runner
from pitboss.server.simulation.schemas import SimulationNews
from pitboss.simulate.requests import SimulationRequest

KEPT = 32
NEWS_MAX = 800
AWAY_S = 10.0
"""How long a run goes on with nobody watching; a browser that lost its line comes back sooner."""
UNKNOWN = Denial(DoorCode.NOT_FOUND, "There is no such simulation of yours.")
SIMULATION_KIND = JobKind(
    name="simulation",
    module="pitboss.server.simulation.job",
    lane=SIMULATIONS,
    cost=10,
    wall_s=0.0,
    memory_mb=4_000,
    is_shared=False,
)
"""A run may take as long as somebody watches it."""
ENDED = ("done", "stopped", "refused")
NO_RESULT = SimulationNews(state="stopped", sentence="Ended without a result.")
BROKEN = SimulationNews(
    state="refused",
    code=DoorCode.DEFECT.value,
    sentence="The simulation stopped unexpectedly; start it again.",
)


@dataclass(slots=True)
class Run:
    """One simulation, its news so far, and who watches."""

    id: str
    request: SimulationRequest
    owner: Owner
    waiter: Waiter = field(init=False)
    news: list[SimulationNews] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    watching: int = 0
    has_begun: bool = False
    is_stopping: bool = False

    @property
    def is_over(self) -> bool:
        return bool(self.news) and self.news[-1].state in ENDED

    def add(self, news: SimulationNews) -> None:
        self.news.append(news)
        if len(self.news) > NEWS_MAX:
            # Every second of the older half: the picture is logarithmic.
            half = len(self.news) // 2
            self.news[:half] = self.news[:half:2]
        self.changed.set()
        self.changed = asyncio.Event()

    def end(self, answer: bytes | AnyRefusal) -> None:
        match answer:
            case bytes():
                self.add(msgspec.json.decode(answer, type=SimulationNews))
            case Refusal(code=code, sentence=sentence):
                self.add(SimulationNews(state="refused", code=code.value, sentence=sentence))
            case Denial():
                is_broken = answer == BROKE_OFF and not self.is_stopping
                self.add(BROKEN if is_broken else NO_RESULT)


@dataclass(slots=True)
class Simulations:
    jobs: Runner
    log: Log
    away_s: float = AWAY_S
    runs: OrderedDict[str, Run] = field(default_factory=OrderedDict)

    def start(self, owner: Owner, request: SimulationRequest) -> Run | AnyRefusal:
        """Start a run in place of the owner's last one."""
        run = Run(secrets.token_urlsafe(12), request, owner)
        waiter = self.jobs.submit(
            SIMULATION_KIND,
            request,
            owner,
            replaces="simulation",
            on_progress=lambda progress: self._progress(run, progress),
        )
        if not isinstance(waiter, Waiter):
            return waiter
        run.waiter = waiter
        waiter.answer.add_done_callback(lambda answer: self._end(run, answer.result()))
        self.runs[run.id] = run
        while len(self.runs) > KEPT:
            self.runs.popitem(last=False)
        self._show_places()
        self._look_later(run)
        return run

    def find(self, run_id: str, owner: Owner) -> Run | Denial:
        run = self.runs.get(run_id)
        return UNKNOWN if run is None or run.owner.person != owner.person else run

    def _progress(self, run: Run, progress: JobProgress) -> None:
        is_first, run.has_begun = not run.has_begun, True
        run.add(msgspec.json.decode(progress.detail, type=SimulationNews))
        if is_first:
            self._show_places()

    def _end(self, run: Run, answer: bytes | AnyRefusal) -> None:
        run.end(answer)
        self._show_places()

    def _show_places(self) -> None:
        """Show everybody who waits how many runs come before theirs."""
        for run in self.runs.values():
            if not run.has_begun and not run.is_over:
                news = SimulationNews(
                    state="waiting", ahead=self.jobs.ahead(run.waiter), total=run.request.rounds
                )
                if not run.news or run.news[-1] != news:
                    run.add(news)

    # Watching, stopping, ending.

    async def watch(self, run: Run) -> AsyncIterator[SimulationNews]:
        """Yield past news, then live ones."""
        run.watching += 1
        at = 0
        try:
            while True:
                changed = run.changed
                # Older news may be thinned out meanwhile; the newest is never left out.
                unseen = run.news[at:] if at < len(run.news) else run.news[-1:]
                at = len(run.news)
                for news in unseen:
                    yield news
                if run.is_over:
                    return
                await changed.wait()
        finally:
            run.watching -= 1
            self._look_later(run)

    def _look_later(self, run: Run) -> None:
        if not self.jobs.is_closed and not run.is_over:
            asyncio.get_running_loop().call_later(self.away_s, self._look, run)

    def _look(self, run: Run) -> None:
        if run.watching == 0 and not run.is_over:
            self.log.event("simulation.left", game=run.request.game)
            self.jobs.leave(run.waiter, UNKNOWN)

    def stop(self, run: Run) -> None:
        """Stop a run; what it has so far is its result."""
        if run.has_begun:
            run.is_stopping = True
            self.jobs.interrupt(run.waiter)
        else:
            self.jobs.leave(run.waiter, UNKNOWN)
