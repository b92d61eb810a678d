"""The watchdog: the background tasks of a house, and what happens when one dies or hangs.

The house cannot run without its clock, its views, its housekeeping or its writer: when one of
these ends, the house is not ready from that moment on, closes and exits with an error, so that
a supervisor of processes starts it again. When one hangs, the house is not ready until it goes on.
Figures can come later: they are tried again.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.runtime import Runtime
from pitboss.store.store import Store

LOOK_S = 0.25
RETRY_S = 1.0
RETRY_MAX_S = 300.0

WRITER = "writer"

Beat = Callable[[], None]
"""Called by a task at every turn of its loop."""
Loop = Callable[[Beat], Awaitable[None]]
Work = Callable[[], Awaitable[None]]


class TaskDied(Exception):
    """A task that the house cannot run without ended before the house did."""


class Watchdog:
    def __init__(self, runtime: Runtime, store: Store, stop: Callable[[], None]) -> None:
        self._runtime = runtime
        self._store = store
        self._stop = stop
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closing = False
        self.failure: TaskDied | None = None
        self._missed = {WRITER: 0}
        """How often each task was looked at since it last moved."""
        self._hung: frozenset[str] = frozenset()
        self._batch = 0
        self._start("watchdog", self._watch())

    def keep(self, name: str, loop: Loop) -> None:
        """Run a task that must last, and keep moving, as long as the house."""
        self._start(name, self._lasting(name, loop))

    def retry(self, name: str, work: Work) -> None:
        """Run a task to its end; retry later when it fails."""
        self._start(name, self._retry_work(name, work))

    async def close(self) -> None:
        self._is_closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, name: str, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        task.set_name(name)
        task.add_done_callback(self._note_end)
        self._tasks.append(task)

    async def _lasting(self, name: str, loop: Loop) -> None:
        def beat() -> None:
            self._missed[name] = 0

        beat()
        await loop(beat)
        if not self._runtime.is_stopping:
            raise TaskDied(f"{name} returned")

    async def _retry_work(self, name: str, work: Work) -> None:
        wait_s = RETRY_S
        while not self._runtime.is_stopping:
            # Whatever went wrong, the tables go on without it.
            (problem,) = await asyncio.gather(work(), return_exceptions=True)
            if problem is None:
                return
            self._report(name, problem)
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, RETRY_MAX_S)

    async def _watch(self) -> None:
        store = self._store
        while not self._runtime.is_stopping:
            dead = store.dead_threads()
            if dead:
                raise TaskDied(f"the thread {dead[0]} ended")
            batch, before = store.batch(), self._batch
            if batch == 0 or batch != before:
                self._missed[WRITER], self._batch = 0, batch
            self._note_hung()
            await asyncio.sleep(LOOK_S)

    def _note_hung(self) -> None:
        """Make the house unready while a task stands still.

        Looks are counted and not seconds, so that a process that was stopped for a while does not
        find all of its tasks late.
        """
        runtime, most = self._runtime, self._runtime.options.hang_ms
        hung = frozenset(
            name for name, missed in self._missed.items() if 0 < most < missed * LOOK_S * 1000
        )
        for name in self._missed:
            self._missed[name] += 1
        if hung == self._hung:
            return
        for name in sorted(hung - self._hung):
            runtime.log.event("task.hung", task=name)
        for name in sorted(self._hung - hung):
            runtime.log.event("task.moves", task=name)
        self._hung = hung
        runtime.metrics.hung_tasks.set(len(hung))
        names = ", ".join(f"'{name}'" for name in sorted(hung))
        runtime.standstill = (
            Refusal(RefusalCode.STORE_UNAVAILABLE, f"The house waits for its task {names}.")
            if hung
            else None
        )

    def _note_end(self, task: asyncio.Task[None]) -> None:
        if self._is_closing or self.failure is not None:
            return
        # Only `close` cancels a task: one that was cancelled before has died of it.
        problem = TaskDied("cancelled") if task.cancelled() else task.exception()
        if problem is None:
            return
        name = task.get_name()
        self.failure = TaskDied(f"The house's task '{name}' failed: {problem!r}.")
        self.failure.__cause__ = problem
        self._runtime.failure = Refusal(
            RefusalCode.STORE_UNAVAILABLE, f"The house closes because its task '{name}' failed."
        )
        self._stop()
        self._report(name, problem)

    def _report(self, name: str, problem: BaseException) -> None:
        self._runtime.metrics.failed_tasks.labels(name).inc()
        text = "".join(traceback.format_exception(problem))
        self._runtime.log.event("task.failed", task=name, problem=repr(problem), trace=text)
