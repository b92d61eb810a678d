"""Both bets of a Gin & Win seat, and the lines of two seats, equal the search over everything."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest

from pitboss.exact.gin_and_win.bonus import LINES, LOSE, line_counts
from pitboss.exact.gin_and_win.census import lines_by_census
from pitboss.exact.gin_and_win.line_deals import line_deals, quick_lines_hold
from pitboss.exact.gin_and_win.line_pairs import OTHER, kind_of, line_pairs
from pitboss.exact.gin_and_win.parameters import FULL_POOL, CardPool, GinParameters
from pitboss.exact.gin_and_win.solve import solve
from tests.exact.gin_and_win import brute
from tests.exact.gin_and_win.test_reduced_decks import PAYS, brute_pays, marks
from tests.examples import in_soak

Size = tuple[int, int, int]
SIZES = [(5, 3, 6), (5, 4, 5), (6, 4, 4), (6, 3, 5)]
PAIRED = {
    "as ruled": (5, 3, 6),
    "rich": (6, 3, 5),
    "zero beats zero": (6, 4, 4),
    "rich by the letter": (6, 3, 5),
}
"""The deck that each of these pays meets in the gate; in the soak each meets all."""


def asked(size: Size) -> tuple[tuple[int, int, int, int], ...]:
    """Qualifying rank and score, and the ranks that a paid pair may have."""
    return (2, 3, 1, 3), (3, 4, 1, 4), (size[0] - 1, 4, 3, size[0])


@cache
def lines_of(size: Size, lowest: int, highest: int) -> dict[int, str]:
    deck = brute.Deck(*size)
    line_of = partial(brute.bonus_line, deck, lowest=lowest, highest=highest)
    return dict(zip(deck.hands(), brute.of_every_hand(deck, line_of), strict=True))


def searched(
    size: Size, given: GinParameters, lowest: int, highest: int
) -> dict[str, dict[str, int]]:
    """Deals by line and end, hand by hand."""
    table = brute.table(brute.Deck(*size))
    lines, qualifying = lines_of(size, lowest, highest), marks(table, given)
    found = {line: dict.fromkeys(brute.OUTCOMES, 0) for line in (*LINES, LOSE)}
    for hand in table.hands:
        beside, ends = hand.against(qualifying), found[lines[hand.cards]]
        if brute_pays(given).of(hand, beside) < -table.dealer_hands():
            ends["fold"] += hand.images * table.dealer_hands()
            continue
        zero = "zero_" if hand.score == 0 else ""
        ends["no_qualify"] += hand.images * beside.no_qualify
        ends[f"{zero}win"] += hand.images * beside.win
        ends[f"{zero}tie"] += hand.images * beside.tie
        ends["lose"] += hand.images * beside.lose
    return found


@pytest.mark.parametrize(
    ("pays", "size"),
    [
        (pays, size) if size == deck else in_soak(pays, size)
        for pays, deck in PAIRED.items()
        for size in SIZES
    ],
)
def test_both_bets_of_a_seat_equal_the_search(size: Size, pays: str) -> None:
    for rank, score, lowest, highest in asked(size):
        given = GinParameters(rank, score, pool=CardPool(*size), **PAYS[pays])  # type: ignore[arg-type]
        found = line_deals(given, lowest=lowest, highest=highest)
        expected = searched(size, given, lowest, highest)
        assert {line: asdict(ends) for line, ends in found.items()} == expected
        assert lines_by_census(given, lowest=lowest, highest=highest) == found


def test_the_quick_way_is_among_those_searched() -> None:
    quick = [
        quick_lines_hold(
            GinParameters(rank, score, pool=CardPool(*size), **PAYS[pays]),  # type: ignore[arg-type]
            lowest=lowest,
        )
        for size in SIZES
        for pays in ("rich", "rich by the letter")
        for rank, score, lowest, _ in asked(size)
    ]
    assert sum(quick) >= 4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lowest", [1, 3])
def test_the_lines_of_two_seats_equal_the_search(size: Size, lowest: int) -> None:
    highest = size[0] if lowest > 1 else size[0] - 2
    deck, lines = brute.Deck(*size), lines_of(size, lowest, highest)
    kinds = {hand: kind_of(line, lowest=lowest) for hand, line in lines.items()}
    names = sorted(set(kinds.values()))
    numbers = np.array(list(kinds), dtype=np.uint64)
    held = np.array([names.index(kind) for kind in kinds.values()])
    expected: Counter[tuple[str, str]] = Counter()
    for hand in brute.table(deck).hands:
        apart = held[(numbers & np.uint64(hand.cards)) == 0]
        for at, count in enumerate(np.bincount(apart, minlength=len(names)).tolist()):
            expected[kinds[hand.cards], names[at]] += hand.images * count
    found = line_pairs(CardPool(*size), lowest=lowest, highest=highest)
    assert {pair: n for pair, n in found.items() if n} == {p: n for p, n in expected.items() if n}
    assert (OTHER in names) == (lowest > 1)


def test_two_seats_on_the_full_deck_by_hand() -> None:
    """Two quads with trips: four of a rank the first hand lacks, three of another such rank."""
    found = line_pairs(FULL_POOL, lowest=1, highest=7)
    assert found["quads-trips", "quads-trips"] == 624 * (11 * 10 * 4)
    assert all(found[one, two] == found[two, one] for one, two in found)
    for line, hands in line_counts().items():
        beside = sum(count for (one, _), count in found.items() if one == line)
        assert beside == hands * FULL_POOL.dealer_hands


@pytest.mark.untraced
@pytest.mark.parametrize(
    "given",
    [
        GinParameters(11),
        in_soak(GinParameters(10, dealer_wins_ties=True)),
        in_soak(GinParameters(11, high_scores_qualify=True)),
        in_soak(GinParameters(9, ante_win=Fraction(3, 2))),
    ],
)
def test_the_quick_lines_agree_with_every_class_on_the_full_deck(given: GinParameters) -> None:
    assert quick_lines_hold(given, lowest=1)
    found = line_deals(given, lowest=1, highest=7)
    assert found == lines_by_census(given, lowest=1, highest=7)
    counts = solve(given).counts
    for name in brute.OUTCOMES:
        assert sum(getattr(ends, name) for ends in found.values()) == getattr(counts, name)
    hands = {line: ends.total // FULL_POOL.dealer_hands for line, ends in found.items()}
    assert hands == line_counts()
