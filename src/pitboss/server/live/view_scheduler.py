"""Pacing of views: when a viewer is sent the table as it is now.

A bet changes the table for all its viewers at once. Made in one go, the views of a full house would
keep the commands of every other table waiting; made for a moment at a time, an answer waits for
that moment at most. And nobody can see more than some views a second: what happens between two of
them is shown together.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from heapq import heappop, heappush
from itertools import count

from pitboss.invariants import BrokenInvariant
from pitboss.server.edge.timers import repeat

LONG_AGO_S = float("-inf")
QUIET_S = 1.0
"""How long to wait for a request before showing the watchdog that this task lives."""
MOMENT_S = 0.002
"""How long views are made before anything else has its turn."""
TOGETHER_S = 0.002
"""Views that are due within this time end their wait together."""


class ViewState(StrEnum):
    """Where the next view of a connection is."""

    CURRENT = "current"
    """The viewer has been sent the table as it is."""
    PAUSED = "paused"
    """The last view has not been there long enough to be seen."""
    QUEUED = "queued"
    HELD = "held"
    """The browser takes nothing more for now."""


class ViewEvent(StrEnum):
    PAUSE = "pause"
    ENQUEUE = "enqueue"
    SEND = "send"
    HOLD = "hold"


_NEXT: dict[tuple[ViewState, ViewEvent], ViewState] = {
    (ViewState.CURRENT, ViewEvent.PAUSE): ViewState.PAUSED,
    (ViewState.CURRENT, ViewEvent.ENQUEUE): ViewState.QUEUED,
    (ViewState.PAUSED, ViewEvent.ENQUEUE): ViewState.QUEUED,
    (ViewState.QUEUED, ViewEvent.SEND): ViewState.CURRENT,
    (ViewState.QUEUED, ViewEvent.HOLD): ViewState.HELD,
    (ViewState.HELD, ViewEvent.ENQUEUE): ViewState.QUEUED,
}


def next_state(state: ViewState, event: ViewEvent) -> ViewState:
    """The state after an event; every other pair is a defect."""
    found = _NEXT.get((state, event))
    if found is None:
        raise BrokenInvariant(f"a view that is {state.value} cannot {event.value}")
    return found


@dataclass(slots=True, eq=False)
class PacedView:
    send: Callable[[], bool]
    """Makes the view and sends it; False while the browser takes nothing."""
    state: ViewState = ViewState.CURRENT
    changed_ms: int = 0
    """Since when the server alone has kept a view waiting; 0 for not at all."""
    sent_s: float = LONG_AGO_S
    """When it last had its turn, by the loop's clock."""

    def apply(self, event: ViewEvent) -> None:
        self.state = next_state(self.state, event)


class ViewScheduler:
    """Sends views in order of request, for a moment at a time."""

    def __init__(self, gap_s: float = 0, moment_s: float = MOMENT_S) -> None:
        self._gap_s = gap_s
        self._moment_s = moment_s
        self._queue: deque[PacedView] = deque()
        self._requested = asyncio.Event()
        self._paused: list[tuple[float, int, PacedView]] = []
        """When which view has waited long enough, the earliest first; some were hurried since."""
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_s = float("inf")
        """When the timer ends."""

    def mark(self, view: PacedView, now_ms: int) -> None:
        """The table changed; delay counts from the first change not yet shown."""
        if view.state is not ViewState.CURRENT:
            return
        view.changed_ms = now_ms
        loop = asyncio.get_running_loop()
        due_s = view.sent_s + self._gap_s
        if due_s > loop.time():
            view.apply(ViewEvent.PAUSE)
            heappush(self._paused, (due_s, next(self._numbers), view))
            # One timer for all: in the loop it costs as much as comparing and encoding a view.
            if due_s < self._wakes_s:
                self._wait(loop)
        else:
            self.enqueue(view)

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        """Set the timer to the earliest view that waits."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._wakes_s = None, float("inf")
        if self._paused:
            self._wakes_s = self._paused[0][0]
            self._timer = loop.call_at(self._wakes_s, self._end_pauses)

    def _end_pauses(self) -> None:
        loop = asyncio.get_running_loop()
        until_s = loop.time() + TOGETHER_S
        while self._paused and self._paused[0][0] <= until_s:
            due_s, _, view = heappop(self._paused)
            if view.state is ViewState.PAUSED and view.sent_s + self._gap_s == due_s:
                self.enqueue(view)
        self._wait(loop)

    def hurry(self, view: PacedView) -> None:
        """Show a viewer at once what their own act did, out of turn."""
        view.sent_s = LONG_AGO_S
        if view.state is ViewState.PAUSED:
            self.enqueue(view)
        self._send(view)

    def enqueue(self, view: PacedView) -> None:
        view.apply(ViewEvent.ENQUEUE)
        self._queue.append(view)
        self._requested.set()

    def _send(self, view: PacedView) -> None:
        """Send a view unless that was done already, out of turn."""
        if view.state is ViewState.QUEUED:
            view.sent_s = asyncio.get_running_loop().time()
            view.apply(ViewEvent.SEND if view.send() else ViewEvent.HOLD)
            # Waiting for a browser is no delay of the server's.
            view.changed_ms = 0

    async def run(self, beat: Callable[[], None]) -> None:
        """Send one view after the other until the house closes."""
        loop = asyncio.get_running_loop()
        end = repeat(QUIET_S, self._requested.set)
        try:
            while True:
                beat()
                await self._requested.wait()
                self._requested.clear()
                while self._queue:
                    beat()
                    until_s = loop.time() + self._moment_s
                    self._send(self._queue.popleft())
                    while self._queue and loop.time() < until_s:
                        self._send(self._queue.popleft())
                    await asyncio.sleep(0)
        finally:
            end()
