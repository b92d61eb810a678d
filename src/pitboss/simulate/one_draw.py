"""Games of one draw as the runner sees them: every result settled once, then drawn and counted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.games.bets import least_stake
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedDraw, NeedNothing
from pitboss.games.one_draw import OneDrawGame
from pitboss.games.rounds import begin
from pitboss.games.steps import Bet, CloseBets, Draw, Step
from pitboss.players.plans import SEAT
from pitboss.players.wagers import wagers_of
from pitboss.refusals import Refusal, unwrap
from pitboss.simulate.cells import Cells, CellTable, Traced, scaled
from pitboss.simulate.generator import Words, draw_below, words_for
from pitboss.simulate.tallies import RoundTally, tally_of_counts

FULL_CHUNK = 1 << 20
CELLS_MAX = 1 << 16
_BLOCK = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class OneDrawModel:
    """One seat that makes every bet of the felt; the same draw decides them all."""

    full_chunk: ClassVar = FULL_CHUNK
    is_independent: ClassVar = True
    table: CellTable
    ends: NDArray[np.int64]
    """For each cell, the number of equally likely cases up to and with it."""

    @property
    def method(self) -> str:
        return (
            "Everything that can show is settled once by the rules of the live table; every round"
            " is drawn and counted by what showed."
        )

    def tally(self, state: Words, rounds: int) -> RoundTally:
        counts = np.bincount(self._draw(state, rounds), minlength=self.table.cells)
        return tally_of_counts(self.table.columns, counts.astype(np.int64))

    def trace(self, state: Words, *, trips: int, rounds: int) -> Traced:
        return Traced(self._draw(state, trips * rounds).reshape(trips, rounds), self.table)

    def _draw(self, state: Words, rounds: int) -> Cells:
        cells: Cells = np.empty(rounds, dtype=np.uint16)
        sizes = np.full(_BLOCK, np.uint32(self.ends[-1]), dtype=np.uint32)
        drawn = np.empty(_BLOCK, dtype=np.uint32)
        words = words_for(_BLOCK)
        for first in range(0, rounds, _BLOCK):
            draw_below(state, words, sizes, drawn)
            found = np.searchsorted(self.ends, drawn[: rounds - first], side="right")
            cells[first : first + _BLOCK] = found
        return cells


def one_draw_model(game: AnyGame, edition: HasHead) -> OneDrawModel | None:
    """The model of a game of bets and one draw from fresh equipment; None for any other."""
    if not isinstance(game, OneDrawGame):
        return None
    wagers = wagers_of(game, edition)
    stakes = {w.spot.key: least_stake(w.spot, edition.head.limits) for w in wagers}
    state: Any = unwrap(begin(game, edition, seats=(SEAT,))).state
    steps: list[Step] = [Bet(SEAT, spot, stake) for spot, stake in stakes.items()]
    for step in (*steps, CloseBets()):
        state = game.apply(state, step)
        if isinstance(state, Refusal):
            return None
    need = game.need(state)
    if not isinstance(need, NeedDraw) or need.most_cases() >= CELLS_MAX:
        return None
    ways: list[int] = []
    nets: list[list[Fraction]] = []
    for count, shown in need.cases():
        after = unwrap(game.apply(state, Draw(shown)))
        if not isinstance(game.need(after), NeedNothing):
            return None
        by_spot = dict.fromkeys(stakes, 0)
        for line in game.settle(after):
            by_spot[line.spot] += line.net
        ways.append(count)
        nets.append([Fraction(by_spot[spot], stake) for spot, stake in stakes.items()])
    scale, rows = scaled([list(column) for column in zip(*nets, strict=True)])
    ones = np.ones((len(wagers), len(ways)), dtype=np.int64)
    names = tuple(wager.name for wager in wagers)
    table = CellTable(names, scale, rows, ones, ones[:1], (0,) * len(names), (1,) * len(names))
    return OneDrawModel(table, np.cumsum(np.array(ways, dtype=np.int64)))
