"""Turns: whose view is made next. One view at a time, and whatever else waits comes in between.

A bet changes the table for all its viewers at once. Made in one go, their views would keep the
commands of every other table waiting; made in turn, an answer waits for one view at most. And
nobody can see more than some views a second: what happens between two of them is shown together.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable

from pitboss.server.live.connection import LONG_AGO_S, Link

QUIET_S = 1.0
"""How long to wait for somebody before showing the watchdog that this task lives."""


class Turns:
    """Links that want to be shown their table, in the order in which they asked."""

    def __init__(self, gap_s: float = 0) -> None:
        self._gap_s = gap_s
        self._line: deque[Link] = deque()
        self._asked = asyncio.Event()

    def ask(self, link: Link) -> None:
        """Stand in line, once, and not before the last view could be seen."""
        if link.is_in_line:
            return
        link.is_in_line = True
        loop = asyncio.get_running_loop()
        wait_s = link.turn_s + self._gap_s - loop.time()
        if wait_s > 0:
            link.pause = loop.call_later(wait_s, self._line_up, link)
        else:
            self._line_up(link)

    def hurry(self, link: Link) -> None:
        """Let somebody who was just answered see at once what their act did."""
        link.turn_s = LONG_AGO_S
        if link.pause is not None:
            link.pause.cancel()
            self._line_up(link)

    def _line_up(self, link: Link) -> None:
        link.pause = None
        self._line.append(link)
        self._asked.set()

    async def give(self, beat: Callable[[], None]) -> None:
        """Give one turn after the other for as long as the house is open."""
        loop = asyncio.get_running_loop()
        while True:
            beat()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(QUIET_S):
                    await self._asked.wait()
            self._asked.clear()
            while self._line:
                beat()
                link = self._line.popleft()
                link.turn_s = loop.time()
                link.take_turn()
                await asyncio.sleep(0)
