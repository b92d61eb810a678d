"""The exact value of one hand: dealer hands by outcome, and what play and fold net.

Scores are compared by type (`dealer_counts`), equal scores by left-over ranks: each lower left-over
set is counted by inclusion and exclusion over the subsets of the hand (`rivals`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.gin_and_win.dealer_counts import count_dealers, hand_types, split_codes
from pitboss.exact.gin_and_win.parameters import CardPool, GinParameters
from pitboss.exact.gin_and_win.patterns import bits_in, leavings, ranks_in
from pitboss.exact.gin_and_win.qualifying_hands import ScoreLevel, score_level
from pitboss.exact.gin_and_win.ties import Rivals, gap_codes_of, rivals
from pitboss.exact.gin_and_win.types import WIDTH, Codes, canonical
from pitboss.invariants import check

RIVALS_UP_TO = 4
"""Up to this score left-over sets are counted one by one; above it their tables grow large."""


@dataclass(frozen=True, slots=True)
class HandValue:
    """One hand against every dealer hand beside it."""

    score: int
    left_over: int
    """The left-over ranks of the house way; bit 0 is the lowest rank."""
    no_qualify: int
    win: int
    lose: int
    tie: int
    play: Fraction
    """What playing nets on average, in Antes."""

    @property
    def fold(self) -> Fraction:
        return Fraction(-1)

    @property
    def plays(self) -> bool:
        """Whether playing is best; where both are equal the hand is played."""
        return self.play >= self.fold


def hand_value(suit_masks: tuple[int, ...], parameters: GinParameters) -> HandValue:
    """The exact value of a hand, given as one mask of ranks per suit."""
    pool = parameters.pool
    check(len(suit_masks) == pool.suits, "one mask of ranks per suit")
    check(all(0 <= mask < 1 << pool.ranks for mask in suit_masks), "ranks of this deck")
    check(sum(mask.bit_count() for mask in suit_masks) == pool.hand, "a whole hand")
    score, left_over = (int(part[0]) for part in leavings(np.array([suit_masks])))
    at, table = _type(parameters, suit_masks), count_dealers(parameters)
    no_qualify = int(table.failing[at])
    if table.qualifies[at]:
        lower, tie = lower_and_equal(pool, suit_masks)
        lose = int(table.beside[at, :score].sum()) + lower
    else:
        lose, tie = int(table.beside[at, : score + 1].sum()), 0
    win = pool.dealer_hands - no_qualify - lose - tie
    zero = score == 0
    value = (
        parameters.ante_no_qualify * no_qualify
        + (parameters.net_zero_win if zero else parameters.net_win) * win
        + (parameters.net_zero_tie if zero else parameters.net_tie) * tie
        - 2 * lose
    )
    return HandValue(
        score, left_over, no_qualify, win, lose, tie, Fraction(value) / pool.dealer_hands
    )


def _nibbles(suit_masks: tuple[int, ...], ranks: list[int]) -> Codes:
    """Which suits each of the given ranks has, one row."""
    row = [
        sum((mask >> rank & 1) << suit for suit, mask in enumerate(suit_masks)) for rank in ranks
    ]
    result = np.zeros((1, WIDTH), dtype=np.uint8)
    result[0, : len(row)] = row
    return result


def _type(parameters: GinParameters, suit_masks: tuple[int, ...]) -> int:
    """The type of the hand in the two groups of ranks that the qualifier makes."""
    ranks = ranks_in(suit_masks)
    low = np.array([sum(rank < parameters.qualifier_rank for rank in ranks)])
    codes = split_codes(_nibbles(suit_masks, ranks), low)
    keys, _ = canonical(codes, suits=parameters.pool.suits)
    return int(np.searchsorted(hand_types(parameters.pool).lattice.levels[-1], keys)[0])


@cache
def lower_and_equal(pool: CardPool, suit_masks: tuple[int, ...]) -> tuple[int, int]:
    """Dealer hands of the same score with lower, and with the same, left-over ranks."""
    score, left_over = (int(part[0]) for part in leavings(np.array([suit_masks])))
    fair = score_level(pool, score) if score > RIVALS_UP_TO else None
    if fair is not None:
        return _by_sums(fair, suit_masks, left_over)
    table = rivals(pool, score)
    own = int(np.searchsorted(table.left_overs, left_over))
    beside = _avoiding_each(pool, table, suit_masks, columns=np.arange(own + 1))
    return int(beside[:own].sum()), int(beside[own])


def _by_sums(fair: ScoreLevel, suit_masks: tuple[int, ...], left_over: int) -> tuple[int, int]:
    """The same from the sums over fair left-over sets, which high scores have."""
    row = fair.patterns.find(suit_masks)
    column = np.searchsorted(fair.masks, left_over)
    return int(fair.lower[row, column]), int(fair.equal[row])


def _avoiding_each(
    pool: CardPool,
    table: Rivals,
    suit_masks: tuple[int, ...],
    *,
    columns: NDArray[np.intp],
) -> NDArray[np.int64]:
    """For each left-over set, the hands that leave it over and share no card with this one.

    Inclusion and exclusion over all subsets of the hand, each typed by where its ranks lie
    between the left-over ranks.
    """
    ranks = ranks_in(suit_masks)
    subsets = _subsets(_nibbles(suit_masks, ranks))
    result = np.zeros(columns.size, dtype=np.int64)
    for cards, rows in enumerate(subsets):
        codes = gap_codes_of(rows, np.array(ranks), table.left_overs[columns])
        keys, index = canonical(codes.reshape(-1, WIDTH), suits=pool.suits)
        level = table.lattice.levels[cards]
        place = np.minimum(np.searchsorted(level, keys), level.size - 1)
        found = np.where(level[place] == keys, place, -1)[index].reshape(columns.size, -1)
        contained = table.contained[cards][found, columns[:, None]]
        result += (-1) ** cards * np.where(found >= 0, contained, 0).sum(axis=1)
    return result


def _subsets(nibbles: Codes) -> list[Codes]:
    """All subsets of a hand as rows of nibbles, by number of cards."""
    row = nibbles[0].astype(np.int64)
    cards = [(place, suit) for place in range(WIDTH) for suit in range(4) if row[place] >> suit & 1]
    chosen = np.arange(1 << len(cards))
    rows = np.zeros((chosen.size, WIDTH), dtype=np.uint8)
    for bit, (place, suit) in enumerate(cards):
        rows[:, place] |= ((chosen >> bit & 1) << suit).astype(np.uint8)
    count = bits_in(chosen)
    return [rows[count == size] for size in range(len(cards) + 1)]
