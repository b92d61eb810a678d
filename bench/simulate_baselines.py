"""Baselines of the simulation kernels: what a careful user would write without Pitboss.

NumPy in whole arrays for the Tops and the shoe, a search over all arrangements for hands of
seven cards, compiled as our own kernels are, and phevaluator's native call. Imported by
bench/simulate_kernels.py.
"""

from __future__ import annotations

from collections import deque
from itertools import starmap

import numpy as np
import phevaluator._pheval as native
from numpy.typing import NDArray

from pitboss.exact.compiled import kernel
from pitboss.simulate.generator import Words, draw_below, words_for

BLOCK = 64


def numpy_spins(source: np.random.Generator, rounds: int, nets: NDArray[np.int64]) -> object:
    """Two faces chosen, one look-up of the result, and every bet netted from its counts."""
    first = source.choice(8, size=rounds)
    second = source.choice(8, size=rounds)
    counts = np.bincount(8 * first + second, minlength=64)
    return nets @ counts


def numpy_flips(source: np.random.Generator, shoes: NDArray[np.uint8], cut: int) -> int:
    """Whole shoes permuted at once; every bet of every flip tallied in arrays.

    Windows of five cards that reach into the next shoe are left out. Returns the flips.
    """
    dealt = source.permuted(shoes, axis=1)[:, :-cut]
    is_card = dealt < 52
    played = dealt[is_card]
    shoe = np.repeat(np.arange(len(shoes), dtype=np.uint32), is_card.sum(axis=1))
    inside = shoe[4:] == shoe[:-4]
    ranks, suits = played >> 2, played & 3
    a, b, c, d, fifth = (ranks[at : len(ranks) - 4 + at] for at in range(5))
    equals = [(x == y).view(np.uint8) for x, y in ((a, b), (a, c), (a, d), (b, c), (b, d), (c, d))]
    pairs = sum(equals[1:], equals[0])
    equal = sum(((x == fifth).view(np.uint8) for x in (b, c, d)), (a == fifth).view(np.uint8))
    high = (ranks == 0) | (ranks > 8)
    same = (suits[1:] == suits[:-1]) & high[1:] & high[:-1]
    royal = (pairs == 0) & same[:-3] & same[1:-2] & same[2:-1]
    by_bonus = np.bincount((8 * pairs + equal + royal)[inside], minlength=64)
    by_card = np.bincount(played[4:][inside], minlength=52)
    jokers = dealt.size - played.size
    return int(by_card.sum()) + jokers if by_bonus.sum() == by_card.sum() else 0


def native_sevens(hands: list[tuple[int, ...]]) -> None:
    """phevaluator's compiled function itself, mapped over hands without a loop in Python."""
    deque(starmap(native.evaluate_7cards, hands), maxlen=0)


@kernel(largest=2**31)
def strength_by_search(
    ranks: NDArray[np.int64],
    suits: NDArray[np.int64],
    good: NDArray[np.bool_],
    covered: NDArray[np.bool_],
) -> int:
    """Strength by trying all arrangements: which sets of cards combinations can cover."""
    for cards in range(128):
        size = 0
        one_rank = True
        one_suit = True
        first = -1
        for i in range(7):
            if cards >> i & 1:
                size += 1
                first = i if first < 0 else first
                one_rank &= ranks[i] == ranks[first]
                one_suit &= suits[i] == suits[first]
        good[cards] = (size >= 2 and one_rank) or (size >= 3 and one_suit)
    covered[0] = True
    best = 7 << 13 | 0x1FFF
    for cards in range(128):
        found = cards == 0
        part = cards
        while part > 0 and not found:
            found = good[part] and covered[cards ^ part]
            part = (part - 1) & cards
        covered[cards] = found
        if found:
            score = 0
            left = 0
            for i in range(7):
                if not cards >> i & 1:
                    score += 1
                    left |= 1 << ranks[i]
            best = min(best, score << 13 | left)
    return best


@kernel(largest=2**31)
def rounds_by_search(state: Words, rounds: int, qualifying: int, tally: NDArray[np.int64]) -> None:
    """Deal by swaps, score both hands by search, settle the base game and the score lines."""
    sizes = np.empty(14 * BLOCK, dtype=np.uint32)
    for i in range(14 * BLOCK):
        sizes[i] = np.uint32(52 - i % 14)
    drawn = np.empty(14 * BLOCK, dtype=np.uint32)
    words = words_for(14 * BLOCK)
    deck = np.arange(52)
    ranks = np.empty(52, dtype=np.int64)
    suits = np.empty(52, dtype=np.int64)
    good = np.zeros(128, dtype=np.bool_)
    covered = np.zeros(128, dtype=np.bool_)
    for done in range(rounds):
        if done % BLOCK == 0:
            draw_below(state, words, sizes, drawn)
        for i in range(14):
            j = i + np.int64(drawn[14 * (done % BLOCK) + i])
            deck[i], deck[j] = deck[j], deck[i]
        for i in range(14):
            ranks[i] = deck[i] % 13
            suits[i] = deck[i] // 13
        ours = strength_by_search(ranks[:7], suits[:7], good, covered)
        theirs = strength_by_search(ranks[7:14], suits[7:14], good, covered)
        line = min(ours >> 13, 3)
        if ours >= qualifying:
            row = 0
        elif theirs >= qualifying:
            row = 1
        elif ours == theirs:
            row = 3
        else:
            row = 2 if ours > theirs else (5 if ours == 0 else 4)
        tally[8 * row + line] += 1
