"""Gin & Win scoring against a search over every arrangement, in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.exact.gin_and_win import scoring
from pitboss.invariants import BrokenInvariant
from tests.examples import in_soak

pytestmark = [pytest.mark.nojit, pytest.mark.bounds]

Card = tuple[int, int]  # rank 0 (Ace) to 12 (King), suit 0 to 3
Group = tuple[Card, ...]


def bonus_lines(
    c: scoring.Masks,
    d: scoring.Masks,
    h: scoring.Masks,
    s: scoring.Masks,
    *,
    low: int = scoring.LOW_RANKS,
) -> NDArray[np.uint8]:
    """The bonus lines of many hands, as indexes into BONUS_LINES."""
    out = np.empty(c.shape[0], dtype=np.uint8)
    scoring.lines_into(c, d, h, s, scoring.score_hands(c, d, h, s), low, out)
    return out


def is_combination(cards: Group) -> bool:
    one_rank = len({rank for rank, _ in cards}) == 1
    one_suit = len({suit for _, suit in cards}) == 1
    return (len(cards) >= 2 and one_rank) or (len(cards) >= 3 and one_suit)


def arrangements(
    cards: Group, groups: tuple[Group, ...] = (), left: Group = ()
) -> Iterator[tuple[tuple[Group, ...], Group]]:
    """Every way to put each card into one combination or leave it over."""
    if not cards:
        yield groups, left
        return
    first, rest = cards[0], cards[1:]
    yield from arrangements(rest, groups, (*left, first))
    for size in range(1, len(rest) + 1):
        for others in combinations(rest, size):
            if is_combination((first, *others)):
                remaining = tuple(card for card in rest if card not in others)
                yield from arrangements(remaining, (*groups, (first, *others)), left)


def shape(group: Group) -> str:
    kind = "set" if len({rank for rank, _ in group}) == 1 else "flush"
    return f"{kind}{len(group)}"


def search(cards: Group) -> tuple[int, str]:
    """Strength and bonus line by looking at every arrangement."""
    best: tuple[int, list[int]] | None = None
    shapes: set[tuple[str, ...]] = set()
    for groups, left in arrangements(cards):
        value = (len(left), sorted((rank for rank, _ in left), reverse=True))
        best = value if best is None else min(best, value)
        shapes.add(tuple(sorted(map(shape, groups))))
    assert best is not None
    score, ranks = best
    assert len(set(ranks)) == len(ranks)
    strength = score << 13 | sum(1 << rank for rank in ranks)
    for line, wanted in (
        ("quads-trips", ("set3", "set4")),
        ("flush5-pair", ("flush5", "set2")),
        ("quads-flush3", ("flush3", "set4")),
    ):
        if wanted in shapes:
            return strength, line
    if score < 2:
        return strength, ("zero", "one")[score]
    return strength, "two-low" if score == 2 and max(ranks) <= 6 else "lose"


def hands(*, ranks: int, suits: int, count: int, seed: int) -> list[Group]:
    """Random hands from the lowest `ranks` ranks of the first `suits` suits."""
    deck = [(rank, suit) for suit in range(suits) for rank in range(ranks)]
    source = np.random.default_rng(seed)
    return [tuple(deck[i] for i in source.permutation(len(deck))[:7]) for _ in range(count)]


def masks(cards: Group) -> tuple[int, int, int, int]:
    by_suit = [0, 0, 0, 0]
    for rank, suit in cards:
        by_suit[suit] |= 1 << rank
    return by_suit[0], by_suit[1], by_suit[2], by_suit[3]


def columns(some: list[Group]) -> list[NDArray[np.uint16]]:
    return list(np.array([masks(cards) for cards in some], dtype=np.uint16).T)


# Small decks make sets, long flushes and every bonus line common.
FEW = 80
DECKS = [
    (13, 4, FEW),
    (13, 2, FEW),
    (8, 1, 8),
    (7, 2, FEW),
    (4, 4, FEW),
    (2, 4, 8),
    (5, 3, FEW),
    (3, 4, FEW),
]
MANY = [(ranks, suits, 400) for ranks, suits, count in DECKS if count == FEW]


@pytest.mark.parametrize(
    ("ranks", "suits", "count"),
    [*DECKS, *(in_soak(*many) for many in MANY)],
)
def test_scores_equal_a_search_over_every_arrangement(ranks: int, suits: int, count: int) -> None:
    some = hands(ranks=ranks, suits=suits, count=count, seed=ranks * 10 + suits)
    c, d, h, s = columns(some)
    expected = [search(cards) for cards in some]
    assert scoring.score_hands(c, d, h, s).tolist() == [strength for strength, _ in expected]
    lines = bonus_lines(c, d, h, s)
    assert [scoring.BONUS_LINES[line] for line in lines] == [line for _, line in expected]
    for cards, (strength, line) in zip(some, expected, strict=True):
        assert scoring.strength(*masks(cards)) == strength
        assert scoring.BONUS_LINES[scoring.bonus_line(*masks(cards))] == line


def test_the_small_decks_reach_every_line() -> None:
    found = {
        scoring.BONUS_LINES[scoring.bonus_line(*masks(cards))]
        for ranks, suits, count in (*DECKS, *MANY)
        for cards in hands(ranks=ranks, suits=suits, count=count, seed=ranks * 10 + suits)
    }
    assert found == set(scoring.BONUS_LINES)


def test_the_order_of_suits_never_matters() -> None:
    c, d, h, s = columns(hands(ranks=13, suits=4, count=500, seed=5))
    assert (scoring.score_hands(c, d, h, s) == scoring.score_hands(s, c, d, h)).all()
    assert (bonus_lines(c, d, h, s) == bonus_lines(h, s, d, c)).all()


def test_arrays_that_are_not_contiguous_score_alike() -> None:
    table = np.array([masks(c) for c in hands(ranks=13, suits=4, count=99, seed=6)], np.uint16)
    apart = scoring.score_hands(table[:, 0], table[:, 1], table[:, 2], table[:, 3])
    c, d, h, s = (np.ascontiguousarray(column) for column in table.T)
    assert (apart == scoring.score_hands(c, d, h, s)).all()


def test_a_hand_that_is_not_seven_cards_is_found() -> None:
    c, d, h, s = columns(hands(ranks=13, suits=4, count=50, seed=7))
    assert scoring.first_wrong_hand(c, d, h, s) == -1
    for wrong in (0, 0xFFFF, c[20] ^ 0x1FFF | 1 << 13):
        broken = c.copy()
        broken[20] = wrong
        expected = 20 if masks_differ(broken, d, h, s) else -1
        assert scoring.first_wrong_hand(broken, d, h, s) == expected


def masks_differ(*suits: NDArray[np.uint16]) -> bool:
    return any(
        sum(int(mask[i]).bit_count() for mask in suits) != 7 or max(m[i] for m in suits) > 0x1FFF
        for i in range(50)
    )


def test_masks_of_another_type_or_length_are_refused() -> None:
    c, d, h, s = columns(hands(ranks=13, suits=4, count=3, seed=8))
    with pytest.raises(BrokenInvariant, match="uint16"):
        scoring.score_hands(c.astype(np.int64), d, h, s)
    with pytest.raises(BrokenInvariant, match="one mask"):
        scoring.score_hands(c[:2], d, h, s)
