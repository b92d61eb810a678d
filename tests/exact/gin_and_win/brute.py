"""Gin & Win by trying everything: arrangements by recursion, deals by looking at each pair.

The oracle of the kernels on small decks. It imports nothing of the package. A card is a bit,
rank times suits plus suit; a hand is an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import TypeVar

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

    def renamed(self) -> NDArray[np.int64]:
        """Every hand, a column each, under every renaming of the suits."""
        hands = np.array(self.hands(), dtype=np.int64)
        first = sum(1 << rank * self.suits for rank in range(self.ranks))
        of_suit = [hands >> suit & first for suit in range(self.suits)]
        return np.array(
            [
                sum(of_suit[old] << new for old, new in enumerate(order))
                for order in permutations(range(self.suits))
            ]
        )

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


@cache
def house_way(deck: Deck) -> Callable[[int], Leavings]:
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


def every_arrangement(deck: Deck, hand: int) -> Iterator[tuple[int, ...]]:
    """All ways to split a hand into combinations, as bits; what is left over is not listed."""
    if not hand:
        yield ()
        return
    cards = [c for c in range(deck.ranks * deck.suits) if hand >> c & 1]
    yield from every_arrangement(deck, hand & ~(1 << cards[-1]))
    for used in _combinations_with(deck, cards[-1], cards):
        for rest in every_arrangement(deck, hand & ~used):
            yield (used, *rest)


def bonus_line(deck: Deck, hand: int, *, lowest: int, highest: int) -> str:
    """The highest line that any arrangement makes; ranks are counted from 1."""
    shapes = set()
    for arrangement in every_arrangement(deck, hand):
        shape = []
        for used in arrangement:
            cards = [c for c in range(deck.ranks * deck.suits) if used >> c & 1]
            kind = "rank" if len({c // deck.suits for c in cards}) == 1 else "suit"
            shape.append((kind, len(cards)))
        shapes.add(tuple(sorted(shape)))
    if (("rank", 3), ("rank", 4)) in shapes:
        return "quads-trips"
    if (("rank", 2), ("suit", 5)) in shapes:
        return "flush5-pair"
    if (("rank", 4), ("suit", 3)) in shapes:
        return "quads-flush3"
    score, left = house_way(deck)(hand)
    if score == 2 and all(lowest <= rank + 1 <= highest for rank in left):
        return "two-low"
    return {0: "zero", 1: "one"}.get(score, "lose")


@dataclass(frozen=True)
class Beside:
    """Dealer hands beside one hand, by outcome."""

    no_qualify: int
    win: int
    lose: int
    tie: int


@dataclass(frozen=True)
class Hand:
    """One hand for all that differ from it only in the names of suits."""

    cards: int
    images: int
    score: int
    place: int
    """Where its leavings stand among all, best first."""
    beside: NDArray[np.int64]
    """How many dealer hands share no card with it, by the place of their leavings."""

    def against(self, qualifying: int | NDArray[np.bool_]) -> Beside:
        """Outcomes when the best `qualifying` leavings qualify, or those that are marked."""
        marks = (
            np.arange(self.beside.size) < qualifying
            if isinstance(qualifying, int)
            else (qualifying)
        )
        dealer = np.where(marks, self.beside, 0)
        return Beside(
            no_qualify=int(self.beside[~marks].sum()),
            win=int(dealer[self.place + 1 :].sum()),
            lose=int(dealer[: self.place].sum()),
            tie=int(dealer[self.place : self.place + 1].sum()),
        )


@dataclass(frozen=True)
class Table:
    """All hands of a deck up to the names of suits."""

    deck: Deck
    leavings: list[Leavings]
    """All that occur, best first."""
    hands: list[Hand]

    def qualifying(self, rank: int, score: int = 4) -> int:
        """How many of the leavings, best first, qualify."""
        return sum(
            own < score or (own == score and (not left or left[0] < rank))
            for own, left in self.leavings
        )

    def qualifying_by_the_letter(self, rank: int, score: int = 4) -> NDArray[np.bool_]:
        """Which leavings qualify when only the score itself, above the rank, fails."""
        return np.array([own != score or not left or left[0] < rank for own, left in self.leavings])

    def dealer_hands(self) -> int:
        return comb(self.deck.ranks * self.deck.suits - self.deck.hand, self.deck.hand)


T = TypeVar("T")


def of_every_hand(deck: Deck, found_of: Callable[[int], T]) -> list[T]:
    """What a function finds in each hand, asked once for all that differ in names of suits."""
    least = deck.renamed().min(axis=0).tolist()
    known = {hand: found_of(hand) for hand in set(least)}
    return [known[hand] for hand in least]


@cache
def table(deck: Deck) -> Table:
    found = of_every_hand(deck, house_way(deck))
    leavings = sorted(set(found))
    places = {one: place for place, one in enumerate(leavings)}
    order = np.array([places[one] for one in found])
    images = deck.renamed()
    hands = images[0]
    rows = []
    for at in np.flatnonzero(hands == images.min(axis=0)).tolist():
        apart = order[(hands & hands[at]) == 0]
        beside = np.bincount(apart, minlength=len(leavings))
        alike = len(set(images[:, at].tolist()))
        rows.append(Hand(int(hands[at]), alike, found[at][0], int(order[at]), beside))
    return Table(deck, leavings, rows)


@dataclass(frozen=True)
class Pays:
    no_qualify: Fraction = Fraction(1)
    win: Fraction = Fraction(2)
    zero_win: Fraction = Fraction(4)
    tie: Fraction = Fraction(0)
    zero_tie: Fraction = Fraction(0)

    def of(self, hand: Hand, beside: Beside) -> Fraction:
        """What playing nets against all dealer hands."""
        zero = hand.score == 0
        return (
            self.no_qualify * beside.no_qualify
            + (self.zero_win if zero else self.win) * beside.win
            + (self.zero_tie if zero else self.tie) * beside.tie
            - 2 * beside.lose
        )


OUTCOMES = ("fold", "no_qualify", "win", "zero_win", "lose", "tie", "zero_tie")


def solve(
    deck: Deck, *, rank: int, score: int, pays: Pays, by_the_letter: bool = False
) -> tuple[dict[str, int], int]:
    """Deals by outcome under best play, and how many hands fold."""
    every = table(deck)
    dealer_hands = every.dealer_hands()
    qualifying: int | NDArray[np.bool_] = every.qualifying(rank, score)
    if by_the_letter:
        qualifying = every.qualifying_by_the_letter(rank, score)
    totals = dict.fromkeys(OUTCOMES, 0)
    for hand in every.hands:
        beside = hand.against(qualifying)
        if pays.of(hand, beside) < -dealer_hands:
            totals["fold"] += hand.images * dealer_hands
            continue
        zero = "zero_" if hand.score == 0 else ""
        totals["no_qualify"] += hand.images * beside.no_qualify
        totals[f"{zero}win"] += hand.images * beside.win
        totals[f"{zero}tie"] += hand.images * beside.tie
        totals["lose"] += hand.images * beside.lose
    return totals, totals["fold"] // dealer_hands
