"""Side threads: reading and replaying for people, apart from the threads that commands need.

Few calls run at a time and a bounded number waits, of each address and of all of them; beyond that
the answer is busy. The threads are daemons: a call that still runs never keeps a house from
closing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import ParamSpec, TypeVar

from pitboss.invariants import DEFECTS
from pitboss.server.edge.errors import BUSY, CLOSING, Denial

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2
CALLS_MAX = 32
"""Calls that run or wait at once."""
EACH_MAX = 8
"""Those of one address."""
HOUSE = ""
"""The house's own calls, which are few and never refused."""


class SideThreads:
    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(THREADS)
        self._calls: dict[asyncio.Task[object], str] = {}
        """Every call, and the address it is made for."""
        self._is_closed = False

    async def run(
        self, address: str, work: Callable[P, T], *args: P.args, **options: P.kwargs
    ) -> T | Denial:
        """What the call returns, or why it is not made."""
        if self._is_closed:
            return CLOSING
        counts = Counter(self._calls.values())
        is_full = counts[address] >= EACH_MAX or counts.total() >= CALLS_MAX
        if is_full and address != HOUSE:
            return BUSY
        call = asyncio.create_task(self._run(partial(work, *args, **options)))
        self._calls[call] = address
        call.add_done_callback(self._calls.pop)
        try:
            # The thread goes on when its caller is gone, and keeps its turn until it is done.
            return await asyncio.shield(call)
        except asyncio.CancelledError:
            if call.cancelled():
                return CLOSING
            raise

    async def _run(self, work: Callable[[], T]) -> T:
        async with self._turns:
            call: Future[T] = Future()
            Thread(target=_call, args=(call, work), name="side", daemon=True).start()
            return await asyncio.wrap_future(call)

    async def close(self) -> None:
        """Refuse everybody who waits, whatever the threads are doing."""
        self._is_closed = True
        for call in tuple(self._calls):
            call.cancel()


def _call(call: Future[T], work: Callable[[], T]) -> None:
    if not call.set_running_or_notify_cancel():
        return
    try:
        call.set_result(work())
    except DEFECTS as defect:
        call.set_exception(defect)
    except BaseException as unforeseen:
        # Nobody may be left waiting for a thread that is gone; standard error has the trace.
        call.set_exception(unforeseen)
        raise
