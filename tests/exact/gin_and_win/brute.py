"""Gin & Win by trying everything: arrangements by recursion, deals by looking at each pair.

The oracle of the kernels on small decks. It imports nothing of the package. A card is a bit,
rank times suits plus suit; a hand is an integer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

Leavings = tuple[int, tuple[int, ...]]
"""How many cards are left over, and their ranks from the highest down."""


@dataclass(frozen=True)
class Deck:
    ranks: int
    suits: int
    hand: int

    def hands(self) -> list[int]:
        cards = range(self.ranks * self.suits)
        return [sum(1 << card for card in chosen) for chosen in combinations(cards, self.hand)]

    def renamed(self, hand: int, order: tuple[int, ...]) -> int:
        cards = [c for c in range(self.ranks * self.suits) if hand >> c & 1]
        return sum(1 << (c // self.suits * self.suits + order[c % self.suits]) for c in cards)

    def first_of_its_kind(self, hand: int) -> bool:
        """Whether no renaming of suits gives a smaller number."""
        return all(hand <= self.renamed(hand, o) for o in permutations(range(self.suits)))

    def suit_masks(self, hand: int) -> tuple[int, ...]:
        return tuple(
            sum(1 << r for r in range(self.ranks) if hand >> (r * self.suits + suit) & 1)
            for suit in range(self.suits)
        )


def _combinations_with(deck: Deck, card: int, cards: list[int]) -> Iterator[int]:
    """Every combination that uses the card and others of the list, as bits."""
    same_rank = [c for c in cards if c // deck.suits == card // deck.suits and c != card]
    same_suit = [c for c in cards if c % deck.suits == card % deck.suits and c != card]
    for others, least in ((same_rank, 1), (same_suit, 2)):
        for size in range(least, len(others) + 1):
            for chosen in combinations(others, size):
                yield sum(1 << c for c in chosen) | 1 << card


def house_way(deck: Deck) -> Leavings | object:
    """A function from hands to their best leavings, remembering what it has seen."""

    @cache
    def best(hand: int) -> Leavings:
        if not hand:
            return (0, ())
        cards = [c for c in range(deck.ranks * deck.suits) if hand >> c & 1]
        top = cards[-1]
        score, left = best(hand & ~(1 << top))
        found = (score + 1, tuple(sorted((*left, top // deck.suits), reverse=True)))
        for used in _combinations_with(deck, top, cards):
            found = min(found, best(hand & ~used))
        return found

    return best


@dataclass(frozen=True)
class Beside:
    """Dealer hands beside one hand, by outcome."""

    no_qualify: int
    win: int
    lose: int
    tie: int


@dataclass(frozen=True)
class Table:
    """All hands of a deck with their leavings, and all hands that differ in more than suits."""

    deck: Deck
    hands: NDArray[np.uint64]
    leavings: list[Leavings]
    order: NDArray[np.int64]
    """The place of each hand's leavings among all, best first."""
    distinct: list[Leavings]

    def qualifying(self, qualifier_rank: int) -> int:
        """How many of the distinct leavings, best first, qualify."""
        return sum(
            score < 4 or (score == 4 and left[0] < qualifier_rank) for score, left in self.distinct
        )

    def beside(self, at: int, qualifier_rank: int) -> Beside:
        apart = self.order[(self.hands & self.hands[at]) == 0]
        limit, own = self.qualifying(qualifier_rank), int(self.order[at])
        dealer = apart[apart < limit]
        return Beside(
            no_qualify=int((apart >= limit).sum()),
            win=int((dealer > own).sum()),
            lose=int((dealer < own).sum()),
            tie=int((dealer == own).sum()),
        )


@cache
def table(deck: Deck) -> Table:
    best = house_way(deck)
    hands = deck.hands()
    leavings = [best(hand) for hand in hands]  # type: ignore[operator]
    distinct = sorted(set(leavings))
    places = {one: place for place, one in enumerate(distinct)}
    return Table(
        deck,
        np.array(hands, dtype=np.uint64),
        leavings,
        np.array([places[one] for one in leavings]),
        distinct,
    )


@dataclass(frozen=True)
class Pays:
    no_qualify: Fraction = Fraction(1)
    win: Fraction = Fraction(2)
    zero_win: Fraction = Fraction(4)
    tie: Fraction = Fraction(0)
    zero_tie: Fraction = Fraction(0)


def solve(deck: Deck, qualifier_rank: int, pays: Pays) -> tuple[dict[str, int], int]:
    """Deals by outcome under best play, and how many hands fold."""
    all_hands = table(deck)
    totals = dict.fromkeys(("fold", "no_qualify", "win", "zero_win", "lose", "tie", "zero_tie"), 0)
    folded = 0
    dealer_hands = comb(deck.ranks * deck.suits - deck.hand, deck.hand)
    for at, hand in enumerate(all_hands.hands.tolist()):
        images = {deck.renamed(hand, order) for order in permutations(range(deck.suits))}
        if min(images) != hand:
            continue
        beside = all_hands.beside(at, qualifier_rank)
        zero = all_hands.leavings[at][0] == 0
        value = (
            pays.no_qualify * beside.no_qualify
            + (pays.zero_win if zero else pays.win) * beside.win
            + (pays.zero_tie if zero else pays.tie) * beside.tie
            - 2 * beside.lose
        )
        if value < -dealer_hands:
            folded += len(images)
            totals["fold"] += len(images) * dealer_hands
            continue
        totals["no_qualify"] += len(images) * beside.no_qualify
        totals["zero_win" if zero else "win"] += len(images) * beside.win
        totals["zero_tie" if zero else "tie"] += len(images) * beside.tie
        totals["lose"] += len(images) * beside.lose
    return totals, folded
