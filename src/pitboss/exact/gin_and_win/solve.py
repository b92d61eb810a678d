"""The quick solution: every hand decided, every deal counted, without looking at each.

Totals follow from pairs of types, since winning and losing change places when player and dealer do;
hands that cannot qualify are decided by type, hands of the qualifying score one by one, and lower
scores are proved to be played. Where that proof fails, as for unusual pays, `census` takes over.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.dealer_counts import count_dealers
from pitboss.exact.gin_and_win.decision_groups import (
    DealTally,
    cells_of_score,
    dot,
    failing_cells,
    scores_above,
)
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.qualifying_hands import ScoreLevel, even_ties, score_level
from pitboss.exact.gin_and_win.solution import Solution
from pitboss.exact.gin_and_win.ties import rivals
from pitboss.invariants import check

ZERO = 0
METHOD = (
    "Hands that differ only by a swap of suits or ranks are counted together; those with the"
    " qualifying score are counted one by one. Nothing is sampled."
)


def low_scores_play(parameters: GinParameters) -> bool:
    """Whether every hand below the qualifying score is proved better played than folded.

    The bound takes every dealer hand of the same score at its worst and is exact otherwise,
    type by type: a hand of score j beats every qualifying hand of a higher score. For a score
    of zero nothing is left open, since equal scores are ties.
    """
    table, pays = count_dealers(parameters), whole_pays(parameters)
    score, beside = table.types.score, pays.whole(table.beside)
    for own in range(parameters.qualifier_score):
        chosen = (table.hands > 0) & (score == own)
        win = pays.zero_win if own == ZERO else pays.win
        same = pays.zero_tie if own == ZERO else min(pays.lose, pays.tie, pays.win)
        least = (
            pays.no_qualify * pays.whole(table.failing)[chosen]
            + win * beside[chosen, own + 1 :].sum(axis=1)
            + same * beside[chosen, own]
            + pays.lose * beside[chosen, :own].sum(axis=1)
        )
        if (least < pays.fold).any():
            return False
    return True


def everything_played(parameters: GinParameters, level: ScoreLevel) -> tuple[DealTally, int, int]:
    """All deals when nobody folds; the wins with a score of zero; the ties of two zeros."""
    pool, table = parameters.pool, count_dealers(parameters)
    fails = ~table.qualifies
    both_fail = dot(table.hands[fails], table.failing[fails])
    no_qualify = int(table.hands[fails].sum()) * pool.dealer_hands
    both_qualify = pool.deals - 2 * no_qualify + both_fail
    whole = (*range(parameters.qualifier_score), *scores_above(parameters))
    ties = sum(ties_of_score(pool, score) for score in whole) + qualifying_ties(parameters, level)
    check((both_qualify - ties) % 2 == 0, "wins and losses change places with the hands")
    win = (both_qualify - ties) // 2
    # A hand that fails beats only dealers of higher scores, where those qualify.
    higher = dot(table.hands[fails], table.higher(parameters)[fails])
    lose = win + no_qualify - both_fail - higher
    tally = DealTally(pool.hands, no_qualify, win + higher, lose, ties)
    zero = table.types.score == ZERO
    zero_ties = dot(table.hands[zero], table.beside[zero, ZERO])
    return tally, dot(table.hands[zero], table.beside[zero, 1:].sum(axis=1)), zero_ties


def ties_of_score(pool: CardPool, score: int) -> int:
    """Deals of one score that tie: by one left-over set for all where that is fair."""
    even = even_ties(pool, score)
    return int(rivals(pool, score).ties.sum()) if even is None else even


def qualifying_ties(parameters: GinParameters, level: ScoreLevel) -> int:
    """Ties of qualifying hands of the qualifying score: the same for each left-over set."""
    even = even_ties(parameters.pool, level.score) or 0
    sets = qualifying_columns(parameters, level).size
    return even // level.masks.size * sets


def qualifying_columns(parameters: GinParameters, level: ScoreLevel) -> NDArray[np.intp]:
    return np.flatnonzero(level.masks >> parameters.qualifier_rank == 0)


def shortcuts_hold(parameters: GinParameters) -> bool:
    """Whether the quick solution is proved: fair left-over sets, and low scores played."""
    if parameters.qualifier_score == ZERO:
        return False
    scores = (parameters.qualifier_score, *scores_above(parameters))
    fair = all(score_level(parameters.pool, score) is not None for score in scores)
    return fair and low_scores_play(parameters)


def solve_quickly(parameters: GinParameters) -> Solution | None:
    """The solution, or None where the shortcuts are not proved to hold."""
    qualifying = score_level(parameters.pool, parameters.qualifier_score)
    if qualifying is None or not shortcuts_hold(parameters):
        return None
    pays = whole_pays(parameters)
    played, zero_win, zero_tie = everything_played(parameters, qualifying)
    folded = DealTally()
    scores = (parameters.qualifier_score, *scores_above(parameters))
    decided = (cells for score in scores for cells in cells_of_score(parameters, score))
    for cells in (failing_cells(parameters), *decided):
        folded += cells.tally(cells.folds(pays))
    return Solution.of_played(
        parameters, played, folded, zero_win=zero_win, zero_tie=zero_tie, method=METHOD
    )


def solve(parameters: GinParameters) -> Solution:
    """The solution by whichever method holds; both agree where both do."""
    quick = solve_quickly(parameters)
    if quick is not None:
        return quick
    from pitboss.exact.gin_and_win.census import solve_by_census

    return solve_by_census(parameters)
