"""Decks as data: which cards a game is played with, and how many of each.

A deck may be reduced (fewer ranks or suits), which is how the exact oracle can walk every deal of a
small game.
"""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import JOKER, Card
from pitboss.invariants import check


class Deck(msgspec.Struct, frozen=True):
    """Some copies of a set of ranks and suits, plus jokers."""

    copies: int = 1
    jokers: int = 0
    ranks: tuple[int, ...] = tuple(range(1, 14))
    suits: tuple[int, ...] = (0, 1, 2, 3)

    def __post_init__(self) -> None:
        check(self.copies >= 1 and self.jokers >= 0, "a deck has cards")
        check(len(set(self.ranks)) == len(self.ranks) > 0, "ranks are distinct")
        check(len(set(self.suits)) == len(self.suits) > 0, "suits are distinct")

    @property
    def size(self) -> int:
        return self.copies * len(self.ranks) * len(self.suits) + self.jokers

    def counts(self) -> dict[Card, int]:
        """How many of each card the deck holds, jokers first, then by rank and suit."""
        counts = {JOKER: self.jokers} if self.jokers else {}
        for rank in sorted(self.ranks):
            for suit in sorted(self.suits):
                counts[Card(rank=rank, suit=suit)] = self.copies
        return counts
