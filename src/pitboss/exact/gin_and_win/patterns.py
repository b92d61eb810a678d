"""Patterns: hands with the ranks they do not use squeezed out, up to the names of suits.

Combinations look at equal ranks and equal suits, and the house way at the order of the ranks, so a
hand is a pattern on its t ranks together with a choice of t ranks. The full deck has 133,784,560
hands and some four thousand patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.parameters import FULL_RANKS, CardPool
from pitboss.exact.gin_and_win.types import WIDTH, Codes, Counts
from pitboss.invariants import check

Masks = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """All patterns of a pool, as equally long arrays."""

    suit_masks: Masks
    """One row a pattern, one column a suit: which of its ranks, bit 0 the lowest."""
    ranks: Counts
    """Ranks in use (t)."""
    images: Counts
    """Different hands on the same ranks that differ only in the names of suits."""
    score: Counts
    left_over: Masks
    """The left-over ranks of the house way, among the ranks in use."""

    def nibbles(self) -> Codes:
        """Which suits each rank in use has, lowest rank first, zeros after the last."""
        rank = np.arange(WIDTH)
        bits = self.suit_masks[:, :, None] >> rank & 1
        weights = 1 << np.arange(self.suit_masks.shape[1])
        result: Codes = (bits * weights[:, None]).sum(axis=1).astype(np.uint8)
        return result

    def find(self, suit_masks: Sequence[int]) -> int:
        """The place of a hand's pattern."""
        ranks = ranks_in(suit_masks)
        dense = sorted(
            (sum((mask >> rank & 1) << at for at, rank in enumerate(ranks)) for mask in suit_masks),
            reverse=True,
        )
        found = np.flatnonzero((self.suit_masks == dense).all(axis=1))
        check(found.size == 1, "a hand has one pattern")
        return int(found[0])

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Patterns:
        return Patterns(
            self.suit_masks[chosen],
            self.ranks[chosen],
            self.images[chosen],
            self.score[chosen],
            self.left_over[chosen],
        )


def ranks_in(suit_masks: Sequence[int]) -> list[int]:
    """The ranks that a hand has, from the lowest."""
    return [rank for rank in range(FULL_RANKS) if any(mask >> rank & 1 for mask in suit_masks)]


def bits_in(masks: Masks) -> Counts:
    return np.bitwise_count(masks).astype(np.int64)


def leavings(suit_masks: Masks) -> tuple[Counts, Masks]:
    """The house way by trying every plan: the score and the left-over ranks of each row.

    A plan names the suits that are flushes. The other cards form rank sets where two or more
    meet; a single one may be paired by a flush that can spare a card of its rank, and the
    highest such ranks go first. One card a rank is all a single needs, so nothing else can
    help, and the plan of no flush leaves the single ranks over.
    """
    suits = suit_masks.shape[1]
    best = np.full(suit_masks.shape[0], np.iinfo(np.int64).max)
    for size in range(min(suits, 2) + 1):
        for plan in combinations(range(suits), size):
            best = np.minimum(best, _plan(suit_masks, plan))
    return best >> 13, best & 0x1FFF


def _plan(suit_masks: Masks, plan: tuple[int, ...]) -> Masks:
    """Score and left-over ranks as one number when exactly these suits are flushes."""
    once = np.zeros(suit_masks.shape[0], dtype=np.int64)
    twice = once.copy()
    flush = once.copy()
    spare = once.copy()
    possible = np.ones(suit_masks.shape[0], dtype=np.bool_)
    for suit in range(suit_masks.shape[1]):
        mask = suit_masks[:, suit]
        if suit in plan:
            possible &= bits_in(mask) >= 3
            spare += bits_in(mask) - 3
            flush |= mask
        else:
            twice |= once & mask
            once |= mask
    left = once & ~twice
    for rank in reversed(range(int(suit_masks.max(initial=0)).bit_length())):
        paired = (left & flush) >> rank & 1 & (spare > 0)
        left &= ~(paired << rank)
        spare -= paired
    return np.where(possible, bits_in(left) << 13 | left, np.iinfo(np.int64).max)


def _grow(suit_masks: Masks, *, hand: int) -> Masks:
    """Add one rank below; suits stay sorted, since a sorted list has sorted beginnings."""
    suits = suit_masks.shape[1]
    added = np.arange(1, 1 << suits)[:, None] >> np.arange(suits) & 1
    grown = (suit_masks[:, None, :] << 1 | added).reshape(-1, suits)
    in_order = (grown[:, :-1] >= grown[:, 1:]).all(axis=1)
    result: Masks = grown[in_order & (bits_in(grown).sum(axis=1) <= hand)]
    return result


def _images(suit_masks: Masks) -> Counts:
    """suits! over the factorial of each run of equal suits."""
    suits = suit_masks.shape[1]
    result = np.full(suit_masks.shape[0], factorial(suits))
    run = np.ones(suit_masks.shape[0], dtype=np.int64)
    for suit in range(1, suits):
        run = np.where(suit_masks[:, suit] == suit_masks[:, suit - 1], run + 1, 1)
        result //= run
    return result


@cache
def patterns_of(pool: CardPool) -> Patterns:
    """Every pattern of a hand of the pool."""
    layer = np.zeros((1, pool.suits), dtype=np.int64)
    whole = []
    for ranks in range(1, min(pool.hand, pool.ranks) + 1):
        layer = _grow(layer, hand=pool.hand)
        complete = layer[bits_in(layer).sum(axis=1) == pool.hand]
        whole.append((complete, np.full(complete.shape[0], ranks)))
    suit_masks = np.concatenate([masks for masks, _ in whole])
    score, left_over = leavings(suit_masks)
    ranks_in_use = np.concatenate([ranks for _, ranks in whole])
    return Patterns(suit_masks, ranks_in_use, _images(suit_masks), score, left_over)
