"""The Top's way around the table: from one end, seat by seat, and round again."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from pitboss.units import SeatIndex

FIRST_SEAT = SeatIndex(1)


class Direction(StrEnum):
    """Which way the Top passes: up from seat 1, or down from the last seat."""

    UP = "up"
    DOWN = "down"


class Rotation(msgspec.Struct, frozen=True):
    """Where the next turn to spin begins, and which way it goes from there (SNW-7.2)."""

    turn: SeatIndex
    direction: Direction

    def order(self, seats: Iterable[SeatIndex]) -> tuple[SeatIndex, ...]:
        """These seats as the Top reaches them, each once, wrapping at the end of the table."""
        if self.direction is Direction.UP:
            return tuple(sorted(seats, key=lambda seat: (seat < self.turn, seat)))
        return tuple(sorted(seats, key=lambda seat: (seat > self.turn, -seat)))

    def at(self, seat: SeatIndex) -> Rotation:
        return Rotation(seat, self.direction)

    def past(self, seat: SeatIndex, *, seats_max: int) -> Rotation:
        """The turn begins at the place after this seat, whether or not someone sits there."""
        step = 1 if self.direction is Direction.UP else -1
        return self.at(SeatIndex((seat - FIRST_SEAT + step) % seats_max + FIRST_SEAT))


def from_left() -> Rotation:
    """A start at the dealer's left end (SNW-7.1)."""
    return Rotation(FIRST_SEAT, Direction.UP)


def from_right(*, seats_max: int) -> Rotation:
    """A start at the dealer's right end (SNW-7.1)."""
    return Rotation(SeatIndex(seats_max), Direction.DOWN)
