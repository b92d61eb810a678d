"""What was asked to be simulated, in plain data, and what the table itself refuses of it."""

from __future__ import annotations

import msgspec

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.players.plans import BetPlan, make_plan
from pitboss.players.strategies import find_strategy
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.jobs.kinds import Kind
from pitboss.server.jobs.lanes import SIMULATIONS
from pitboss.simulate.chunks import SEED_BITS

HOURS = 4
"""How long a visit lasts where nothing is said, at the table's pace."""


class SimulationJob(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation in plain data; amounts in minor units."""

    game: str
    edition: str
    edition_hash: str
    changes: tuple[tuple[str, str], ...] = ()
    bets: tuple[tuple[str, int], ...] = ()
    rounds: int
    seed: int
    strategy: str
    bankroll: int | None = None
    stop_win: int | None = None
    stop_loss: int | None = None
    trips: int = 10_000
    trip_rounds: int | None = None


SIMULATION_KIND = Kind(
    name="simulation",
    module="pitboss.server.simulation.playing",
    lane=SIMULATIONS,
    cost=10,
    wall_s=0.0,
    memory_mb=4_000,
    is_shared=False,
)
"""A run may take as long as somebody watches it."""


def job_plan(game: AnyGame, edition: HasHead, job: SimulationJob) -> BetPlan | Refusal | None:
    """The stakes of a job as the table would take them; None for every bet at one unit."""
    strategy = find_strategy(game, edition, job.strategy)
    if isinstance(strategy, Refusal):
        return strategy
    if not 0 <= job.seed < 1 << SEED_BITS:
        return Refusal(RefusalCode.BAD_FIELD, f"A seed is a whole number below 2^{SEED_BITS}.")
    if not job.bets:
        if job.bankroll is not None:
            return Refusal(RefusalCode.NO_BETS, "A visit needs bets; choose at least one.")
        return None
    if job.bankroll is None and (job.stop_win is not None or job.stop_loss is not None):
        return Refusal(RefusalCode.MISSING_FIELD, "A stop needs a bankroll; say how much money.")
    return make_plan(game, edition, job.bets)
