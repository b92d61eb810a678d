"""Simulations as the server keeps them: a few at a time, the others in a queue, one a person.

Each runs in a process of its own at the lowest priority, so tables never wait for one. A run ends
when it is done, when it is stopped, when nobody watches any more, and with the house.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import msgspec

from pitboss.server.beside import Beside, start_beside
from pitboss.server.errors import CLOSING, Denial, DoorCode
from pitboss.server.logs import Log
from pitboss.server.simulation.job import SimulationJob
from pitboss.server.simulation.pages import SimulationNews

MODULE = "pitboss.server.simulation.worker"
NICENESS = 15
LINE_BYTES_MAX = 1 << 24
WAITING_MAX = 8
KEPT = 32
NEWS_MAX = 800
AWAY_S = 10.0
"""How long a run goes on with nobody watching; a browser that lost its line comes back sooner."""
STOP_S = 5.0
FULL = Denial(DoorCode.TOO_MANY, "Many simulations wait already; try again in a moment.")
UNKNOWN = Denial(DoorCode.NOT_FOUND, "There is no such simulation of yours.")
ENDED = ("done", "stopped", "refused")
BROKEN = SimulationNews(
    state="refused",
    code=DoorCode.DEFECT.value,
    sentence="The simulation broke off; start it again.",
)


@dataclass(slots=True)
class Run:
    """One simulation, everything it told so far, and who watches."""

    id: str
    owner: str
    job: SimulationJob
    news: list[SimulationNews] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    watching: int = 0
    process: Beside | None = None
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return bool(self.news) and self.news[-1].state in ENDED

    def add(self, news: SimulationNews) -> None:
        """Tell everybody who watches."""
        self.news.append(news)
        if len(self.news) > NEWS_MAX:
            # Every second of the older half: the picture is logarithmic.
            half = len(self.news) // 2
            self.news[:half] = self.news[:half:2]
        self.changed.set()
        self.changed = asyncio.Event()


@dataclass(slots=True)
class Simulations:
    """Every run of this house."""

    folders: tuple[str, ...]
    at_once: int
    log: Log
    away_s: float = AWAY_S
    runs: OrderedDict[str, Run] = field(default_factory=OrderedDict)
    waiting: list[Run] = field(default_factory=list)
    running: set[str] = field(default_factory=set)
    is_closed: bool = False

    def start(self, owner: str, job: SimulationJob) -> Run | Denial:
        """Take a job on; whoever asks again gives up what they asked before."""
        if self.is_closed:
            return CLOSING
        for other in [run for run in self.runs.values() if run.owner == owner]:
            self.end(other)
        if len(self.waiting) >= WAITING_MAX:
            return FULL
        run = Run(secrets.token_urlsafe(12), owner, job)
        self.runs[run.id] = run
        while len(self.runs) > KEPT:
            self.runs.popitem(last=False)
        self.waiting.append(run)
        self._queue()
        self._look_later(run)
        return run

    def find(self, run_id: str, owner: str) -> Run | Denial:
        """A run of this owner."""
        run = self.runs.get(run_id)
        return UNKNOWN if run is None or run.owner != owner else run

    # The queue.

    def _queue(self) -> None:
        while self.waiting and len(self.running) < self.at_once and not self.is_closed:
            run = self.waiting.pop(0)
            self.running.add(run.id)
            run.task = asyncio.get_running_loop().create_task(self._run(run))
        for ahead, run in enumerate(self.waiting):
            news = SimulationNews(state="waiting", ahead=len(self.running) + ahead)
            run.add(msgspec.structs.replace(news, total=run.job.rounds))

    async def _run(self, run: Run) -> None:
        try:
            await self._talk(run)
        except (OSError, EOFError, ValueError, msgspec.MsgspecError) as problem:
            self.log.event("simulation.broke", problem=repr(problem))
        finally:
            if run.process is not None:
                await run.process.gone()
            if not run.is_over:
                run.add(BROKEN)
            self.running.discard(run.id)
            self._queue()

    async def _talk(self, run: Run) -> None:
        run.process = await start_beside(
            MODULE, *self.folders, line_max=LINE_BYTES_MAX, niceness=NICENESS, is_last=True
        )
        self.log.event("simulation.began", game=run.job.game, rounds=run.job.rounds)
        await run.process.tell(msgspec.json.encode(run.job) + b"\n")
        while not run.is_over:
            run.add(msgspec.json.decode(await run.process.line(), type=SimulationNews))

    # Watching, stopping, ending.

    async def watch(self, run: Run) -> AsyncIterator[SimulationNews]:
        """Everything that was told, then everything that is."""
        run.watching += 1
        at = 0
        try:
            while True:
                changed = run.changed
                # Older news may be thinned out meanwhile; the newest is never left out.
                told = run.news[at:] if at < len(run.news) else run.news[-1:]
                at = len(run.news)
                for news in told:
                    yield news
                if run.is_over:
                    return
                await changed.wait()
        finally:
            run.watching -= 1
            self._look_later(run)

    def _look_later(self, run: Run) -> None:
        if not self.is_closed and not run.is_over:
            asyncio.get_running_loop().call_later(self.away_s, self._look, run)

    def _look(self, run: Run) -> None:
        if run.watching == 0 and not run.is_over:
            self.log.event("simulation.left", game=run.job.game)
            self.end(run)

    async def stop(self, run: Run) -> None:
        """Cut a run short; what it has so far is its result."""
        if run in self.waiting:
            self.end(run)
            return
        if run.is_over or run.process is None:
            return
        with contextlib.suppress(OSError):
            await run.process.tell(b"stop\n")
        asyncio.get_running_loop().call_later(STOP_S, self.end, run)

    def end(self, run: Run) -> None:
        """End a run at once, without a result."""
        if run in self.waiting:
            self.waiting.remove(run)
        if not run.is_over:
            run.add(SimulationNews(state="stopped", sentence="Ended without a result."))
        if run.process is not None:
            run.process.kill()

    async def close(self) -> None:
        """End everything with the house."""
        self.is_closed = True
        tasks = [run.task for run in self.runs.values() if run.task is not None]
        for run in self.runs.values():
            self.end(run)
        await asyncio.gather(*tasks, return_exceptions=True)
