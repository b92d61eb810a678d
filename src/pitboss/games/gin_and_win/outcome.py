"""The outcome of a round: the dealer's hand, and for each seat who won and what the bonus saw."""

from __future__ import annotations

import msgspec

from pitboss.games.gin_and_win.bonus import BonusLine, bonus_line
from pitboss.games.gin_and_win.combinations import Arrangement
from pitboss.games.gin_and_win.compare import Comparison, compare
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.gin_and_win.state import UNSEEN, Decision, GinState, Phase
from pitboss.invariants import check
from pitboss.units import SeatIndex


class SeatOutcome(msgspec.Struct, frozen=True):
    seat: SeatIndex
    folded: bool
    hand: Arrangement
    """As it was played; a folded hand the house way."""
    comparison: Comparison | None
    """None when the hand was folded or the dealer did not qualify."""
    bonus: BonusLine | None
    """The line the seven cards reach, whether or not the seat bet on it (GNW-7.1)."""


class Outcome(msgspec.Struct, frozen=True):
    dealer: Arrangement
    qualifies: bool
    seats: tuple[SeatOutcome, ...]

    @property
    def all_folded(self) -> bool:
        return all(seat.folded for seat in self.seats)


def outcome(state: GinState) -> Outcome:
    """Only when every seat has decided."""
    check(state.phase is Phase.OVER, "a round has an outcome when every seat has decided")
    heights = state.edition.heights
    dealer = house_way(state.dealer, heights)  # GNW-2.4
    qualifies = state.edition.qualifier.admits(dealer, heights)
    against = dealer if qualifies else None
    seats = tuple(_seat_outcome(state, made, against) for made in state.decisions)
    return Outcome(dealer, qualifies, seats)


def _seat_outcome(state: GinState, made: Decision, dealer: Arrangement | None) -> SeatOutcome:
    heights = state.edition.heights
    cards = state.hand(made.seat)
    if not cards:  # GNW-5.8: a folded hand that nobody saw
        return SeatOutcome(made.seat, folded=True, hand=UNSEEN, comparison=None, bonus=None)
    house = house_way(cards, heights)
    comparison = None
    if made.played is not None and dealer is not None:
        comparison = compare(made.played, dealer, heights)
    return SeatOutcome(
        seat=made.seat,
        folded=made.played is None,
        hand=made.played or house,
        comparison=comparison,
        bonus=bonus_line(house, heights=heights, low=state.edition.low),  # GNW-7.3
    )
