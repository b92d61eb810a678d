"""The account of a round that is over: what bets were worth, decisions cost and luck brought.

Plays the round again and asks, at each moment of the seat, with that seat's own view. By definition
result = worth of the bets - cost of decisions + luck, in exact fractions of minor units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.coach.seen import Seen, plain
from pitboss.coach.values import DecisionValue, values
from pitboss.games.rounds import Round, begin, take
from pitboss.games.steps import CloseBets, Decide
from pitboss.refusals import unwrap
from pitboss.units import SeatIndex

NOTHING = Fraction(0)
DEFINITION = (
    "Result = what your bets were worth − what your decisions cost + luck. A bet is worth its exact"
    " average with best play from the moment bets close, against not betting, which is worth"
    " nothing. A decision costs what it is worth less than the best one for the hand you held."
    " Luck is all the rest, and averages to nothing."
)


@dataclass(frozen=True, slots=True)
class RoundAccount:
    """One seat's round, in minor units."""

    staked: int
    """What lay on the felt when bets closed."""
    result: int
    worth: Fraction
    """What those stakes netted on average with best play, given what the seat knew."""
    best_worth: Fraction
    """What the same credits would have netted on the best bet that was open."""
    cost: Fraction
    """What the decisions gave away; never negative."""
    decision: DecisionValue | None = None
    """The last decision that could cost something."""

    @property
    def luck(self) -> Fraction:
        return self.result - self.worth + self.cost


NO_ROUND = RoundAccount(0, 0, NOTHING, NOTHING, NOTHING)


def account_of(played: Round, seat: SeatIndex) -> RoundAccount:
    """The account of a seat; of nothing where the round did not count or the seat had no bet."""
    if not played.is_over or played.game.ending(played.state).void:
        return NO_ROUND
    current = unwrap(begin(played.game, played.edition, seats=played.seats, carry=played.start))
    found = NO_ROUND
    for step in played.steps:
        if isinstance(step, CloseBets):
            found = _at_close(current, seat)
        following = unwrap(take(current, step))
        if isinstance(step, Decide) and step.actor == seat:
            found = _add_decision(found, current, following, seat)
        current = following
    return replace(found, result=sum(line.net for line in played.lines() if line.seat == seat))


def seen_by(current: Round, seat: SeatIndex) -> Seen:
    """What a seat sees of a round, in plain data."""
    game = current.game
    stakes = {str(bet.spot): int(bet.stake) for bet in game.bets(current.state) if bet.seat == seat}
    return Seen(
        seat=int(seat),
        felt=plain(game.view(current.state, seat)),
        start=dict(game.write_carry(current.start)),
        stakes=stakes,
    )


def _at_close(current: Round, seat: SeatIndex) -> RoundAccount:
    seen = seen_by(current, seat)
    staked = sum(seen.stakes.values())
    if not staked:
        return NO_ROUND
    found = values(current.game, current.edition, seen)
    worth = sum((stake * found.bets[spot] for spot, stake in seen.stakes.items()), NOTHING)
    open_now = {str(s.key) for s in current.game.spots(current.state, seat) if s.closed is None}
    best = max((net for spot, net in found.bets.items() if spot in open_now), default=NOTHING)
    return RoundAccount(staked, 0, worth, staked * best, NOTHING)


def _add_decision(
    found: RoundAccount, before: Round, after: Round, seat: SeatIndex
) -> RoundAccount:
    """Add what a decision cost: its options as they stood before, taken as the view says after."""
    owed = values(before.game, before.edition, seen_by(before, seat)).decision
    if owed is None:
        return found
    step = after.steps[-1]
    option = step.option if isinstance(step, Decide) else ""
    # A setting of one's own is still the play of the hand.
    made = next((key for key in owed.worths if option.startswith(key)), None)
    decision = DecisionValue(owed.worths, made, owed.note)
    return replace(found, cost=found.cost + decision.cost, decision=decision)
