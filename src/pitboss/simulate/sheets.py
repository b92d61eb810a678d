"""Sheets: a simulation as a document for the terminal and for HTML."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil, sqrt

from pitboss import __version__
from pitboss.report.blocks import (
    Block,
    Callout,
    CalloutKind,
    Chart,
    Document,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
)
from pitboss.report.figures import Kind, show
from pitboss.report.plots import Axis, Bin, ConvergenceChart, Histogram, Reference, Running
from pitboss.report.tables import number, percent, table, text
from pitboss.simulate.results import Simulation, TripFigure, TripResults
from pitboss.simulate.statistics import AGREES, CONFIDENCE, DIFFERS, UNKNOWN, BetResult
from pitboss.simulate.tallies import Point
from pitboss.simulate.trip_law import TripLaw
from pitboss.units import MINOR_PER_CREDIT, say_credits

BINS_MAX = 40
POINTS_SHOWN = 120


def simulation_document(simulation: Simulation, *, all_charts: bool) -> Document:
    """The whole report; without `all_charts` only the bet farthest from exact is plotted."""
    outcome, head = simulation.outcome, simulation.subject.edition.head
    workers = "1 worker" if outcome.workers == 1 else f"{outcome.workers} workers"
    sections = [_bets_section(simulation), _convergence(simulation, all_charts=all_charts)]
    if simulation.trips is not None:
        sections.append(_trips_section(simulation, simulation.trips))
    sections.append(_method(simulation))
    return Document(
        title=f"{simulation.subject.game.title}: simulation",
        subtitle=f"Edition {head.key}, {show(outcome.tally.rounds)} rounds, seed"
        f" {outcome.order.seed}",
        facts=(
            ("Rounds", show(outcome.tally.rounds)),
            ("Rate", f"{show(round(simulation.rounds_per_second))} rounds a second"),
            ("Engine", f"{outcome.engine}, {workers}"),
            ("Strategy", simulation.subject.strategy),
            ("Seats", show(simulation.subject.seats)),
            ("Version", __version__),
        ),
        edition_hash=head.hash,
        sections=tuple(section for section in sections if section.blocks),
    )


def _verdict(simulation: Simulation) -> list[Block]:
    blocks: list[Block] = []
    if simulation.is_partial:
        blocks.append(
            Callout(
                CalloutKind.WARNING,
                "The run was stopped before its end. What follows is the part that was played.",
                "Partial result",
            )
        )
    bad = any(result.verdict == DIFFERS for result in simulation.bets)
    kind = CalloutKind.WARNING if bad else CalloutKind.FINDING
    blocks.append(Callout(kind, simulation.verdict, "Verdict"))
    return blocks


def _bets_section(simulation: Simulation) -> Section:
    results, names = simulation.bets, simulation.subject.names
    words = {AGREES: "agrees", DIFFERS: "DIFFERS", UNKNOWN: "–"}
    bets = table(
        results,
        text("Bet", lambda one: names(one.bet)),
        percent("Mean net", "mean", signed=True),
        percent("Error", "standard_error"),
        text(f"{CONFIDENCE} interval", lambda one: _interval(one.interval, _net)),
        percent("Exact", "exact", signed=True),
        number("z", "z", 2, signed=True),
        text("Verdict", lambda one: words[one.verdict]),
        caption="Net per unit bet, beside the exact value.",
        highlight=tuple(at for at, r in enumerate(results) if r.verdict == DIFFERS),
    )
    return Section("Bets", (*_verdict(simulation), bets))


def _interval(ends: tuple[float, float], write: Callable[[float], str]) -> str:
    return " to ".join(map(write, ends))


def _net(value: float) -> str:
    return show(value, kind=Kind.PERCENT, signed=True)


# --- convergence -------------------------------------------------------------------------


def _convergence(simulation: Simulation, *, all_charts: bool) -> Section:
    results = [result for result in simulation.bets if result.exact is not None]
    if not all_charts and results:
        results = [max(results, key=lambda result: abs(result.z or 0.0))]
    bets, names = simulation.model.table.bets, simulation.subject.names
    charts = (
        _chart(simulation.outcome.points, bets.index(result.bet), result, names(result.bet))
        for result in results
    )
    return Section("Convergence", tuple(chart for chart in charts if chart is not None))


def _chart(points: tuple[Point, ...], bet: int, result: BetResult, name: str) -> Chart | None:
    """The running mean with its band; nothing while fewer than two points have an error."""
    step = max(1, ceil(len(points) / POINTS_SHOWN))
    kept = [point for point in points if point.errors[bet] > 0.0]
    kept = [*kept[::step], *(kept[-1:] if (len(kept) - 1) % step else ())]
    if len(kept) < 2 or result.exact is None:
        return None
    running = tuple(Running(p.rounds, p.means[bet], p.errors[bet]) for p in kept)
    plot = ConvergenceChart(running, result.exact, title=f"Running mean of {name}")
    return Chart(plot, f"{name}: running mean with two standard errors, and the exact value.")


# --- trips -------------------------------------------------------------------------------


def _trips_section(simulation: Simulation, trips: TripResults) -> Section:
    if not trips.tally.trips:
        return Section("Trips", (Paragraph("No trip was finished."),))
    pace = simulation.subject.edition.head.rounds_per_hour
    visit = trips.order.visit
    hours = visit.rounds / pace
    stops = [
        f"leaves {say_credits(amount)} {word}"
        for amount, word in ((visit.stop_win, "ahead"), (visit.stop_loss, "behind"))
        if amount is not None
    ]
    blocks: list[Block] = [
        Paragraph(
            f"{show(trips.tally.trips)} visits with a bankroll of {say_credits(visit.bankroll)},"
            f" each of at most {show(visit.rounds)} rounds ({hours:.1f} hours at {pace} rounds an"
            f" hour){'; the player ' + ' or '.join(stops) if stops else ''}."
        ),
        _headline(trips),
        _trip_table(trips),
        Chart(_histogram(trips), "Trips by result."),
        Callout(
            CalloutKind.NOTE,
            trips.law.note if isinstance(trips.law, TripLaw) else trips.law,
            "Exact values",
        ),
    ]
    return Section("Trips", tuple(blocks))


def _headline(trips: TripResults) -> KeyFigures:
    ruin = trips.rounds_to_ruin
    items = [
        KeyFigure("Median result", _money(trips.quantile(0.5))),
        KeyFigure("Worst 5 of 100", _money(trips.quantile(0.05)), "or less"),
        KeyFigure("Best 5 of 100", _money(trips.quantile(0.95)), "or more"),
        KeyFigure("Rounds a trip", f"{trips.rounds_per_trip:.1f}"),
        KeyFigure("Rounds to ruin", "–" if ruin is None else f"{ruin:.1f}", "when ruined"),
    ]
    return KeyFigures(tuple(items))


def _money(minor: float) -> str:
    return show(minor, kind=Kind.MONEY, signed=True)


def _trip_table(trips: TripResults) -> Table:
    return table(
        trips.figures(),
        text("Figure", "name"),
        text("Seen", lambda one: _write(one)(one.value)),
        text(f"{CONFIDENCE} interval", lambda one: _interval(one.interval, _write(one))),
        text("Exact", _exact),
        number("z", "z", 2, signed=True),
        caption="What the trips came to.",
    )


def _write(figure: TripFigure) -> Callable[[float], str]:
    return _money if figure.is_money else partial(show, kind=Kind.PERCENT, places=2)


def _exact(figure: TripFigure) -> str:
    if figure.exact is None:
        return "–"
    return ("" if figure.is_exact else "≈ ") + _write(figure)(figure.exact)


def _histogram(trips: TripResults) -> Histogram:
    results = trips.tally.results
    low, high = min(results), max(results)
    wanted = min(BINS_MAX, max(5, int(sqrt(trips.tally.trips))))
    width = max(1, -(-(high - low + 1) // wanted))
    counts: dict[int, int] = {}
    for net, count in results.items():
        at = (net - low) // width
        counts[at] = counts.get(at, 0) + count
    bins = tuple(
        Bin(
            (low + at * width) / MINOR_PER_CREDIT,
            (low + (at + 1) * width) / MINOR_PER_CREDIT,
            counts.get(at, 0),
        )
        for at in range((high - low) // width + 1)
    )
    references: tuple[Reference, ...] = ()
    if isinstance(trips.law, TripLaw):
        mean = Fraction(trips.law.mean) / MINOR_PER_CREDIT
        words = "exact mean" if trips.law.is_exact else "mean if independent"
        references = (Reference(words, float(mean)),)
    return Histogram(
        bins,
        Axis("Result in credits"),
        Axis("Trips"),
        references=references,
        title="Results of the trips",
    )


# --- method ------------------------------------------------------------------------------


def _method(simulation: Simulation) -> Section:
    exact = "" if simulation.figures is None else f" {simulation.figures.method}"
    return Section(
        "Method",
        (
            Paragraph(simulation.model.method),
            Paragraph(
                "Random words come from 32 lanes of xoshiro256++ for each chunk of rounds, seeded"
                " by SHAKE-256 from seed, game, edition and chunk, so that the same seed gives"
                " the same result on any number of workers. Draws are made fair by rejection."
            ),
            Paragraph(f"Exact values:{exact or ' none.'}"),
        ),
    )
