"""The quick solution: every hand decided, every deal counted, without looking at each.

Totals follow from pairs of types, since winning and losing change places when player and dealer do;
hands that cannot qualify are decided by type, hands of the qualifying score one by one, and lower
scores are proved to be played. Where that proof fails, as for unusual pays, `census` takes over.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.dealer_counts import duels, hand_types, split_index
from pitboss.exact.gin_and_win.decision_groups import Cells, Tally, cells_of, dot
from pitboss.exact.gin_and_win.higher_scores import above_cells, scores_above
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.qualifying_hands import Brink, Cut, brink, even_ties
from pitboss.exact.gin_and_win.solution import DealCounts, Solution
from pitboss.exact.gin_and_win.ties import rivals
from pitboss.exact.gin_and_win.types import Counts
from pitboss.invariants import check

ZERO = 0
METHOD = (
    "Types of hands under swaps of suits and ranks, the qualifying score one by one; no sampling."
)


def low_scores_play(parameters: GinParameters) -> bool:
    """Whether every hand below the qualifying score is proved better played than folded.

    The bound takes every dealer hand of the same score at its worst and is exact otherwise,
    type by type: a hand of score j beats every qualifying hand of a higher score. For a score
    of zero nothing is left open, since equal scores are ties.
    """
    table, pays = duels(parameters), whole_pays(parameters)
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


def everything_played(parameters: GinParameters, brink: Brink) -> tuple[Tally, int, int]:
    """All deals when nobody folds; the wins with a score of zero; the ties of two zeros."""
    pool, table = parameters.pool, duels(parameters)
    fails = ~table.qualifies
    both_fail = dot(table.hands[fails], table.failing[fails])
    no_qualify = int(table.hands[fails].sum()) * pool.dealer_hands
    both_qualify = pool.deals - 2 * no_qualify + both_fail
    whole = (*range(parameters.qualifier_score), *scores_above(parameters))
    ties = sum(ties_of_score(pool, score) for score in whole) + brink_ties(parameters, brink)
    check((both_qualify - ties) % 2 == 0, "wins and losses change places with the hands")
    win = (both_qualify - ties) // 2
    # A hand that fails beats only dealers of higher scores, where those qualify.
    higher = dot(table.hands[fails], _higher(parameters)[fails])
    lose = win + no_qualify - both_fail - higher
    tally = Tally(pool.hands, no_qualify, win + higher, lose, ties)
    zero = table.types.score == ZERO
    zero_ties = dot(table.hands[zero], table.beside[zero, ZERO])
    return tally, dot(table.hands[zero], table.beside[zero, 1:].sum(axis=1)), zero_ties


def _higher(parameters: GinParameters) -> Counts:
    """(types,): dealer hands beside a hand that qualify with more than the qualifying score."""
    higher: Counts = duels(parameters).beside[:, parameters.qualifier_score + 1 :].sum(axis=1)
    return higher


def ties_of_score(pool: CardPool, score: int) -> int:
    """Deals of one score that tie: by one left-over set for all where that is fair."""
    even = even_ties(pool, score)
    return int(rivals(pool, score).ties.sum()) if even is None else even


def brink_ties(parameters: GinParameters, brink: Brink) -> int:
    """Ties of qualifying hands of the qualifying score: the same for each left-over set."""
    even = even_ties(parameters.pool, brink.score) or 0
    sets = qualifying_columns(parameters, brink).size
    return even // brink.masks.size * sets


def failing_cells(parameters: GinParameters) -> Cells:
    """Hands that would not qualify, by type: only dealers of a higher score lose to them."""
    table, pays = duels(parameters), whole_pays(parameters)
    chosen = ~table.qualifies
    failing, win = table.failing[chosen], _higher(parameters)[chosen]
    return cells_of(
        pays,
        table.hands[chosen],
        no_qualify=failing,
        win=win,
        lose=pays.dealer_hands - failing - win,
        tie=np.zeros_like(failing),
    )


def brink_cells(parameters: GinParameters, brink: Brink) -> Iterator[Cells]:
    """Qualifying hands of the qualifying score: a row a pattern, a column a left-over mask.

    One yield for each number of ranks that the hand has above its left-over ranks and not
    above the qualifier.
    """
    ranks, table, types = parameters.pool.ranks, duels(parameters), hand_types(parameters.pool)
    pays = whole_pays(parameters)
    columns = qualifying_columns(parameters, brink)
    high = ranks - parameters.qualifier_rank
    for low in range(int(brink.needs[:, -1].max()) + 1):
        rows = brink.rows_with(low=low, high=high)
        in_low = (brink.patterns.ranks - brink.needs[:, -1] + low)[rows]
        at = split_index(types, brink.patterns.take(rows), in_low)
        failing = table.failing[at][:, None]
        better = table.beside[at, : brink.score].sum(axis=1)[:, None]
        lose = better + brink.lower[np.ix_(rows, columns)]
        tie = brink.equal[rows, None]
        win = pays.dealer_hands - failing - lose - tie
        hands = brink.hands(Cut(rows, columns), ranks=ranks, low=low, high=high)
        yield cells_of(pays, hands, no_qualify=failing, win=win, lose=lose, tie=tie)


def qualifying_columns(parameters: GinParameters, brink: Brink) -> NDArray[np.intp]:
    return np.flatnonzero(brink.masks >> parameters.qualifier_rank == 0)


def shortcuts_hold(parameters: GinParameters) -> bool:
    """Whether the quick solution is proved: fair left-over sets, and low scores played."""
    if parameters.qualifier_score == ZERO:
        return False
    scores = (parameters.qualifier_score, *scores_above(parameters))
    fair = all(brink(parameters.pool, score) is not None for score in scores)
    return fair and low_scores_play(parameters)


def solve_quickly(parameters: GinParameters) -> Solution | None:
    """The solution, or None where the shortcuts are not proved to hold."""
    on_the_brink = brink(parameters.pool, parameters.qualifier_score)
    if on_the_brink is None or not shortcuts_hold(parameters):
        return None
    pays = whole_pays(parameters)
    played, zero_win, zero_tie = everything_played(parameters, on_the_brink)
    folded = Tally()
    decided = (*brink_cells(parameters, on_the_brink), *above_cells(parameters))
    for cells in (failing_cells(parameters), *decided):
        folded += cells.tally(cells.folds(pays))
    counts = DealCounts.of_played(
        played, folded, dealer_hands=pays.dealer_hands, zero_win=zero_win, zero_tie=zero_tie
    )
    return Solution(parameters, counts, folded.hands, METHOD)


def solve(parameters: GinParameters) -> Solution:
    """The solution by whichever method holds; both agree where both do."""
    quick = solve_quickly(parameters)
    if quick is not None:
        return quick
    from pitboss.exact.gin_and_win.census import solve_by_census

    return solve_by_census(parameters)
