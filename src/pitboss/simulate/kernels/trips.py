"""Trips: a betting table and a bankroll walked through traced rounds of any game."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel

Numbers = NDArray[np.int64]

TIME, STOP_WIN, STOP_LOSS, RUIN = range(4)


class MoneyTable(NamedTuple):
    """A betting table in money: nets and wagers by row and cell, in minor units."""

    nets: Numbers
    wagers: Numbers
    needs: Numbers
    """The most that each row can put at stake; with less in hand it cannot be played."""
    follows: Numbers
    """[row, 0 lost, 1 pushed, 2 won]: the next row."""


@kernel(largest=2**62)
def walk_trips(
    cells: NDArray[np.uint16], money: MoneyTable, limits: tuple[int, int, int], out: Numbers
) -> None:
    """One row of `out` a trip: net, rounds, wagered, deepest fall, ending."""
    nets, wagers, needs, follows = money
    bankroll, win_at, lose_at = limits
    for trip in range(cells.shape[0]):
        row = 0
        net = 0
        high = 0
        fall = 0
        wagered = 0
        played = 0
        ending = TIME
        while played < cells.shape[1]:
            cell = cells[trip, played]
            change = nets[row, cell]
            net += change
            wagered += wagers[row, cell]
            played += 1
            high = max(high, net)
            fall = max(fall, high - net)
            row = follows[row, 1 + (change > 0) - (change < 0)]
            if net >= win_at:
                ending = STOP_WIN
                break
            if net <= -lose_at:
                ending = STOP_LOSS
                break
            if bankroll + net < needs[row]:
                ending = RUIN
                break
        out[trip, 0] = net
        out[trip, 1] = played
        out[trip, 2] = wagered
        out[trip, 3] = fall
        out[trip, 4] = ending
