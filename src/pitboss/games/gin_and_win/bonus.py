"""The Gin Bonus: which line of the paytable a hand reaches."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

import msgspec

from pitboss.games.gin_and_win.combinations import Arrangement, Heights, is_flush, is_rank_set
from pitboss.units import ClauseId


class BonusLine(StrEnum):
    """The paid lines, highest first: the order is the paytable's, whatever the pays (GNW-7.3)."""

    label: str
    clause: ClauseId

    def __new__(cls, value: str, label: str = "", clause: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        member.clause = ClauseId(clause)
        return member

    QUADS_TRIPS = "quads-trips", "four of a kind and three of a kind", "GNW-7.4"
    FLUSH5_PAIR = "flush5-pair", "five-card flush and a pair", "GNW-7.5"
    QUADS_FLUSH3 = "quads-flush3", "four of a kind and a three-card flush", "GNW-7.6"
    ZERO = "zero", "any other score of zero", "GNW-7.7"
    ONE = "one", "a score of one", "GNW-7.8"
    TWO_LOW = "two-low", "a score of two, both cards low", "GNW-7.9"

    @property
    def field(self) -> str:
        return self.value.replace("-", "_")


NO_LINE = ClauseId("GNW-7.10")

# Sizes of rank sets and of flushes that make a line of their own. All three use seven cards.
_SHAPES = {
    ((3, 4), ()): BonusLine.QUADS_TRIPS,
    ((2,), (5,)): BonusLine.FLUSH5_PAIR,
    ((4,), (3,)): BonusLine.QUADS_FLUSH3,
}


class LowPair(msgspec.Struct, frozen=True):
    """Which two left-over cards are good enough for the last line (GNW-7.9)."""

    height: int
    or_higher: bool
    """The other reading of "7 or better": Seven and upward."""

    def takes(self, height: int) -> bool:
        return height >= self.height if self.or_higher else height <= self.height


def zero_line(arrangement: Arrangement) -> BonusLine:
    """The line of an arrangement that leaves nothing over (GNW-7.4 to GNW-7.7)."""
    sets = sorted(len(cards) for cards in arrangement.combinations if is_rank_set(cards))
    flushes = sorted(len(cards) for cards in arrangement.combinations if is_flush(cards))
    return _SHAPES.get((tuple(sets), tuple(flushes)), BonusLine.ZERO)


def bonus_line(house_way: Arrangement, *, heights: Heights, low: LowPair) -> BonusLine | None:
    """The highest line a hand reaches, read from its house way, or None when nothing pays.

    Only arrangements of score zero differ in their line, and the house way prefers the higher
    line among those (GNW-2.3), so no other arrangement of the hand can reach a higher one.
    """
    match house_way.left_over:
        case ():
            return zero_line(house_way)
        case (_,):
            return BonusLine.ONE
        case (high, second) if low.takes(heights[high.rank]) and low.takes(heights[second.rank]):
            return BonusLine.TWO_LOW
        case _:
            return None
