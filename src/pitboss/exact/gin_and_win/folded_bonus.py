"""The reading in which a fold loses the bonus bet too: which paid hands are folded.

As ruled the bonus stays in action. Under best play no hand that makes a line is folded, so the
reading changes nothing unless unusual pays make low scores fold.
"""

from __future__ import annotations

from pitboss.exact.gin_and_win.bonus import LINES, LOSE
from pitboss.exact.gin_and_win.line_census import lines_by_census
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.solve import shortcuts_hold

PAID_SCORE = 2
"""The highest score that makes a line."""


def lost_on_fold(
    counts: dict[str, int], parameters: GinParameters, *, lowest: int, highest: int
) -> dict[str, int]:
    """Hands by line when folded hands lose; the base game is decided by itself."""
    if shortcuts_hold(parameters) and parameters.qualifier_score > PAID_SCORE:
        return dict(counts)
    deals = lines_by_census(parameters, lowest=lowest, highest=highest)
    folded = {line: deals[line].fold // parameters.pool.dealer_hands for line in LINES}
    left = {line: counts[line] - folded[line] for line in LINES}
    return {**left, LOSE: counts[LOSE] + sum(folded.values())}
