"""Tallies: what chunks of rounds add up to, in whole numbers only.

Columns are the nets of all bets, then what each was staked on (exposures). Products are sums over
independent packets of rounds, so a tally knows its own error where rounds are correlated; trips
are counted by how they ended.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.invariants import check

Numbers = NDArray[np.int64]

ENDINGS = ("time", "stop-win", "stop-loss", "ruin")
"""How a trip ends."""


@dataclass(frozen=True, slots=True)
class RoundTally:
    """Rounds, packets, and the sums that mean and error follow from."""

    rounds: int
    packets: int
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    """Rounds by outcome, in the order of the model; empty where outcomes are not numbered."""

    def __add__(self, other: RoundTally) -> RoundTally:
        check(len(self.sums) == len(other.sums), "tallies of one model have the same columns")
        check(len(self.cells) == len(other.cells), "tallies of one model have the same cells")
        return RoundTally(
            self.rounds + other.rounds,
            self.packets + other.packets,
            _sum(self.sums, other.sums),
            tuple(_sum(a, b) for a, b in zip(self.products, other.products, strict=True)),
            _sum(self.cells, other.cells),
        )


@dataclass(frozen=True, slots=True)
class TripTally:
    """Trips by what they won, how far they fell, and how they ended."""

    trips: int = 0
    rounds: int = 0
    wagered: int = 0
    results: Counter[int] = field(default_factory=Counter)
    """Trips by net result in minor units."""
    drawdowns: Counter[int] = field(default_factory=Counter)
    """Trips by the deepest fall from a high point, in minor units."""
    endings: tuple[int, ...] = (0,) * len(ENDINGS)
    ruin_rounds: Counter[int] = field(default_factory=Counter)
    """Trips that were ruined, by the rounds it took."""

    def __add__(self, other: TripTally) -> TripTally:
        return TripTally(
            self.trips + other.trips,
            self.rounds + other.rounds,
            self.wagered + other.wagered,
            self.results + other.results,
            self.drawdowns + other.drawdowns,
            tuple(a + b for a, b in zip(self.endings, other.endings, strict=True)),
            self.ruin_rounds + other.ruin_rounds,
        )


@dataclass(frozen=True, slots=True)
class Point:
    """Means and errors after some chunks, as far as a convergence plot needs them."""

    rounds: int
    means: tuple[float, ...]
    errors: tuple[float, ...]


def _sum(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def nothing(*, columns: int, cells: int) -> RoundTally:
    """The tally of no rounds."""
    none = (0,) * columns
    return RoundTally(0, 0, none, (none,) * columns, (0,) * cells)


def whole(values: NDArray[np.int64] | NDArray[np.object_]) -> tuple[int, ...]:
    """Numpy's numbers as plain ones, which never wrap."""
    return tuple(int(value) for value in values)


def tally_of_counts(columns: Numbers, counts: Numbers) -> RoundTally:
    """The tally of independent rounds, each a packet, from their counts by cell."""
    rounds = int(counts.sum())
    largest = int(abs(columns).max(initial=1))
    # Plain integers take over where a sum of squares might not fit 63 bits.
    exact: NDArray[np.int64] | NDArray[np.object_] = columns
    if largest * largest * max(rounds, 1) >= 2**62:
        exact = columns.astype(object)
    weighed = exact * counts
    return RoundTally(
        rounds,
        rounds,
        whole(weighed.sum(axis=1)),
        tuple(whole(row) for row in weighed @ exact.T),
        whole(counts),
    )


def tally_of_packets(packets: Numbers, *, rounds: int) -> RoundTally:
    """The tally of packets given as rows of column sums; outcomes are not kept."""
    exact = packets.astype(object)
    products = exact.T @ exact
    return RoundTally(
        rounds,
        len(packets),
        whole(exact.sum(axis=0)),
        tuple(whole(row) for row in products),
        (),
    )
