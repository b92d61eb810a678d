"""Patterns of Gin & Win hands: every hand once, scored as the search over arrangements scores."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from pitboss.exact.gin_and_win.parameters import FULL_POOL, CardPool
from pitboss.exact.gin_and_win.patterns import leavings, patterns_of
from tests.exact.gin_and_win import brute


def hands_of(pool: CardPool) -> int:
    patterns = patterns_of(pool)
    sets = np.array([comb(pool.ranks, int(ranks)) for ranks in patterns.ranks])
    return int((patterns.images * sets).sum())


@pytest.mark.parametrize(
    "pool",
    [
        FULL_POOL,
        CardPool(5, 4, 7),
        CardPool(6, 3, 7),
        CardPool(8, 2, 7),
        CardPool(7, 3, 5),
        CardPool(4, 4, 1),
    ],
)
def test_the_patterns_hold_every_hand_once(pool: CardPool) -> None:
    assert hands_of(pool) == pool.hands


def test_the_full_deck_has_as_many_classes_as_hands_up_to_suits() -> None:
    classes = sum(comb(13, int(ranks)) for ranks in patterns_of(FULL_POOL).ranks)
    assert classes == 6_009_159


@pytest.mark.untraced
def test_every_pattern_of_the_full_deck_is_scored_like_the_search() -> None:
    """Score and left-over ranks depend on the pattern alone, so this proves all hands."""
    patterns = patterns_of(FULL_POOL)
    deck = brute.Deck(7, 4, 7)
    for at, masks in enumerate(patterns.suit_masks.tolist()):
        hand = sum(1 << rank * 4 + s for s in range(4) for rank in range(7) if masks[s] >> rank & 1)
        score, left = brute.house_way(deck)(hand)
        found = (int(patterns.score[at]), int(patterns.left_over[at]))
        assert found == (score, sum(1 << rank for rank in left))


@pytest.mark.parametrize("size", [(4, 4, 7), (8, 2, 7), (5, 3, 6), (6, 4, 3)])
def test_hands_on_any_ranks_are_scored_like_the_search(size: tuple[int, int, int]) -> None:
    deck = brute.Deck(*size)
    hands = deck.hands()
    score, left_over = leavings(np.array([deck.suit_masks(hand) for hand in hands]))
    found = [brute.house_way(deck)(hand) for hand in hands]
    expected = [(s, sum(1 << rank for rank in left)) for s, left in found]
    assert list(zip(score.tolist(), left_over.tolist(), strict=True)) == expected
