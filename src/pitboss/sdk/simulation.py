"""Simulations for Python users: every bet beside its exact value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.extras import missing_extra
from pitboss.games.game_folder import GameFolder
from pitboss.players.strategies import find_strategy
from pitboss.refusals import Refusal, RefusalCode, Refused, raise_first, unwrap_or_raise
from pitboss.sdk.tables import Table
from pitboss.simulate.model import SimulatedGame
from pitboss.simulate.results import simulate as simulate_subject
from pitboss.simulate.runner import ROUNDS_MAX
from pitboss.simulate.statistics import BetResult


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What was played, and how far every bet lies from its exact value."""

    rounds: int
    seed: int
    seconds: float
    verdict: str
    """AGREES or DISAGREES, and the bet that lies farthest off."""
    bets: tuple[BetResult, ...]

    @property
    def agrees(self) -> bool:
        return self.verdict.startswith("AGREES")

    @property
    def z(self) -> dict[str, float | None]:
        """Standard errors between mean and exact value; None where no exact value is known."""
        return {one.bet: one.z for one in self.bets}

    def table(self) -> Table:
        """One row a bet."""
        names = ("bet", "mean", "standard_error", "exact", "z")
        return Table.of([{name: getattr(one, name) for name in names} for one in self.bets])

    def to_dataframe(self) -> Any:
        """One row a bet, as a pandas or polars dataframe."""
        return self.table().to_dataframe()

    def __repr__(self) -> str:
        return f"<Simulation of {self.rounds:,} rounds, seed {self.seed}: {self.verdict}>"


def simulate(
    folder: GameFolder,
    edition: str,
    changes: Mapping[str, str],
    *,
    rounds: float,
    seed: int,
    strategy: str,
    workers: int | None,
) -> SimulationResult:
    """Play rounds; a whole number written as a float, such as 1e7, is taken as it is meant."""
    if not (math.isfinite(rounds) and rounds == int(rounds) and 1 <= rounds <= ROUNDS_MAX):
        sentence = f"Play 1 to {ROUNDS_MAX:,} rounds, not {rounds}."
        raise Refused(Refusal(RefusalCode.WRONG_COUNT, sentence))
    raise_first(missing_extra("sim", "Simulating"))
    record = unwrap_or_raise(folder.edition(edition, changes=dict(changes)))
    unwrap_or_raise(find_strategy(folder.game, record, strategy))
    subject = SimulatedGame(folder.game, record, strategy)
    found = simulate_subject(subject, int(rounds), seed=seed, workers=workers)
    played, seconds = found.outcome.tally.rounds, found.outcome.seconds
    return SimulationResult(played, seed, seconds, found.verdict, tuple(found.bets))
