"""Routes of simulations: what can be chosen, starting one, watching it as it goes, stopping it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import ServerSentEvent

from pitboss.games.bets import payable_unit
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.players.strategies import strategies_of
from pitboss.players.wagers import wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.responses import REFUSALS, AnyRequest, caller, given, hall_of
from pitboss.server.editions.lookup import edition_notes, find_edition, find_subject
from pitboss.server.floor.hall import Hall
from pitboss.server.jobs.owners import owner_of
from pitboss.server.simulation.job import HOURS, SimulationJob, job_plan
from pitboss.server.simulation.runs import Simulations
from pitboss.server.simulation.schemas import (
    SimulationChoice,
    SimulationForm,
    SimulationNews,
    SimulationStarted,
    SimulatorPage,
    SpotChoice,
)
from pitboss.units import show_credits

VISIT_ROUNDS_MAX = 10**9


@get("/api/simulate/{game:str}", responses=REFUSALS)
async def simulator(
    request: AnyRequest, game: FromPath[str], edition: FromQuery[str] = ""
) -> SimulatorPage:
    """What can be chosen for a simulation: editions, bets with their limits, strategies."""
    hall = hall_of(request)
    folder = given(hall.pit.registry.find(game))
    record, _ = given(find_edition(hall, folder, edition))
    session = caller(request).session
    person = "" if session is None else session.person.id
    return _page(hall, folder, record, chosen=edition, person=person)


@post("/api/simulations", status_code=200, responses=REFUSALS)
async def start(request: AnyRequest, data: JSONBody[SimulationForm]) -> SimulationStarted:
    """Start a simulation in a process of its own; whoever starts another ends the first."""
    hall = hall_of(request)
    job = given(_job(hall, data))
    runs: Simulations = request.app.state["simulations"]
    run = given(runs.start(owner_of(request), job))
    return SimulationStarted(id=run.id, command=command_of(job))


@get("/api/simulations/{run_id:str}/news", responses=REFUSALS)
async def news(request: AnyRequest, run_id: FromPath[str]) -> ServerSentEvent:
    """How your simulation stands, as events; it ends when nobody watches any more."""
    runs: Simulations = request.app.state["simulations"]
    run = given(runs.find(run_id, owner_of(request)))
    return ServerSentEvent(_written(runs.watch(run)))


@post("/api/simulations/{run_id:str}/stop", status_code=204, responses=REFUSALS)
async def stop(request: AnyRequest, run_id: FromPath[str]) -> None:
    """Stop your simulation; what it has so far is its result, marked as partial."""
    runs: Simulations = request.app.state["simulations"]
    runs.stop(given(runs.find(run_id, owner_of(request))))


async def _written(told: AsyncIterator[SimulationNews]) -> AsyncIterator[str]:
    async for one in told:
        yield msgspec.json.encode(one).decode()


# --- what can be chosen, and what was --------------------------------------------------------


def _page(
    hall: Hall, folder: GameFolder, record: HasHead, *, chosen: str, person: str
) -> SimulatorPage:
    limits = record.head.limits
    spots = []
    for wager in wagers_of(folder.game, record):
        unit = payable_unit(wager.spot, limits)
        spots.append(
            SpotChoice(
                spot=str(wager.spot.key),
                label=wager.spot.label,
                area=wager.spot.area,
                minimum=-(-int(limits.minimum) // unit) * unit,
                maximum=int(limits.maximum) // unit * unit,
                unit=unit,
            )
        )
    games = hall.pit.registry.games.values()
    return SimulatorPage(
        game=folder.game.key,
        title=folder.game.title,
        edition=chosen or record.head.key,
        edition_title=record.head.title,
        games=tuple(SimulationChoice(edition=one.game.key, title=one.game.title) for one in games),
        editions=tuple(
            SimulationChoice(edition=note.edition, title=note.title)
            for note in edition_notes(hall, folder, person)
        ),
        spots=tuple(spots),
        strategies=tuple(strategies_of(folder.game, record)),
        rounds_max=hall.options.simulation_rounds,
        rounds_per_hour=record.head.rounds_per_hour,
    )


def _job(hall: Hall, form: SimulationForm) -> SimulationJob | Refusal:
    subject = find_subject(hall, form.game, form.edition)
    if isinstance(subject, Refusal):
        return subject
    job = SimulationJob(
        game=form.game,
        edition=subject.edition,
        edition_hash=subject.hash,
        changes=subject.changes,
        bets=tuple((one.spot, one.stake) for one in form.bets),
        rounds=form.rounds,
        seed=int(form.seed),
        strategy=form.strategy,
        bankroll=form.bankroll,
        stop_win=form.stop_win,
        stop_loss=form.stop_loss,
        trips=form.trips,
        trip_rounds=form.trip_rounds,
    )
    return _refusal(hall, job) or job


def _refusal(hall: Hall, job: SimulationJob) -> Refusal | None:
    """What can be refused at once, without the kernels."""
    most = hall.options.simulation_rounds
    if job.rounds > most:
        return Refusal(RefusalCode.ABOVE_MAXIMUM, f"Play at most {most:,} rounds from the page.")
    folder = hall.pit.registry.find(job.game)
    if isinstance(folder, Refusal):
        return folder
    edition = folder.edition(job.edition, changes=dict(job.changes) or None)
    if isinstance(edition, Refusal):
        return edition
    plan = job_plan(folder.game, edition, job)
    if isinstance(plan, Refusal):
        return plan
    visit = job.trip_rounds or HOURS * edition.head.rounds_per_hour
    if job.bankroll is not None and visit * job.trips > VISIT_ROUNDS_MAX:
        return Refusal(RefusalCode.ABOVE_MAXIMUM, "Those visits are too many; make them fewer.")
    return None


def command_of(job: SimulationJob) -> str:
    """The command line that gives the same result."""
    words = ["pitboss simulate", job.game, f"--edition {job.edition}"]
    words += [f"--set {name}={value}" for name, value in job.changes]
    words += [f"--bet {spot}={show_credits(stake)}" for spot, stake in job.bets]
    words += [f"--rounds {job.rounds}", f"--seed {job.seed}"]
    if job.strategy != "best":
        words.append(f"--strategy {job.strategy}")
    if job.bankroll is not None:
        words.append(f"--bankroll {show_credits(job.bankroll)}")
        for name, amount in (("stop-win", job.stop_win), ("stop-loss", job.stop_loss)):
            words += [] if amount is None else [f"--{name} {show_credits(amount)}"]
        words.append(f"--trips {job.trips}")
        words += [] if job.trip_rounds is None else [f"--trip-rounds {job.trip_rounds}"]
    return " ".join(words)


SIMULATION_ROUTES = (simulator, start, news, stop)
