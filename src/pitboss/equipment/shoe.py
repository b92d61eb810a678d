"""A shoe by composition: which cards are still undealt, never in which order.

The order of undealt cards exists nowhere below the pit: rules ask for a draw and are handed one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Self

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import Deck
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode

_CARD = itemgetter(0)


class Composition(msgspec.Struct, frozen=True):
    """How many of each card are left. Immutable; entries of zero are kept, in card order."""

    entries: tuple[tuple[Card, int], ...]

    @classmethod
    def of(cls, counts: Mapping[Card, int]) -> Self:
        check(all(count >= 0 for count in counts.values()), "a count is never negative")
        return cls(entries=tuple(sorted(counts.items())))

    @classmethod
    def full(cls, deck: Deck) -> Self:
        return cls.of(deck.counts())

    @property
    def counts(self) -> dict[Card, int]:
        return dict(self.entries)

    @property
    def total(self) -> int:
        return sum(count for _, count in self.entries)

    def count(self, card: Card) -> int:
        return next((count for held, count in self.entries if held == card), 0)

    def without(self, cards: Iterable[Card]) -> Composition | Refusal:
        """The cards that are left when these are dealt, or the first that cannot be."""
        entries = list(self.entries)
        for card in cards:
            at = bisect_left(entries, card, key=_CARD)
            held, left = entries[at] if at < len(entries) else (card, 0)
            if held != card or left == 0:
                return Refusal(
                    RefusalCode.IMPOSSIBLE_CARD,
                    f"{card} cannot be dealt: no {card} is left in the cards.",
                )
            entries[at] = (card, left - 1)
        return Composition(tuple(entries))
