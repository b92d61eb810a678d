"""Results: a finished simulation with its verdicts, ready to be shown in any form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.exact.figures import GameFigures
from pitboss.exact.solvers import game_figures
from pitboss.players.strategies import BEST, strategy_figures, untouched_bets
from pitboss.simulate.engines import cores, local_engine
from pitboss.simulate.model import Model, SimulatedGame, model_of
from pitboss.simulate.runner import RunOrder, RunOutcome, run
from pitboss.simulate.statistics import CONFIDENCE_SIGMAS, BetResult, verdict_line
from pitboss.simulate.tallies import ENDINGS, TripTally
from pitboss.simulate.trip_law import TripLaw
from pitboss.simulate.trips import TripOrder
from pitboss.units import MINOR_PER_CREDIT, show_credits, show_fraction


@dataclass(frozen=True, slots=True)
class TripFigure:
    """One figure of the trips beside its exact value, where there is one."""

    name: str
    value: float
    error: float
    exact: float | None
    is_money: bool
    is_exact: bool = True
    """False where `exact` is only what independent rounds would give."""

    @property
    def z(self) -> float | None:
        if self.exact is None or self.error <= 0.0 or not self.is_exact:
            return None
        return (self.value - self.exact) / self.error

    @property
    def interval(self) -> tuple[float, float]:
        reach = CONFIDENCE_SIGMAS * self.error
        return self.value - reach, self.value + reach


@dataclass(frozen=True, slots=True)
class TripResults:
    """All trips, and the law beside them or the reason why there is none."""

    order: TripOrder
    tally: TripTally
    law: TripLaw | str
    is_partial: bool

    def figures(self) -> tuple[TripFigure, ...]:
        is_exact = isinstance(self.law, TripLaw) and self.law.is_exact
        found = self._figures() if self.tally.trips else ()
        return tuple(replace(figure, is_exact=is_exact) for figure in found)

    def _figures(self) -> Iterator[TripFigure]:
        tally, law = self.tally, self.law
        mean, deviation = moments(tally.results)
        exact = law.mean if isinstance(law, TripLaw) else None
        yield TripFigure("mean result", mean, deviation / sqrt(tally.trips), exact, True)
        visit = self.order.visit
        unused = {"stop-win": visit.stop_win, "stop-loss": visit.stop_loss}
        for code, ending in enumerate(ENDINGS):
            if unused.get(ending, visit.bankroll) is None:
                continue
            share = tally.endings[code] / tally.trips
            chance = law.endings[code] if isinstance(law, TripLaw) else None
            # Where nothing or everything ended so, the exact chance gives the error.
            p = share if 0.0 < share < 1.0 or chance is None else chance
            error = sqrt(max(p * (1.0 - p), 0.0) / tally.trips)
            yield TripFigure(_ENDING_WORDS[ending], share, error, chance, False)
        fall, spread = moments(tally.drawdowns)
        yield TripFigure("mean deepest fall", fall, spread / sqrt(tally.trips), None, True)

    @property
    def rounds_per_trip(self) -> float:
        return self.tally.rounds / max(self.tally.trips, 1)

    @property
    def rounds_to_ruin(self) -> float | None:
        """How many rounds a ruined trip lasted on average."""
        return moments(self.tally.ruin_rounds)[0] if self.tally.ruin_rounds else None

    def quantile(self, share: float) -> int:
        """The result that this share of trips does not exceed."""
        left = share * self.tally.trips
        ordered = sorted(self.tally.results.items())
        for net, count in ordered:
            left -= count
            if left <= 0:
                return net
        return ordered[-1][0]


_ENDING_WORDS = {
    "time": "stayed to the end",
    "stop-win": "left ahead (stop-win)",
    "stop-loss": "left behind (stop-loss)",
    "ruin": "risk of ruin",
}


def moments(counts: dict[int, int]) -> tuple[float, float]:
    """Mean and standard deviation of counted whole numbers."""
    total = sum(counts.values())
    if total == 0:
        return 0.0, 0.0
    mean = Fraction(sum(value * n for value, n in counts.items()), total)
    square = Fraction(sum(value * value * n for value, n in counts.items()), total)
    return float(mean), sqrt(max(square - mean * mean, Fraction(0)))


@dataclass(frozen=True, slots=True)
class Simulation:
    """A finished simulation with everything a report shows."""

    outcome: RunOutcome
    figures: GameFigures | None
    trips: TripResults | None = None

    @property
    def subject(self) -> SimulatedGame:
        return self.outcome.order.subject

    @property
    def model(self) -> Model:
        return model_of(self.subject)

    @property
    def bets(self) -> tuple[BetResult, ...]:
        return self.outcome.results(self.figures)

    @property
    def verdict(self) -> str:
        return verdict_line(self.bets, self.subject.names)

    @property
    def is_partial(self) -> bool:
        return self.outcome.is_partial or (self.trips is not None and self.trips.is_partial)

    @property
    def rounds_per_second(self) -> float:
        return self.outcome.tally.rounds / max(self.outcome.seconds, 1e-9)

    def keys(self) -> dict[str, Any]:
        """The result as data for JSON: statistics are numbers, exact values fractions n/d."""
        document: dict[str, Any] = {
            "game": self.subject.edition.head.game,
            "edition": self.subject.edition.head.key,
            "edition_hash": self.subject.edition.head.hash,
            "strategy": self.subject.strategy,
            "seats": self.subject.seats,
            "rounds": self.outcome.tally.rounds,
            "seconds": self.outcome.seconds,
            "rounds_per_second": self.rounds_per_second,
            "seed": self.outcome.order.seed,
            "engine": self.outcome.engine,
            "workers": self.outcome.workers,
            "partial": self.is_partial,
            "bets": [_bet_keys(result) for result in self.bets],
            "verdict": self.verdict,
        }
        if self.trips is not None:
            document["trips"] = _trip_keys(self.trips)
        return document


def _bet_keys(result: BetResult) -> dict[str, Any]:
    return {
        "bet": result.bet,
        "mean": result.mean,
        "standard_error": result.standard_error,
        "exact": None if result.exact is None else show_fraction(result.exact),
        "z": result.z,
    }


def _figure_keys(figure: TripFigure) -> dict[str, Any]:
    """One figure, money in credits; an exact value only where it is one."""
    unit = MINOR_PER_CREDIT if figure.is_money else 1
    exact = None if figure.exact is None else figure.exact / unit
    return {
        "figure": figure.name,
        "value": figure.value / unit,
        "standard_error": figure.error / unit,
        "exact": exact if figure.is_exact else None,
        "if_independent": None if figure.is_exact else exact,
        "z": figure.z,
    }


def _trip_keys(trips: TripResults) -> dict[str, Any]:
    tally = trips.tally
    visit = trips.order.visit
    return {
        "trips": tally.trips,
        "bankroll": show_credits(visit.bankroll),
        "rounds_most": visit.rounds,
        "rounds_mean": trips.rounds_per_trip,
        "rounds_to_ruin": trips.rounds_to_ruin,
        "figures": [_figure_keys(figure) for figure in trips.figures()],
        "results": {show_credits(net): n for net, n in sorted(tally.results.items())},
        "law": trips.law.note if isinstance(trips.law, TripLaw) else trips.law,
    }


def exact_figures(subject: SimulatedGame) -> GameFigures:
    """The exact figures that hold under the subject's strategy.

    They belong to best play; under another strategy bets stay that no decision touches, and
    those come in that are solved for that strategy.
    """
    figures = game_figures(subject.game, subject.edition)
    if subject.strategy == BEST:
        return figures
    kept = untouched_bets(subject.game, subject.edition)
    own = strategy_figures(subject.game, subject.edition, subject.strategy)
    solved = {bet.bet: bet for bet in own}
    found = (
        solved.get(bet.bet, bet) for bet in figures.bets if bet.bet in kept or bet.bet in solved
    )
    return GameFigures(tuple(found), figures.method)


def simulate(
    subject: SimulatedGame, rounds: int, *, seed: int, workers: int | None = None
) -> Simulation:
    """Rounds on the cores of this machine, beside the exact values."""
    figures = exact_figures(subject)
    with local_engine(workers or cores()) as engine:
        return Simulation(run(RunOrder(subject, seed, rounds), engine, figures=figures), figures)
