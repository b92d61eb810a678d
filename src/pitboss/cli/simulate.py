"""`pitboss simulate`: rounds by the million, each bet beside its exact value."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from pitboss.cli.lookup import registry
from pitboss.cli.output import console, refuse, say_error
from pitboss.cli.simulate_input import (
    Asked,
    SimulationFormat,
    Typed,
    VisitOptions,
    checkpoint_key,
    read_asked,
)
from pitboss.cli.simulate_progress import Bar, bar
from pitboss.cli.targets import target_refusal
from pitboss.refusals import Refusal
from pitboss.report.files import write_file
from pitboss.report.html import render_html
from pitboss.report.terminal import render_terminal
from pitboss.simulate.checkpoint import Saved, read_checkpoint, write_checkpoint
from pitboss.simulate.engines import Engine, open_engine
from pitboss.simulate.results import Simulation, TripResults, exact_figures
from pitboss.simulate.runner import Progress, run
from pitboss.simulate.sheets import simulation_document
from pitboss.simulate.trip_law import trip_law
from pitboss.simulate.trips import play_trips

EXIT_PARTIAL = 130
NO_VISIT = VisitOptions()
_SEED_BITS = 64
_PAGE_WIDTH = 120

SetOption = Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True)]
BetOption = Annotated[list[str] | None, Parameter(name="--bet", consume_multiple=False)]
FormatOption = Annotated[SimulationFormat, Parameter(name="--format", help="table, json or html.")]


def simulate(
    game: str,
    *,
    edition: str | None = None,
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
    """Simulate a game and hold every bet against its exact value.

    Example: pitboss simulate flip-it --bet inside:red=5 --bankroll 200 --stop-win 100 --trips 10000

    Parameters
    ----------
    game
        A game from `pitboss games`.
    edition
        An edition of the game; otherwise its default edition.
    changes
        KEY=VALUE for each field of the edition to change, such as pays.call_it=11/1.
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
    typed = Typed(
        edition=edition,
        changes=tuple(changes or ()),
        bets=tuple(bet or ()),
        rounds=rounds,
        until_error=until_se,
        seed=secrets.randbits(_SEED_BITS) if seed is None else seed,
        strategy=strategy,
        visit=visit,
        workers=workers,
        engine=engine,
        seats=seats,
    )
    asked = read_asked(registry(), game, typed)
    if isinstance(asked, Refusal):
        return refuse(asked)
    return _simulate(asked, Files(out, checkpoint), form)


@dataclass(frozen=True, slots=True)
class Files:
    """Where the result goes and where the run is kept."""

    out: Path | None
    checkpoint: Path | None


def _simulate(asked: Asked, files: Files, form: SimulationFormat) -> int:
    refusal = target_refusal(files.out, files.checkpoint)
    if refusal is not None:
        return refuse(refusal)
    key = checkpoint_key(asked)
    saved = None if files.checkpoint is None else read_checkpoint(files.checkpoint, key)
    if isinstance(saved, Refusal):
        return refuse(saved)
    with open_engine(asked.engine, asked.workers) as engine:
        if isinstance(engine, Refusal):
            return refuse(engine)
        with bar() as shown:
            result = _played(asked, engine, files, saved, shown)
    return _show(result, files, form)


def _played(
    asked: Asked, engine: Engine, files: Files, saved: Saved | None, shown: Bar
) -> Simulation:
    figures = exact_figures(asked.order.subject)

    def save(now: Saved) -> None:
        if files.checkpoint is not None:
            problem = write_checkpoint(files.checkpoint, checkpoint_key(asked), now)
            if problem is not None:
                say_error(problem.sentence)

    def tell(progress: Progress) -> None:
        shown.rounds(progress.rounds, progress.total)

    outcome = run(asked.order, engine, figures=figures, saver=save, saved=saved, on_progress=tell)
    if asked.trips is None or outcome.is_partial:
        return Simulation(outcome, figures)
    order = asked.trips
    tally, is_partial = play_trips(
        order,
        engine,
        on_progress=lambda done: shown.trips(done, order.trips),
        saver=lambda trips: save(replace(outcome.kept, trips=trips)),
        saved=None if saved is None else saved.trips,
    )
    law = trip_law(order.subject, order.plan, order.visit, figures)
    return Simulation(outcome, figures, TripResults(order, tally, law, is_partial))


def _show(result: Simulation, files: Files, form: SimulationFormat) -> int:
    refusal = None
    content = _content(result, form, on_screen=files.out is None)
    if files.out is None:
        sys.stdout.write(content.decode())
    else:
        refusal = write_file(files.out, content)
    if refusal is not None:
        return refuse(refusal)
    return EXIT_PARTIAL if result.is_partial else 0


def _content(result: Simulation, form: SimulationFormat, *, on_screen: bool) -> bytes:
    if form is SimulationFormat.JSON:
        keys = result.keys()
        return json.dumps(keys, indent=2, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    if form is SimulationFormat.HTML:
        return render_html(simulation_document(result, all_charts=True))
    screen = console() if on_screen else Console(width=_PAGE_WIDTH, file=StringIO())
    with screen.capture() as page:
        render_terminal(simulation_document(result, all_charts=False), console=screen)
    return str(page.get()).encode()
