"""Gin & Win as the runner sees it: cells by how the base game and the bonus ended.

May import the game's edition, exact values, its kernels and `simulate.cells`; found by
`simulate.model` by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.decks import Deck
from pitboss.exact.compiled import kernel
from pitboss.exact.gin_and_win.scoring import (
    BONUS_LINES,
    RANKS_MASK,
    bonus16,
    hand_key,
    strength16,
)
from pitboss.games.editions import HasHead
from pitboss.games.gin_and_win.bonus import BonusLine
from pitboss.games.gin_and_win.edition import HAND_MAX, GinEdition
from pitboss.games.gin_and_win.spots import all_spots
from pitboss.invariants import check
from pitboss.players.gin_and_win import SIMPLE
from pitboss.simulate.cells import CellTable, Traced, scaled
from pitboss.simulate.generator import Words
from pitboss.simulate.kernels.gin_and_win import (
    CELLS,
    FOLD_UNLESS_LISTED,
    FOLDED,
    LOST,
    PLAY,
    PLAY_UNLESS_LISTED,
    ROWS,
    TIED,
    UNQUALIFIED,
    WON,
    WON_WITH_ZERO,
    Plan,
    plan_by_strength,
    qualifying_below,
    tally_hands,
    trace_hands,
)
from pitboss.simulate.kernels.gin_and_win_plan import best_plan
from pitboss.simulate.tallies import Tally, tally_of_counts

FULL_CHUNK = 1 << 22
U = np.uint16
Strengths = NDArray[np.uint16]


@dataclass(frozen=True, slots=True, eq=False)
class GinModel:
    """One player against the dealer, who plays by a plan and makes both bets."""

    table: CellTable
    plan: Plan
    qualifying: int
    low: int
    """Ranks that count as low for the last bonus line."""

    @property
    def full_chunk(self) -> int:
        return FULL_CHUNK

    @property
    def is_independent(self) -> bool:
        return True

    @property
    def method(self) -> str:
        return (
            "Every round is dealt from a whole deck, played hand by hand as the strategy says,"
            " and settled for the base game and the bonus."
        )

    def tally(self, state: Words, rounds: int) -> Tally:
        counts = tally_hands(
            state, rounds=rounds, qualifying=self.qualifying, plan=self.plan, low=self.low
        )
        return tally_of_counts(self.table.columns, counts.reshape(-1))

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        players, dealers = trace_hands(state, rounds=trips * rounds)
        cells = self.cells_of(players, dealers)
        return Traced(cells.reshape(trips, rounds), self.table)

    def cells_of(self, players: Words, dealers: Words) -> NDArray[np.uint16]:
        """The cells of rounds given as hands, masks of 52 bits."""
        ours, theirs, lines = np.empty((3, len(players)), dtype=np.uint16)
        keys = np.empty(len(players), dtype=np.uint64)
        _measure(players, dealers, self.low, ours, theirs, lines, keys)
        row = np.select(
            [theirs >= self.qualifying, ours > theirs, ours == theirs, ours == 0],
            [UNQUALIFIED, LOST, TIED, WON_WITH_ZERO],
            WON,
        )
        row[~played(self.plan, ours, keys)] = FOLDED
        return (row * CELLS + lines).astype(np.uint16)


def played(plan: Plan, strengths: Strengths, keys: Words) -> NDArray[np.bool_]:
    """Which hands the plan plays."""
    at = strengths.astype(np.int64) - plan.first
    inside = (at >= 0) & (at < len(plan.rules))
    rules = np.full(len(at), -1)
    if len(plan.rules):
        rules[inside] = plan.rules[at[inside]]
    listed = np.isin(keys, plan.keys)
    result: NDArray[np.bool_] = (
        (at < 0)
        | (rules == PLAY)
        | ((rules == FOLD_UNLESS_LISTED) & listed)
        | ((rules == PLAY_UNLESS_LISTED) & ~listed)
    )
    return result


@kernel(largest=2**52)
def _measure(  # noqa: PLR0917 - compiled code takes its arrays by position
    players: Words,
    dealers: Words,
    low: int,
    ours: Strengths,
    theirs: Strengths,
    lines: Strengths,
    keys: Words,
) -> None:
    """Strength of both hands, and the player's bonus line and key."""
    mask = np.uint64(RANKS_MASK)
    for i in range(players.shape[0]):
        c, d = U(players[i] & mask), U((players[i] >> np.uint64(13)) & mask)
        h, s = U((players[i] >> np.uint64(26)) & mask), U((players[i] >> np.uint64(39)) & mask)
        ours[i] = strength16(c, d, h, s)
        lines[i] = bonus16(c, d, h, s, ours[i], U(low))
        keys[i] = np.uint64(hand_key(c, d, h, s))
        c, d = U(dealers[i] & mask), U((dealers[i] >> np.uint64(13)) & mask)
        h, s = U((dealers[i] >> np.uint64(26)) & mask), U((dealers[i] >> np.uint64(39)) & mask)
        theirs[i] = strength16(c, d, h, s)


def _base_nets(edition: GinEdition) -> list[Fraction]:
    """Per Ante, in the order of ROWS."""
    pays = edition.pays
    won = pays.ante.to_one
    nets = {
        FOLDED: Fraction(-1),
        UNQUALIFIED: pays.ante_no_qualify.to_one,
        LOST: Fraction(-2),
        TIED: Fraction(0),
        WON: won + pays.play.to_one,
        WON_WITH_ZERO: won + pays.play_zero.to_one,
    }
    return [nets[row] for row in range(len(ROWS))]


def _bonus_net(edition: GinEdition, *, row: int, cell: int) -> Fraction:
    lost = row == FOLDED and edition.readings.bonus_lost_on_fold
    if cell == 0 or cell >= len(BONUS_LINES) or lost:
        return Fraction(-1)
    return edition.bonus_odds(BonusLine(BONUS_LINES[cell])).to_one


def table_of(edition: GinEdition) -> CellTable:
    """What both bets net in each cell."""
    base = _base_nets(edition)
    cells = [(row, cell) for row in range(len(ROWS)) for cell in range(CELLS)]
    scale, nets = scaled(
        [
            [base[row] for row, _ in cells],
            [_bonus_net(edition, row=row, cell=cell) for row, cell in cells],
        ]
    )
    ante, play, bonus = (spot.key for spot in all_spots(edition))
    wagers = np.ones_like(nets)
    wagers[0] = [1 if row == FOLDED else 2 for row, _ in cells]
    ones = np.ones((1, len(cells)), dtype=np.int64)
    return CellTable((f"{ante}-{play}", str(bonus)), scale, nets, wagers, ones, (0, 0), (2, 1))


def low_ranks(edition: GinEdition) -> int:
    """Which ranks the last bonus line takes; bit 0 is the lowest rank."""
    heights = range(1, RANKS_MASK.bit_length() + 1)
    return sum(1 << (height - 1) for height in heights if edition.low.takes(height))


def model(edition: HasHead, strategy: str) -> GinModel | None:
    """The model of an edition with the full deck and seven cards, else None."""
    check(isinstance(edition, GinEdition), "the edition belongs to this game")
    record: GinEdition = edition  # type: ignore[assignment]
    if record.deck != Deck() or record.hand != HAND_MAX:
        return None
    qualifier = record.qualifier
    qualifying = qualifying_below(score=qualifier.score, highest=qualifier.height)
    if strategy == SIMPLE:
        plan = plan_by_strength(play_below=qualifying)
    else:
        plan = best_plan(record)
    return GinModel(table_of(record), plan, qualifying, low_ranks(record))
