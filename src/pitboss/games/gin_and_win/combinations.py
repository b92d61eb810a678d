"""Combinations: what may be laid out of a hand, and a hand that is laid out."""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import Card

RANK_SET_MIN = 2
FLUSH_MIN = 3

Heights = tuple[int, ...]
"""How high each rank counts, by rank: index 1 is the Ace (GNW-1.3)."""

ACE_LOW: Heights = tuple(range(14))
# The other reading of a silent document: Two is lowest, King twelfth, Ace highest.
ACE_HIGH: Heights = (0, 13, *range(1, 13))


def is_rank_set(cards: tuple[Card, ...]) -> bool:
    """Two, three or four of one rank (GNW-1.4)."""
    return len(cards) >= RANK_SET_MIN and len({card.rank for card in cards}) == 1


def is_flush(cards: tuple[Card, ...]) -> bool:
    """Three or more of one suit (GNW-1.4)."""
    return len(cards) >= FLUSH_MIN and len({card.suit for card in cards}) == 1


def is_combination(cards: tuple[Card, ...]) -> bool:
    return is_rank_set(cards) or is_flush(cards)


def in_show_order(combinations: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """Rank sets before flushes, each kind in card order (GNW-2.3)."""
    ordered = (tuple(sorted(cards)) for cards in combinations)
    return tuple(sorted(ordered, key=lambda cards: (not is_rank_set(cards), cards)))


class Arrangement(msgspec.Struct, frozen=True):
    """A hand laid out: combinations in the order they are shown, left-over cards highest first."""

    combinations: tuple[tuple[Card, ...], ...]
    left_over: tuple[Card, ...]

    @property
    def score(self) -> int:
        """One for each card that is left over (GNW-1.6)."""
        return len(self.left_over)

    @property
    def cards_in_rank_sets(self) -> int:
        return sum(len(cards) for cards in self.combinations if is_rank_set(cards))


def highest_first(cards: tuple[Card, ...], heights: Heights) -> tuple[Card, ...]:
    """Cards from the highest down; equal ranks in card order."""
    return tuple(sorted(cards, key=lambda card: (-heights[card.rank], card.suit)))


def left_over_heights(arrangement: Arrangement, heights: Heights) -> tuple[int, ...]:
    """The heights of the left-over cards, highest first: what two equal scores compare."""
    return tuple(heights[card.rank] for card in arrangement.left_over)
