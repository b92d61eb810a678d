"""Routes of simulations: what can be chosen, starting one, watching it as it goes, stopping it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import ServerSentEvent

from pitboss.games.bets import payable_unit
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.players.strategies import strategies_of
from pitboss.players.wagers import wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.runtime import Runtime
from pitboss.server.editions.lookup import Editions
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


@dataclass(frozen=True, slots=True)
class SimulationRoutes:
    """Simulations."""

    runtime: Runtime
    editions: Editions
    runs: Simulations

    @get("/api/simulate/{game:str}")
    async def simulator(
        self, request: AnyRequest, game: FromPath[str], edition: FromQuery[str] = ""
    ) -> SimulatorPage:
        """What can be chosen for a simulation: editions, bets with their limits, strategies."""
        folder = unwrap_or_raise(self.editions.registry.find(game))
        record, _ = unwrap_or_raise(self.editions.find(folder, edition))
        return self._page(folder, record, chosen=edition, person=client_of(request).who)

    @post("/api/simulations")
    async def start(self, request: AnyRequest, data: JSONBody[SimulationForm]) -> SimulationStarted:
        """Start a simulation in a process of its own; whoever starts another ends the first."""
        job = self._job(data)
        run = unwrap_or_raise(self.runs.start(owner_of(request), job))
        return SimulationStarted(id=run.id, command=command_of(job))

    @get("/api/simulations/{run_id:str}/news")
    async def news(self, request: AnyRequest, run_id: FromPath[str]) -> ServerSentEvent:
        """How your simulation stands, as events; it ends when nobody watches any more."""
        run = unwrap_or_raise(self.runs.find(run_id, owner_of(request)))
        return ServerSentEvent(_written(self.runs.watch(run)))

    @post("/api/simulations/{run_id:str}/stop", status_code=204)
    async def stop(self, request: AnyRequest, run_id: FromPath[str]) -> None:
        """Stop your simulation; what it has so far is its result, marked as partial."""
        self.runs.stop(unwrap_or_raise(self.runs.find(run_id, owner_of(request))))

    def _page(
        self, folder: GameFolder, record: HasHead, *, chosen: str, person: str
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
        games = self.editions.registry.games.values()
        return SimulatorPage(
            game=folder.game.key,
            title=folder.game.title,
            edition=chosen or record.head.key,
            edition_title=record.head.title,
            games=tuple(
                SimulationChoice(edition=one.game.key, title=one.game.title) for one in games
            ),
            editions=tuple(
                SimulationChoice(edition=note.edition, title=note.title)
                for note in self.editions.notes(folder, person)
            ),
            spots=tuple(spots),
            strategies=tuple(strategies_of(folder.game, record)),
            rounds_max=self.runtime.options.simulation_rounds,
            rounds_per_hour=record.head.rounds_per_hour,
        )

    def _job(self, form: SimulationForm) -> SimulationJob:
        subject = unwrap_or_raise(self.editions.subject(form.game, form.edition))
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
        self._check(job)
        return job

    def _check(self, job: SimulationJob) -> None:
        """Refuse what can be refused at once, without the kernels."""
        most = self.runtime.options.simulation_rounds
        if job.rounds > most:
            raise _too_many(f"Play at most {most:,} rounds from the page.")
        folder = unwrap_or_raise(self.editions.registry.find(job.game))
        edition = unwrap_or_raise(folder.edition(job.edition, changes=dict(job.changes) or None))
        unwrap_or_raise(job_plan(folder.game, edition, job))
        visit = job.trip_rounds or HOURS * edition.head.rounds_per_hour
        if job.bankroll is not None and visit * job.trips > VISIT_ROUNDS_MAX:
            raise _too_many("Those visits are too many; make them fewer.")


async def _written(told: AsyncIterator[SimulationNews]) -> AsyncIterator[str]:
    async for one in told:
        yield msgspec.json.encode(one).decode()


def _too_many(sentence: str) -> HttpRefusal:
    return HttpRefusal(Refusal(RefusalCode.ABOVE_MAXIMUM, sentence))


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
