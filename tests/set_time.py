"""An event loop whose clock stands still until a test sets it ahead."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

TURNS = 5


class SetLoop(asyncio.SelectorEventLoop):
    now_s = 100.0

    def time(self) -> float:
        return self.now_s

    async def go_on(self, seconds: float = 0) -> None:
        """Let so much time pass, and everything happen that is due by then."""
        self.now_s += seconds
        for _ in range(TURNS):
            await asyncio.sleep(0)


def run_set(work: Callable[[SetLoop], Awaitable[None]]) -> None:
    loop = SetLoop()
    try:
        loop.run_until_complete(work(loop))
    finally:
        loop.close()
