"""A simulation as a job: the same run as `pitboss simulate`, reported as it goes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.exact.figures import GameFigures
from pitboss.games.bet_names import BetNames
from pitboss.refusals import Refusal
from pitboss.server.jobs.protocol import Report
from pitboss.server.simulation.schemas import (
    SimulatedBet,
    SimulatedPoint,
    SimulationNews,
    SimulationResult,
)
from pitboss.simulate.engines import Engine, local_engine
from pitboss.simulate.model import model_of
from pitboss.simulate.orders import SimulationOrders, make_orders
from pitboss.simulate.requests import SimulationRequest
from pitboss.simulate.results import Simulation, TripResults, exact_figures
from pitboss.simulate.runner import RunProgress
from pitboss.simulate.runner import run as run_rounds
from pitboss.simulate.trip_law import trip_law
from pitboss.simulate.trips import play_trips
from pitboss.units import show_fraction

NEWS_EVERY_S = 0.1


@dataclass(slots=True)
class Reporter:
    """Reports a run's progress, no more often than anybody can look."""

    job: SimulationOrders
    figures: GameFigures
    report: Report
    sent_s: float = 0.0

    def send(self, news: SimulationNews) -> None:
        self.sent_s = time.monotonic()
        self.report(detail=msgspec.json.encode(news))

    def rounds(self, progress: RunProgress) -> None:
        if time.monotonic() - self.sent_s < NEWS_EVERY_S and progress.rounds < progress.total:
            return
        self.send(
            SimulationNews(
                state="running",
                rounds=progress.rounds,
                total=progress.total,
                seconds=progress.seconds,
                bets=self.bets(progress),
            )
        )

    def bets(self, progress: RunProgress) -> tuple[SimulatedBet, ...]:
        order = self.job.order
        names = self.job.order.subject.names
        exacts = {bet.bet: bet.distribution.mean for bet in self.figures.bets}
        found = []
        for at, bet in enumerate(model_of(order.subject).table.bets):
            if order.bets and bet not in order.bets:
                continue
            exact, error = exacts.get(bet), progress.point.errors[at]
            mean = progress.point.means[at]
            z = None if exact is None or error <= 0.0 else (mean - float(exact)) / error
            found.append(_bet(bet, names, exact, mean=mean, error=error, z=z))
        return tuple(found)

    def trips(self, done: int) -> None:
        trips = self.job.trips
        is_soon = time.monotonic() - self.sent_s < NEWS_EVERY_S
        if trips is None or (is_soon and done < trips.trips):
            return
        self.send(SimulationNews(state="visits", trips=done, trips_total=trips.trips))


def simulate(job: SimulationOrders, engine: Engine, report: Report) -> Simulation:
    """The run and its visits, as `pitboss simulate` makes them."""
    figures = exact_figures(job.order.subject)
    reporter = Reporter(job, figures, report)
    outcome = run_rounds(job.order, engine, figures=figures, on_progress=reporter.rounds)
    if job.trips is None or outcome.is_partial:
        return Simulation(outcome, figures)
    trips = job.trips
    tally, is_partial = play_trips(trips, engine, on_progress=reporter.trips)
    law = trip_law(trips.subject, trips.plan, trips.visit, figures)
    return Simulation(outcome, figures, TripResults(trips, tally, law, is_partial))


def final_bets(found: Simulation) -> tuple[SimulatedBet, ...]:
    return tuple(
        _bet(
            one.bet,
            found.subject.names,
            one.exact,
            mean=one.mean,
            error=one.standard_error,
            z=one.z,
        )
        for one in found.bets
    )


def _bet(
    bet: str, names: BetNames, exact: Fraction | None, **measured: float | None
) -> SimulatedBet:
    return SimulatedBet.fill(
        bet=bet,
        label=names(bet),
        exact=None if exact is None else show_fraction(exact),
        exact_value=None if exact is None else float(exact),
        **measured,
    )


def path_of(found: Simulation) -> tuple[SimulatedPoint, ...]:
    """Every point of the run, for the chosen bets."""
    asked = {one.bet for one in found.bets}
    places = [at for at, bet in enumerate(found.model.table.bets) if bet in asked]
    return tuple(
        SimulatedPoint(
            rounds=point.rounds,
            means=tuple(point.means[at] for at in places),
            errors=tuple(point.errors[at] for at in places),
        )
        for point in found.outcome.points
    )


def result_of(found: Simulation) -> SimulationResult:
    """The result as the page shows it, and whole as the command line writes it."""
    document = found.keys()
    visits: dict[str, Any] = document.get("trips", {})
    facts = [one | {"error": one["standard_error"]} for one in visits.get("figures", ())]
    return SimulationResult.fill(
        found,
        document=document,
        trips=facts,
        law=str(visits.get("law", "")),
    )


def run(job: SimulationRequest, report: Report) -> bytes | Refusal:
    """The result; of a run that is stopped, what it has so far."""
    try:
        news = _play_rounds(job, report)
    except KeyboardInterrupt:
        news = SimulationNews(state="stopped", sentence="Stopped before the first rounds.")
    return news if isinstance(news, Refusal) else msgspec.json.encode(news)


def _play_rounds(job: SimulationRequest, report: Report) -> SimulationNews | Refusal:
    report(detail=msgspec.json.encode(SimulationNews(state="starting", total=job.rounds)))
    orders = make_orders(report.registry, job)
    if isinstance(orders, Refusal):
        return orders
    with local_engine(1) as engine:
        found = simulate(orders, engine, report)
    return SimulationNews(
        state="stopped" if found.is_partial else "done",
        rounds=found.outcome.tally.rounds,
        total=job.rounds,
        seconds=found.outcome.seconds,
        bets=final_bets(found),
        path=path_of(found),
        result=result_of(found),
    )
