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

LONG_S = 3_600

TABLE = """
            change    pause   enqueue  grant  send     sent
current     stale     -       -        -      -        -
stale       stale     paused  queued   -      -        -
paused      paused    -       queued   -      -        -
queued      queued    -       -        turn   -        -
turn        turn      -       -        -      sending  -
sending     outdated  -       -        -      -        current
outdated    outdated  -       -        -      -        stale
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


def stale() -> PacedView:
    view = PacedView(asyncio.Event())
    view.mark(0)
    return view


def resend(view: PacedView) -> None:
    """Let a view that has its turn be sent, and the table change again."""
    view.start_sending()
    view.finish_sending()
    view.mark(0)


async def first_steps(scheduler: ViewScheduler, steps: int) -> None:
    running = asyncio.create_task(scheduler.run(lambda: None))
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()


def test_one_turn_for_each_moment_in_the_order_requested() -> None:
    async def run() -> list[list[bool]]:
        views = [stale() for _ in range(5)]
        scheduler = ViewScheduler()
        for one in views:
            scheduler.request(one)
        running, seen = asyncio.create_task(scheduler.run(lambda: None)), []
        for _ in range(5):
            await asyncio.sleep(0)
            seen.append([one.state is ViewState.TURN for one in views])
        running.cancel()
        return seen

    assert asyncio.run(run()) == [[at <= moment for at in range(5)] for moment in range(5)]


def test_a_change_while_it_waits_keeps_its_place() -> None:
    async def run() -> None:
        first, second, scheduler = stale(), stale(), ViewScheduler()
        scheduler.request(first)
        scheduler.request(second)
        first.mark(7)
        await first_steps(scheduler, 3)
        assert first.state is second.state is ViewState.TURN
        assert first.wake.is_set()

    asyncio.run(run())


def test_a_view_that_had_its_turn_may_have_another() -> None:
    async def run() -> None:
        one, scheduler = stale(), ViewScheduler()
        for _ in range(2):
            scheduler.request(one)
            await first_steps(scheduler, 2)
            assert one.state is ViewState.TURN
            resend(one)

    asyncio.run(run())


def test_what_happens_soon_after_a_view_waits_to_be_shown_together() -> None:
    async def run() -> None:
        one, other, scheduler = stale(), stale(), ViewScheduler(LONG_S)
        scheduler.request(one)
        await first_steps(scheduler, 2)
        resend(one)
        scheduler.request(one)
        scheduler.request(other)
        await first_steps(scheduler, 3)
        assert other.state is ViewState.TURN
        assert one.state is ViewState.PAUSED and one.timer is not None

    asyncio.run(run())


def test_whoever_was_just_answered_need_not_wait() -> None:
    async def run() -> None:
        waiting, early, scheduler = stale(), stale(), ViewScheduler(LONG_S)
        for one in (waiting, early):
            scheduler.request(one)
        await first_steps(scheduler, 3)
        for one in (waiting, early):
            resend(one)
        scheduler.request(waiting)
        scheduler.hurry(waiting)
        # Answered before the table told that it changed: the same.
        scheduler.hurry(early)
        scheduler.request(early)
        await first_steps(scheduler, 3)
        assert waiting.state is early.state is ViewState.TURN
        assert waiting.timer is None

    asyncio.run(run())


def test_hurrying_a_view_that_does_not_wait_changes_nothing_else() -> None:
    one, scheduler = stale(), ViewScheduler(LONG_S)
    scheduler.hurry(one)
    assert one.state is ViewState.STALE and one.granted_s == LONG_AGO_S


def test_the_wait_ends_by_itself() -> None:
    async def run() -> None:
        one, scheduler = stale(), ViewScheduler(0.02)
        running = asyncio.create_task(scheduler.run(lambda: None))
        for _ in range(2):
            scheduler.request(one)
            while one.state is not ViewState.TURN:
                await asyncio.sleep(0.001)
            resend(one)
        running.cancel()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_waiting_counts_from_the_first_change_and_not_while_a_browser_reads() -> None:
    async def run() -> None:
        view, scheduler = PacedView(asyncio.Event()), ViewScheduler()
        view.mark(5)
        view.mark(9)
        scheduler.request(view)
        await first_steps(scheduler, 2)
        assert view.start_sending() == 5
        view.mark(20)
        view.finish_sending()
        assert view.state is ViewState.STALE
        scheduler.request(view)
        await first_steps(scheduler, 2)
        assert view.start_sending() == 0

    asyncio.run(run())
