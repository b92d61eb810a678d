"""`pitboss simulate`: rounds by the million, each bet beside its exact value."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.bets import parse_bets
from pitboss.cli.lookup import registry
from pitboss.cli.options import EditionOption, GameArgument, SetOption
from pitboss.cli.output import page_console, say_error, write_result
from pitboss.cli.simulate_input import (
    SimulationFormat,
    VisitOptions,
    read_multiples,
    read_rounds,
    read_visit,
)
from pitboss.cli.simulate_progress import Bar, bar
from pitboss.cli.targets import target_refusal
from pitboss.par.choices import parse_changes
from pitboss.refusals import raise_first, unwrap_or_raise
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.simulate.checkpoint import Saved, read_checkpoint, write_checkpoint
from pitboss.simulate.engines import Engine, engine_refusal, open_engine
from pitboss.simulate.orders import SimulationOrders, SimulationRequest, make_orders
from pitboss.simulate.results import Simulation, TripResults, exact_figures
from pitboss.simulate.runner import Progress, run
from pitboss.simulate.sheets import simulation_document
from pitboss.simulate.trip_law import trip_law
from pitboss.simulate.trips import play_trips

EXIT_PARTIAL = 130
NO_VISIT = VisitOptions()
_SEED_BITS = 64

BetOption = Annotated[list[str] | None, Parameter(name="--bet", consume_multiple=False)]
FormatOption = Annotated[SimulationFormat, Parameter(name="--format", help="table, json or html.")]


def simulate(
    game: GameArgument,
    *,
    edition: EditionOption = None,
    changes: SetOption = None,
    bet: BetOption = None,
    rounds: str | None = None,
    until_se: float | None = None,
    seed: int | None = None,
    strategy: str = "best",
    seats: int = 1,
    visit: VisitOptions = NO_VISIT,
    workers: int | None = None,
    engine: str = "local",
    form: FormatOption = SimulationFormat.TABLE,
    out: Path | None = None,
    checkpoint: Path | None = None,
) -> int:
    """Simulate a game and compare every bet with its exact value.

    Example: pitboss simulate flip-it --bet inside:red=5 --bankroll 200 --stop-win 100 --trips 10000

    Parameters
    ----------
    bet
        SPOT=STAKE; repeat for more bets. Without it every bet is played at one unit.
    rounds
        How many rounds, such as 1000000 or 1e8; one million without it.
    until_se
        Play until the standard error of every bet is this small, or `--rounds` are played.
    seed
        A whole number; the same seed gives the same result, whatever the workers.
    strategy
        How decisions are made: best, or another that the game names.
    seats
        How many seats make the same bets on the same draws; more than one run by the rules.
    workers
        Threads, or tasks at a time on a cluster; all cores without it.
    engine
        local, or dask://HOST:PORT for the workers of a Dask scheduler.
    out
        A file to write instead of standard output.
    checkpoint
        A file that keeps the run so far, and from which it goes on after a crash.
    """
    typed_bets = unwrap_or_raise(parse_bets(bet or ()))
    request = SimulationRequest(
        game,
        read_rounds(rounds, until_se),
        secrets.randbits(_SEED_BITS) if seed is None else seed,
        edition=edition,
        changes=unwrap_or_raise(parse_changes(changes or ())),
        bets=typed_bets,
        until_error=until_se,
        strategy=strategy,
        seats=seats,
        multiples=read_multiples(visit.spread),
        raise_after=visit.raise_after,
        visit=read_visit(visit, has_bets=bool(typed_bets)),
    )
    raise_first(engine_refusal(engine, workers))
    orders = unwrap_or_raise(make_orders(registry(), request))
    files = Files(out, checkpoint)
    raise_first(target_refusal(out, checkpoint))
    key = orders.checkpoint_key()
    saved = None if checkpoint is None else unwrap_or_raise(read_checkpoint(checkpoint, key))
    with open_engine(engine, workers) as opened, bar() as shown:
        result = _play(orders, unwrap_or_raise(opened), files, saved, shown)
    write_result(_content(result, form, out), out)
    return EXIT_PARTIAL if result.is_partial else 0


@dataclass(frozen=True, slots=True)
class Files:
    """Where the result goes and where the run is kept."""

    out: Path | None
    checkpoint: Path | None


def _play(
    orders: SimulationOrders, engine: Engine, files: Files, saved: Saved | None, shown: Bar
) -> Simulation:
    figures = exact_figures(orders.order.subject)

    def save(now: Saved) -> None:
        if files.checkpoint is not None:
            problem = write_checkpoint(files.checkpoint, orders.checkpoint_key(), now)
            if problem is not None:
                say_error(problem.sentence)

    def tell(progress: Progress) -> None:
        shown.rounds(progress.rounds, progress.total)

    outcome = run(orders.order, engine, figures=figures, saver=save, saved=saved, on_progress=tell)
    if orders.trips is None or outcome.is_partial:
        return Simulation(outcome, figures)
    order = orders.trips
    tally, is_partial = play_trips(
        order,
        engine,
        on_progress=lambda done: shown.trips(done, order.trips),
        saver=lambda trips: save(replace(outcome.kept, trips=trips)),
        saved=None if saved is None else saved.trips,
    )
    law = trip_law(order.subject, order.plan, order.visit, figures)
    return Simulation(outcome, figures, TripResults(order, tally, law, is_partial))


def _content(result: Simulation, form: SimulationFormat, out: Path | None) -> bytes:
    if form is SimulationFormat.JSON:
        return json_bytes(result.keys())
    document = simulation_document(result, all_charts=form is SimulationFormat.HTML)
    return render_document(document, ReportFormat(form.value), console=page_console(out))
