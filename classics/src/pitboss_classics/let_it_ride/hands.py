"""Hands of five cards that pay, and what three or four of them come to so far."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from pitboss.gamekit import Card

TEN, ACE = 10, 14
HAND = 5
LOWEST_STRAIGHT = {ACE, 2, 3, 4, 5}
KINDS = {
    "royal_flush": "a royal flush",
    "straight_flush": "a straight flush",
    "four_of_a_kind": "four of a kind",
    "full_house": "a full house",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "pair": "a pair of tens or better",
}
"""Hands that pay, the best first."""


@lru_cache(maxsize=1 << 12)
def kind_of(cards: tuple[Card, ...]) -> str | None:
    """RID-1.2: the best kind of these cards; None for what pays nothing."""
    counts = Counter(map(high_rank, cards))
    shape = sorted(counts.values(), reverse=True)
    is_whole = len(cards) == HAND
    is_flush = is_whole and len({card.suit for card in cards}) == 1
    is_straight = is_whole and _is_row(set(counts))
    if is_straight and is_flush:
        return "royal_flush" if min(counts) == TEN else "straight_flush"
    if shape[0] == 4:
        return "four_of_a_kind"
    if shape[:2] == [3, 2]:
        return "full_house"
    if is_flush or is_straight:
        return "flush" if is_flush else "straight"
    if shape[0] == 3:
        return "three_of_a_kind"
    if shape[:2] == [2, 2]:
        return "two_pair"
    return "pair" if any(n == 2 and rank >= TEN for rank, n in counts.items()) else None


def _is_row(ranks: set[int]) -> bool:
    return ranks == LOWEST_STRAIGHT or (len(ranks) == HAND and max(ranks) - min(ranks) == HAND - 1)


def high_rank(card: Card) -> int:
    """Two to fourteen, the ace high."""
    return ACE if card.rank == 1 else card.rank
