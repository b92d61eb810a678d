"""Rounds in batches: what decides a round is the player's hand, and how the dealer's compares."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from pitboss.gamekit import Card
from pitboss.gamekit.simulation import DealModel, Deals, deal_model
from pitboss_classics.three_card import GAME, Edition
from pitboss_classics.three_card.hands import qualifies, strength

Numbers = NDArray[np.int64]


def model(edition: Edition, strategy: str) -> DealModel:
    return deal_model(GAME, edition, strategy, cards=6, kinds=kinds)


def kinds(deals: Deals) -> Numbers:
    """The player's strength, whether it is more, as much or less, and whether the dealer plays.

    Every strategy of the game decides by strength.
    """
    levels, lowest = _levels()
    own, dealer = levels[tuple(deals[:, :3].T)], levels[tuple(deals[:, 3:].T)]
    found: Numbers = (own * 3 + np.sign(own - dealer) + 1) * 2 + (dealer >= lowest)
    return found


@cache
def _levels() -> tuple[Numbers, int]:
    """[card, card, card]: the place of a hand among all, the lowest first; the first to qualify."""
    hands = list(combinations(range(52), 3))
    cards = [Card(rank=one // 4 + 1, suit=one % 4) for one in range(52)]
    found = [strength(tuple(cards[one] for one in hand)) for hand in hands]
    in_order = sorted(set(found))
    order = {one: at for at, one in enumerate(in_order)}
    levels = np.zeros((52, 52, 52), np.int64)
    for columns in permutations(np.array(hands).T):
        levels[columns] = [order[one] for one in found]
    return levels, next(at for at, one in enumerate(in_order) if qualifies(one))
