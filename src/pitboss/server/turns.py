"""Turns: whose view is made next. One view at a time, and whatever else waits comes in between.

A bet changes the table for all its viewers at once. Made in one go, their views would keep the
commands of every other table waiting; made in turn, an answer waits for one view at most. May
import the link; kept by the hall, asked by the socket.
"""

from __future__ import annotations

import asyncio
from collections import deque

from pitboss.server.link import Link


class Turns:
    """Links that want to be shown their table, in the order in which they asked."""

    def __init__(self) -> None:
        self._line: deque[Link] = deque()
        self._asked = asyncio.Event()

    def ask(self, link: Link) -> None:
        """Stand in line, once."""
        if not link.is_in_line:
            link.is_in_line = True
            self._line.append(link)
            self._asked.set()

    async def give(self) -> None:
        """Give one turn after the other for as long as the house is open."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            while self._line:
                self._line.popleft().take_turn()
                await asyncio.sleep(0)
