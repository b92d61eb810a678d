"""Hands of the qualifying score, one by one: where folding and playing come close.

The left-over ranks of a score of four are the same in every best arrangement, so swapping any two
ranks, whatever their order, turns the fours with one left-over set into the fours with another. How
many of them avoid a hand then depends only on which ranks of the hand belong to the set, and sums
over all lower sets become sums over a few binomials.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.lattice import avoiding, binomials, build, containing, sizes, within
from pitboss.exact.gin_and_win.parameters import FULL_RANKS, CardPool
from pitboss.exact.gin_and_win.patterns import Patterns, bits_in, patterns_of
from pitboss.exact.gin_and_win.ties import masks_of_score
from pitboss.exact.gin_and_win.types import WIDTH, Codes, Counts, Keys, canonical

SUBSETS = 1 << (WIDTH - 1)


@dataclass(frozen=True, slots=True, eq=False)
class ScoreLevel:
    """The patterns of one score (rows) against all left-over masks (columns)."""

    score: int
    patterns: Patterns
    masks: NDArray[np.int64]
    lower: Counts
    """(patterns, masks): dealer hands of the score beside such a hand that leave lower ranks."""
    equal: Counts
    """(patterns,): dealer hands of the score beside such a hand that leave the same ranks."""
    needs: Counts
    """(patterns, gaps): ranks of the hand in each gap between its left-over ranks."""


def _marked(nibbles: Codes, marks: NDArray[np.int64]) -> Codes:
    """Codes whose label says whether the rank belongs to a marked set."""
    label = (marks[:, None] >> np.arange(WIDTH) & 1).astype(np.uint8) << 4
    return np.where(nibbles, nibbles | label, 0).astype(np.uint8)


def _beside_marked(pool: CardPool, patterns: Patterns, *, score: int) -> Counts | None:
    """(patterns, subsets): hands with a left-over set that meets the hand's ranks in a subset
    and share no card with the hand; zero where the subset is too large to be met. None when
    left-over sets are not the same in every best arrangement."""
    nibbles = patterns.nibbles()
    family, _ = canonical(_marked(nibbles, patterns.left_over), suits=pool.suits)
    subsets = np.arange(SUBSETS)
    meets = (bits_in(subsets) <= score) & (subsets >> patterns.ranks[:, None] == 0)
    row, subset = np.nonzero(meets)
    keys, index = canonical(_marked(nibbles[row], subset), suits=pool.suits)
    groups = np.array([[pool.ranks - score], [score]])
    if not _is_fair(pool, patterns, family, groups):
        return None
    result = np.zeros(meets.shape, dtype=np.int64)
    result[row, subset] = _avoid(pool, keys=keys, family=family, groups=groups)[index]
    return result


def _avoid(pool: CardPool, *, keys: Keys, family: Keys, groups: Counts) -> Counts:
    """For each type of marked hands, how many hands of the family share no card with it."""
    lattice = build(np.union1d(keys, family), hand=pool.hand, suits=pool.suits)
    seeds = lattice.levels[-1]
    many = sizes(seeds, suits=pool.suits, labels=2).at(groups)
    many[~np.isin(seeds, family)] = 0
    beside = avoiding(lattice, containing(lattice, within(lattice, many), groups))
    result: Counts = beside[np.searchsorted(seeds, keys), 0]
    return result


def _is_fair(pool: CardPool, patterns: Patterns, family: Keys, groups: Counts) -> bool:
    """Whether swapping ranks in any way keeps left-over sets.

    The marked types gather every left-over set that some order of the ranks gives a hand. Were
    there two for one hand, the types would hold more hands than there are.
    """
    marked = int(sizes(family, suits=pool.suits, labels=2).at(groups).sum())
    orders = np.array([comb(pool.ranks, int(ranks)) for ranks in patterns.ranks])
    return marked * comb(pool.ranks, int(groups[1, 0])) == int((patterns.images * orders).sum())


@cache
def even_ties(pool: CardPool, score: int) -> int | None:
    """Deals in which both hands leave the same ranks over, where left-over sets are fair.

    Each left-over set then brings as many, so one is counted; None where they are not fair.
    """
    everything = patterns_of(pool)
    patterns = everything.take(everything.score == score)
    if not patterns.ranks.size:
        return 0
    family, _ = canonical(_marked(patterns.nibbles(), patterns.left_over), suits=pool.suits)
    groups = np.array([[pool.ranks - score], [score]])
    if not _is_fair(pool, patterns, family, groups):
        return None
    many = sizes(family, suits=pool.suits, labels=2).at(groups)[:, 0]
    beside = _avoid(pool, keys=family, family=family, groups=groups)
    return comb(pool.ranks, score) * int((many * beside).sum())


@cache
def score_level(pool: CardPool, score: int) -> ScoreLevel | None:
    """Every hand of the score against every dealer hand of it; None where that is not fair."""
    everything = patterns_of(pool)
    patterns = everything.take(everything.score == score)
    if not patterns.ranks.size:
        return None
    masks = masks_of_score(score, ranks=pool.ranks)
    beside = _beside_marked(pool, patterns, score=score)
    if beside is None:
        return None
    rows = np.arange(patterns.ranks.size)
    return ScoreLevel(
        score,
        patterns,
        masks,
        _lower(patterns, masks, beside, score=score),
        beside[rows, patterns.left_over],
        needs(patterns, score=score),
    )


def _places(masks: NDArray[np.int64], *, score: int) -> NDArray[np.intp]:
    """(masks, score): the positions of the bits, highest first."""
    bits = masks[:, None] >> np.arange(FULL_RANKS) & 1
    return np.nonzero(bits)[1].reshape(masks.size, score)[:, ::-1]


def _lower(patterns: Patterns, masks: NDArray[np.int64], beside: Counts, *, score: int) -> Counts:
    """Sum `beside` over all left-over sets below the hand's own.

    A lower set agrees with the hand's in its a highest ranks and has its other ranks below the
    next. Of those, y are ranks of the hand, a subset counted in `beside`, and the
    rest are chosen among the ranks the hand does not use.
    """
    subsets = np.arange(SUBSETS)
    here, there = _places(patterns.left_over, score=score), _places(masks, score=score)
    result = np.zeros((patterns.ranks.size, masks.size), dtype=np.int64)
    for agreed in range(score):
        next_place = here[:, agreed, None]
        same_top = subsets >> next_place == (patterns.left_over[:, None] >> next_place) - 1
        # Ranks below the next left-over rank that the hand leaves free, were it each rank.
        unused = np.maximum(np.arange(FULL_RANKS) - next_place, 0)
        below = np.zeros(unused.shape, dtype=np.int64)
        for met in range(score - agreed + 1):
            fits = same_top & (bits_in(subsets) == agreed + met)
            counted = np.where(fits, beside, 0).sum(axis=1)
            below += counted[:, None] * binomials()[unused, score - agreed - met]
        result += below[:, there[:, agreed]]
    return result


def needs(patterns: Patterns, *, score: int) -> Counts:
    """(patterns, gaps): ranks of the hand in each gap between its left-over ranks."""
    is_left = patterns.left_over[:, None] >> np.arange(WIDTH) & 1
    gap = np.cumsum(is_left, axis=1)
    free = (np.arange(WIDTH) < patterns.ranks[:, None]) & (is_left == 0)
    return np.stack([(free & (gap == one)).sum(axis=1) for one in range(score + 1)], axis=1)
