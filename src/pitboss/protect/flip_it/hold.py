"""The hold of flip~it, flip by flip from the cards that were left and the row that lay.

Later flips of a shoe depend on earlier ones; given the cards left, each flip has a law of its own,
and what the house won beyond it is a fair game whatever the stakes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.exact.flip_it.shoes import TOTAL, ShoeOdds, wins_at
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.invariants import check
from pitboss.protect.flip_it.shoes import Before, before_flip
from pitboss.protect.flip_it.tables import SUITED, by_suit, tables_of
from pitboss.protect.monitor.hold import HoldEntry, by_bet
from pitboss.protect.monitor.records import WatchedRound
from pitboss.refusals import Refusal


def hold_entries(
    edition: Edition, rounds: Sequence[WatchedRound]
) -> tuple[HoldEntry, ...] | Refusal:
    """All stakes on one bet at one flip are one entry."""
    odds = ShoeOdds.of(edition)
    whole = tables_of(edition).whole
    found: list[HoldEntry] = []
    for one in rounds:
        results = by_bet(one, odds.names)
        if not results:
            continue
        before = before_flip(edition, one, whole)
        if isinstance(before, Refusal):
            return before
        found += _entries(odds, before, results)
    return tuple(found)


def _entries(
    odds: ShoeOdds, before: Before, by_name: dict[str, list[tuple[int, int]]]
) -> list[HoldEntry]:
    check(len(before.row) == ROW_SIZE, "bets are laid beside a whole row")
    wins = wins_at(before.left[SUITED], by_suit(np.array(before.row)).tolist())
    left = int(wins[TOTAL])
    found = []
    for bet, results in by_name.items():
        staked = sum(stake for stake, _ in results)
        pays = [
            (float(pay), int(wins[column]) / left)
            for column, pay in odds.columns[odds.names.index(bet)]
        ]
        lost = 1 - sum(chance for _, chance in pays)
        mean = sum(pay * chance for pay, chance in pays) - lost
        square = sum(pay**2 * chance for pay, chance in pays) + lost
        most = max(pay for pay, chance in pays)
        found.append(
            HoldEntry(
                bet,
                len(results),
                staked,
                -sum(net for _, net in results),
                -mean * staked,
                max(square - mean**2, 0.0) * staked**2,
                staked * max(most - mean, 1 + mean),
            )
        )
    return found
