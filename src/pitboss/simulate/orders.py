"""Simulation orders: what to simulate, checked before any work starts.

The command line and the simulation page both build a `SimulationRequest`, so the same words and
the same seed give the same result.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from pitboss import __version__
from pitboss.games.registry import Registry
from pitboss.players.plans import BetPlan, Visit, make_plan, visit_refusal
from pitboss.players.strategies import find_strategy
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.chunks import SEED_BITS
from pitboss.simulate.model import SimulatedGame, model_of
from pitboss.simulate.requests import HOURS_DEFAULT, SimulationRequest, VisitRequest
from pitboss.simulate.runner import ROUNDS_MAX, RunOrder
from pitboss.simulate.trips import TRIP_ROUNDS_MAX, TRIPS_MAX, TripOrder, at_risk, row_stakes

HOURS_MAX = 1000.0


@dataclass(frozen=True, slots=True)
class SimulationOrders:
    """The runner's orders."""

    order: RunOrder
    plan: BetPlan | None
    trips: TripOrder | None

    def checkpoint_key(self) -> dict[str, Any]:
        """What must be the same for a checkpoint to be resumed."""
        subject = self.order.subject
        return {
            "version": __version__,
            "game": subject.game.key,
            "edition": str(subject.edition.head.hash),
            "strategy": subject.strategy,
            "seed": self.order.seed,
            "seats": subject.seats,
            "plan": None if self.plan is None else self.plan.written(),
            "visit": None if self.trips is None else self.trips.visit.written(),
        }


def make_orders(registry: Registry, request: SimulationRequest) -> SimulationOrders | Refusal:
    """The orders for a request, or the first thing wrong with it."""
    subject = _subject(registry, request)
    if isinstance(subject, Refusal):
        return subject
    refusal = _number_refusal(request)
    if refusal is not None:
        return refusal
    plan: BetPlan | Refusal | None = None
    if request.bets:
        plan = make_plan(
            subject.game,
            subject.edition,
            request.bets,
            multiples=request.multiples,
            raise_after=request.raise_after,
        )
    elif request.visit is not None or request.multiples != (1,):
        plan = Refusal(RefusalCode.NO_BETS, "A visit needs bets; name at least one.")
    if isinstance(plan, Refusal):
        return plan
    trips = None
    if plan is not None and request.visit is not None:
        trips = _trips(subject, plan, request.visit, request.seed)
    if isinstance(trips, Refusal):
        return trips
    bets = () if plan is None else tuple(row_stakes(subject, plan)[0])
    order = RunOrder(subject, request.seed, request.rounds, request.until_error, bets)
    return SimulationOrders(order, plan, trips)


def _subject(registry: Registry, request: SimulationRequest) -> SimulatedGame | Refusal:
    found = registry.load(
        request.game,
        request.edition,
        changes=request.changes,
        expected_hash=request.edition_hash,
    )
    if isinstance(found, Refusal):
        return found
    folder, edition = found
    strategy = find_strategy(folder.game, edition, request.strategy)
    if isinstance(strategy, Refusal):
        return strategy
    most = edition.head.seats_max
    if not 1 <= request.seats <= most:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"The table has {most} seats; simulate 1 to {most} of them, not {request.seats}.",
        )
    return SimulatedGame(folder.game, edition, request.strategy, seats=request.seats)


def _number_refusal(request: SimulationRequest) -> Refusal | None:
    error = request.until_error
    if not 0 <= request.seed < 1 << SEED_BITS:
        return Refusal(RefusalCode.BAD_FIELD, f"A seed is a whole number below 2^{SEED_BITS}.")
    if error is not None and not (math.isfinite(error) and 0.0 < error < 1.0):
        return Refusal(
            RefusalCode.BAD_FIELD,
            f"A standard error lies between 0 and 1, such as 0.001, not {error}.",
        )
    if request.raise_after not in {"lost", "won"}:
        return Refusal(
            RefusalCode.UNKNOWN_OPTION,
            "Stakes can rise after a round that was lost or won; name one of them.",
        )
    if not 1 <= request.rounds <= ROUNDS_MAX:
        return Refusal(
            RefusalCode.BAD_AMOUNT, f"Play 1 to {ROUNDS_MAX:,} rounds, not {request.rounds}."
        )
    return None


def _trips(
    subject: SimulatedGame, plan: BetPlan, asked: VisitRequest, seed: int
) -> TripOrder | Refusal:
    if not 1 <= asked.trips <= TRIPS_MAX:
        return Refusal(RefusalCode.BAD_AMOUNT, f"Play 1 to {TRIPS_MAX:,} trips, not {asked.trips}.")
    rounds = _visit_rounds(subject, asked)
    if isinstance(rounds, Refusal):
        return rounds
    visit = Visit(asked.bankroll, rounds, asked.stop_win, asked.stop_loss)
    most = at_risk(model_of(subject).table, row_stakes(subject, plan)[0])
    refusal = visit_refusal(plan, visit, most_at_risk=most)
    # A visit is one player's: others at the table change none of its rounds.
    alone = replace(subject, seats=1)
    return refusal or TripOrder(alone, plan, visit, asked.trips, seed)


def _visit_rounds(subject: SimulatedGame, asked: VisitRequest) -> int | Refusal:
    if asked.rounds is not None and asked.hours is not None:
        return Refusal(RefusalCode.BAD_FIELD, "Give a visit's length in rounds or in hours.")
    if asked.rounds is not None:
        if 1 <= asked.rounds <= TRIP_ROUNDS_MAX:
            return asked.rounds
        return Refusal(RefusalCode.BAD_AMOUNT, f"A visit lasts 1 to {TRIP_ROUNDS_MAX:,} rounds.")
    hours = HOURS_DEFAULT if asked.hours is None else asked.hours
    if not (math.isfinite(hours) and 0.0 < hours <= HOURS_MAX):
        return Refusal(
            RefusalCode.BAD_AMOUNT, f"A visit lasts more than 0 and at most {HOURS_MAX:g} hours."
        )
    return max(1, round(hours * subject.edition.head.rounds_per_hour))
