"""An edition of flip~it as the arrays that the counting kernel reads."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

import numpy as np

from pitboss.equipment.cards import JOKER
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import BonusHand
from pitboss.protect.flip_it.kernel import INSIDE, TWELFTHS, Sums, Whole
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.kernels.flip_it_deal import Cards

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


@dataclass(frozen=True, slots=True, eq=False)
class CountTables:
    """What the kernel needs of an edition."""

    deck: Cards
    whole: Whole
    """How many of each card the full deck holds; the jokers last."""
    sides: Whole
    """For each card, which inside bets it wins."""
    money: Whole
    """Inside odds and unit, Call It odds and unit, unit of the bonus: whole numbers."""
    even: Sums
    """Share of a full rank among all cards, called ranks that the deck has, all cards."""
    pays: Whole
    squared: Sums


def tables_of(edition: Edition) -> CountTables:
    """The arrays of an edition whose pays were checked."""
    numbers = [
        52 if card == JOKER else (card.rank - 1) * 4 + card.suit
        for card, held in edition.deck.counts().items()
        for _ in range(held)
    ]
    deck = np.array(numbers, dtype=np.uint8)
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
    sides = np.zeros((52, INSIDE), dtype=np.int64)
    for card in range(52):
        rank, suit = card // 4 + 1, card % 4
        red = suit in (1, 2)
        ace = rank == 1
        sides[card] = (
            red,
            not red,
            rank % 2 == 1 and not ace,
            rank % 2 == 0,
            rank >= 8,
            2 <= rank <= 7,
        )
    return sides


def pays_refusal(edition: Edition) -> Refusal | None:
    """Why pays like these cannot be counted."""
    every = [edition.inside, edition.call_it, *(odds for _, odds in edition.bonus)]
    unit = lcm(*(odds.to_one.denominator for odds in every))
    if max(odds.to_one for odds in every) * unit > PAY_MOST:
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"Pays above {PAY_MOST} to 1, or with so fine a fraction, are not counted;"
            " take rounder ones.",
        )
    return None
