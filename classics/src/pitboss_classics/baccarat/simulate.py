"""Rounds in batches: what decides a round is the points of both hands, pairs and third cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.gamekit.simulation import DealModel, Deals, deal_model
from pitboss_classics.baccarat import GAME, Edition
from pitboss_classics.baccarat.drawing import draws_on

CARDS, NO_THIRD = 6, 10
DRAWS = np.array(
    [[draws_on(points, third) for third in (*range(10), None)] for points in range(10)]
)
"""[banker's points, player's third card]: whether the banker draws; the last is for none."""


def model(edition: Edition, strategy: str) -> DealModel:
    return deal_model(GAME, edition, strategy, cards=CARDS, kinds=kinds)


def kinds(deals: Deals) -> NDArray[np.int64]:
    """Points in the end, which first hands are pairs, and who drew."""
    ranks = deals.astype(np.int64).T // 4 + 1
    values = np.where(ranks < 10, ranks, 0)
    player, banker = (values[0] + values[1]) % 10, (values[2] + values[3]) % 10
    goes_on = (player < 8) & (banker < 8)
    third = goes_on & (player <= 5)
    takes = goes_on & DRAWS[banker, np.where(third, values[4], NO_THIRD)]
    player_end = np.where(third, player + values[4], player) % 10
    banker_end = np.where(takes, banker + np.where(third, values[5], values[4]), banker) % 10
    found: NDArray[np.int64] = player_end * 10 + banker_end
    for flag in (ranks[0] == ranks[1], ranks[2] == ranks[3], third, takes):
        found = 2 * found + flag
    return found
