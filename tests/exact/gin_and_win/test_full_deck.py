"""Gin & Win on 52 cards: enumerated hands, both methods, and the shape of the solution."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitboss.exact.gin_and_win.census import Census, solve_by_census, take_census
from pitboss.exact.gin_and_win.dealer_counts import count_dealers
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.exact.gin_and_win.integer_pays import whole_pays
from pitboss.exact.gin_and_win.parameters import FULL_POOL, GinParameters
from pitboss.exact.gin_and_win.qualifying_hands import even_ties
from pitboss.exact.gin_and_win.solve import low_scores_play, shortcuts_hold, solve, solve_quickly
from pitboss.exact.gin_and_win.strategy import simple_rules, strategy_card
from pitboss.exact.gin_and_win.ties import rivals
from tests.exact.gin_and_win.enumerate_dealers import (
    GOLDEN,
    RANKS,
    cards_of,
    counted,
    random_hands,
    spelled,
    strength_histogram,
    suit_masks,
)
from tests.examples import in_soak

NAMES = tuple(RANKS)
SOLUTIONS = GOLDEN.with_name("solutions.json")


@cache
def golden() -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["hands"]
    return hands


def test_the_golden_hands_are_the_ones_drawn() -> None:
    assert [hand["cards"] for hand in golden()] == [spelled(cards) for cards in random_hands()]
    assert len(golden()) >= 200
    assert {hand["strength"] >> 13 for hand in golden()} == {0, 1, 2, 3, 4, 5, 7}


@pytest.mark.untraced
@pytest.mark.parametrize("step", [12, in_soak(1)])
def test_the_values_of_golden_hands_equal_their_enumeration(step: int) -> None:
    for hand in golden()[::step]:
        for rank, outcomes in hand["outcomes"].items():
            masks = suit_masks(cards_of(hand["cards"]))
            value = hand_value(masks, GinParameters(RANKS.index(rank) + 1))
            assert [value.no_qualify, value.win, value.lose, value.tie] == outcomes
            assert value.score << 13 | value.left_over == hand["strength"]


@pytest.mark.untraced
@pytest.mark.parametrize("part", [slice(5, 6), in_soak(slice(None, None, 24))])
def test_golden_hands_enumerated_again(part: slice) -> None:
    """In the gate the first hand with a score of four, whose dealers the next test counts too."""
    for hand in golden()[part]:
        again = counted(cards_of(hand["cards"]))
        assert (again.strength, again.outcomes) == (hand["strength"], hand["outcomes"])


@pytest.mark.untraced
@pytest.mark.parametrize("score", [in_soak(3), 4, in_soak(5), 7])
def test_high_scores_that_qualify_counted_over_every_dealer_hand(score: int) -> None:
    """By the letter only a 4 above the qualifier fails; everything else is compared."""
    for hand in [one for one in golden() if one["strength"] >> 13 == score][:1]:
        cards = cards_of(hand["cards"])
        found, own = strength_histogram(cards), hand["strength"]
        strength = np.arange(found.size)
        for rank in (10, 11):
            fails = (strength >> 13 == 4) & ((strength & 0x1FFF) >> rank != 0)
            dealer = np.where(fails, 0, found)
            counts = (found[fails], dealer[own + 1 :], dealer[:own], dealer[own : own + 1])
            value = hand_value(suit_masks(cards), GinParameters(rank, high_scores_qualify=True))
            assert [value.no_qualify, value.win, value.lose, value.tie] == [
                int(part.sum()) for part in counts
            ]


@pytest.mark.parametrize("rank", [10, 11])
def test_the_counts_are_the_golden_ones(rank: int) -> None:
    expected = json.loads(SOLUTIONS.read_text(encoding="utf-8"))["qualifiers"][RANKS[rank - 1]]
    counts = solve(GinParameters(rank)).counts
    assert {name: getattr(counts, name) for name in expected["counts"]} == expected["counts"]
    assert counts.total == 133_784_560 * 45_379_620


@pytest.mark.untraced
@pytest.mark.parametrize(
    "given",
    [
        GinParameters(11),
        in_soak(GinParameters(10)),
        in_soak(GinParameters(13, zero_play_win=Fraction(5, 2))),
        in_soak(GinParameters(9, ante_win=Fraction(3, 2), dealer_wins_ties=True)),
        in_soak(GinParameters(8, 3)),
        in_soak(GinParameters(11, play_win=Fraction(1, 2), zero_tie_wins=True)),
        in_soak(GinParameters(11, high_scores_qualify=True)),
        GinParameters(10, high_scores_qualify=True),
    ],
)
def test_the_census_of_all_classes_agrees_with_the_quick_solution(given: GinParameters) -> None:
    quick, census = solve_quickly(given), solve_by_census(given)
    assert quick is not None
    assert (quick.counts, quick.folded_hands) == (census.counts, census.folded_hands)


@pytest.fixture(scope="module")
def census() -> Census:
    """Of all classes, with a Jack as the qualifier."""
    return take_census(GinParameters(11))


@pytest.mark.untraced
def test_golden_hands_stand_in_the_census(census: Census) -> None:
    assert census.win.size == 6_009_159
    assert int(census.images.sum()) == FULL_POOL.hands
    for hand in golden()[::8]:
        place = census.place(suit_masks(cards_of(hand["cards"])))
        found = [int(a[place]) for a in (census.no_qualify, census.win, census.lose, census.tie)]
        assert found == hand["outcomes"]["J"]


@pytest.mark.untraced
@pytest.mark.parametrize("rank", [in_soak(10), 11])
def test_the_cost_of_the_simple_rule_summed_class_by_class(census: Census, rank: int) -> None:
    """The same cost from the census, where every class of hands is decided by itself."""
    given = GinParameters(rank)
    rule = next(r for r in simple_rules(given, NAMES) if r.length == 1)
    census, pays = census if rank == 11 else take_census(given), whole_pays(given)
    left_over = left_overs()
    plays = (census.score < 4) | ((census.score == 4) & (left_over < 1 << 10))
    values = census.play_values()
    by_rule = np.where(plays, values, pays.fold)
    lost = int(((np.maximum(values, pays.fold) - by_rule) * census.images).sum())
    assert rule.cost == Fraction(lost, FULL_POOL.deals)
    assert rule.played_hands == int(census.images[plays].sum())
    assert rule.cost <= Fraction(5, 10_000)
    assert "T or lower" in rule.sentence


def left_overs() -> Any:
    """The left-over mask of every class of the census, from its pattern and rank set."""
    from pitboss.exact.gin_and_win.census import rank_sets
    from pitboss.exact.gin_and_win.patterns import patterns_of

    patterns = patterns_of(FULL_POOL)
    masks = []
    for ranks, left in zip(patterns.ranks.tolist(), patterns.left_over.tolist(), strict=True):
        rows = rank_sets(13, ranks).rows
        places = [place for place in range(ranks) if left >> place & 1]
        masks.append((1 << rows[:, places]).sum(axis=1))
    return np.concatenate(masks)


@pytest.mark.parametrize(
    "rank", [rank if rank in (0, 7, 11, 13) else in_soak(rank) for rank in range(14)]
)
def test_low_scores_are_proved_to_be_played_at_every_qualifier(rank: int) -> None:
    given = GinParameters(rank)
    assert low_scores_play(given)
    assert int(count_dealers(given).hands.sum()) == FULL_POOL.hands
    solution = solve(given)
    assert solution.fold_rate < Fraction(1, 2)
    assert solution.element_of_risk == solution.house_edge / (2 - solution.fold_rate)


def test_pays_too_low_to_play_every_low_score_break_the_shortcut() -> None:
    assert not shortcuts_hold(GinParameters(11, ante_win=Fraction(0), play_win=Fraction(0)))
    assert not shortcuts_hold(GinParameters(11, ante_no_qualify=Fraction(0)))
    assert not shortcuts_hold(GinParameters(11, 2))
    assert solve_quickly(GinParameters(11, 2)) is None


def test_some_left_over_sets_hold_both_decisions() -> None:
    """Why strength alone does not decide: blockers in the hand tip the balance."""
    mixed = [row for row in strategy_card(GinParameters(11), NAMES) if "mostly" in row.decision]
    assert mixed
    assert all(0 < row.played < row.hands for row in mixed)


@pytest.mark.parametrize("rank", [10, 11])
def test_the_card_covers_every_hand_and_agrees_with_single_hands(rank: int) -> None:
    given = GinParameters(rank)
    card = strategy_card(given, NAMES)
    assert sum(row.hands for row in card) == FULL_POOL.hands
    assert sum(row.hands - row.played for row in card) == solve(given).folded_hands
    decisions = {"play": True, "fold": False}
    sure = {row.hand: decisions[row.decision] for row in card if row.decision in decisions}
    assert sure["score 0 to 3"]
    assert not sure["score 4 to 7, not qualifying"]
    for hand in golden()[::6]:
        value = hand_value(suit_masks(cards_of(hand["cards"])), given)
        if value.score < 4:
            assert value.plays
        if value.score > 4 or (value.score == 4 and value.left_over >> rank):
            assert not value.plays


def test_ties_counted_once_for_all_left_over_sets_and_one_by_one() -> None:
    """A score of three is fair, so every left-over set ties as often; one and two are not."""
    assert even_ties(FULL_POOL, 3) == int(rivals(FULL_POOL, 3).ties.sum())
    assert np.unique(rivals(FULL_POOL, 3).ties).size == 1
    assert even_ties(FULL_POOL, 0) == int(rivals(FULL_POOL, 0).ties.sum())
    for score in (1, 2):
        assert even_ties(FULL_POOL, score) is None
        assert np.unique(rivals(FULL_POOL, score).ties).size > 1
