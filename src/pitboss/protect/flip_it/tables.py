"""An edition of flip~it as the arrays that the counting kernel reads."""

from __future__ import annotations

from math import lcm

import numpy as np

from pitboss.exact.flip_it.fresh_shoe import BLACK, EVEN, HIGH, LOW, ODD, RED
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import BonusHand
from pitboss.protect.flip_it.kernel import TWELFTHS, CountTables, Whole
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.flip_it import deck_of

INSIDE_KEYS = tuple(f"inside:{name}" for name in ("red", "black", "odd", "even", "high", "low"))
CALL_IT_KEY, CALL_ALL_KEY, BONUS_KEY = "call-it", "call-all", "bonus"
BET_KEYS = (*INSIDE_KEYS, CALL_IT_KEY, CALL_ALL_KEY, BONUS_KEY)

PAY_MOST = 100_000
"""The largest pay, over its denominator, whose sums over a chunk fit 64 bits with ease."""

# Pairs of equal ranks in the row, and how many of the row the fifth card matches.
MADE = {
    (0, 1): BonusHand.ROYAL_FLUSH,
    (1, 2): BonusHand.THREE_OF_A_KIND,
    (1, 1): BonusHand.TWO_PAIR,
    (2, 2): BonusHand.FULL_HOUSE,
    (3, 3): BonusHand.FOUR_OF_A_KIND,
    (3, 1): BonusHand.FULL_HOUSE,
    (6, 4): BonusHand.FIVE_OF_A_KIND,
}


SUITED = np.array([(index % 13) * 4 + index // 13 for index in range(52)] + [52])
"""The exact solver counts suit by suit, the kernels here rank by rank."""


def by_suit(cards: Whole) -> Whole:
    """Cards that are not jokers, numbered suit by suit."""
    return cards % 4 * 13 + cards // 4


def tables_of(edition: Edition) -> CountTables:
    """The arrays of an edition whose pays were checked."""
    deck = deck_of(edition)
    inside, call = edition.inside.to_one, edition.call_it.to_one
    unit = lcm(*(odds.to_one.denominator for _, odds in edition.bonus))
    money = np.array(
        [inside.numerator, inside.denominator, call.numerator, call.denominator, unit],
        dtype=np.int64,
    )
    pays, squared = np.zeros((7, 5), dtype=np.int64), np.zeros((7, 5))
    for (pairs, alike), hand in MADE.items():
        pay = edition.bonus_odds(hand).to_one
        pays[pairs, alike] = int((pay + 1) * unit * TWELFTHS / alike)
        squared[pairs, alike] = float((pay**2 - 1) / alike)
    whole = np.bincount(deck, minlength=53).astype(np.int64)
    full = edition.deck.copies * len(edition.deck.suits)
    called = sum(1 for rank in edition.deck.ranks if rank > 1)
    even = np.array([full / len(deck), called, len(deck)])
    return CountTables(deck, whole, _sides(), money, even, pays, squared)


def _sides() -> Whole:
    won = [
        (suit in RED, suit in BLACK, rank in ODD, rank in EVEN, rank in HIGH, rank in LOW)
        for rank in range(1, 14)
        for suit in range(4)
    ]
    return np.array(won, dtype=np.int64)


def pays_refusal(edition: Edition) -> Refusal | None:
    every = [edition.inside, edition.call_it, *(odds for _, odds in edition.bonus)]
    unit = lcm(*(odds.to_one.denominator for odds in every))
    if max(odds.to_one for odds in every) * unit > PAY_MOST:
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"Pays above {PAY_MOST} to 1, or with such fine fractions, cannot be studied; choose"
            " rounder pays.",
        )
    return None
