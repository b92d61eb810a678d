"""The round driver: the one loop that advances a round until someone must act.

A round is its start and its steps; the state is always their replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.equipment.draws import BitSource
from pitboss.games.calls import CallOption
from pitboss.games.contract import AnyGame, RoundScript
from pitboss.games.editions import HasHead
from pitboss.games.needs import Need, NeedDraw, NeedNothing
from pitboss.games.settlement import Line
from pitboss.games.steps import Call, Draw, Step
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode, unwrap
from pitboss.units import SeatIndex

# Reasons are written into the one-line-per-step notation, so they may not break a line.
REASON = re.compile(r"[^\W\d_][^\x00-\x1f\x7f\u0085\u2028\u2029]{0,199}(?<! )")


class Round(msgspec.Struct, frozen=True):
    """A round in play: where it started, what happened, and the state that follows."""

    game: AnyGame
    edition: HasHead
    seats: tuple[SeatIndex, ...]
    start: Any
    """The carry the round began with."""
    steps: tuple[Step, ...]
    state: Any

    @property
    def need(self) -> Need:
        return self.game.need(self.state)

    @property
    def is_over(self) -> bool:
        return isinstance(self.need, NeedNothing)

    def find_call(self, what: str) -> CallOption | None:
        """The dealer's call of that name, if it may be made now."""
        return next((one for one in self.game.calls(self.state) if one.key == what), None)

    def lines(self) -> tuple[Line, ...]:
        """The settlement; only when the round is over."""
        check(self.is_over, "a round is settled when it is over")
        return self.game.settle(self.state)

    def carry(self) -> Any:
        """What the next round starts from; only when this one is over."""
        check(self.is_over, "a round hands on when it is over")
        return self.game.carry(self.state)


def begin(
    game: AnyGame, edition: HasHead, *, seats: tuple[SeatIndex, ...], carry: Any = None
) -> Round | Refusal:
    """A new round; without a carry, the first one at a fresh table."""
    head = edition.head
    if not seats or len(set(seats)) != len(seats) or not set(seats) <= set(all_seats(edition)):
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"Seats must be different numbers from 1 to {head.seats_max}.",
        )
    start = game.first_carry(edition) if carry is None else carry
    state = game.open(edition, seats=tuple(sorted(seats)), carry=start)
    if isinstance(state, Refusal):
        return state
    return Round(game, edition, tuple(sorted(seats)), start, (), state)


def take(current: Round, step: Step) -> Round | Refusal:
    """The round after one step, or why the step is refused; the round passed in never changes."""
    if current.is_over:
        return Refusal(RefusalCode.ROUND_OVER, "The round is over; wait for the next one.")
    if isinstance(step, Call) and not REASON.fullmatch(step.reason):
        return Refusal(
            RefusalCode.BAD_TEXT,
            "A call needs its reason: one line of up to 200 characters that begins with a letter.",
        )
    state = current.game.apply(current.state, step)
    if isinstance(state, Refusal):
        return state
    steps = (*current.steps, step)
    return Round(current.game, current.edition, current.seats, current.start, steps, state)


def advance(current: Round, source: BitSource) -> Round:
    """Draw as long as the round asks for equipment; stop when a person must act."""
    while True:
        step = draw_for(current.need, source)
        if step is None:
            return current
        current = unwrap(take(current, step))


def draw_for(need: Need, source: BitSource) -> Draw | None:
    return Draw(need.draw(source)) if isinstance(need, NeedDraw) else None


def replay(game: AnyGame, edition: HasHead, script: RoundScript[Any]) -> Round | Refusal:
    current = begin(game, edition, seats=script.seats, carry=script.carry)
    for step in script.steps:
        if isinstance(current, Refusal):
            return current
        current = take(current, step)
    return current


def walk(played: Round) -> Iterator[tuple[Round, Step]]:
    """Every step of a round with the round as it stood just before it."""
    current = unwrap(begin(played.game, played.edition, seats=played.seats, carry=played.start))
    for step in played.steps:
        yield current, step
        current = unwrap(take(current, step))


def all_seats(edition: HasHead) -> tuple[SeatIndex, ...]:
    return tuple(SeatIndex(number) for number in range(1, edition.head.seats_max + 1))
