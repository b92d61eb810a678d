"""A simulation as a job: the same run as `pitboss simulate`, reported as it goes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.exact.figures import GameFigures
from pitboss.players.wagers import wagers_of
from pitboss.refusals import Refusal
from pitboss.server.jobs.report import Report
from pitboss.server.simulation.job import SimulationJob
from pitboss.server.simulation.schemas import (
    SimulatedBet,
    SimulatedPoint,
    SimulationNews,
    SimulationResult,
    TripFact,
)
from pitboss.simulate.engines import Engine, local_engine
from pitboss.simulate.model import model_of
from pitboss.simulate.orders import (
    SimulationOrders,
    SimulationRequest,
    VisitRequest,
    make_orders,
)
from pitboss.simulate.results import Simulation, TripResults, exact_figures
from pitboss.simulate.runner import Progress
from pitboss.simulate.runner import run as run_rounds
from pitboss.simulate.trip_law import trip_law
from pitboss.simulate.trips import play_trips
from pitboss.units import Credits, show_fraction

NEWS_EVERY_S = 0.1


@dataclass(slots=True)
class Reporter:
    """Reports how a run stands, but not more often than anybody can look."""

    job: SimulationOrders
    figures: GameFigures
    report: Report
    sent_s: float = 0.0

    def send(self, news: SimulationNews) -> None:
        """Report some news."""
        self.sent_s = time.monotonic()
        self.report(detail=msgspec.json.encode(news))

    def rounds(self, progress: Progress) -> None:
        """Some more rounds were played."""
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

    def bets(self, progress: Progress) -> tuple[SimulatedBet, ...]:
        """Every bet asked for."""
        order = self.job.order
        labels = labels_of(self.job)
        exacts = {bet.bet: bet.distribution.mean for bet in self.figures.bets}
        found = []
        for at, bet in enumerate(model_of(order.subject).table.bets):
            if order.bets and bet not in order.bets:
                continue
            exact, error = exacts.get(bet), progress.point.errors[at]
            mean = progress.point.means[at]
            z = None if exact is None or error <= 0.0 else (mean - float(exact)) / error
            found.append(
                SimulatedBet(
                    bet=bet,
                    label=labels.get(bet, bet),
                    mean=mean,
                    error=error,
                    exact=None if exact is None else show_fraction(exact),
                    exact_value=None if exact is None else float(exact),
                    z=z,
                )
            )
        return tuple(found)

    def trips(self, done: int) -> None:
        """Some more visits were made."""
        trips = self.job.trips
        is_soon = time.monotonic() - self.sent_s < NEWS_EVERY_S
        if trips is None or (is_soon and done < trips.trips):
            return
        self.send(SimulationNews(state="visits", trips=done, trips_total=trips.trips))


def labels_of(job: SimulationOrders) -> dict[str, str]:
    """What a felt calls each bet; spots that stand together by all their names."""
    subject = job.order.subject
    spots = {spot.key: spot.label for spot in subject.game.all_spots(subject.edition)}
    return {
        wager.name: " and ".join(spots[key] for key in wager.spots)
        for wager in wagers_of(subject.game, subject.edition)
    }


def simulated(job: SimulationOrders, engine: Engine, report: Report) -> Simulation:
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


def final_bets(job: SimulationOrders, found: Simulation) -> tuple[SimulatedBet, ...]:
    """Every bet as the result has it, to the last digit."""
    labels = labels_of(job)
    return tuple(
        SimulatedBet(
            bet=one.bet,
            label=labels.get(one.bet, one.bet),
            mean=one.mean,
            error=one.standard_error,
            exact=None if one.exact is None else show_fraction(one.exact),
            exact_value=None if one.exact is None else float(one.exact),
            z=one.z,
        )
        for one in found.bets
    )


def path_of(found: Simulation) -> tuple[SimulatedPoint, ...]:
    """Every point the run kept, for the bets asked for."""
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
    facts = tuple(
        TripFact(
            figure=one["figure"],
            value=one["value"],
            error=one["standard_error"],
            exact=one["exact"],
            z=one["z"],
        )
        for one in visits.get("figures", ())
    )
    return SimulationResult(
        is_partial=found.is_partial,
        verdict=found.verdict,
        document=document,
        trips=facts,
        law=str(visits.get("law", "")),
    )


def run(job: SimulationJob, report: Report) -> bytes | Refusal:
    """The result; of a run that is stopped, what it has so far."""
    try:
        news = _played(job, report)
    except KeyboardInterrupt:
        news = SimulationNews(state="stopped", sentence="Stopped before the first rounds.")
    return news if isinstance(news, Refusal) else msgspec.json.encode(news)


def request_of(job: SimulationJob) -> SimulationRequest:
    """The request that `pitboss simulate` makes of the same words."""
    visit = None
    if job.bankroll is not None:
        visit = VisitRequest(
            Credits(job.bankroll),
            None if job.stop_win is None else Credits(job.stop_win),
            None if job.stop_loss is None else Credits(job.stop_loss),
            job.trips,
            job.trip_rounds,
        )
    return SimulationRequest(
        job.game,
        job.rounds,
        job.seed,
        edition=job.edition,
        edition_hash=job.edition_hash,
        changes=dict(job.changes),
        bets=tuple((spot, Credits(stake)) for spot, stake in job.bets),
        strategy=job.strategy,
        visit=visit,
    )


def _played(job: SimulationJob, report: Report) -> SimulationNews | Refusal:
    report(detail=msgspec.json.encode(SimulationNews(state="starting", total=job.rounds)))
    orders = make_orders(report.registry, request_of(job))
    if isinstance(orders, Refusal):
        return orders
    with local_engine(1) as engine:
        found = simulated(orders, engine, report)
    return SimulationNews(
        state="stopped" if found.is_partial else "done",
        rounds=found.outcome.tally.rounds,
        total=job.rounds,
        seconds=found.outcome.seconds,
        bets=final_bets(orders, found),
        path=path_of(found),
        result=result_of(found),
    )
