"""The house way against a search over every layout: random hands and every shape of hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.games.gin_and_win.bonus import bonus_line
from pitboss.games.gin_and_win.house_way import house_way
from tests.examples import in_soak
from tests.rules.gin_and_win.brute import Layout, Pair, best, layouts, left_over, tie
from tests.rules.gin_and_win.felt import edition

CARDS = {(rank, suit): Card(rank, suit) for rank in range(1, 14) for suit in range(4)}
DECK = tuple(CARDS)
HANDS = 200_000
CHUNK = 5_000


def differs(hand: tuple[Pair, ...]) -> str | None:
    """What the rules say of a hand and what the search says, when they are not the same."""
    rules = edition()
    house = house_way(tuple(CARDS[card] for card in hand), rules.heights)
    line = bonus_line(house, heights=rules.heights, low=rules.low)
    layout, left, expected = best(hand)
    same = (
        house.combinations == tuple(tuple(CARDS[card] for card in group) for group in layout)
        and house.left_over == tuple(CARDS[card] for card in left)
        and line == expected
    )
    return None if same else f"{house} {line} against {layout} {left} {expected}"


def shapes(cards_left: int, patterns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to give each of some ranks a set of suits, as bits, ranks in no order."""
    if cards_left == 0:
        yield ()
        return
    for at, pattern in enumerate(patterns):
        if pattern.bit_count() <= cards_left:
            for rest in shapes(cards_left - pattern.bit_count(), patterns[at:]):
                yield (pattern, *rest)


def rank_orders(shape: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every order of few ranks; of many ranks every rotation, forwards and backwards."""
    if len(shape) <= 4:
        return set(permutations(shape))
    turns = [shape[at:] + shape[:at] for at in range(len(shape))]
    return {*turns, *(turn[::-1] for turn in turns)}


def hand_of(order: tuple[int, ...]) -> tuple[Pair, ...]:
    """The suits of each rank as cards; ranks 2, 4, 6 to Queen and King, so that Seven divides."""
    ranks = (2, 4, 6, 8, 10, 12, 13)
    return tuple(
        (rank, suit)
        for rank, suits in zip(ranks, order, strict=False)
        for suit in range(4)
        if suits >> suit & 1
    )


@pytest.mark.untraced
@pytest.mark.clause("GNW-2.1", "GNW-2.2", "GNW-2.3", "GNW-7.3")
@pytest.mark.parametrize(
    "chunk",
    [0, *(pytest.param(one, marks=pytest.mark.slow) for one in range(1, HANDS // CHUNK))],
)
def test_random_hands(chunk: int) -> None:
    generator = np.random.Generator(np.random.PCG64DXSM(20_171_218 + chunk))
    draws = generator.random((CHUNK, 52)).argpartition(7, axis=1)[:, :7]
    for drawn in draws.tolist():
        hand = tuple(DECK[at] for at in drawn)
        assert len(set(hand)) == 7
        assert differs(hand) is None, hand


@pytest.mark.untraced
@pytest.mark.clause("GNW-2.1", "GNW-2.2", "GNW-2.3", "GNW-7.3")
@pytest.mark.parametrize("step", [4, in_soak(1)])
def test_every_shape_of_hand(step: int) -> None:
    """A shape is which suits each rank has, ranks in no order."""
    found = list(shapes(7, tuple(range(1, 16))))
    assert len(found) == 1652  # the coefficient of x^7 in (1-x)^-4 (1-x^2)^-6 (1-x^3)^-4 (1-x^4)^-1
    for shape in found:
        for order in sorted(rank_orders(shape))[::step]:
            hand = hand_of(order)
            assert len(hand) == 7
            assert differs(hand) is None, hand


@pytest.mark.untraced
@pytest.mark.clause("GNW-2.3")
def test_no_hand_needs_the_last_step_of_the_tie_order() -> None:
    """Whatever is left over, line, cards in rank sets and number of combinations decide."""
    for shape in shapes(7, tuple(range(1, 16))):
        hand = tuple(sorted(hand_of(shape)))
        tied: dict[tuple[int, ...], list[Layout]] = {}
        for layout in layouts(hand):
            ranks = tuple(rank for rank, _ in left_over(hand, layout))
            tied.setdefault(ranks, []).append(layout)
        fewest = min(map(len, tied))
        for ranks, equal in tied.items():
            keys = sorted(tie(layout)[:3] for layout in equal)
            assert len(ranks) > fewest or len(keys) == 1 or keys[0] < keys[1]
