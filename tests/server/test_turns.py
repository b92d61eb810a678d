"""Turns: viewers are shown a changed table one after the other, each once, others in between."""

from __future__ import annotations

import asyncio

from pitboss.server.edge.rate_limits import Bucket
from pitboss.server.live.connection import Link
from pitboss.server.live.view_scheduler import Turns


def link(name: str) -> Link:
    return Link("t", None, name, "here", Bucket(1, 1), 8)


async def first_steps(turns: Turns, steps: int) -> None:
    giving = asyncio.create_task(turns.give(lambda: None))
    for _ in range(steps):
        await asyncio.sleep(0)
    giving.cancel()


def test_one_turn_for_each_moment_in_the_order_asked() -> None:
    links = [link(str(number)) for number in range(5)]

    async def run() -> list[list[bool]]:
        turns = Turns()
        for one in links:
            turns.ask(one)
        giving, seen = asyncio.create_task(turns.give(lambda: None)), []
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


LONG_S = 3_600


def test_what_happens_soon_after_a_view_waits_to_be_shown_together() -> None:
    one, other = link("one"), link("other")

    async def run() -> None:
        turns = Turns(LONG_S)
        turns.ask(one)
        await first_steps(turns, 2)
        assert one.has_turn
        one.has_turn = False
        for who in (one, one, other):
            turns.ask(who)
        await first_steps(turns, 3)
        assert other.has_turn
        assert one.is_in_line and not one.has_turn
        assert one.pause is not None

    asyncio.run(run())


def test_whoever_was_just_answered_need_not_wait() -> None:
    waiting, early = link("waiting"), link("early")

    async def run() -> None:
        turns = Turns(LONG_S)
        for who in (waiting, early):
            turns.ask(who)
        await first_steps(turns, 3)
        waiting.has_turn = early.has_turn = False
        turns.ask(waiting)
        turns.hurry(waiting)
        # Answered before the table told that it changed: the same.
        turns.hurry(early)
        turns.ask(early)
        await first_steps(turns, 3)
        assert waiting.has_turn and early.has_turn
        assert waiting.pause is None and not waiting.is_in_line

    asyncio.run(run())


def test_the_wait_ends_by_itself() -> None:
    one = link("one")

    async def run() -> None:
        turns = Turns(0.02)
        giving = asyncio.create_task(turns.give(lambda: None))
        for _ in range(2):
            one.has_turn = False
            turns.ask(one)
            while not one.has_turn:
                await asyncio.sleep(0.001)
        giving.cancel()

    asyncio.run(asyncio.wait_for(run(), 60))
