"""Gin & Win as the runner sees it: cells by how the base game and the bonus ended.

May import the game's edition, exact values, its kernels and `simulate.cells`; found by
`simulate.model` by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.equipment.decks import Deck
from pitboss.exact.gin_and_win.scoring import BONUS_LINES, RANKS_MASK
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
    FOLDED,
    LOST,
    ROWS,
    TIED,
    UNQUALIFIED,
    WON,
    WON_WITH_ZERO,
    Plan,
    plan_by_strength,
    qualifying_below,
    settle_hands,
    tally_hands,
    trace_hands,
)
from pitboss.simulate.kernels.gin_and_win_plan import best_plan
from pitboss.simulate.tallies import Tally, tally_of_counts

FULL_CHUNK = 1 << 22


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
        cells = settle_hands(
            players, dealers, qualifying=self.qualifying, plan=self.plan, low=self.low
        )
        return Traced(cells.reshape(trips, rounds), self.table)


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
