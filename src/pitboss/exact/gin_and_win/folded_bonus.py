"""The reading in which a fold loses the bonus bet too: which paid hands are folded.

As ruled the bonus stays in action. Under best play no hand that makes a line is folded, so
the reading changes nothing unless unusual pays make low scores fold. May import this folder;
used by its front.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.gin_and_win.bonus import LINES, LOSE, pattern_lines
from pitboss.exact.gin_and_win.census import rank_sets, take_census
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.patterns import patterns_of
from pitboss.exact.gin_and_win.solve import shortcuts_hold
from pitboss.exact.gin_and_win.stakes import whole_pays

PAID_SCORE = 2
"""The highest score that makes a line."""


def lost_on_fold(
    counts: dict[str, int], parameters: GinParameters, *, lowest: int, highest: int
) -> dict[str, int]:
    """Hands by line when folded hands lose; the base game is decided by itself."""
    if shortcuts_hold(parameters) and parameters.qualifier_score > PAID_SCORE:
        return dict(counts)
    folded = _folded_lines(parameters, lowest=lowest, highest=highest)
    left = {line: counts[line] - folded[line] for line in LINES}
    return {**left, LOSE: counts[LOSE] + sum(folded.values())}


def _folded_lines(parameters: GinParameters, *, lowest: int, highest: int) -> dict[str, int]:
    census, pool = take_census(parameters), parameters.pool
    folds = np.asarray(census.play_values() < whole_pays(parameters).fold, dtype=np.bool_)
    patterns = patterns_of(pool)
    lines = pattern_lines(patterns)
    folded = dict.fromkeys(LINES, 0)
    for at in np.flatnonzero(patterns.score <= PAID_SCORE):
        fold = folds[census.starts[at] : census.starts[at + 1]]
        line = int(lines[at])
        if line == len(LINES):
            line -= 1
            rows = rank_sets(pool.ranks, int(patterns.ranks[at])).rows + 1
            left = rows[:, (patterns.left_over[at] >> np.arange(rows.shape[1]) & 1) == 1]
            fold = fold & (left >= lowest).all(axis=1) & (left <= highest).all(axis=1)
        folded[LINES[line]] += int(patterns.images[at]) * int(fold.sum())
    return folded
