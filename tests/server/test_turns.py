"""Turns: viewers are shown a changed table one after the other, each once, others in between."""

from __future__ import annotations

import asyncio

from pitboss.server.buckets import Bucket
from pitboss.server.link import Link
from pitboss.server.turns import Turns


def link(name: str) -> Link:
    return Link("t", None, name, "here", Bucket(1, 1), 8)


async def first_steps(turns: Turns, steps: int) -> None:
    giving = asyncio.create_task(turns.give())
    for _ in range(steps):
        await asyncio.sleep(0)
    giving.cancel()


def test_one_turn_for_each_moment_in_the_order_asked() -> None:
    links = [link(str(number)) for number in range(5)]

    async def run() -> list[list[bool]]:
        turns = Turns()
        for one in links:
            turns.ask(one)
        giving, seen = asyncio.create_task(turns.give()), []
        for _ in range(5):
            await asyncio.sleep(0)
            seen.append([one.has_turn for one in links])
        giving.cancel()
        return seen

    assert asyncio.run(run()) == [[at <= moment for at in range(5)] for moment in range(5)]


def test_whoever_asks_twice_stands_in_line_once() -> None:
    eager, other = link("eager"), link("other")

    async def run() -> None:
        turns = Turns()
        for one in (eager, eager, other):
            turns.ask(one)
        await first_steps(turns, 2)

    asyncio.run(run())
    assert eager.has_turn and other.has_turn and not other.is_in_line


def test_a_link_that_had_its_turn_may_ask_again() -> None:
    one = link("one")

    async def run() -> None:
        turns = Turns()
        turns.ask(one)
        await first_steps(turns, 2)
        one.has_turn = False
        turns.ask(one)
        await first_steps(turns, 2)

    asyncio.run(run())
    assert one.has_turn and one.wake.is_set()
