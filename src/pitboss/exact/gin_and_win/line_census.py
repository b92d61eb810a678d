"""Deals by bonus line where no shortcut holds: every class of hands, decided and counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.bonus import LINES, LOSE, pattern_lines
from pitboss.exact.gin_and_win.census import Census, rank_sets, take_census
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.patterns import patterns_of
from pitboss.exact.gin_and_win.solution import DealCounts

TWO = 2


def lines_by_census(
    parameters: GinParameters, *, lowest: int, highest: int
) -> dict[str, DealCounts]:
    """Every class of hands by the line it makes."""
    census, patterns = take_census(parameters), patterns_of(parameters.pool)
    folds = np.asarray(census.play_values() < whole_pays(parameters).fold, dtype=np.bool_)
    lines = pattern_lines(patterns)
    totals = {name: np.zeros(7, dtype=object) for name in (*LINES, LOSE)}
    for at in range(patterns.ranks.size):
        part = slice(int(census.starts[at]), int(census.starts[at + 1]))
        for name, chosen in _split(census, at, int(lines[at]), lowest=lowest, highest=highest):
            zero = bool(patterns.score[at] == 0)
            ends = _ends(census, part, chosen & ~folds[part], zero=zero)
            folded = int((chosen & folds[part]).sum()) * parameters.pool.dealer_hands
            totals[name] += int(patterns.images[at]) * np.array([folded, *ends], dtype=object)
    return {name: DealCounts(*(int(one) for one in sums)) for name, sums in totals.items()}


def _split(
    census: Census, at: int, line: int, *, lowest: int, highest: int
) -> list[tuple[str, NDArray[np.bool_]]]:
    """The lines that the classes of one pattern make: two where a pair's ranks decide."""
    patterns, pool = patterns_of(census.parameters.pool), census.parameters.pool
    ranks, left_over = int(patterns.ranks[at]), int(patterns.left_over[at])
    rows = rank_sets(pool.ranks, ranks).rows + 1
    everyone = np.ones(rows.shape[0], dtype=np.bool_)
    if line < len(LINES):
        return [(LINES[line], everyone)]
    if patterns.score[at] != TWO:
        return [(LOSE, everyone)]
    left = rows[:, (left_over >> np.arange(ranks) & 1) == 1]
    inside = (left >= lowest) & (left <= highest)
    pays = np.logical_and.reduce(inside, axis=1)
    return [(LINES[-1], pays), (LOSE, ~pays)]


def _ends(census: Census, part: slice, played: NDArray[np.bool_], *, zero: bool) -> list[int]:
    """Dealer hands of the played classes, in the order of the fields of `DealCounts`."""
    fails, win, lose, tie = (
        int(counts[part][played].sum(dtype=np.int64))
        for counts in (census.no_qualify, census.win, census.lose, census.tie)
    )
    return [fails, 0, win, lose, 0, tie] if zero else [fails, win, 0, lose, tie, 0]
