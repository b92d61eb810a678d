"""Ties: how many deals give player and dealer the same score below four and left-over ranks.

For each left-over set the ranks fall into its members, each alone, and the gaps between them.
Swapping ranks inside a gap changes neither score nor left-over ranks, so the hands that tie have a
few hundred types.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.lattice import Lattice, build, containing, sizes, within
from pitboss.exact.gin_and_win.parameters import CardPool
from pitboss.exact.gin_and_win.patterns import bits_in, patterns_of
from pitboss.exact.gin_and_win.types import WIDTH, Codes, Counts, canonical
from pitboss.invariants import check


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """The hands of one score, by their left-over ranks."""

    lattice: Lattice
    left_overs: NDArray[np.int64]
    """Every left-over mask of the score, ascending."""
    contained: tuple[Counts, ...]
    """Per level (types, masks): hands with that left-over mask that contain a set of the type."""
    hands: Counts
    """Hands with each left-over mask."""
    ties: Counts
    """Ordered pairs of disjoint hands that share each left-over mask."""


def gap_codes(nibbles: Codes, left_over: NDArray[np.int64]) -> Codes:
    """Codes whose labels are: 2g in the g-th gap, 2g + 1 the g-th left-over rank."""
    is_left = left_over[:, None] >> np.arange(WIDTH) & 1
    before = np.cumsum(is_left, axis=1) - is_left
    label = (2 * before + is_left).astype(np.uint8) << 4
    return np.where(nibbles, nibbles | label, 0).astype(np.uint8)


def gap_codes_of(nibbles: Codes, ranks: NDArray[np.int64], left_overs: NDArray[np.int64]) -> Codes:
    """(masks, rows, places): rows of nibbles at these ranks, labelled for each left-over mask."""
    is_left = left_overs[:, None] >> ranks & 1
    before = bits_in(left_overs[:, None] & ((1 << ranks) - 1))
    label = np.zeros((left_overs.size, 1, WIDTH), dtype=np.uint8)
    label[:, 0, : ranks.size] = (2 * before + is_left) << 4
    return np.where(nibbles, nibbles | label, 0).astype(np.uint8)


def gap_sizes(left_overs: NDArray[np.int64], *, score: int, ranks: int) -> Counts:
    """(labels, masks): how many ranks each label has."""
    places = np.nonzero(left_overs[:, None] >> np.arange(ranks) & 1)[1].reshape(
        left_overs.size, score
    )
    ends = np.concatenate(
        [np.full((left_overs.size, 1), -1), places, np.full((left_overs.size, 1), ranks)], axis=1
    )
    result = np.ones((2 * score + 1, left_overs.size), dtype=np.int64)
    result[::2] = np.diff(ends, axis=1).T - 1
    return result


def masks_of_score(score: int, *, ranks: int) -> NDArray[np.int64]:
    masks = [sum(1 << rank for rank in chosen) for chosen in combinations(range(ranks), score)]
    return np.array(sorted(masks), dtype=np.int64)


@cache
def rivals(pool: CardPool, score: int) -> Rivals:
    """All hands of a score, and how often two of them tie."""
    patterns = patterns_of(pool)
    patterns = patterns.take(patterns.score == score)
    codes = gap_codes(patterns.nibbles(), patterns.left_over)
    keys, _ = canonical(codes, suits=pool.suits)
    lattice = build(keys, hand=pool.hand, suits=pool.suits)
    left_overs = masks_of_score(score, ranks=pool.ranks)
    groups = gap_sizes(left_overs, score=score, ranks=pool.ranks)
    sums = _sums(lattice, groups)
    contained = containing(lattice, sums, groups)
    return Rivals(lattice, left_overs, contained, sums[-1].sum(axis=0), _ties(sums, contained))


def _sums(lattice: Lattice, groups: Counts) -> tuple[Counts, ...]:
    """`within` for every left-over mask at once.

    The masks differ only in the sizes of the gaps, which enter as one product of binomials for
    each way of using the gaps. So the sums are made once per use, of which there are far fewer
    than masks, and weighed for each mask at the end.
    """
    seeds = sizes(lattice.levels[-1], suits=lattice.suits, labels=groups.shape[0])
    one_hot = np.where(seeds.use[:, None] == np.arange(seeds.uses.shape[0]), 1, 0)
    by_use = within(lattice, seeds.constant[:, None] * one_hot)
    ways = seeds.ways(groups)
    check(
        int(by_use[0].sum()) * comb(lattice.hand, lattice.hand // 2) * int(ways.max(initial=0))
        < 2**53,
        "sums of products stay exact in floating point",
    )
    weights = ways.astype(np.float64)
    return tuple((level.astype(np.float64) @ weights).astype(np.int64) for level in by_use)


def _ties(sums: tuple[Counts, ...], contained: tuple[Counts, ...]) -> Counts:
    """Pairs of disjoint hands of one family: the sum over card sets A of (-1)^|A| N(A)^2.

    By types: a type of z sets in N hands each has the sum z N, and brings z N times N.
    """
    total = np.zeros(sums[0].shape[1], dtype=np.int64)
    for cards, level_sums in enumerate(sums):
        total += (-1) ** cards * (level_sums * contained[cards]).sum(axis=0)
    return total
