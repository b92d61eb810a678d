"""Confirmed times: the house's time is set to the machine's, ahead or back, on record.

Recording and reading is for any thread; `take_step` is for the one that runs the tables.
"""

from __future__ import annotations

import hashlib

from pitboss.audit.canonical import Json
from pitboss.ledger.accounts import PlayerId
from pitboss.ledger.clock_steps import SLACK_MS, ClockStep, newest_stamp
from pitboss.ledger.limits import RAISE_DELAY_MS, LimitKind, SetLimit
from pitboss.pit.pit import Pit
from pitboss.pit.replay import STREAM
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.clock_steps import ACTOR, KIND
from pitboss.store.records import Commit, Event
from pitboss.store.store import Store

ASKED = "limit.asked"
MOVED = "limit.moved"
OPERATOR = "operator"
"""The person at the machine who confirms its clock at the start."""


def newest_ms(store: Store) -> int | Refusal:
    """The time of the newest record; what a clock that was ahead left behind does not count."""
    heads, steps = store.heads(), store.clock_steps()
    if isinstance(heads, Refusal):
        return heads
    if isinstance(steps, Refusal):
        return steps
    stamps_ms = []
    for head in heads:
        last = store.read(head.stream, after=head.version - 1, limit=1)
        if isinstance(last, Refusal):
            if last.code is RefusalCode.TAMPERED and head.stream.startswith(STREAM):
                # Such a table is quarantined; what its last record says is not believed.
                continue
            return last
        stamps_ms.append(last[0].at_ms)
    return newest_stamp(steps, stamps_ms)


def record_step(pit: Pit, who: str) -> ClockStep | Refusal | None:
    """Put on record that somebody confirmed the machine's time; it is not taken yet.

    None when the machine's clock and the house's time agree.
    """
    if pit.watch_on is None or not pit.watch_on[0].is_held:
        return None
    clock = pit.watch_on[0]
    from_ms, to_ms = clock.now(), clock.wall()
    if to_ms < 0:
        return Refusal(RefusalCode.BAD_FIELD, "The machine's clock is before 1970; set it first.")
    since_ms = pit.store.first_after(to_ms)
    if isinstance(since_ms, Refusal):
        return since_ms
    since_ms = from_ms if since_ms is None else since_ms
    body: dict[str, Json] = {"from_ms": from_ms, "since_ms": since_ms, "to_ms": to_ms, "who": who}
    # Under the new time, so that the record shows when it really was.
    answer = pit.record(KIND, body, now_ms=to_ms, actor=ACTOR)
    if isinstance(answer, Refusal):
        return answer
    return ClockStep(
        version=answer.version, from_ms=from_ms, to_ms=to_ms, since_ms=since_ms, who=who
    )


def new_steps(pit: Pit) -> tuple[ClockStep, ...] | Refusal:
    """Times that were confirmed, at this process or another, and are not taken here yet."""
    steps = pit.store.clock_steps()
    if isinstance(steps, Refusal):
        return steps
    return tuple(step for step in steps if step.version > pit.clock_version)


def take_step(pit: Pit, step: ClockStep) -> None:
    """Go on at the confirmed time; everybody's time to think begins again."""
    if pit.watch_on is None:
        return
    clock = pit.watch_on[0]
    wall_ms = clock.wall()
    # Another machine's clock may still be wrong; what was confirmed holds for the whole house.
    clock.set(wall_ms if abs(wall_ms - step.to_ms) <= SLACK_MS else step.to_ms)
    for desk in tuple(pit.desks.values()):
        desk.restart_timer(clock.now())


# Limits that were asked for while the clock was ahead.


def move_limits(store: Store, step: ClockStep) -> int | Refusal:
    """Let limits that a clock which was ahead had set end in time; how many those were.

    Each ends as far from the confirmed time as it did from the other. Done twice it has one effect.
    """
    found = store.limits_after(step.to_ms) if step.back_ms else ()
    if isinstance(found, Refusal):
        return found
    count = 0
    for player, kind, state in found:
        value = _value(store, step, player, kind, state.in_force)
        if isinstance(value, Refusal):
            return value
        from_ms = state.pending_from_ms
        is_waiting = from_ms is not None and step.covers(from_ms - RAISE_DELAY_MS)
        if value == state.in_force and not is_waiting:
            continue
        wish = SetLimit(
            player=PlayerId(player),
            kind=kind,
            value=value,
            back_ms=step.back_ms if is_waiting else 0,
        )
        answer = store.append(_commit(step, wish))
        if isinstance(answer, Refusal):
            return answer
        count += not answer.is_repeat
    return count


def _value(
    store: Store, step: ClockStep, player: str, kind: LimitKind, in_force: int | None
) -> int | Refusal | None:
    """What is in force: for a cool-off that was asked for by the wrong clock, an earlier end."""
    if kind is not LimitKind.COOL_OFF or in_force is None or in_force <= step.to_ms:
        return in_force
    asked_ms = 0
    for record in store.replay(f"player:{player}"):
        if isinstance(record, Refusal):
            return record
        for event in record.events:
            found = event.body.get("kind"), event.body.get("value")
            if event.kind in (ASKED, MOVED) and found == (kind.value, in_force):
                asked_ms = record.at_ms
    return in_force - step.back_ms if step.covers(asked_ms) else in_force


def _commit(step: ClockStep, wish: SetLimit) -> Commit:
    what = f"{step.version}.{wish.player}.{wish.kind.value}"
    digest = hashlib.sha256(what.encode()).hexdigest()
    body: dict[str, Json] = {"kind": wish.kind.value, "player": wish.player, "step": step.version}
    if wish.value is not None:
        body["value"] = wish.value
    return Commit(
        stream=f"player:{wish.player}",
        expected=None,
        at_ms=step.to_ms,
        actor="house:house",
        client_id=f"clock.{digest[:32]}",
        fingerprint=digest,
        events=(Event(MOVED, body),),
        limits=(wish,),
    )
