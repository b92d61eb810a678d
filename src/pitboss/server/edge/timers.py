"""Timers that are set once, for waits that mostly do not come to their end.

A timer that is set and cancelled with every message costs the event loop more than the message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


def repeat(every_s: float, act: Callable[[], object]) -> Callable[[], None]:
    """Call `act` again and again on the running loop; the result ends it."""
    loop = asyncio.get_running_loop()

    timers: list[asyncio.TimerHandle] = []

    def ring() -> None:
        timers[:] = [loop.call_later(every_s, ring)]
        act()

    def end() -> None:
        timers[0].cancel()

    timers.append(loop.call_later(every_s, ring))
    return end


class Silence:
    """How long nothing was heard; `note` is called whenever that was too long."""

    def __init__(self, wait_s: float, note: Callable[[], object]) -> None:
        self._loop = asyncio.get_running_loop()
        self._note = note
        self._since_s: float | None = self._loop.time()
        """Since when nothing was heard; None while what was heard is dealt with."""
        self._set(wait_s)

    def hear(self) -> None:
        """Something came: until `listen` there is no silence."""
        self._since_s = None

    def listen(self, wait_s: float) -> None:
        """Wait for more, so long at most."""
        self._since_s = self._loop.time()
        if wait_s != self._wait_s:
            self.end()
            self._set(wait_s)

    def end(self) -> None:
        self._timer.cancel()

    def _set(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._timer = self._loop.call_later(wait_s, self._ring)

    def _ring(self) -> None:
        now_s, since_s = self._loop.time(), self._since_s
        heard_s = now_s if since_s is None else since_s
        if now_s - heard_s >= self._wait_s:
            self._since_s = heard_s = now_s
            self._note()
        self._timer = self._loop.call_at(heard_s + self._wait_s, self._ring)
