"""Tables over the sets up to two cards fewer than a hand, held for compiled code."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import combinations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win import left_over_kernels as kernels
from pitboss.exact.gin_and_win.parameters import FULL_RANKS, CardPool
from pitboss.exact.gin_and_win.types import WIDTH, Counts
from pitboss.invariants import check

BLOCK = 1 << FULL_RANKS
"""Strengths of one score."""


class SubsetTables:
    """Sets classed up to the names of suits; class tables for any left-over masks."""

    def __init__(self, pool: CardPool) -> None:
        check(pool.hand >= 2, "a hand has a pair to leave out")
        self.pool = pool
        self.top = pool.hand - 2
        self.binomial = np.array(
            [[comb(n, k) for k in range(WIDTH + 1)] for n in range(pool.cards + 1)]
        )
        card = np.arange(pool.cards)
        in_suit = np.arange(4)[:, None] == card % pool.suits
        self.bits = np.where(in_suit, 1 << card // pool.suits, 0).astype(np.uint16)
        pairs = np.array(list(combinations(range(pool.cards), 2)))
        # Rows must be contiguous, or the compiled loops over them are not vectorised.
        self.pairs = np.ascontiguousarray(self.bits[:, pairs[:, 0]] | self.bits[:, pairs[:, 1]])
        self.pairs_with = np.stack(
            [np.flatnonzero((pairs == one).any(axis=1)) for one in card]
        ).astype(np.int32)
        self.class_of: list[NDArray[np.int32]] = []
        self.sets: list[NDArray[np.uint8]] = []
        for size in range(self.top + 1):
            self._classify(size)
        self._check_sums()

    def _classify(self, size: int) -> None:
        """Number the sets of a size up to the names of suits, in the order of their first."""
        suits, first = self.pool.suits, np.empty(comb(self.pool.cards, size), dtype=np.int32)
        in_threads(
            first.size,
            lambda one, two: kernels.find_first_images(one, two, size, suits, self.binomial, first),
        )
        places = np.flatnonzero(first == np.arange(first.size))
        number = np.zeros(first.size, dtype=np.int32)
        number[places] = np.arange(places.size)
        sets = np.empty((places.size, size), dtype=np.uint8)
        kernels.sets_at(places, self.binomial, sets)
        self.class_of.append(number[first])
        self.sets.append(sets)

    def _check_sums(self) -> None:
        """A set of k cards is reached from the top along top!/k! orders, with weight n!/(n-k)!."""
        hand, cards = self.pool.hand, self.pool.cards
        largest = sum(
            factorial(hand)
            // factorial(hand - size)
            * (factorial(self.top) // factorial(size))
            * comb(cards - size, hand - size)
            for size in range(self.top + 1)
        )
        check(
            largest * comb(hand, 2) < kernels.LARGEST_SUM,
            "telescoped sums stay in bounds",
        )

    def lower(
        self, hands: NDArray[np.uint8], strengths: NDArray[np.int64], *, at_once: int
    ) -> Counts:
        """For each hand, the dealer hands of its score that leave lower ranks.

        Of the telescoped sum n! L = (-1)^n n! N(hand) + sum over one card less of
        ((-1)^(n-1) n! N + ...), the hand is not below itself, and each set of two cards less
        is met twice.
        """
        distinct, column = np.unique(strengths, return_inverse=True)
        pairs = np.empty(strengths.size, dtype=np.int64)
        near = np.empty(strengths.size, dtype=np.int64)
        for start in range(0, distinct.size, at_once):
            some = distinct[start : start + at_once]
            sums = self.sums(some)
            chosen = np.flatnonzero((column >= start) & (column < start + some.size))
            self._look_up(hands, chosen, (column - start).astype(np.int32), sums=sums, out=pairs)
        wanted = strengths.astype(np.int32)
        in_threads(
            strengths.size,
            lambda one, two: kernels.count_neighbours(one, two, hands, self.bits, wanted, near),
        )
        scale = factorial(self.pool.hand)
        check(not (2 * pairs % scale).any(), "the telescoped sum is a multiple of n!")
        result: Counts = 2 * pairs // scale - (-1) ** self.pool.hand * near
        return result

    def _look_up(
        self,
        hands: NDArray[np.uint8],
        chosen: NDArray[np.intp],
        columns: NDArray[np.int32],
        *,
        sums: Counts,
        out: Counts,
    ) -> None:
        found = np.empty(chosen.size, dtype=np.int64)
        part, column = hands[chosen], columns[chosen]
        class_of = self.class_of[self.top]
        in_threads(
            chosen.size,
            lambda one, two: kernels.look_up_pairs(
                one, two, part, column, self.binomial, class_of, sums, found
            ),
        )
        out[chosen] = found

    def sums(self, strengths: NDArray[np.int64]) -> Counts:
        """(classes, strengths): telescoped sums of the largest sets for ascending strengths."""
        counts = [np.zeros((sets.shape[0], strengths.size), dtype=np.int64) for sets in self.sets]
        score = strengths // BLOCK
        fresh = np.diff(score, prepend=-1) != 0
        column_of = _columns(strengths)
        sets, top = self.sets[self.top], counts[self.top]
        in_threads(
            sets.shape[0],
            lambda one, two: kernels.tally_pairs(
                one, two, sets, self.bits, self.pairs, self.pairs_with, column_of, fresh, top
            ),
        )
        for size in range(self.top - 1, -1, -1):
            self._add_up(size, above=counts[size + 1], out=counts[size])
        for size in range(1, self.top + 1):
            self._telescope(size, below=counts[size - 1], out=counts[size])
        return top

    def _add_up(self, size: int, *, above: Counts, out: Counts) -> None:
        sets, larger, hand = self.sets[size], self.class_of[size + 1], self.pool.hand
        in_threads(
            sets.shape[0],
            lambda one, two: kernels.add_up(
                one, two, hand, sets, self.binomial, larger, above, out
            ),
        )

    def _telescope(self, size: int, *, below: Counts, out: Counts) -> None:
        sets, smaller, hand = self.sets[size], self.class_of[size - 1], self.pool.hand
        weight = (-1) ** size * factorial(hand) // factorial(hand - size)
        in_threads(
            sets.shape[0],
            lambda one, two: kernels.telescope(
                one, two, weight, sets, self.binomial, smaller, below, out
            ),
        )


make_subset_tables = lru_cache(maxsize=1)(SubsetTables)


def _columns(strengths: NDArray[np.int64]) -> NDArray[np.uint8]:
    """For every strength, the first of these that is higher and of the same score.

    Strengths without one get the column after the last, which is not looked at.
    """
    every = np.arange(1 << 16)
    column = np.searchsorted(strengths, every, side="right")
    inside = np.minimum(column, strengths.size - 1)
    counts = (column < strengths.size) & (strengths[inside] // BLOCK == every // BLOCK)
    check(strengths.size < 255, "one byte tells the columns apart")
    return np.where(counts, column, strengths.size).astype(np.uint8)


def in_threads(total: int, work: Callable[[int, int], None]) -> None:
    """Share a range out among the cores; kernels release the interpreter's lock."""
    workers = max(1, os.cpu_count() or 1)
    edges = [total * part // (4 * workers) for part in range(4 * workers + 1)]
    with ThreadPoolExecutor(workers) as threads:
        list(threads.map(work, edges[:-1], edges[1:]))
