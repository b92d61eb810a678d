"""Rounds in batches: what decides a round is which of two cards is higher, once or twice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.gamekit.simulation import DealModel, Deals, deal_model
from pitboss_classics.casino_war import BURNT, GAME, Edition


def model(edition: Edition, strategy: str) -> DealModel:
    return deal_model(GAME, edition, strategy, cards=BURNT + 4, kinds=kinds)


def kinds(deals: Deals) -> NDArray[np.int64]:
    """First cards that differ, or a tie with what a war would bring."""
    ranks = (deals.astype(np.int64) // 4 - 1) % 13  # CWR-1.2: the ace is high.
    first = np.sign(ranks[:, 0] - ranks[:, 1])
    second = np.sign(ranks[:, -2] - ranks[:, -1])
    found: NDArray[np.int64] = np.where(first == 0, 3 + second, first)
    return found
