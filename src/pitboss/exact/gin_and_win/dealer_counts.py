"""Dealer counts: how many dealer hands of each kind stand beside a hand, by two groups of ranks.

Whether a dealer qualifies does not change when suits, the ranks up to the qualifier, or the ranks
above it are swapped. Under those swaps all hands fall into fewer than two thousand types.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.lattice import Lattice, avoiding, build, containing, sizes, within
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.patterns import Patterns, leavings, patterns_of
from pitboss.exact.gin_and_win.types import WIDTH, Codes, Counts, canonical, unpack
from pitboss.invariants import check

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class HandTypes:
    """All hands in two groups of ranks of any size."""

    lattice: Lattice
    score: Counts
    high_left: Flags
    """Whether a rank of the high group is left over."""
    example: Patterns
    """A hand of each type, unused ranks squeezed out; it stands for itself alone."""


@dataclass(frozen=True, slots=True, eq=False)
class DealerCounts:
    """Hands by type for one qualifier, and the dealer hands beside them."""

    types: HandTypes
    hands: Counts
    """How many hands have the type."""
    qualifies: Flags
    """Whether a hand of the type would qualify."""
    beside: Counts
    """(types, scores): qualifying dealer hands of each score that share no card with the hand."""
    failing: Counts
    """(types,): dealer hands beside the hand that do not qualify."""

    def higher(self, parameters: GinParameters) -> Counts:
        """(types,): dealer hands beside a hand that qualify with more than the qualifying score."""
        higher: Counts = self.beside[:, parameters.qualifier_score + 1 :].sum(axis=1)
        return higher


def split_codes(nibbles: Codes, low: NDArray[np.int64]) -> Codes:
    """Codes of patterns whose lowest `low` ranks stand in the low group."""
    label = (np.arange(WIDTH) >= low[:, None]).astype(np.uint8) << 4
    return np.where(nibbles, nibbles | label, 0).astype(np.uint8)


@cache
def hand_types(pool: CardPool) -> HandTypes:
    patterns = patterns_of(pool)
    row, low = np.nonzero(np.arange(WIDTH) <= patterns.ranks[:, None])
    keys, _ = canonical(split_codes(patterns.nibbles()[row], low), suits=pool.suits)
    lattice = build(keys, hand=pool.hand, suits=pool.suits)
    example = _examples(unpack(keys), suits=pool.suits)
    low = ((unpack(keys) != 0) & (unpack(keys) < 16)).sum(axis=1)
    return HandTypes(lattice, example.score, example.left_over >> low != 0, example)


def _examples(codes: Codes, *, suits: int) -> Patterns:
    """One hand of each type.

    Sorted codes put the low group first, so reading them as ascending ranks gives a hand of
    the type with its groups in the right order.
    """
    filled: Counts = (codes != 0).sum(axis=1)
    # Zeros sort first: count ranks from the first code that is not one.
    rank = np.maximum(np.arange(WIDTH) - (WIDTH - filled[:, None]), 0)
    suit_masks = np.stack(
        [((codes >> suit & 1).astype(np.int64) << rank).sum(axis=1) for suit in range(suits)],
        axis=1,
    )
    return Patterns(suit_masks, filled, np.ones_like(filled), *leavings(suit_masks))


def count_dealers(parameters: GinParameters) -> DealerCounts:
    """All types of hands for the qualifier."""
    return _count_dealers(
        parameters.pool,
        parameters.qualifier_score,
        parameters.qualifier_rank,
        parameters.worst_qualifying,
    )


@cache
def _count_dealers(
    pool: CardPool, qualifier_score: int, qualifier_rank: int, worst: int
) -> DealerCounts:
    types = hand_types(pool)
    lattice = types.lattice
    groups = np.array([[qualifier_rank], [pool.ranks - qualifier_rank]])
    hands = sizes(lattice.levels[-1], suits=pool.suits, labels=2).at(groups)
    at_limit = (types.score == qualifier_score) & ~types.high_left
    above = (types.score > qualifier_score) & (types.score <= worst)
    qualifies = (types.score < qualifier_score) | at_limit | above
    kind = np.where(qualifies, types.score, worst + 1)
    family = np.where(kind[:, None] == np.arange(worst + 2), hands, 0)
    beside = avoiding(lattice, containing(lattice, within(lattice, family), groups))
    check(int(hands.sum()) == pool.hands, "the types hold every hand once")
    whole = beside[hands[:, 0] > 0].sum(axis=1) == pool.dealer_hands
    check(bool(whole.all()), "every dealer hand has one kind")
    return DealerCounts(types, hands[:, 0], qualifies, beside[:, :-1], beside[:, -1])


def split_index(types: HandTypes, patterns: Patterns, low: NDArray[np.int64]) -> NDArray[np.intp]:
    """The type of each pattern when its lowest `low` ranks stand in the low group."""
    low = np.minimum(low, patterns.ranks)
    keys, index = canonical(split_codes(patterns.nibbles(), low), suits=types.lattice.suits)
    return np.searchsorted(types.lattice.levels[-1], keys)[index]
