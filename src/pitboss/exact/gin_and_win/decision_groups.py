"""Cells: hands that share a value, and tallies of the deals they are dealt into."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.integer_pays import Values, WholePays
from pitboss.exact.gin_and_win.types import Counts


@dataclass(frozen=True, slots=True)
class Tally:
    """Deals of some hands by the dealer's side, were they all played."""

    hands: int = 0
    no_qualify: int = 0
    win: int = 0
    lose: int = 0
    tie: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.hands + other.hands,
            self.no_qualify + other.no_qualify,
            self.win + other.win,
            self.lose + other.lose,
            self.tie + other.tie,
        )


def dot(one: Counts, other: Counts) -> int:
    """A sum of products of counts: at most all 6.1e15 deals, far inside 64 bits."""
    return int((one * other).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Some hands that share a value: how many, their dealer hands by outcome, what play nets."""

    hands: Counts
    no_qualify: Counts
    win: Counts
    lose: Counts
    tie: Counts
    value: Values

    def tally(self, chosen: NDArray[np.bool_]) -> Tally:
        hands = np.where(chosen, self.hands, 0)
        return Tally(
            int(hands.sum()),
            dot(hands, self.no_qualify),
            dot(hands, self.win),
            dot(hands, self.lose),
            dot(hands, self.tie),
        )

    def folds(self, pays: WholePays) -> NDArray[np.bool_]:
        return np.asarray(self.value < pays.fold, dtype=np.bool_)


def cells_of(
    pays: WholePays, hands: Counts, *, no_qualify: Counts, win: Counts, lose: Counts, tie: Counts
) -> Cells:
    """Cells of a score above zero, with what playing them nets."""
    value = (
        pays.no_qualify * pays.whole(no_qualify)
        + pays.win * pays.whole(win)
        + pays.lose * pays.whole(lose)
        + pays.tie * pays.whole(tie)
    )
    return Cells(hands, no_qualify, win, lose, tie, value)
