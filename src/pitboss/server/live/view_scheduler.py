"""Pacing of views: when a viewer is sent the table as it is now.

A bet changes the table for all its viewers at once. Made in one go, the views of a full house would
keep the commands of every other table waiting; made for a moment at a time, an answer waits for
that moment at most. And nobody can see more than some views a second: what happens between two of
them is shown together.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.invariants import check

LONG_AGO_S = float("-inf")
QUIET_S = 1.0
"""How long to wait for a request before showing the watchdog that this task lives."""
MOMENT_S = 0.002
"""How long views are made before anything else has its turn."""


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
    check(found is not None, f"a view that is {state.value} cannot {event.value}")
    return found or state


@dataclass(slots=True, eq=False)
class PacedView:
    send: Callable[[], bool]
    """Makes the view and sends it; False while the browser takes nothing."""
    state: ViewState = ViewState.CURRENT
    changed_ms: int = 0
    """Since when the server alone has kept a view waiting; 0 for not at all."""
    sent_s: float = LONG_AGO_S
    """When it last had its turn, by the loop's clock."""
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    def apply(self, event: ViewEvent) -> None:
        self.state = next_state(self.state, event)


class ViewScheduler:
    """Sends views in order of request, for a moment at a time."""

    def __init__(self, gap_s: float = 0, moment_s: float = MOMENT_S) -> None:
        self._gap_s = gap_s
        self._moment_s = moment_s
        self._queue: deque[PacedView] = deque()
        self._requested = asyncio.Event()

    def mark(self, view: PacedView, now_ms: int) -> None:
        """The table changed; delay counts from the first change not yet shown."""
        if view.state is not ViewState.CURRENT:
            return
        view.changed_ms = now_ms
        loop = asyncio.get_running_loop()
        wait_s = view.sent_s + self._gap_s - loop.time()
        if wait_s > 0:
            view.apply(ViewEvent.PAUSE)
            view.timer = loop.call_later(wait_s, self.enqueue, view)
        else:
            self.enqueue(view)

    def hurry(self, view: PacedView) -> None:
        """Show a viewer at once what their own act did, out of turn."""
        view.sent_s = LONG_AGO_S
        if view.timer is not None:
            view.timer.cancel()
            self.enqueue(view)
        self._send(view)

    def enqueue(self, view: PacedView) -> None:
        view.timer = None
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
        while True:
            beat()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(QUIET_S):
                    await self._requested.wait()
            self._requested.clear()
            while self._queue:
                beat()
                until_s = loop.time() + self._moment_s
                self._send(self._queue.popleft())
                while self._queue and loop.time() < until_s:
                    self._send(self._queue.popleft())
                await asyncio.sleep(0)
