"""Hands of scores above the qualifying one, in the reading in which those scores qualify.

Their left-over ranks may stand on both sides of the qualifier, so the gap between them that holds
it is split in two.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.dealer_counts import duels, hand_types, split_index
from pitboss.exact.gin_and_win.decision_groups import Cells, cells_of
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.lattice import binomials
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.patterns import bits_in, patterns_of
from pitboss.exact.gin_and_win.qualifying_hands import Brink, brink
from pitboss.exact.gin_and_win.ties import gap_sizes
from pitboss.exact.gin_and_win.types import Counts


def scores_above(parameters: GinParameters) -> tuple[int, ...]:
    """Scores above the qualifying one with which a dealer qualifies, as far as hands have them."""
    occur = np.unique(patterns_of(parameters.pool).score).tolist()
    score, worst = parameters.qualifier_score, parameters.worst_qualifying
    return tuple(one for one in occur if score < one <= worst)


def above_cells(parameters: GinParameters) -> Iterator[Cells]:
    """Every hand of those scores, where their left-over sets are fair."""
    for score in scores_above(parameters):
        yield from cells_of_score(parameters, score)


def cells_of_score(parameters: GinParameters, score: int) -> Iterator[Cells]:
    """A row a pattern, a column a left-over mask, as on the brink.

    One yield for each number of left-over ranks up to the qualifier, and of other ranks of the
    hand that share the qualifier's gap and stand below it: both decide the dealer hands that fail.
    """
    level = brink(parameters.pool, score)
    if level is None:
        return
    below = bits_in(level.masks & ((1 << parameters.qualifier_rank) - 1))
    for left_below in np.unique(below).tolist():
        columns = np.flatnonzero(below == left_below)
        for low in range(int(level.needs[:, left_below].max()) + 1):
            rows = np.flatnonzero(level.needs[:, left_below] >= low)
            yield _cells(parameters, level, rows, columns, left_below=left_below, low=low)


def _cells(
    parameters: GinParameters,
    level: Brink,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    *,
    left_below: int,
    low: int,
) -> Cells:
    table, pays = duels(parameters), whole_pays(parameters)
    in_low = left_below + level.needs[rows, :left_below].sum(axis=1) + low
    at = split_index(hand_types(parameters.pool), level.patterns.take(rows), in_low)
    failing = table.failing[at][:, None]
    better = table.beside[at, : level.score].sum(axis=1)[:, None]
    lose = better + level.lower[np.ix_(rows, columns)]
    tie = level.equal[rows, None]
    return cells_of(
        pays,
        _hands(parameters, level, rows, columns, left_below=left_below, low=low),
        no_qualify=failing,
        win=pays.dealer_hands - failing - lose - tie,
        lose=lose,
        tie=tie,
    )


def _hands(
    parameters: GinParameters,
    level: Brink,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    *,
    left_below: int,
    low: int,
) -> Counts:
    """(rows, columns): hands with a pattern and a mask and `low` ranks under the qualifier."""
    gaps = gap_sizes(level.masks[columns], score=level.score, ranks=parameters.pool.ranks)[::2]
    under = parameters.qualifier_rank - left_below - gaps[:left_below].sum(axis=0)
    over = gaps[left_below] - under
    needs = level.needs[rows]
    hands = np.multiply.outer(level.patterns.images[rows], binomials()[under, low])
    for gap in range(level.score + 1):
        size, need = gaps[gap], needs[:, gap]
        if gap == left_below:
            size, need = over, need - low
        hands *= binomials()[size][:, need].T
    result: Counts = hands
    return result
