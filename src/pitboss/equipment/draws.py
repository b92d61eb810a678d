"""Unbiased draws from a source of random bits that the caller passes in.

Every draw uses rejection, so each outcome is exactly equally likely: no remainder of a division
ever favours one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import Protocol

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.equipment.stops import Mark, Stops
from pitboss.equipment.tops import Face, Top
from pitboss.invariants import check


class BitSource(Protocol):
    """A source of random bits: the operating system, a sealed seed, a test."""

    def bits(self, count: int) -> int:
        """An integer of `count` uniformly random bits."""
        ...


class BlockBits(ABC):
    """Bits out of random blocks, taken in order, each from its highest bit."""

    def __init__(self) -> None:
        self._blocks = 0
        self._pool = 0
        self._pool_bits = 0

    @abstractmethod
    def block(self, number: int) -> bytes:
        """The block of that number, from 0."""

    def bits(self, count: int) -> int:
        while self._pool_bits < count:
            block = self.block(self._blocks)
            self._blocks += 1
            self._pool = (self._pool << 8 * len(block)) | int.from_bytes(block, "big")
            self._pool_bits += 8 * len(block)
        self._pool_bits -= count
        drawn = self._pool >> self._pool_bits
        self._pool &= (1 << self._pool_bits) - 1
        return drawn


class SeededBits(BlockBits):
    """Bits from a seed: SHA-256 in counter mode. For practice, tests and replay, not for money."""

    def __init__(self, seed: bytes) -> None:
        super().__init__()
        self._seed = seed

    def block(self, number: int) -> bytes:
        return sha256(self._seed + number.to_bytes(8, "big")).digest()


def draw_below(source: BitSource, limit: int) -> int:
    """A number from 0 to limit - 1, each exactly equally likely.

    Takes the fewest bits that can hold the range and draws again when the value falls
    outside it; each try succeeds with probability above one half.
    """
    check(limit > 0, "a draw needs at least one outcome")
    width = (limit - 1).bit_length()
    while True:
        value = source.bits(width)
        if value < limit:
            return value


def draw_cards(source: BitSource, undealt: Composition, count: int) -> tuple[Card, ...]:
    """Draw cards one after the other, every undealt card equally likely."""
    left = [held for _, held in undealt.entries]
    total, cards = sum(left), []
    for _ in range(count):
        position = draw_below(source, total)
        at = 0
        while position >= left[at]:
            position -= left[at]
            at += 1
        cards.append(undealt.entries[at][0])
        left[at] -= 1
        total -= 1
    return tuple(cards)


def draw_face(source: BitSource, top: Top) -> Face:
    """The face that lands up, every face equally likely."""
    return top.faces[draw_below(source, len(top.faces))]


def draw_mark(source: BitSource, stops: Stops) -> Mark:
    """The mark of the stop that shows, every stop equally likely."""
    return Mark(stops.kind, stops.texts[draw_below(source, len(stops.texts))])
