"""Batches for Python users: NumPy arrays in, NumPy arrays out.

Scores hands, settles draws and simulates, with the code that the command line runs; explained in
docs/reference/batch-api.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.games.registry import Registry
from pitboss.players.plans import BetPlan
from pitboss.players.strategies import BEST, TableBot, find_strategy
from pitboss.refusals import Refusal, unwrap_or_raise
from pitboss.simulate.cells import Cells, Draws, HandScores
from pitboss.simulate.model import Model, SimulatedGame, model_of
from pitboss.simulate.results import simulate
from pitboss.simulate.runner import ROUNDS_MAX
from pitboss.simulate.tables import TableNets, play_table
from pitboss.units import SeatIndex

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """What each round nets on each bet, one row a round."""

    bets: tuple[str, ...]
    nets: Floats
    """Units won or lost by one unit on each bet; raises follow the strategy."""
    offered: NDArray[np.bool_]
    """Whether each bet could be made in that round."""
    wagered: Floats
    """Units at stake in the end."""


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """A simulation as arrays, one element a bet."""

    bets: tuple[str, ...]
    rounds: int
    seconds: float
    mean: Floats
    standard_error: Floats
    exact: Floats
    """Not a number where no exact value is known."""
    z: Floats
    verdict: str


class Batch:
    """One game in one edition, played by one strategy."""

    def __init__(
        self,
        game: str,
        edition: str | None = None,
        *,
        strategy: str = BEST,
        changes: Mapping[str, str] | None = None,
        registry: Registry | None = None,
    ) -> None:
        folder = unwrap_or_raise((registry or Registry()).find(game))
        record = unwrap_or_raise(folder.edition(edition, changes=dict(changes or {})))
        unwrap_or_raise(find_strategy(folder.game, record, strategy))
        self.subject = SimulatedGame(folder.game, record, strategy)
        self.model: Model = model_of(self.subject)

    @property
    def strategy(self) -> str:
        return self.subject.strategy

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets, in the order of every array's columns."""
        return self.model.table.bets

    def settle(self, draws: Draws) -> Settled:
        """Settle rounds of which you know the draws, one row a round."""
        find = getattr(self.model, "draw_cells", None)
        if find is None:
            raise LookupError("this game is settled through its rules only")
        return self._settle_cells(
            unwrap_or_raise(cast("Cells | Refusal", find(_draws(draws)))), self.model.table
        )

    def sample(self, rounds: int, *, seed: int) -> Settled:
        """Draw rounds one after another and settle each."""
        _check_rounds(rounds)
        state = self.subject.state(seed=seed, chunk=0, purpose="sample")
        traced = self.model.trace(state, trips=1, rounds=rounds)
        return self._settle_cells(traced.cells[0], traced.table)

    def score(self, hands: Draws) -> HandScores:
        """Score hands, one row of card numbers each."""
        return self._score_hands("scores", _draws(hands))

    def score_masks(self, masks: NDArray[np.uint16]) -> HandScores:
        """Score hands from suit masks, one row a suit: the fastest way."""
        return self._score_hands("mask_scores", masks)

    def simulate(self, rounds: int, *, seed: int, workers: int | None = None) -> Means:
        """Play rounds on all cores and compare every bet with its exact value."""
        _check_rounds(rounds)
        found = simulate(self.subject, rounds, seed=seed, workers=workers)
        none = float("nan")
        return Means(
            self.bets,
            found.outcome.tally.rounds,
            found.outcome.seconds,
            np.array([bet.mean for bet in found.bets]),
            np.array([bet.standard_error for bet in found.bets]),
            np.array([none if bet.exact is None else float(bet.exact) for bet in found.bets]),
            np.array([none if bet.z is None else bet.z for bet in found.bets]),
            found.verdict,
        )

    def table(self, plans: Sequence[BetPlan], rounds: int, *, seed: int) -> TableNets:
        """Seats 1, 2, ... of one table, a betting table each, through the rules; slow."""
        _check_rounds(rounds)
        decider = unwrap_or_raise(
            find_strategy(self.subject.game, self.subject.edition, self.strategy)
        )
        bots = {SeatIndex(at): TableBot(plan, decider) for at, plan in enumerate(plans, start=1)}
        return unwrap_or_raise(play_table(self.subject, bots, rounds=rounds, seed=seed))

    def _score_hands(self, how: str, hands: NDArray[Any]) -> HandScores:
        find = getattr(self.model, how, None)
        if find is None:
            raise LookupError("this game has no hands to score in batches")
        return unwrap_or_raise(cast("HandScores | Refusal", find(hands)))

    def _settle_cells(self, cells: Cells, table: Any) -> Settled:
        nets = table.nets[:, cells].T / table.scale
        offered = table.exposures[np.array(table.exposure_of)][:, cells].T.astype(np.bool_)
        return Settled(table.bets, nets, offered, table.wagers[:, cells].T.astype(np.float64))


def _draws(values: NDArray[Any]) -> Draws:
    """Whole numbers from 0 to 255, whatever integer type they came in."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu" or (array.size and not 0 <= array.min() <= array.max() < 256):
        raise ValueError("draws are small whole numbers")
    return np.ascontiguousarray(array, dtype=np.uint8)


def _check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= ROUNDS_MAX:
        raise ValueError(f"play 1 to {ROUNDS_MAX:,} rounds, not {rounds}")
