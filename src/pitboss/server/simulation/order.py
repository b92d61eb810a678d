"""The runner's orders of a simulation that was asked for.

The same orders that `pitboss simulate` makes of the same words, so the same seed gives the same
result.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.games.registry import Registry
from pitboss.players.plans import BetPlan, Visit, visit_refusal
from pitboss.refusals import Refusal
from pitboss.server.simulation.job import HOURS, SimulationJob, job_plan
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.runner import Order
from pitboss.simulate.trips import TripOrder, at_risk, row_stakes
from pitboss.units import Credits


@dataclass(frozen=True, slots=True)
class Ordered:
    """The runner's orders."""

    order: Order
    trips: TripOrder | None


def ordered(registry: Registry, job: SimulationJob) -> Ordered | Refusal:
    """The orders of a job, or the first thing wrong with it."""
    found = registry.load(
        job.game, job.edition, changes=dict(job.changes), expected_hash=job.edition_hash
    )
    if isinstance(found, Refusal):
        return found
    folder, edition = found
    plan = job_plan(folder.game, edition, job)
    if isinstance(plan, Refusal):
        return plan
    subject = SimulatedGame(folder.game, edition, job.strategy)
    trips = _trips(subject, plan, job)
    if isinstance(trips, Refusal):
        return trips
    bets = () if plan is None else tuple(row_stakes(subject, plan)[0])
    return Ordered(Order(subject, job.seed, job.rounds, None, bets), trips)


def _trips(
    subject: SimulatedGame, plan: BetPlan | None, job: SimulationJob
) -> TripOrder | Refusal | None:
    if job.bankroll is None or plan is None:
        return None
    rounds = job.trip_rounds or max(1, HOURS * subject.edition.head.rounds_per_hour)
    visit = Visit(
        Credits(job.bankroll),
        rounds,
        None if job.stop_win is None else Credits(job.stop_win),
        None if job.stop_loss is None else Credits(job.stop_loss),
    )
    most = at_risk(model_of(subject).table, row_stakes(subject, plan)[0])
    refusal = visit_refusal(plan, visit, most_at_risk=most)
    return refusal or TripOrder(subject, plan, visit, job.trips, job.seed)
