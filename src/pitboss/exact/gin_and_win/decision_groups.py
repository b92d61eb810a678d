"""Decision groups: hands that share a value, and tallies of the deals they are dealt into.

Left-over ranks of scores above the qualifying one may stand on both sides of the qualifier, so the
gap between them that holds it is split in two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.dealer_counts import count_dealers, hand_types, split_index
from pitboss.exact.gin_and_win.integer_pays import Values, WholePays, whole_pays
from pitboss.exact.gin_and_win.lattice import binomials
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.patterns import bits_in, patterns_of
from pitboss.exact.gin_and_win.qualifying_hands import ScoreLevel, score_level
from pitboss.exact.gin_and_win.ties import gap_sizes
from pitboss.exact.gin_and_win.types import Counts


@dataclass(frozen=True, slots=True)
class DealTally:
    """Deals of some hands by the dealer's side, were they all played."""

    hands: int = 0
    no_qualify: int = 0
    win: int = 0
    lose: int = 0
    tie: int = 0

    def __add__(self, other: DealTally) -> DealTally:
        return DealTally(*map(sum, zip(astuple(self), astuple(other), strict=True)))


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

    def tally(self, chosen: NDArray[np.bool_]) -> DealTally:
        hands = np.where(chosen, self.hands, 0)
        ends = (self.no_qualify, self.win, self.lose, self.tie)
        return DealTally(int(hands.sum()), *(dot(hands, one) for one in ends))

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


def failing_cells(parameters: GinParameters) -> Cells:
    """Hands that would not qualify, by type: only dealers of a higher score lose to them."""
    table, pays = count_dealers(parameters), whole_pays(parameters)
    chosen = ~table.qualifies
    failing, win = table.failing[chosen], table.higher(parameters)[chosen]
    return cells_of(
        pays,
        table.hands[chosen],
        no_qualify=failing,
        win=win,
        lose=pays.dealer_hands - failing - win,
        tie=np.zeros_like(failing),
    )


def scores_above(parameters: GinParameters) -> tuple[int, ...]:
    """Scores above the qualifying one with which a dealer qualifies, as far as hands have them."""
    occur = np.unique(patterns_of(parameters.pool).score).tolist()
    score, worst = parameters.qualifier_score, parameters.worst_qualifying
    return tuple(one for one in occur if score < one <= worst)


def cells_of_score(parameters: GinParameters, score: int) -> Iterator[Cells]:
    """Qualifying hands of a score: a row a pattern, a column a left-over mask; none if not fair.

    One yield for each number of left-over ranks up to the qualifier, and of other ranks of the
    hand that share the qualifier's gap and stand below it: both decide the dealer hands that fail.
    """
    level = score_level(parameters.pool, score)
    if level is None:
        return
    below = bits_in(level.masks & ((1 << parameters.qualifier_rank) - 1))
    # With the qualifying score itself, only hands with every left-over rank up to it qualify.
    least = score if score == parameters.qualifier_score else 0
    for left_below in range(least, score + 1):
        columns = np.flatnonzero(below == left_below)
        for low in range(int(level.needs[:, left_below].max()) + 1 if columns.size else 0):
            rows = np.flatnonzero(level.needs[:, left_below] >= low)
            yield _cells(parameters, level, rows, columns, left_below=left_below, low=low)


def _cells(
    parameters: GinParameters,
    level: ScoreLevel,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    *,
    left_below: int,
    low: int,
) -> Cells:
    table, pays = count_dealers(parameters), whole_pays(parameters)
    needs = level.needs[rows]
    in_low = left_below + needs[:, :left_below].sum(axis=1) + low
    at = split_index(hand_types(parameters.pool), level.patterns.take(rows), in_low)
    failing = table.failing[at][:, None]
    better = table.beside[at, : level.score].sum(axis=1)[:, None]
    lose = better + level.lower[np.ix_(rows, columns)]
    tie = level.equal[rows, None]
    # Hands with each pattern and mask: the qualifier's gap gives `low` ranks under it.
    gaps = gap_sizes(level.masks[columns], score=level.score, ranks=parameters.pool.ranks)[::2]
    under = parameters.qualifier_rank - left_below - gaps[:left_below].sum(axis=0)
    gaps[left_below] -= under
    needs[:, left_below] -= low
    # Far fewer ways to use the gaps than patterns: find each once.
    kinds, kind = np.unique(needs, axis=0, return_inverse=True)
    ways = np.tile(binomials()[under, low], (kinds.shape[0], 1))
    for gap in range(level.score + 1):
        ways *= binomials()[gaps[gap]][:, kinds[:, gap]].T
    return cells_of(
        pays,
        ways[kind.reshape(-1)] * level.patterns.images[rows, None],
        no_qualify=failing,
        win=pays.dealer_hands - failing - lose - tie,
        lose=lose,
        tie=tie,
    )
