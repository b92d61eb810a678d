"""Pacing of views: when a viewer is sent the table as it is now.

A bet changes the table for all its viewers at once. Made in one go, their views would keep the
commands of every other table waiting; made one at a time, an answer waits for one view at most. And
nobody can see more than some views a second: what happens between two of them is shown together.
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


class ViewState(StrEnum):
    """Where the next view of a connection is."""

    CURRENT = "current"
    """The viewer has been sent the table as it is."""
    STALE = "stale"
    """The table has changed, and the writer has not asked for a turn yet."""
    PAUSED = "paused"
    """The last view has not been there long enough to be seen."""
    QUEUED = "queued"
    TURN = "turn"
    """The view is made and sent as soon as the writer runs."""
    SENDING = "sending"
    OUTDATED = "outdated"
    """The table has changed again while its view is being sent."""


class ViewEvent(StrEnum):
    CHANGE = "change"
    PAUSE = "pause"
    ENQUEUE = "enqueue"
    GRANT = "grant"
    SEND = "send"
    SENT = "sent"


_NEXT: dict[tuple[ViewState, ViewEvent], ViewState] = {
    (ViewState.CURRENT, ViewEvent.CHANGE): ViewState.STALE,
    (ViewState.STALE, ViewEvent.CHANGE): ViewState.STALE,
    (ViewState.STALE, ViewEvent.PAUSE): ViewState.PAUSED,
    (ViewState.STALE, ViewEvent.ENQUEUE): ViewState.QUEUED,
    (ViewState.PAUSED, ViewEvent.CHANGE): ViewState.PAUSED,
    (ViewState.PAUSED, ViewEvent.ENQUEUE): ViewState.QUEUED,
    (ViewState.QUEUED, ViewEvent.CHANGE): ViewState.QUEUED,
    (ViewState.QUEUED, ViewEvent.GRANT): ViewState.TURN,
    (ViewState.TURN, ViewEvent.CHANGE): ViewState.TURN,
    (ViewState.TURN, ViewEvent.SEND): ViewState.SENDING,
    (ViewState.SENDING, ViewEvent.CHANGE): ViewState.OUTDATED,
    (ViewState.SENDING, ViewEvent.SENT): ViewState.CURRENT,
    (ViewState.OUTDATED, ViewEvent.CHANGE): ViewState.OUTDATED,
    (ViewState.OUTDATED, ViewEvent.SENT): ViewState.STALE,
}


def next_state(state: ViewState, event: ViewEvent) -> ViewState:
    """The state after an event; every other pair is a defect."""
    found = _NEXT.get((state, event))
    check(found is not None, f"a view that is {state.value} cannot {event.value}")
    return found or state


@dataclass(slots=True, eq=False)
class PacedView:
    wake: asyncio.Event
    state: ViewState = ViewState.CURRENT
    changed_ms: int = 0
    """Since when the server alone has kept a view waiting; 0 for not at all."""
    granted_s: float = LONG_AGO_S
    """When it last had its turn, by the loop's clock."""
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    def apply(self, event: ViewEvent) -> None:
        self.state = next_state(self.state, event)

    def mark(self, now_ms: int) -> None:
        """The table changed; delay counts from the first change not yet shown."""
        before = self.state
        if before is ViewState.CURRENT:
            self.changed_ms = now_ms
        self.apply(ViewEvent.CHANGE)
        # Otherwise the writer knows already, or is woken when the view has its turn.
        if before in (ViewState.CURRENT, ViewState.SENDING):
            self.wake.set()

    def start_sending(self) -> int:
        """Since when the server has delayed this view; 0 for not at all."""
        self.apply(ViewEvent.SEND)
        since_ms, self.changed_ms = self.changed_ms, 0
        return since_ms

    def finish_sending(self) -> None:
        """A view that is outdated already is stale again."""
        self.apply(ViewEvent.SENT)


class ViewScheduler:
    """Grants one view at a time, in order of request."""

    def __init__(self, gap_s: float = 0) -> None:
        self._gap_s = gap_s
        self._queue: deque[PacedView] = deque()
        self._requested = asyncio.Event()

    def request(self, view: PacedView) -> None:
        """Queue a stale view, but not before the last one could be seen."""
        loop = asyncio.get_running_loop()
        wait_s = view.granted_s + self._gap_s - loop.time()
        if wait_s > 0:
            view.apply(ViewEvent.PAUSE)
            view.timer = loop.call_later(wait_s, self._enqueue, view)
        else:
            self._enqueue(view)

    def hurry(self, view: PacedView) -> None:
        """Show a viewer at once what their own act did."""
        view.granted_s = LONG_AGO_S
        if view.timer is not None:
            view.timer.cancel()
            self._enqueue(view)

    def _enqueue(self, view: PacedView) -> None:
        view.timer = None
        view.apply(ViewEvent.ENQUEUE)
        self._queue.append(view)
        self._requested.set()

    async def run(self, beat: Callable[[], None]) -> None:
        """Grant one turn after the other until the house closes."""
        loop = asyncio.get_running_loop()
        while True:
            beat()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(QUIET_S):
                    await self._requested.wait()
            self._requested.clear()
            while self._queue:
                beat()
                view = self._queue.popleft()
                view.granted_s = loop.time()
                view.apply(ViewEvent.GRANT)
                view.wake.set()
                await asyncio.sleep(0)
