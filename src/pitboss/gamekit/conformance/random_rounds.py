"""A table of random players that plays whole rounds through the contract alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.gamekit.conformance.findings import Failed, expect
from pitboss.games.game_folder import GameEdition
from pitboss.games.needs import NeedBets, NeedDecisions, NeedDraw
from pitboss.games.rounds import Round, begin, draw_for, take
from pitboss.games.steps import Call, CloseBets, Step
from pitboss.players.random_player import random_bets, random_decision
from pitboss.refusals import Refusal
from pitboss.units import SeatIndex

STEPS_MAX = 400
"""No round of any game is longer than this; a longer one never ends."""


def must(result: Round | Refusal) -> Round:
    """The round after a step that the rules offered."""
    if isinstance(result, Refusal):
        raise Failed(f"A step that the rules offer is refused: {result.sentence}")
    return result


def rounds_of(subject: GameEdition, seed: int, count: int) -> Iterator[list[Round]]:
    """Whole rounds, each as the list of its positions from start to end, carried on."""
    source = SeededBits(f"contract {subject.edition.head.hash} {seed}".encode())
    carry: Any = None
    for _ in range(count):
        seats = _some_seats(subject, source)
        start = must(begin(subject.game, subject.edition, seats=seats, carry=carry))
        positions = list(play(start, source))
        yield positions
        carry = positions[-1].carry()


def play(current: Round, source: SeededBits, *, with_calls: bool = True) -> Iterator[Round]:
    """Every position of one round, the start included."""
    yield current
    for _ in range(STEPS_MAX):
        if current.is_over:
            return
        for step in next_steps(current, source, with_calls=with_calls):
            current = must(take(current, step))
            yield current
    raise Failed(f"A round is not over after {STEPS_MAX} steps.")


def next_steps(current: Round, source: SeededBits, *, with_calls: bool = True) -> tuple[Step, ...]:
    """What random players and the dealer do now."""
    if with_calls and draw_below(source, 60) == 0:
        calls = current.game.calls(current.state)
        if calls:
            call = calls[draw_below(source, len(calls))]
            showed = draw_for(current.need, source) if call.shows else None
            shown = () if showed is None else showed.shown
            return (Call(call.key, "Random call of the dealer.", shown),)
    need = current.need
    if isinstance(need, NeedBets):
        bets = [b for seat in current.seats for b in random_bets(current, seat, source)]
        return (*bets, CloseBets())
    if isinstance(need, NeedDecisions):
        expect(bool(need.pending), "A decision is awaited of nobody.")
        actor = need.pending[draw_below(source, len(need.pending))].actor
        decision = random_decision(current, actor, source)
        return () if decision is None else (decision,)
    if isinstance(need, NeedDraw):
        what = f"A draw of {need.count} {need.kind}"
        expect(need.most_cases() > 0, f"{what} is not in what it is drawn from.")
    step = draw_for(need, source)
    return () if step is None else (step,)


def _some_seats(subject: GameEdition, source: SeededBits) -> tuple[SeatIndex, ...]:
    most = subject.edition.head.seats_max
    seats = [s for s in range(1, most + 1) if draw_below(source, 2)]
    return tuple(SeatIndex(s) for s in seats) or (SeatIndex(1),)
