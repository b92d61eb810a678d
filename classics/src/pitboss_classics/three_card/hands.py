"""Hands of three cards: what they are, and which of two is higher."""

from __future__ import annotations

from functools import lru_cache

from pitboss.gamekit import Card

HIGH, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH = range(6)
QUEEN, ACE = 12, 14

Strength = tuple[int, tuple[int, ...]]
"""Compares as hands do: the kind, then ranks by how often they occur and how high they are."""


@lru_cache(maxsize=1 << 15)
def strength(cards: tuple[Card, ...]) -> Strength:
    """TCA-1.2: straights are rarer than flushes here; the ace is high, or low in ace-two-three."""
    ranks = sorted(map(high_rank, cards), reverse=True)
    if ranks == [ACE, 3, 2]:
        ranks = [3, 2, 1]
    is_straight = ranks[0] == ranks[1] + 1 == ranks[2] + 2
    is_flush = len({card.suit for card in cards}) == 1
    kinds = len(set(ranks))
    if is_straight:
        return (STRAIGHT_FLUSH if is_flush else STRAIGHT), tuple(ranks)
    if kinds < 3:
        by_count = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        return (THREE if kinds == 1 else PAIR), tuple(by_count)
    return (FLUSH if is_flush else HIGH), tuple(ranks)


def high_rank(card: Card) -> int:
    """Two to fourteen, the ace high."""
    return ACE if card.rank == 1 else card.rank


def qualifies(hand: Strength) -> bool:
    """TCA-2.4: the dealer plays with queen high or better."""
    return hand >= (HIGH, (QUEEN,))
