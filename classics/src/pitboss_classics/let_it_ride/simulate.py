"""Rounds in batches: what decides a round is the kind of five cards, and which bets ride."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.gamekit.simulation import DealModel, Deals, deal_model
from pitboss_classics.let_it_ride import DEALT, GAME, STREETS, Edition
from pitboss_classics.let_it_ride.exact import RANKS, kinds_of, riding_hands, shapes_of
from pitboss_classics.let_it_ride.hands import HAND, KINDS

RIDES = {"always-ride": True, "never-ride": False}
"""Strategies that look at no card."""


def model(edition: Edition, strategy: str) -> DealModel:
    riding = np.array(sorted(riding_hands(edition)))

    def kinds(deals: Deals) -> NDArray[np.int64]:
        """The kind of five cards, and whether three of them and four of them ride."""
        numbers = deals.astype(np.int64)
        bits, suits, row = 1 << (numbers // 4 - 1) % RANKS, numbers % 4, np.arange(len(deals))
        held = np.zeros((len(deals), 4), np.int64)
        found = np.zeros(len(deals), np.int64)
        for at in range(HAND):
            if DEALT <= at < DEALT + len(STREETS):
                found = 2 * found + _rides(held)
            held[row, suits[:, at]] |= bits[:, at]
        return found * (len(KINDS) + 1) + kinds_of(held)

    def _rides(held: NDArray[np.int64]) -> NDArray[np.bool_]:
        if strategy in RIDES:
            return np.full(len(held), RIDES[strategy])
        return np.isin(shapes_of(held), riding)

    return deal_model(GAME, edition, strategy, cards=HAND, kinds=kinds)
