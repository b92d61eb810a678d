"""The bonus of Gin & Win: every line counted over all hands, as any arrangement supports it."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.exact.gin_and_win.bonus import (
    LINES,
    LOSE,
    bonus_distribution,
    line_counts,
    pattern_lines,
)
from pitboss.exact.gin_and_win.line_deals import lost_on_fold
from pitboss.exact.gin_and_win.parameters import FULL_POOL, CardPool, GinParameters
from pitboss.exact.gin_and_win.patterns import patterns_of
from tests.exact.gin_and_win import brute
from tests.examples import in_soak

WASHINGTON = dict(zip(LINES, map(Fraction, (1000, 25, 10, 4, 2, 1)), strict=True))
TEN = dict(zip(LINES, map(Fraction, (500, 20, 8, 4, 2, 1)), strict=True))


def test_the_lines_sum_to_every_hand() -> None:
    counts = line_counts()
    assert tuple(counts) == (*LINES, LOSE)
    assert sum(counts.values()) == FULL_POOL.hands


def test_two_lines_by_hand() -> None:
    """Four of one rank, three of another: 13 ranks, 12 others, one of four suits left out.

    Four of a rank with three more of one suit: 13 ranks, four suits, three of 12 other ranks.
    """
    counts = line_counts()
    assert counts["quads-trips"] == 13 * 12 * 4
    assert counts["quads-flush3"] == 13 * 4 * comb(12, 3)


def test_a_five_card_flush_with_a_pair_by_hand() -> None:
    """Exactly five of a suit and a pair in the other three suits, or six and a pair with one."""
    five = 4 * comb(13, 5) * 13 * comb(3, 2)
    six = 4 * comb(13, 6) * 6 * 3
    assert line_counts()["flush5-pair"] == five + six


def test_the_edges_of_both_paytables() -> None:
    assert bonus_distribution(line_counts(), WASHINGTON).house_edge == Fraction(4357733, 33446140)
    assert bonus_distribution(line_counts(), TEN).house_edge == Fraction(2423429, 16723070)


def test_seven_or_better_upward_changes_one_line() -> None:
    ruled, upward = line_counts(), line_counts(lowest=7, highest=13)
    assert {line for line in ruled if ruled[line] != upward[line]} == {"two-low", LOSE}
    assert line_counts(lowest=1, highest=13)["two-low"] > ruled["two-low"]


@pytest.mark.untraced
def test_every_pattern_makes_the_line_that_some_arrangement_makes() -> None:
    patterns = patterns_of(FULL_POOL)
    deck = brute.Deck(7, 4, 7)
    for line, masks in zip(pattern_lines(patterns), patterns.suit_masks.tolist(), strict=True):
        hand = sum(1 << rank * 4 + s for s in range(4) for rank in range(7) if masks[s] >> rank & 1)
        made = brute.bonus_line(deck, hand, lowest=1, highest=7)
        # Ranks of a pattern are not ranks of a deck, so the last line is left to the next test.
        open_line = made in ("two-low", LOSE)
        assert (line == len(LINES)) if open_line else (LINES[line] == made)


@pytest.mark.parametrize("size", [in_soak((4, 4, 7)), (5, 3, 7), in_soak((8, 2, 7)), (6, 4, 4)])
def test_small_decks_equal_the_search(size: tuple[int, int, int]) -> None:
    deck = brute.Deck(*size)
    for lowest, highest in ((1, 3), (3, size[0])):
        found = dict.fromkeys((*LINES, LOSE), 0)
        for hand in brute.table(deck).hands:
            found[brute.bonus_line(deck, hand.cards, lowest=lowest, highest=highest)] += hand.images
        assert line_counts(pool=CardPool(*size), lowest=lowest, highest=highest) == found


def test_a_line_without_a_pay_loses() -> None:
    only = bonus_distribution(line_counts(), {"zero": Fraction(4)})
    assert only.probability(Fraction(4)) == Fraction(line_counts()["zero"], FULL_POOL.hands)


def test_losing_the_bonus_on_a_fold_changes_nothing_as_the_game_is_played() -> None:
    counts = line_counts()
    assert lost_on_fold(counts, GinParameters(11), lowest=1, highest=7) == counts


def test_losing_the_bonus_on_a_fold_where_paid_hands_are_folded() -> None:
    size = (5, 3, 7)
    given = GinParameters(4, ante_win=Fraction(0), play_win=Fraction(0), pool=CardPool(*size))
    counts = line_counts(pool=given.pool, lowest=1, highest=3)
    lost = lost_on_fold(counts, given, lowest=1, highest=3)
    deck = brute.Deck(*size)
    table = brute.table(deck)
    pays = brute.Pays(win=Fraction(0), zero_win=given.net_zero_win)
    kept = dict.fromkeys((*LINES, LOSE), 0)
    for hand in table.hands:
        value = pays.of(hand, hand.against(table.qualifying(4)))
        line = brute.bonus_line(deck, hand.cards, lowest=1, highest=3)
        kept[line if value >= -table.dealer_hands() else LOSE] += hand.images
    assert lost == kept != counts
    assert np.sum(list(lost.values())) == given.pool.hands
