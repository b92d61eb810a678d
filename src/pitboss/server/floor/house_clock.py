"""The house's time as staff see and confirm it, and how every part of the house follows it."""

from __future__ import annotations

import asyncio

from pitboss.ledger.clock_steps import ClockStep
from pitboss.pit.clock_steps import OPERATOR, move_limits, new_steps, record_step, take_step
from pitboss.refusals import Refusal
from pitboss.server.edge.errors import CLOSING, Trouble
from pitboss.server.edge.schemas import ClockNote, ClockStepNote
from pitboss.server.floor.hall import Hall

STEPS_SHOWN = 5


def clock_note(hall: Hall) -> ClockNote | Refusal:
    """The house's time and the machine's, and what was confirmed before."""
    steps = hall.pit.store.clock_steps()
    if isinstance(steps, Refusal):
        return steps
    house_clock = None if hall.pit.watch_on is None else hall.pit.watch_on[0]
    confirmed = tuple(
        ClockStepNote(who=_name(hall, step.who), from_ms=step.from_ms, to_ms=step.to_ms)
        for step in reversed(steps[-STEPS_SHOWN:])
    )
    return ClockNote(
        now_ms=hall.clock(),
        off_ms=0 if house_clock is None else house_clock.off_ms,
        is_held=house_clock is not None and house_clock.is_held,
        confirmed=confirmed,
    )


def _name(hall: Hall, who: str) -> str:
    person = hall.people.person(who)
    return who if person is None else person.name


def start_clock(hall: Hall, *, is_confirmed: bool) -> Refusal | None:
    """Before the house opens: confirm the clock if told to, and finish what steps began."""
    house_clock = None if hall.pit.watch_on is None else hall.pit.watch_on[0]
    if house_clock is not None and house_clock.is_held:
        hall.log.event("clock.held", off_ms=house_clock.off_ms)
        step = record_step(hall.pit, OPERATOR) if is_confirmed else None
        if isinstance(step, Refusal):
            return step
        if step is not None:
            take_clock_step(hall, step)
    steps = hall.pit.store.clock_steps()
    if isinstance(steps, Refusal):
        return steps
    for step in steps:
        hall.people.follow_step(step, now_ms=hall.clock())
        hall.pit.clock_version = step.version
    moved = move_limits(hall.pit.store, steps[-1]) if steps else 0
    return moved if isinstance(moved, Refusal) else None


async def confirm_clock(hall: Hall, who: str) -> Trouble | None:
    """Set the house's time to the machine's, on record; nothing to do when they agree."""
    if hall.is_stopping:
        return CLOSING
    refusal = await follow_clock(hall)
    if refusal is not None:
        return refusal
    step = await asyncio.to_thread(record_step, hall.pit, who)
    return step if isinstance(step, Refusal) else await follow_clock(hall)


async def follow_clock(hall: Hall) -> Refusal | None:
    """Take the times that were confirmed at any process of the house, in order."""
    if hall.pit.watch_on is None:
        return None
    async with hall.pit.watch_on[0].alone:
        steps = await asyncio.to_thread(new_steps, hall.pit)
        if isinstance(steps, Refusal):
            return steps
        for step in steps:
            take_clock_step(hall, step)
            moved = await asyncio.to_thread(move_limits, hall.pit.store, step)
            if isinstance(moved, Refusal):
                return moved
            hall.pit.clock_version = step.version
    return None


def take_clock_step(hall: Hall, step: ClockStep) -> None:
    """Go on at a confirmed time: tables, sessions, seats that are kept, and what viewers see."""
    take_step(hall.pit, step)
    now_ms = hall.clock()
    hall.people.follow_step(step, now_ms=now_ms)
    for times in (hall.seen_ms, hall.told_ms):
        times.update({key: min(at_ms, now_ms) for key, at_ms in times.items()})
    for connections in hall.connections.values():
        for connection in connections:
            connection.mark(now_ms)
    hall.nudge.set()
    hall.log.event("clock.confirmed", who=step.who, from_ms=step.from_ms, to_ms=step.to_ms)
