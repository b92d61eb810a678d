"""Side threads: how many calls are made at once, and what becomes of a call that goes wrong."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from pitboss.server.edge.errors import BUSY, CLOSING
from pitboss.server.edge.side_threads import CALLS_MAX, EACH_MAX, HOUSE, THREADS, SideThreads
from tests.server.kit import PATIENCE_S


def with_threads(work: Callable[[SideThreads], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await work(SideThreads())

    asyncio.run(whole())


def test_calls_are_bounded_for_each_address_and_for_all() -> None:
    go, running, most = threading.Event(), 0, 0
    lock = threading.Lock()

    def call(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        go.wait(PATIENCE_S)
        with lock:
            running -= 1
        return number

    async def work(threads: SideThreads) -> None:
        calls = [
            asyncio.create_task(threads.run(f"10.0.0.{number // EACH_MAX}", call, number))
            for number in range(CALLS_MAX)
        ]
        await asyncio.sleep(0)
        assert await threads.run("10.0.0.0", call, 0) == BUSY
        assert await threads.run("10.0.1.1", call, 0) == BUSY
        own = asyncio.create_task(threads.run(HOUSE, call, CALLS_MAX))
        await asyncio.sleep(0)
        go.set()
        assert await asyncio.gather(*calls, own) == list(range(CALLS_MAX + 1))
        assert await threads.run("10.0.0.0", call, 7) == 7

    with_threads(work)
    assert most == THREADS


def test_one_address_leaves_room_for_others() -> None:
    go = threading.Event()

    async def work(threads: SideThreads) -> None:
        calls = [asyncio.create_task(threads.run("a", go.wait)) for _ in range(EACH_MAX)]
        await asyncio.sleep(0)
        assert await threads.run("a", go.wait) == BUSY
        # Whoever goes away frees no thread and no place before the call is done.
        gone = calls.pop(0)
        gone.cancel()
        await asyncio.wait((gone,))
        assert gone.cancelled() and await threads.run("a", go.wait) == BUSY
        other = asyncio.create_task(threads.run("b", go.wait))
        await asyncio.sleep(0)
        go.set()
        assert await asyncio.gather(*calls, other) == [True] * EACH_MAX

    with_threads(work)


def test_what_a_call_runs_into_is_raised_and_the_next_one_works() -> None:
    async def work(threads: SideThreads) -> None:
        for _ in range(THREADS + 1):
            with pytest.raises(ValueError, match="invalid literal"):
                await threads.run("a", int, "x")
        assert await threads.run("a", int, "5") == 5

    with_threads(work)


def test_after_the_end_nothing_is_called() -> None:
    async def work(threads: SideThreads) -> None:
        await threads.close()
        assert await threads.run(HOUSE, int) == CLOSING

    with_threads(work)
