"""Gin & Win on small decks: every hand and every deal equal the search over everything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.census import solve_by_census, take_census
from pitboss.exact.gin_and_win.decision_groups import (
    DealTally,
    cells_of_score,
    failing_cells,
    scores_above,
)
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.qualifying_hands import score_level
from pitboss.exact.gin_and_win.score_ranking import count_lower, possible_hands, type_of_patterns
from pitboss.exact.gin_and_win.solve import (
    everything_played,
    low_scores_play,
    shortcuts_hold,
    solve,
    solve_quickly,
)
from tests.exact.gin_and_win import brute
from tests.examples import in_soak

# Between them every score from 0 to 7, fair and unfair left-over sets, 2 to 4 suits.
SIZES = [(5, 3, 7), (6, 3, 7), (5, 4, 5), (6, 4, 4), (7, 3, 5), (8, 2, 7)]
LARGEST = (5, 4, 7)
# A dealer who often fails and pays well: then every low score is played, and shortcuts hold.
RICH: dict[str, Fraction | bool] = {
    "ante_win": Fraction(9),
    "play_win": Fraction(11, 2),
    "ante_no_qualify": Fraction(60),
}
PAYS = {
    "as ruled": {},
    "rich": RICH,
    "poor": {"play_win": Fraction(1, 3), "ante_no_qualify": Fraction(1, 2)},
    "dealer wins ties": {"dealer_wins_ties": True},
    "zero beats zero": {"zero_tie_wins": True},
    "high scores qualify": {"high_scores_qualify": True},
    "rich by the letter": RICH | {"high_scores_qualify": True},
}
LETTER = ("as ruled", "high scores qualify")

Size = tuple[int, int, int]


def parameters(size: Size, pays: str, *, rank: int, score: int = 4) -> GinParameters:
    pool = CardPool(*size)
    return GinParameters(rank, score, pool=pool, **PAYS[pays])  # type: ignore[arg-type]


def brute_pays(given: GinParameters) -> brute.Pays:
    return brute.Pays(
        no_qualify=given.ante_no_qualify,
        win=given.net_win,
        zero_win=given.net_zero_win,
        tie=given.net_tie,
        zero_tie=given.net_zero_tie,
    )


def searched(size: Size, given: GinParameters) -> tuple[dict[str, int], int]:
    return brute.solve(
        brute.Deck(*size),
        rank=given.qualifier_rank,
        score=given.qualifier_score,
        pays=brute_pays(given),
        by_the_letter=given.high_scores_qualify,
    )


# In the gate three decks meet the pays as ruled, and every pay meets the deck of three suits and
# seven cards; all pairs in the soak.
def crossed(pays: Iterable[str], sizes: Iterable[Size]) -> list[Any]:
    return [
        (pay, size) if _is_quick(pay, size) else in_soak(pay, size)
        for pay in pays
        for size in sizes
    ]


def _is_quick(pay: str, size: Size) -> bool:
    return size == SIZES[0] or (pay == "as ruled" and size in SIZES[3:5])


@pytest.mark.parametrize(("pays", "size"), crossed(PAYS, SIZES))
def test_the_solution_equals_the_search(size: Size, pays: str) -> None:
    for rank, score in ((size[0] - 1, 4), (size[0] - 2, 3), (3, 2), (size[0], 5)):
        given = parameters(size, pays, rank=rank, score=score)
        solution = solve(given)
        assert (asdict(solution.counts), solution.folded_hands) == searched(size, given)


def test_both_methods_agree_where_both_apply() -> None:
    applied = 0
    for size, pays in product(SIZES, ("rich", "rich by the letter")):
        for rank, score in ((2, 3), (3, 3), (size[0] - 1, 4), (3, 4)):
            given = parameters(size, pays, rank=rank, score=score)
            quick, census = solve_quickly(given), solve_by_census(given)
            assert (quick is not None) == shortcuts_hold(given)
            if quick is not None:
                applied += 1
                assert (quick.counts, quick.folded_hands) == (census.counts, census.folded_hands)
    assert applied >= 10


def marks(table: brute.Table, given: GinParameters) -> NDArray[np.bool_]:
    """Which leavings qualify."""
    rank, score = given.qualifier_rank, given.qualifier_score
    if given.high_scores_qualify:
        return table.qualifying_by_the_letter(rank, score)
    return np.arange(len(table.leavings)) < table.qualifying(rank, score)


def summed(
    table: brute.Table, given: GinParameters, *, qualifying_only: bool, fails: bool
) -> DealTally:
    """What the search says of all hands, of those at the qualifying score, or of failing ones."""
    qualifying = marks(table, given)
    total = DealTally()
    for hand in table.hands:
        qualifies = bool(qualifying[hand.place])
        at_limit = qualifies and hand.score == given.qualifier_score
        if (qualifying_only and not at_limit) or (fails and qualifies):
            continue
        one, n = hand.against(qualifying), hand.images
        total += DealTally(n, n * one.no_qualify, n * one.win, n * one.lose, n * one.tie)
    return total


@pytest.mark.parametrize(("pays", "size"), crossed(LETTER, SIZES))
def test_each_part_of_the_quick_solution_equals_the_search(size: Size, pays: str) -> None:
    table = brute.table(brute.Deck(*size))
    parts = 0
    for rank, score in ((size[0] - 1, 4), (size[0], 3), (3, 3), (4, 5), (2, 2)):
        given = parameters(size, pays, rank=rank, score=score)
        level = score_level(given.pool, score)
        failing = failing_cells(given)
        everyone = np.ones(failing.hands.shape, dtype=np.bool_)
        assert failing.tally(everyone) == summed(table, given, qualifying_only=False, fails=True)
        if level is None:
            continue
        parts += 1
        played, zero_win, zero_tie = everything_played(given, level)
        assert played == summed(table, given, qualifying_only=False, fails=False)
        zeros = [h for h in table.hands if h.score == 0]
        qualifying = marks(table, given)
        assert zero_win == sum(h.images * h.against(qualifying).win for h in zeros)
        assert zero_tie == sum(h.images * h.against(qualifying).tie for h in zeros)
        cells = [
            c.tally(np.ones(c.hands.shape, dtype=np.bool_)) for c in cells_of_score(given, score)
        ]
        total = summed(table, given, qualifying_only=True, fails=False)
        assert sum(cells, start=DealTally()) == total
    assert parts


def test_hands_proved_to_be_played_are_never_folded_by_the_search() -> None:
    proved = 0
    for size in SIZES:
        table = brute.table(brute.Deck(*size))
        for pays in PAYS:
            for rank, score in ((2, 3), (size[0], 4)):
                given = parameters(size, pays, rank=rank, score=score)
                if not low_scores_play(given):
                    continue
                proved += 1
                qualifying = marks(table, given)
                low = [hand for hand in table.hands if hand.score < score]
                values = [brute_pays(given).of(hand, hand.against(qualifying)) for hand in low]
                assert min(values) >= -table.dealer_hands()
    assert proved >= 5


@pytest.mark.parametrize("size", SIZES)
def test_hands_above_the_qualifying_score_equal_the_search(size: Size) -> None:
    """In the reading in which they qualify; fair scores only, others are left to the census."""
    table = brute.table(brute.Deck(*size))
    for rank, score in ((2, 2), (3, 3), (size[0] - 1, 1), (size[0], 2)):
        given = parameters(size, "high scores qualify", rank=rank, score=score)
        qualifying = marks(table, given)
        fair = [one for one in scores_above(given) if score_level(given.pool, one) is not None]
        total = DealTally()
        for hand in table.hands:
            if hand.score in fair:
                one, n = hand.against(qualifying), hand.images
                total += DealTally(n, n * one.no_qualify, n * one.win, n * one.lose, n * one.tie)
        cells = [
            c.tally(np.ones(c.hands.shape, dtype=np.bool_))
            for one in scores_above(given)
            for c in cells_of_score(given, one)
        ]
        assert sum(cells, start=DealTally()) == total


@pytest.mark.parametrize(("pays", "size"), crossed(LETTER, [*SIZES, LARGEST]))
def test_every_class_of_the_census_equals_the_search(size: Size, pays: str) -> None:
    deck, rank = brute.Deck(*size), size[0] - 1
    given = parameters(size, pays, rank=rank)
    census, table = take_census(given), brute.table(deck)
    assert int(census.images.sum()) == sum(hand.images for hand in table.hands)
    assert census.win.size == len(table.hands)
    qualifying = marks(table, given)
    for hand in table.hands:
        place = census.place(deck.suit_masks(hand.cards))
        found = [int(a[place]) for a in (census.no_qualify, census.win, census.lose, census.tie)]
        beside = hand.against(qualifying)
        assert found == [beside.no_qualify, beside.win, beside.lose, beside.tie]


@pytest.mark.parametrize(("pays", "size"), crossed(LETTER, [*SIZES, LARGEST]))
def test_single_hands_equal_the_search(size: Size, pays: str) -> None:
    deck = brute.Deck(*size)
    table = brute.table(deck)
    for rank in (3, size[0]):
        given = parameters(size, pays, rank=rank, score=min(4, size[2] - 2))
        qualifying = marks(table, given)
        for hand in table.hands[rank :: len(table.hands) // 40]:
            value = hand_value(deck.suit_masks(hand.cards), given)
            beside = hand.against(qualifying)
            assert value.score == hand.score
            found = (value.no_qualify, value.win, value.lose, value.tie)
            assert found == (beside.no_qualify, beside.win, beside.lose, beside.tie)
            net = brute_pays(given).of(hand, beside)
            assert value.play == net / table.dealer_hands()
            assert value.plays == (net >= -table.dealer_hands())


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("size", [(4, 3, 5), (4, 3, 6), (6, 2, 6)])
def test_compiled_tables_equal_the_sums_over_left_over_sets(size: Size) -> None:
    pool = CardPool(*size)
    scores = tuple(s for s in range(1, pool.hand + 1) if possible_hands(pool, s).any())
    compared = 0
    for score, lower in zip(scores, count_lower(pool, scores), strict=True):
        fair = score_level(pool, score)
        if fair is not None:
            compared += 1
            kind = type_of_patterns(pool, score)
            assert np.array_equal(
                lower[kind], np.where(possible_hands(pool, score)[kind], fair.lower, 0)
            )
    assert compared


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("size", [(4, 3, 6), (6, 2, 6)])
def test_compiled_tables_equal_the_search(size: Size) -> None:
    """Decks so small that the kernels can also run uncompiled; their score of one is unfair."""
    assert score_level(CardPool(*size), 1) is None
    deck = brute.Deck(*size)
    census, table = take_census(parameters(size, "as ruled", rank=3)), brute.table(deck)
    for hand in table.hands:
        place = census.place(deck.suit_masks(hand.cards))
        beside = hand.against(table.qualifying(3))
        assert (census.win[place], census.lose[place]) == (beside.win, beside.lose)
