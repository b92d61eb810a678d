"""Pacing of views: one viewer after the other, each once, others in between."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from pitboss.invariants import BrokenInvariant
from pitboss.server.live.view_scheduler import (
    LONG_AGO_S,
    PacedView,
    ViewEvent,
    ViewScheduler,
    ViewState,
    next_state,
)
from tests.set_time import SetLoop, run_set

LONG_S = 3_600

TABLE = """
            pause   enqueue  send     hold
current     paused  queued   -        -
paused      -       queued   -        -
queued      -       -        current  held
held        -       queued   -        -
"""


def transitions() -> dict[tuple[str, str], str]:
    head, *rows = [line.split() for line in TABLE.strip().splitlines()]
    return {
        (row[0], event): after
        for row in rows
        for event, after in zip(head, row[1:], strict=True)
        if after != "-"
    }


@pytest.mark.parametrize(("state", "event"), list(product(ViewState, ViewEvent)))
def test_every_transition(state: ViewState, event: ViewEvent) -> None:
    expected = transitions().get((state.value, event.value))
    if expected is not None:
        assert next_state(state, event).value == expected
        return
    with pytest.raises(BrokenInvariant):
        next_state(state, event)


class Screen:
    """A viewer: counts what is sent, and takes it or not."""

    def __init__(self) -> None:
        self.count, self.is_taking = 0, True
        self.delays: list[int] = []
        self.view = PacedView(self.send)

    def send(self) -> bool:
        self.delays.append(self.view.changed_ms)
        self.count += self.is_taking
        return self.is_taking


async def first_steps(scheduler: ViewScheduler, steps: int) -> None:
    running = asyncio.create_task(scheduler.run(lambda: None))
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()


def test_one_after_the_other_in_order_and_others_in_between() -> None:
    async def run(moment_s: float) -> list[list[int]]:
        screens = [Screen() for _ in range(5)]
        scheduler = ViewScheduler(moment_s=moment_s)
        for one in screens:
            scheduler.mark(one.view, 0)
        running, seen = asyncio.create_task(scheduler.run(lambda: None)), []
        for _ in range(5):
            await asyncio.sleep(0)
            seen.append([one.count for one in screens])
        running.cancel()
        return seen

    assert asyncio.run(run(0)) == [[int(at <= turn) for at in range(5)] for turn in range(5)]
    assert asyncio.run(run(LONG_S)) == [[1] * 5] * 5


def test_what_changes_again_while_it_waits_is_sent_once() -> None:
    async def run() -> None:
        one, scheduler = Screen(), ViewScheduler()
        scheduler.mark(one.view, 5)
        scheduler.mark(one.view, 9)
        await first_steps(scheduler, 2)
        assert one.count == 1 and one.view.state is ViewState.CURRENT
        # Delay counts from the first change that was not shown.
        assert one.delays == [5]
        scheduler.mark(one.view, 20)
        await first_steps(scheduler, 2)
        assert one.count == 2 and one.delays == [5, 20]

    asyncio.run(run())


def test_what_happens_soon_after_a_view_waits_to_be_shown_together() -> None:
    async def run() -> None:
        one, other, scheduler = Screen(), Screen(), ViewScheduler(LONG_S)
        scheduler.mark(one.view, 0)
        await first_steps(scheduler, 2)
        scheduler.mark(one.view, 0)
        scheduler.mark(other.view, 0)
        await first_steps(scheduler, 3)
        assert (one.count, other.count) == (1, 1)
        assert one.view.state is ViewState.PAUSED

    asyncio.run(run())


def test_whoever_was_just_answered_is_shown_at_once_and_once() -> None:
    async def run() -> None:
        waiting, early, queued = screens = [Screen() for _ in range(3)]
        scheduler = ViewScheduler(LONG_S)
        for one in (waiting, early):
            scheduler.mark(one.view, 0)
        await first_steps(scheduler, 3)
        scheduler.mark(waiting.view, 0)
        scheduler.hurry(waiting.view)
        assert waiting.count == 2 and waiting.view.state is ViewState.CURRENT
        # Answered before the table told that it changed: the same.
        scheduler.hurry(early.view)
        scheduler.mark(early.view, 0)
        # Asked for already: it loses its place and is not sent again there.
        scheduler.mark(queued.view, 0)
        scheduler.hurry(queued.view)
        assert queued.count == 1
        await first_steps(scheduler, 5)
        assert [one.count for one in screens] == [2, 2, 1]

    asyncio.run(run())


def test_hurrying_a_view_that_does_not_wait_sends_nothing() -> None:
    async def run() -> None:
        one, scheduler = Screen(), ViewScheduler(LONG_S)
        scheduler.hurry(one.view)
        assert one.count == 0 and one.view.state is ViewState.CURRENT
        assert one.view.sent_s == LONG_AGO_S

    asyncio.run(run())


def test_the_wait_ends_by_itself() -> None:
    async def run() -> None:
        one, scheduler = Screen(), ViewScheduler(0.02)
        running = asyncio.create_task(scheduler.run(lambda: None))
        for count in (1, 2):
            scheduler.mark(one.view, 0)
            while one.count < count:
                await asyncio.sleep(0.001)
        running.cancel()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_views_that_are_due_together_wait_for_one_timer() -> None:
    async def run(loop: SetLoop) -> None:
        screens, scheduler = [Screen() for _ in range(20)], ViewScheduler(1)
        running = asyncio.create_task(scheduler.run(lambda: None))
        for _ in range(2):
            for one in screens:
                scheduler.mark(one.view, 0)
            await loop.go_on()
        timers = [one for one in loop._scheduled if not one.cancelled()]  # type: ignore[attr-defined]
        # The other one is the beat of the task.
        assert len(timers) == 2 and {one.count for one in screens} == {1}
        await loop.go_on(1)
        assert {one.count for one in screens} == {2}
        running.cancel()

    run_set(run)


def test_a_wait_that_was_cut_short_does_not_shorten_the_next() -> None:
    async def run(loop: SetLoop) -> None:
        one, scheduler = Screen(), ViewScheduler(10)
        running = asyncio.create_task(scheduler.run(lambda: None))
        for _ in range(2):
            scheduler.mark(one.view, 0)
            await loop.go_on()
        # It would have been shown at 110, but is at 107, and so not again before 117.
        await loop.go_on(7)
        scheduler.hurry(one.view)
        scheduler.mark(one.view, 0)
        assert one.count == 2 and one.view.state is ViewState.PAUSED
        await loop.go_on(4)
        assert one.count == 2
        await loop.go_on(6)
        assert one.count == 3
        running.cancel()

    run_set(run)


def test_a_browser_that_takes_nothing_is_sent_the_newest_when_it_does() -> None:
    async def run() -> None:
        deaf, other, scheduler = Screen(), Screen(), ViewScheduler()
        deaf.is_taking = False
        scheduler.mark(deaf.view, 5)
        scheduler.mark(other.view, 5)
        await first_steps(scheduler, 3)
        assert deaf.view.state is ViewState.HELD and other.count == 1
        scheduler.mark(deaf.view, 20)
        await first_steps(scheduler, 3)
        # It is not asked again and again, and its wait is no delay of the server's.
        assert deaf.delays == [5]
        deaf.is_taking = True
        scheduler.enqueue(deaf.view)
        await first_steps(scheduler, 3)
        assert deaf.count == 1 and deaf.delays == [5, 0]

    asyncio.run(run())
