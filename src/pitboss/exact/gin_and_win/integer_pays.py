"""Values of a decision in whole numbers: pays over one denominator, times dealer hands."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.parameters import GinParameters

Values = NDArray[Any]


@dataclass(frozen=True, slots=True)
class WholePays:
    """What a played hand nets in each case, in units of one over `unit` of an Ante."""

    unit: int
    no_qualify: int
    win: int
    zero_win: int
    lose: int
    tie: int
    zero_tie: int
    dealer_hands: int
    deals: int

    @property
    def fold(self) -> int:
        """What folding nets against all dealer hands."""
        return -self.unit * self.dealer_hands

    def whole(self, counts: NDArray[np.int64]) -> Values:
        """Counts in a form whose products with these pays, summed over all deals, cannot wrap."""
        largest = max(self.no_qualify, self.win, self.zero_win, self.zero_tie, -self.lose)
        if largest * self.deals < 2**62:
            return counts
        return counts.astype(object)

    def times(self, pay: int, counts: NDArray[np.int32]) -> Values:
        """A pay times many small counts, without a wider copy of them."""
        if self.whole(np.zeros(1, dtype=np.int64)).dtype == object:
            return pay * counts.astype(object)
        return np.multiply(counts, pay, dtype=np.int64)


def whole_pays(parameters: GinParameters) -> WholePays:
    nets = (
        parameters.ante_no_qualify,
        parameters.net_win,
        parameters.net_zero_win,
        parameters.net_tie,
        parameters.net_zero_tie,
    )
    unit = lcm(*(net.denominator for net in nets))
    no_qualify, win, zero_win, tie, zero_tie = (int(net * unit) for net in nets)
    return WholePays(
        unit=unit,
        no_qualify=no_qualify,
        win=win,
        zero_win=zero_win,
        lose=-2 * unit,
        tie=tie,
        zero_tie=zero_tie,
        dealer_hands=parameters.pool.dealer_hands,
        deals=parameters.pool.deals,
    )
