"""Every bet at any depleted shoe, by composition: one shoe in microseconds, or arrays of them.

A shoe is an array of 53 counts: card index suit * 13 + rank - 1 (suits c, d, h, s; Ace first), the
joker last. A row is four such indices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, Card
from pitboss.equipment.shoe import Composition
from pitboss.exact.compiled import kernel
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import BonusHand
from pitboss.invariants import check

Counts = NDArray[np.int64]

CARDS = 53
JOKER_INDEX = 52
LARGEST_SHOE = 16 * 52 + 64
"""The most cards an edition may ask for; every count stays below it."""

SIMPLE_BETS = (
    *(f"inside:{name}" for name in ("red", "black", "odd", "even", "high", "low")),
    *(f"call:{rank}" for rank in RANKS[1:]),
)
BONUS_HANDS = tuple(BonusHand)
TOTAL = len(SIMPLE_BETS) + len(BONUS_HANDS)
OFFERED = TOTAL + 1
COLUMNS = TOTAL + 2
"""Winning cards per simple bet, per bonus hand, then all cards, then whether bonus is offered."""


@kernel(largest=LARGEST_SHOE)
def _count_simple(counts: Counts, ranks: Counts, out: Counts) -> None:
    """Winning cards of the inside and Call It bets; `ranks` is filled on the way."""
    ranks[:] = 0
    plain, red, odd, high = 0, 0, 0, 0
    for index in range(52):
        held = counts[index]
        rank, suit = index % 13, index // 13
        ranks[rank] += held
        plain += held
        red += held * (suit in (1, 2))
        odd += held * (rank % 2 == 0 and rank > 0)
        high += held * (rank >= 7)
    out[0], out[1] = red, plain - red
    out[2], out[3] = odd, plain - ranks[0] - odd
    out[4], out[5] = high, plain - ranks[0] - high
    out[6:18] = ranks[1:]
    out[24] = plain + counts[52]


@kernel(largest=LARGEST_SHOE)
def _count_royal(counts: Counts, row: Counts, out: Counts) -> None:
    """A row of four ranks: the card that completes a royal flush, where it is a draw to one."""
    suit = row[0] // 13
    missing = -1
    here = 0
    for rank in (0, 9, 10, 11, 12):
        lies = False
        for place in range(4):
            lies = lies or row[place] == suit * 13 + rank
        here += lies
        if not lies:
            missing = rank
    if here == 4:
        out[18] = counts[suit * 13 + missing]
        out[25] = 1


@kernel(largest=LARGEST_SHOE)
def _count_bonus(counts: Counts, row: Counts, ranks: Counts, same: Counts, out: Counts) -> None:
    """Winning cards of each bonus hand, and whether the row offers the bonus."""
    out[18:24] = 0
    out[25] = 0
    same[:] = 0
    for place in range(4):
        same[row[place] % 13] += 1
    pairs = (same == 2).sum()
    most = same.max()
    if most == 1:
        _count_royal(counts, row, out)
        return
    out[25] = 1
    for rank in range(13):
        if same[rank] == 4:
            out[19] = ranks[rank]
        elif same[rank] == 3:
            out[20] = ranks[rank]
        elif same[rank] == 2 and pairs == 1:
            out[21] = ranks[rank]
        elif same[rank] == 2 or (same[rank] == 1 and most == 3):
            out[22] += ranks[rank]
        elif same[rank] == 1:
            out[23] += ranks[rank]


@kernel(largest=LARGEST_SHOE)
def count_shoes(counts: Counts, rows: Counts, out: Counts) -> None:
    """For each shoe and row, how many undealt cards win each bet."""
    ranks = np.zeros(13, dtype=np.int64)
    same = np.zeros(13, dtype=np.int64)
    for at in range(counts.shape[0]):
        _count_simple(counts[at], ranks, out[at])
        _count_bonus(counts[at], rows[at], ranks, same, out[at])


@dataclass(frozen=True, slots=True)
class ShoeOdds:
    """The bets of one edition, evaluated on shoes."""

    names: tuple[str, ...]
    columns: tuple[tuple[tuple[int, Fraction], ...], ...]
    """For each bet, the columns of winning cards and what they pay to one."""
    scales: tuple[int, ...]
    """For each bet, a whole number that makes its pays whole."""
    returns: tuple[tuple[tuple[int, int], ...], ...]
    """For each bet, the columns and what they return with the stake, times its scale."""

    @classmethod
    def of(cls, edition: Edition) -> ShoeOdds:
        inside, call = edition.inside.to_one, edition.call_it.to_one
        simple = [
            ((at, inside if name.startswith("inside") else call),)
            for at, name in enumerate(SIMPLE_BETS)
        ]
        bonus = tuple(
            (len(SIMPLE_BETS) + at, edition.bonus_odds(hand).to_one)
            for at, hand in enumerate(BONUS_HANDS)
        )
        columns = (*simple, bonus)
        scales = tuple(lcm(*(pays.denominator for _, pays in bet)) for bet in columns)
        returns = tuple(
            tuple((at, int((pays + 1) * scale)) for at, pays in bet)
            for bet, scale in zip(columns, scales, strict=True)
        )
        return cls((*SIMPLE_BETS, "bonus"), columns, scales, returns)

    def expected(self, bet: str, counts: Counts, row: Sequence[int]) -> Fraction | None:
        """The exact expected net of one unit on this bet, or None when it is not offered."""
        return self._net(self.names.index(bet), wins_at(counts, row))

    def _net(self, bet: int, out: Counts) -> Fraction | None:
        """Winning cards times what they return, over all cards, less the stake."""
        if bet == len(SIMPLE_BETS) and not out[OFFERED]:
            return None
        total = int(out[TOTAL])
        returned = -total * self.scales[bet]
        for at, returns in self.returns[bet]:
            returned += int(out[at]) * returns
        return Fraction(returned, total * self.scales[bet])

    def expected_many(self, counts: Counts, rows: Counts) -> NDArray[np.float64]:
        """Expected nets of many shoes as plain numbers; not a number where not offered."""
        out = wins_many(counts, rows)
        nets = np.empty((len(out), len(self.names)))
        for at, columns in enumerate(self.columns):
            won = sum(float(pays + 1) * out[:, column] for column, pays in columns)
            nets[:, at] = won / out[:, TOTAL] - 1
        nets[out[:, OFFERED] == 0, -1] = np.nan
        return nets


def wins_at(counts: Counts, row: Sequence[int]) -> Counts:
    """Winning cards per column for one shoe."""
    out = np.empty((1, COLUMNS), dtype=np.int64)
    count_shoes(counts.reshape(1, CARDS), np.array(row, dtype=np.int64).reshape(1, 4), out)
    first: Counts = out[0]
    return first


def wins_many(counts: Counts, rows: Counts) -> Counts:
    """Winning cards per column for many shoes: counts of shape (n, 53), rows of shape (n, 4)."""
    check(counts.shape[1:] == (CARDS,) and rows.shape == (len(counts), 4), "shoes match rows")
    out = np.empty((len(counts), COLUMNS), dtype=np.int64)
    count_shoes(np.ascontiguousarray(counts), np.ascontiguousarray(rows), out)
    return out


def card_index(card: Card) -> int:
    return JOKER_INDEX if card.is_joker else card.suit * 13 + card.rank - 1


def counts_of(undealt: Composition) -> Counts:
    """A composition as an array of 53 counts."""
    counts = np.zeros(CARDS, dtype=np.int64)
    for card, held in undealt.entries:
        counts[card_index(card)] = held
    return counts
