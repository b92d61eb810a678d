"""Studies in processes of their own: one at a time, a short queue, results kept by content.

A study may take ten seconds of all cores; at a lower priority and beside the house it never keeps a
table waiting.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec

from pitboss.exact.compiled import cache_root
from pitboss.server.beside import Beside, start_beside
from pitboss.server.errors import CLOSING, Denial, DoorCode, Trouble
from pitboss.server.logs import Log
from pitboss.server.proof.cache import ProofCache, sources_digest
from pitboss.server.protect.jobs import Progress, StudyJob, StudyMade, StudyRefused, Told
from pitboss.server.protect.pages import StudyState

MODULE = "pitboss.server.protect.worker"
NICENESS = 10
PATIENCE_S = 600.0
LINE_BYTES_MAX = 1 << 26
KEPT = 64
WAITING_MAX = 8
FULL = Denial(DoorCode.TOO_MANY, "Many studies wait already; try again in a moment.")
BROKEN = "The study could not be finished; try it again."


@dataclass(slots=True)
class Held:
    """A study that was asked for."""

    key: str
    is_private: bool
    """Whether only pit bosses may look at it."""
    state: str = "waiting"
    done: int = 0
    total: int = 0
    sentence: str = ""
    made: StudyMade | None = None

    def shown(self) -> StudyState:
        """As a page tells it."""
        return StudyState(
            key=self.key,
            state=self.state,
            done=self.done,
            total=self.total,
            sentence=self.sentence,
            report=None if self.made is None else self.made.report,
            files=() if self.made is None else tuple(self.made.files),
        )


@dataclass(slots=True)
class Studies:
    """Every study that was asked for lately."""

    folders: tuple[str, ...]
    log: Log
    cache: ProofCache | None = None
    held: OrderedDict[str, Held] = field(default_factory=OrderedDict)
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    process: Beside | None = None
    is_closed: bool = False

    async def digest(self) -> str:
        """A hash of everything that a study could depend on beside its job."""
        return (await self._cache()).sources

    async def _cache(self) -> ProofCache:
        if self.cache is None:
            digest = await asyncio.to_thread(sources_digest)
            self.cache = ProofCache(cache_root() / "protection", digest)
        return self.cache

    async def ask(self, key: str, job: StudyJob, *, is_private: bool) -> Held | Trouble:
        """Begin a study, or find it begun or finished."""
        found = self.held.get(key)
        if found is not None and (found.state != "refused" or key in self.tasks):
            self.held.move_to_end(key)
            return found
        if self.is_closed:
            return CLOSING
        if len(self.tasks) >= WAITING_MAX:
            return FULL
        held = Held(key, is_private)
        self.held[key] = held
        self._forget()
        self.tasks[key] = asyncio.create_task(self._work(held, job))
        return held

    def _forget(self) -> None:
        for key in [key for key in self.held if key not in self.tasks][: -KEPT or None]:
            del self.held[key]

    async def _work(self, held: Held, job: StudyJob) -> None:
        try:
            cache = await self._cache()
            if not held.is_private:
                kept = await asyncio.to_thread(cache.read, held.key)
                if kept is not None:
                    self._end(held, msgspec.json.decode(kept, type=Told))
                    return
            async with self.turn:
                held.state = "working"
                try:
                    told = await asyncio.wait_for(self._made(held, job), PATIENCE_S)
                finally:
                    self._kill()
            self._end(held, told)
            if isinstance(told, StudyMade) and not held.is_private:
                await asyncio.to_thread(cache.write, msgspec.json.encode(told), held.key)
        except (OSError, EOFError, TimeoutError, ValueError, msgspec.MsgspecError) as problem:
            self.log.event("defect", path="", problem=repr(problem))
            self._end(held, StudyRefused(BROKEN))
        finally:
            self.tasks.pop(held.key, None)

    def _end(self, held: Held, told: Told) -> None:
        match told:
            case StudyMade():
                held.state, held.made = "done", told
            case StudyRefused(sentence):
                held.state, held.sentence = "refused", sentence
            case Progress(done, total):
                held.done, held.total = done, total

    async def _made(self, held: Held, job: StudyJob) -> Told:
        """Run the worker, and pass on what it tells until it has answered."""
        self.process = await start_beside(
            MODULE, *self.folders, line_max=LINE_BYTES_MAX, niceness=NICENESS
        )
        await self.process.tell(msgspec.json.encode(job) + b"\n")
        while True:
            told: Told = msgspec.json.decode(await self.process.line(), type=Told)
            if not isinstance(told, Progress):
                await self.process.ended()
                return told
            self._end(held, told)

    def _kill(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()

    async def close(self) -> None:
        """End what runs, with the house."""
        self.is_closed = True
        process = self.process
        for task in tuple(self.tasks.values()):
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        if process is not None:
            await process.gone()
