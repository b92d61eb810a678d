"""Deals by bonus line and by how the base game ends: both bets of a seat at once.

Hands that make a line have a score of two or less. Where those are proved to be played, their deals
follow from types and from exchanging the hands; otherwise every class is looked at.
"""

from __future__ import annotations

from dataclasses import astuple, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.bonus import LINES, LOSE, pattern_lines
from pitboss.exact.gin_and_win.census import lines_by_census, rank_sets
from pitboss.exact.gin_and_win.dealer_counts import count_dealers, hand_types, split_index
from pitboss.exact.gin_and_win.decision_groups import dot
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.patterns import Patterns, patterns_of
from pitboss.exact.gin_and_win.solution import DealCounts
from pitboss.exact.gin_and_win.solve import shortcuts_hold, solve, ties_of_score
from pitboss.exact.gin_and_win.ties import rivals
from pitboss.exact.gin_and_win.types import Counts
from pitboss.invariants import check

LineDeals = dict[str, DealCounts]
"""Deals of the hands of each line, those of no line under `lose`."""

ONE, TWO = 1, 2


def quick_lines_hold(parameters: GinParameters, *, lowest: int) -> bool:
    """Whether every hand that makes a line is proved to be played, and pairs count from below."""
    return lowest == 1 and parameters.qualifier_score > TWO and shortcuts_hold(parameters)


def line_deals(parameters: GinParameters, *, lowest: int, highest: int) -> LineDeals:
    """Every deal once, under best play; a pair pays with both ranks from lowest to highest."""
    if quick_lines_hold(parameters, lowest=lowest):
        found = _by_types(parameters, highest=highest)
    else:
        found = lines_by_census(parameters, lowest=lowest, highest=highest)
    check(sum(one.total for one in found.values()) == parameters.pool.deals, "every deal once")
    return found


def lost_on_fold(
    counts: dict[str, int], parameters: GinParameters, *, lowest: int, highest: int
) -> dict[str, int]:
    """Hands by line in the reading in which a fold loses the bonus too.

    As ruled the bonus stays in action. Under best play no hand that makes a line is folded, so the
    reading changes nothing unless unusual pays make low scores fold.
    """
    if quick_lines_hold(parameters, lowest=1):
        return dict(counts)
    deals = lines_by_census(parameters, lowest=lowest, highest=highest)
    folded = {line: deals[line].fold // parameters.pool.dealer_hands for line in LINES}
    left = {line: counts[line] - folded[line] for line in LINES}
    return {**left, LOSE: counts[LOSE] + sum(folded.values())}


def _by_types(parameters: GinParameters, *, highest: int) -> LineDeals:
    table = count_dealers(parameters)
    line = pattern_lines(table.types.example)
    found = {
        name: _of_zero(parameters, np.where(line == at, table.hands, 0))
        for at, name in enumerate(LINES)
        if at < LINES.index("one")
    }
    found["one"] = _of_one(parameters)
    found["two-low"] = _of_low_pairs(parameters, highest=highest)
    whole, paid = solve(parameters).counts, DealCounts.total_of(found.values())
    rest = (one - two for one, two in zip(astuple(whole), astuple(paid), strict=True))
    return {**found, LOSE: DealCounts(*rest)}


def _of_zero(parameters: GinParameters, hands: Counts) -> DealCounts:
    """Hands of score zero never lose: they tie with zeros and beat every other dealer."""
    table = count_dealers(parameters)
    return DealCounts(
        no_qualify=dot(hands, table.failing),
        zero_win=dot(hands, table.beside[:, 1:].sum(axis=1)),
        zero_tie=dot(hands, table.beside[:, 0]),
    )


def _of_one(parameters: GinParameters) -> DealCounts:
    """All hands of score one: against each other they win as often as they lose."""
    table = count_dealers(parameters)
    hands = np.where(table.types.score == ONE, table.hands, 0)
    ties = ties_of_score(parameters.pool, ONE)
    same = dot(hands, table.beside[:, ONE])
    return _played(parameters, hands, score=ONE, ties=ties, lost_to_same=_half(same - ties))


def _of_low_pairs(parameters: GinParameters, *, highest: int) -> DealCounts:
    """Hands that leave two low ranks: against each other as above, and they beat other pairs."""
    pool = parameters.pool
    within = replace(
        parameters, qualifier_score=TWO, qualifier_rank=highest, high_scores_qualify=False
    )
    low = count_dealers(within)
    among = (low.types.score == TWO) & low.qualifies
    pairs = dot(low.hands[among], low.beside[among, TWO])
    rival = rivals(pool, TWO)
    ties = int(rival.ties[rival.left_overs >> highest == 0].sum())
    hands = _low_pairs_by_type(parameters, highest=highest)
    check(int(hands.sum()) == int(low.hands[among].sum()), "low pairs are counted in two ways")
    return _played(parameters, hands, score=TWO, ties=ties, lost_to_same=_half(pairs - ties))


def _played(
    parameters: GinParameters, hands: Counts, *, score: int, ties: int, lost_to_same: int
) -> DealCounts:
    """Deals of played hands of one score, by type but for dealers of the same score."""
    table = count_dealers(parameters)
    lower = dot(hands, table.beside[:, :score].sum(axis=1))
    same = dot(hands, table.beside[:, score])
    higher = dot(hands, table.beside[:, score + 1 :].sum(axis=1))
    return DealCounts(
        no_qualify=dot(hands, table.failing),
        win=higher + same - ties - lost_to_same,
        lose=lower + lost_to_same,
        tie=ties,
    )


def _half(pairs: int) -> int:
    check(pairs % 2 == 0, "wins and losses change places with the hands")
    return pairs // 2


def _low_pairs_by_type(parameters: GinParameters, *, highest: int) -> Counts:
    """How many hands of each type of the qualifier leave two ranks up to the highest over."""
    pool = parameters.pool
    types, patterns = hand_types(pool), patterns_of(pool)
    pays = (pattern_lines(patterns) == len(LINES)) & (patterns.score == TWO)
    result = np.zeros(types.score.size, dtype=np.int64)
    for ranks, left_over in np.unique(_shapes(patterns)[pays], axis=0).tolist():
        alike = patterns.take(np.flatnonzero(pays & (_shapes(patterns) == (ranks, left_over)).all(
            axis=1)))  # fmt: skip
        sets = _sets_by_low(pool, ranks, left_over, parameters.qualifier_rank, highest)
        for low in np.flatnonzero(sets).tolist():
            at = split_index(types, alike, np.full(alike.ranks.size, low))
            np.add.at(result, at, alike.images * sets[low])
    return result


def _shapes(patterns: Patterns) -> Counts:
    return np.stack([patterns.ranks, patterns.left_over], axis=1)


@cache
def _sets_by_low(
    pool: CardPool, ranks: int, left_over: int, qualifier_rank: int, highest: int
) -> NDArray[np.int64]:
    """Rank sets that leave no rank above the highest, by how many ranks reach the qualifier."""
    sets = rank_sets(pool.ranks, ranks)
    places = [place for place in range(ranks) if left_over >> place & 1]
    chosen = (sets.rows[:, places] < highest).all(axis=1)
    return np.bincount(sets.below(qualifier_rank)[chosen], minlength=ranks + 1)
