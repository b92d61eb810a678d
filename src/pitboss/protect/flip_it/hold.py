"""The hold of flip~it, flip by flip from the cards that were left and the row that lay.

Later flips of a shoe depend on earlier ones; given the cards left, each flip has a law of its own,
and what the house won beyond it is a fair game whatever the stakes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.exact.flip_it.shoes import CARDS as SHOE_CARDS
from pitboss.exact.flip_it.shoes import TOTAL, ShoeOdds, wins_at
from pitboss.games.flip_it.edition import ROW_SIZE, Edition
from pitboss.invariants import check
from pitboss.protect.flip_it.shoes import Before, before_flip
from pitboss.protect.flip_it.tables import tables_of
from pitboss.protect.monitor.hold import HoldEntry
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
        by_bet: dict[str, list[tuple[int, int]]] = {}
        for (_, spot), result in one.results().items():
            if spot in odds.names:
                by_bet.setdefault(spot, []).append(result)
        if not by_bet:
            continue
        before = before_flip(edition, one, whole)
        if isinstance(before, Refusal):
            return before
        found += _entries(odds, before, by_bet)
    return tuple(found)


def _entries(
    odds: ShoeOdds, before: Before, by_bet: dict[str, list[tuple[int, int]]]
) -> list[HoldEntry]:
    counts = np.zeros(SHOE_CARDS, dtype=np.int64)
    for card in range(52):
        counts[card % 4 * 13 + card // 4] = before.left[card]
    counts[52] = before.left[52]
    check(len(before.row) == ROW_SIZE, "bets are laid beside a whole row")
    wins = wins_at(counts, [card % 4 * 13 + card // 4 for card in before.row])
    left = int(wins[TOTAL])
    found = []
    for bet, results in by_bet.items():
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
