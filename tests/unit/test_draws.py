"""Draws: the mapping from bits to outcomes, counted exhaustively, has no bias at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from pitboss.equipment.cards import JOKER, Card
from pitboss.equipment.decks import Deck
from pitboss.equipment.draws import SeededBits, draw_below, draw_cards, draw_face
from pitboss.equipment.shoe import Composition
from pitboss.equipment.tops import Face, Top
from pitboss.invariants import BrokenInvariant


class Listed:
    """Gives one listed value, then zeros, and notes how often it was asked."""

    def __init__(self, value: int) -> None:
        self.values = [value]
        self.asked = 0

    def bits(self, count: int) -> int:
        self.asked += 1
        return self.values.pop() if self.values else 0


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 8, 13, 45, 52, 53, 64, 436, 440])
def test_every_outcome_has_the_same_number_of_bit_patterns(limit: int) -> None:
    width = (limit - 1).bit_length()
    first_try: Counter[int] = Counter()
    rejected = 0
    for pattern in range(2**width):
        source = Listed(pattern)
        value = draw_below(source, limit)
        if source.asked == 1:
            first_try[value] += 1
        else:
            rejected += 1
    assert set(first_try.values()) == {1}
    assert set(first_try) == set(range(limit))
    assert rejected == 2**width - limit < limit


def test_a_draw_needs_an_outcome() -> None:
    with pytest.raises(BrokenInvariant):
        draw_below(Listed(0), 0)


def _positions(total: int) -> Iterator[Listed]:
    return (Listed(position) for position in range(total))


def test_every_undealt_card_is_one_position() -> None:
    undealt = Composition.full(Deck(copies=2, jokers=3, ranks=(1, 5), suits=(0, 1)))
    drawn = Counter(draw_cards(source, undealt, 1)[0] for source in _positions(undealt.total))
    assert drawn == Counter(undealt.counts)
    assert drawn[JOKER] == 3
    assert drawn[Card(rank=5, suit=1)] == 2


def test_every_face_is_one_position() -> None:
    top = Top((Face.RED, Face.RED, Face.JOKER))
    assert Counter(draw_face(s, top) for s in _positions(3)) == {Face.RED: 2, Face.JOKER: 1}


def test_seeded_bits_depend_on_the_seed_alone() -> None:
    def stream(seed: bytes) -> list[int]:
        source = SeededBits(seed)
        return [source.bits(width) for width in (1, 7, 300, 64, 256)]

    assert stream(b"a") == stream(b"a")
    assert stream(b"a") != stream(b"b")


def test_seeded_bits_are_taken_in_order_without_loss() -> None:
    whole, parts = SeededBits(b"s"), SeededBits(b"s")
    expected = whole.bits(512)
    value = 0
    for _ in range(64):
        value = (value << 8) | parts.bits(8)
    assert value == expected
