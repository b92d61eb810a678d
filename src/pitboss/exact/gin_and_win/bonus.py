"""The bonus bet: how many hands make each line, counted over patterns of hands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.distributions import Distribution
from pitboss.exact.gin_and_win.parameters import FULL_POOL, CardPool
from pitboss.exact.gin_and_win.patterns import Patterns, bits_in, patterns_of
from pitboss.exact.gin_and_win.types import Counts
from pitboss.invariants import check

LINES = ("quads-trips", "flush5-pair", "quads-flush3", "zero", "one", "two-low")
"""From the highest down; a hand is paid for the first that it makes."""
SEVEN = 7
LOSE = "lose"


def line_counts(
    *, pool: CardPool = FULL_POOL, lowest: int = 1, highest: int = SEVEN
) -> dict[str, int]:
    """Hands by line, and those that make none as `lose`; they sum to all hands.

    A score of two pays when both left-over ranks lie from `lowest` to `highest`: Ace to Seven
    as ruled, Seven to King in the reading that takes "7 or better" upward.
    """
    check(lowest >= 1 and highest <= pool.ranks, "a range of ranks of the deck")
    patterns = patterns_of(pool)
    line = pattern_lines(patterns)
    hands = patterns.images * np.array([comb(pool.ranks, int(t)) for t in patterns.ranks])
    counts = {name: int(hands[line == at].sum()) for at, name in enumerate(LINES[:-1])}
    twos = np.flatnonzero((line == len(LINES)) & (patterns.score == 2))
    low = sum(
        int(patterns.images[at])
        * _rank_sets(
            pool.ranks,
            int(patterns.ranks[at]),
            int(patterns.left_over[at]),
            lowest=lowest,
            highest=highest,
        )
        for at in twos
    )
    counts[LINES[-1]] = low
    counts[LOSE] = pool.hands - sum(counts.values())
    return counts


@cache
def _rank_sets(deck_ranks: int, ranks: int, left_over: int, *, lowest: int, highest: int) -> int:
    """How many sets of so many ranks put the left-over places from lowest to highest."""
    low, high = (place for place in range(ranks) if left_over >> place & 1)
    sets = combinations(range(1, deck_ranks + 1), ranks)
    return sum(lowest <= chosen[low] and chosen[high] <= highest for chosen in sets)


def pattern_lines(patterns: Patterns) -> NDArray[np.int64]:
    """The index of each pattern's line; the last, which looks at ranks, is left open."""
    nibbles = patterns.nibbles()
    counts = bits_in(nibbles.astype(np.int64))
    suits = bits_in(patterns.suit_masks)
    quads: NDArray[np.bool_] = (counts == 4).any(axis=1)
    trips: NDArray[np.bool_] = (counts == 3).any(axis=1)
    line = np.full(patterns.ranks.size, len(LINES))
    line[patterns.score == 1] = LINES.index("one")
    line[patterns.score == 0] = LINES.index("zero")
    line[quads & _other_three_suited(patterns)] = LINES.index("quads-flush3")
    line[_five_and_a_pair(patterns, suits)] = LINES.index("flush5-pair")
    line[quads & trips] = LINES.index("quads-trips")
    return line


def _other_three_suited(patterns: Patterns) -> NDArray[np.bool_]:
    """With four of a rank, whether the three other cards share a suit, which then holds four."""
    result: NDArray[np.bool_] = bits_in(patterns.suit_masks).max(axis=1) >= 4
    return result


def _five_and_a_pair(patterns: Patterns, suits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Five of a suit and a pair beside them; of six, one may be paired with the seventh card."""
    found = np.zeros(patterns.ranks.size, dtype=np.bool_)
    for suit in range(suits.shape[1]):
        flush = patterns.suit_masks[:, suit]
        others = np.delete(patterns.suit_masks, suit, axis=1)
        union: Counts = np.bitwise_or.reduce(others, axis=1)
        one_rank = (bits_in(others).sum(axis=1) == 2) & (bits_in(union) == 1)
        found |= (suits[:, suit] == 5) & one_rank
        found |= (suits[:, suit] == 6) & (union & flush != 0)
    return found


def bonus_distribution(counts: Mapping[str, int], pays: Mapping[str, Fraction]) -> Distribution:
    """The bonus per unit bet; a line without a pay loses."""
    check(set(pays) <= set(LINES), "only the lines of the game are paid")
    by_net: dict[Fraction, int] = {}
    for line, count in counts.items():
        net = pays.get(line, Fraction(-1))
        by_net[net] = by_net.get(net, 0) + count
    return Distribution.of_counts(by_net)
