"""`pitboss simulate`: rounds by the million, each bet beside its exact value."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli import EXIT_INTERRUPTED
from pitboss.cli.files import check_targets, page_console, write_result
from pitboss.cli.lookup import registry
from pitboss.cli.options import EditionOption, GameArgument, SetOption, parse_bets
from pitboss.cli.output import say_error
from pitboss.cli.progress import count_bar
from pitboss.cli.simulate_input import (
    SimulationFormat,
    VisitOptions,
    read_multiples,
    read_rounds,
    read_visit,
)
from pitboss.extras import missing_extra
from pitboss.par.choices import parse_changes
from pitboss.refusals import raise_first, unwrap_or_raise
from pitboss.report.formats import ReportFormat, json_bytes, render_document
from pitboss.simulate.checkpoint import Saved, read_checkpoint, write_checkpoint
from pitboss.simulate.engines import Engine, engine_refusal, open_engine
from pitboss.simulate.orders import SimulationOrders, make_orders
from pitboss.simulate.requests import SimulationRequest
from pitboss.simulate.results import Simulation, TripResults, exact_figures
from pitboss.simulate.runner import run
from pitboss.simulate.sheets import simulation_document
from pitboss.simulate.statistics import DIFFERS
from pitboss.simulate.trip_law import trip_law
from pitboss.simulate.trips import play_trips

EXIT_DIFFERS = 1
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

    The exit code is 1 when a bet differs from its exact value.

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
        How many seats make the same bets on the same draws; more than one is slower.
    workers
        Threads, or tasks at a time on a cluster; all cores without it.
    engine
        local, or dask://HOST:PORT for the workers of a Dask scheduler.
    out
        A file to write instead of standard output.
    checkpoint
        A file that keeps the run so far; the same command continues from it after a crash.
    """
    typed_bets = parse_bets(bet or ())
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
    raise_first(missing_extra("sim", "pitboss simulate"), engine_refusal(engine, workers))
    orders = unwrap_or_raise(make_orders(registry(only=game), request))
    check_targets(out, checkpoint)
    with open_engine(engine, workers) as opened, count_bar() as show:
        result = _play(orders, unwrap_or_raise(opened), checkpoint, show)
    write_result(_render(result, form, out), out)
    differs = any(bet.verdict == DIFFERS for bet in result.bets)
    return EXIT_INTERRUPTED if result.is_partial else EXIT_DIFFERS if differs else 0


def _play(
    orders: SimulationOrders,
    engine: Engine,
    checkpoint: Path | None,
    show: Callable[[str, int, int], None],
) -> Simulation:
    figures = exact_figures(orders.order.subject)
    key = orders.checkpoint_key()
    saved = None if checkpoint is None else unwrap_or_raise(read_checkpoint(checkpoint, key))

    def save(now: Saved) -> None:
        problem = None if checkpoint is None else write_checkpoint(checkpoint, key, now)
        if problem is not None:
            say_error(problem.sentence)

    outcome = run(
        orders.order,
        engine,
        figures=figures,
        saver=save,
        saved=saved,
        on_progress=lambda now: show("rounds", now.rounds, now.total),
    )
    if orders.trips is None or outcome.is_partial:
        return Simulation(outcome, figures)
    order = orders.trips
    tally, is_partial = play_trips(
        order,
        engine,
        on_progress=lambda done: show("trips", done, order.trips),
        saver=lambda trips: save(replace(outcome.kept, trips=trips)),
        saved=None if saved is None else saved.trips,
    )
    law = trip_law(order.subject, order.plan, order.visit, figures)
    return Simulation(outcome, figures, TripResults(order, tally, law, is_partial))


def _render(result: Simulation, form: SimulationFormat, out: Path | None) -> bytes:
    if form is SimulationFormat.JSON:
        return json_bytes(result.keys())
    document = simulation_document(result, all_charts=form is SimulationFormat.HTML)
    return render_document(document, ReportFormat(form.value), console=page_console(out))
