"""The house's time as staff see and confirm it, and how every part of the house follows it."""

from __future__ import annotations

import asyncio

from pitboss.ledger.clock_steps import ClockStep
from pitboss.pit.clock_steps import OPERATOR, move_limits, new_steps, record_step, take_step
from pitboss.refusals import Refusal
from pitboss.server.edge.errors import CLOSING, AnyRefusal
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.schemas import ClockNote, ClockStepNote
from pitboss.server.floor.table_service import TableService

STEPS_SHOWN = 5


def clock_note(tables: TableService) -> ClockNote | Refusal:
    """The house's time, the machine's, and recent confirmations."""
    steps = tables.pit.store.clock_steps()
    if isinstance(steps, Refusal):
        return steps
    house_clock = None if tables.pit.watch_on is None else tables.pit.watch_on[0]
    confirmed = tuple(
        ClockStepNote.fill(step, who=_name(tables, step.who))
        for step in reversed(steps[-STEPS_SHOWN:])
    )
    return ClockNote(
        now_ms=tables.runtime.clock(),
        off_ms=0 if house_clock is None else house_clock.off_ms,
        is_held=house_clock is not None and house_clock.is_held,
        confirmed=confirmed,
    )


def _name(tables: TableService, who: str) -> str:
    person = tables.people.person(who)
    return who if person is None else person.name


def start_clock(presence: Presence, *, is_confirmed: bool) -> Refusal | None:
    """Before the house opens: confirm the clock if asked to, and finish earlier steps."""
    tables = presence.tables
    house_clock = None if tables.pit.watch_on is None else tables.pit.watch_on[0]
    if house_clock is not None and house_clock.is_held:
        tables.runtime.log.event("clock.held", off_ms=house_clock.off_ms)
        step = record_step(tables.pit, OPERATOR) if is_confirmed else None
        if isinstance(step, Refusal):
            return step
        if step is not None:
            take_clock_step(presence, step)
    steps = tables.pit.store.clock_steps()
    if isinstance(steps, Refusal):
        return steps
    for step in steps:
        tables.people.follow_step(step, now_ms=tables.runtime.clock())
        tables.pit.clock_version = step.version
    moved = move_limits(tables.pit.store, steps[-1]) if steps else 0
    return moved if isinstance(moved, Refusal) else None


async def confirm_clock(presence: Presence, who: str) -> AnyRefusal | None:
    """Set the house's time to the machine's, on record; nothing to do when they agree."""
    pit = presence.tables.pit
    if presence.runtime.is_stopping:
        return CLOSING
    refusal = await follow_clock(presence)
    if refusal is not None:
        return refusal
    step = await asyncio.to_thread(record_step, pit, who)
    return step if isinstance(step, Refusal) else await follow_clock(presence)


async def follow_clock(presence: Presence) -> Refusal | None:
    """Take over the times confirmed at any process of the house, in order."""
    pit = presence.tables.pit
    if pit.watch_on is None:
        return None
    async with pit.watch_on[0].lock:
        steps = await asyncio.to_thread(new_steps, pit)
        if isinstance(steps, Refusal):
            return steps
        for step in steps:
            take_clock_step(presence, step)
            moved = await asyncio.to_thread(move_limits, pit.store, step)
            if isinstance(moved, Refusal):
                return moved
            pit.clock_version = step.version
    return None


def take_clock_step(presence: Presence, step: ClockStep) -> None:
    """Continue at a confirmed time: tables, sessions, kept seats, and views."""
    tables = presence.tables
    take_step(tables.pit, step)
    tables.people.follow_step(step, now_ms=tables.runtime.clock())
    presence.follow_clock()
    tables.wake()
    tables.runtime.log.event(
        "clock.confirmed", who=step.who, from_ms=step.from_ms, to_ms=step.to_ms
    )
