"""The row: what four cards show, and what the fifth card makes of them.

Knows no money and no shoe.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import lru_cache

from pitboss.equipment.cards import ACE, KING, Card
from pitboss.units import ClauseId, WordedEnum

Row = tuple[Card, ...]

ROYAL_RANKS = frozenset({10, 11, 12, KING, ACE})


class RowKind(WordedEnum):
    """What a row shows. No row is two of these: a royal draw has four different ranks."""

    NOTHING = "none", "No pair in the row"
    PAIR = "pair", "A pair"
    TWO_PAIR = "two-pair", "Two pair"
    THREE = "three", "Three of a kind"
    FOUR = "four", "Four of a kind"
    ROYAL_DRAW = "royal-draw", "Four to a royal flush"


class BonusHand(StrEnum):
    """What the bonus pays for, in the order of the paytable."""

    ROYAL_FLUSH = "royal_flush"
    FIVE_OF_A_KIND = "five_of_a_kind"
    FOUR_OF_A_KIND = "four_of_a_kind"
    THREE_OF_A_KIND = "three_of_a_kind"
    FULL_HOUSE = "full_house"
    TWO_PAIR = "two_pair"

    @property
    def label(self) -> str:
        """The hand as a paytable names it: `Four of a kind`."""
        return self.value.replace("_", " ").capitalize()


# FLP-5.2: how many cards of the row share a rank, most first. An incomplete row shows nothing.
_KINDS = {
    (2, 1, 1): RowKind.PAIR,
    (2, 2): RowKind.TWO_PAIR,
    (3, 1): RowKind.THREE,
    (4,): RowKind.FOUR,
}

# The kind of row and how many of its cards the fifth card matches by rank (FLP-5.4).
_MADE = {
    (RowKind.PAIR, 2): (BonusHand.THREE_OF_A_KIND, ClauseId("FLP-5.5")),
    (RowKind.PAIR, 1): (BonusHand.TWO_PAIR, ClauseId("FLP-5.6")),
    (RowKind.TWO_PAIR, 2): (BonusHand.FULL_HOUSE, ClauseId("FLP-5.7")),
    (RowKind.THREE, 3): (BonusHand.FOUR_OF_A_KIND, ClauseId("FLP-5.8")),
    (RowKind.THREE, 1): (BonusHand.FULL_HOUSE, ClauseId("FLP-5.9")),
    (RowKind.FOUR, 4): (BonusHand.FIVE_OF_A_KIND, ClauseId("FLP-5.10")),
}
_ROYAL = (BonusHand.ROYAL_FLUSH, ClauseId("FLP-5.11"))


@lru_cache(maxsize=1024)
def row_kind(row: Row) -> RowKind:
    """What the row shows; the bonus is offered for everything but nothing (FLP-5.1)."""
    ranks = Counter(card.rank for card in row)
    # FLP-5.3: four different royal ranks of one suit.
    if len(ranks) == 4 and ranks.keys() <= ROYAL_RANKS and len({card.suit for card in row}) == 1:
        return RowKind.ROYAL_DRAW
    return _KINDS.get(tuple(sorted(ranks.values(), reverse=True)), RowKind.NOTHING)


def made_hand(row: Row, fifth: Card) -> tuple[BonusHand, ClauseId] | None:
    """The paying hand the fifth card made and its clause; None for all the rest (FLP-5.12).

    Ranks alone decide, but for the royal flush (FLP-5.15). A joker matches nothing.
    """
    kind = row_kind(row)
    if kind is RowKind.ROYAL_DRAW:
        ranks = {card.rank for card in (*row, fifth)}
        return _ROYAL if ranks == ROYAL_RANKS and fifth.suit == row[0].suit else None
    return _MADE.get((kind, sum(card.rank == fifth.rank for card in row)))


def hands_within_reach(row: Row) -> tuple[BonusHand, ...]:
    """What a fifth card could make of this row, in the order of the paytable."""
    kind = row_kind(row)
    reach = {hand for (start, _), (hand, _) in _MADE.items() if start is kind}
    if kind is RowKind.ROYAL_DRAW:
        reach = {BonusHand.ROYAL_FLUSH}
    return tuple(hand for hand in BonusHand if hand in reach)


def next_row(row: Row, fifth: Card) -> Row:
    """The row for the next round: unchanged by a joker (FLP-6.1), else one place on (FLP-6.3)."""
    return row if fifth.is_joker else (*row[1:], fifth)
