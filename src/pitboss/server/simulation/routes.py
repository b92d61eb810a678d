"""Routes of simulations: what can be chosen, starting one, watching it as it goes, stopping it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import ServerSentEvent

from pitboss.games.bets import least_stake, payable_unit
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.paytables import post_areas
from pitboss.players.plans import make_plan
from pitboss.players.strategies import BEST, find_strategy, strategies_of
from pitboss.players.wagers import wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.responses import AnyRequest, HttpRefusal, client_of, unwrap_or_raise
from pitboss.server.edge.routing import get, post
from pitboss.server.edge.runtime import Runtime
from pitboss.server.edge.schemas import SpotChoice
from pitboss.server.editions.lookup import Editions
from pitboss.server.jobs.queue import owner_of
from pitboss.server.simulation.runs import Simulations
from pitboss.server.simulation.schemas import (
    SimulationChoice,
    SimulationForm,
    SimulationNews,
    SimulationStarted,
    SimulatorPage,
)
from pitboss.simulate.chunks import SEED_BITS
from pitboss.simulate.requests import HOURS_DEFAULT, SimulationRequest, VisitRequest
from pitboss.units import Credits, show_credits

VISIT_ROUNDS_MAX = 10**9
BAD_SEED = Refusal(RefusalCode.BAD_FIELD, f"A seed is a whole number below 2^{SEED_BITS}.")
NO_BETS = Refusal(RefusalCode.NO_BETS, "A visit needs bets; choose at least one.")
NO_BANKROLL = Refusal(RefusalCode.MISSING_FIELD, "A stop needs a bankroll; enter one.")


@dataclass(frozen=True, slots=True)
class SimulationRoutes:
    runtime: Runtime
    editions: Editions
    runs: Simulations

    @get("/api/simulate/{game:str}")
    async def simulator(
        self, request: AnyRequest, game: FromPath[str], edition: FromQuery[str] = ""
    ) -> SimulatorPage:
        """What can be chosen for a simulation: editions, bets with their limits, strategies."""
        folder = self.editions.folder(game)
        record, _ = self.editions.find(folder, edition)
        return self._page(folder, record, chosen=edition, person=client_of(request).who)

    @post("/api/simulations")
    async def start(self, request: AnyRequest, data: JSONBody[SimulationForm]) -> SimulationStarted:
        """Start a simulation in a process of its own; whoever starts another ends the first."""
        wanted = self._request(data)
        run = unwrap_or_raise(self.runs.start(owner_of(request), wanted))
        return SimulationStarted(id=run.id, command=command_of(wanted))

    @get("/api/simulations/{run_id:str}/news")
    async def news(self, request: AnyRequest, run_id: FromPath[str]) -> ServerSentEvent:
        """How your simulation stands, as events; it ends when nobody watches any more."""
        run = unwrap_or_raise(self.runs.find(run_id, owner_of(request)))
        return ServerSentEvent(_encode(self.runs.watch(run)))

    @post("/api/simulations/{run_id:str}/stop", status_code=204)
    async def stop(self, request: AnyRequest, run_id: FromPath[str]) -> None:
        """Stop your simulation; what it has so far is its result, marked as partial."""
        self.runs.stop(unwrap_or_raise(self.runs.find(run_id, owner_of(request))))

    def _page(
        self, folder: GameFolder, record: HasHead, *, chosen: str, person: str
    ) -> SimulatorPage:
        limits = record.head.limits
        spots = []
        areas = {area.key: area.title for area in post_areas(folder.game, record)}
        for wager in wagers_of(folder.game, record):
            unit = payable_unit(wager.spot, limits)
            spots.append(
                SpotChoice.fill(
                    wager.spot,
                    spot=wager.spot.key,
                    area=areas[wager.spot.area],
                    minimum=least_stake(wager.spot, limits),
                    maximum=int(limits.maximum) // unit * unit,
                    unit=unit,
                )
            )
        games = self.editions.registry.games.values()
        return SimulatorPage.fill(
            record.head,
            game=folder.game.key,
            title=folder.game.title,
            edition=chosen or record.head.key,
            edition_title=record.head.title,
            games=[SimulationChoice(edition=one.game.key, title=one.game.title) for one in games],
            editions=self.editions.notes(folder, person),
            spots=spots,
            strategies=tuple(strategies_of(folder.game, record)),
            rounds_max=self.runtime.options.simulation_rounds,
        )

    def _request(self, form: SimulationForm) -> SimulationRequest:
        """The request of a form; whatever needs no kernels is checked at once."""
        subject = self.editions.subject(form.game, form.edition)
        most = self.runtime.options.simulation_rounds
        if form.rounds > most:
            raise _too_many(f"Play at most {most:,} rounds from the page.")
        folder = self.editions.folder(form.game)
        changes = dict(subject.changes)
        edition = unwrap_or_raise(folder.edition(subject.edition, changes=changes or None))
        bets = tuple((one.spot, Credits(one.stake)) for one in form.bets)
        _check(folder, edition, form, bets)
        visit = None
        if form.bankroll is not None:
            visit = msgspec.convert(form, VisitRequest, from_attributes=True)
            visit = replace(visit, rounds=form.trip_rounds)
            rounds = form.trip_rounds or int(HOURS_DEFAULT * edition.head.rounds_per_hour)
            if rounds * form.trips > VISIT_ROUNDS_MAX:
                raise _too_many("That is too many visits; ask for fewer or shorter ones.")
        return SimulationRequest(
            form.game,
            form.rounds,
            int(form.seed),
            edition=subject.edition,
            edition_hash=subject.hash,
            changes=changes,
            bets=bets,
            strategy=form.strategy,
            visit=visit,
        )


def _check(
    folder: GameFolder,
    edition: HasHead,
    form: SimulationForm,
    bets: tuple[tuple[str, Credits], ...],
) -> None:
    """Refuse a strategy, seed, visit or stakes that the table would not take."""
    unwrap_or_raise(find_strategy(folder.game, edition, form.strategy))
    if int(form.seed) >= 1 << SEED_BITS:
        raise HttpRefusal(BAD_SEED)
    if not bets and form.bankroll is not None:
        raise HttpRefusal(NO_BETS)
    if bets and form.bankroll is None and (form.stop_win or form.stop_loss):
        raise HttpRefusal(NO_BANKROLL)
    if bets:
        unwrap_or_raise(make_plan(folder.game, edition, bets))


async def _encode(news: AsyncIterator[SimulationNews]) -> AsyncIterator[str]:
    async for one in news:
        yield msgspec.json.encode(one).decode()


def _too_many(sentence: str) -> HttpRefusal:
    return HttpRefusal(Refusal(RefusalCode.ABOVE_MAXIMUM, sentence))


def command_of(request: SimulationRequest) -> str:
    """The command line that gives the same result."""
    words = ["pitboss simulate", request.game, f"--edition {request.edition}"]
    words += [f"--set {name}={value}" for name, value in request.changes.items()]
    words += [f"--bet {spot}={show_credits(stake)}" for spot, stake in request.bets]
    words += [f"--rounds {request.rounds}", f"--seed {request.seed}"]
    if request.strategy != BEST:
        words.append(f"--strategy {request.strategy}")
    visit = request.visit
    if visit is not None:
        words.append(f"--bankroll {show_credits(visit.bankroll)}")
        for name, amount in (("stop-win", visit.stop_win), ("stop-loss", visit.stop_loss)):
            words += [] if amount is None else [f"--{name} {show_credits(amount)}"]
        words.append(f"--trips {visit.trips}")
        words += [] if visit.rounds is None else [f"--trip-rounds {visit.rounds}"]
    return " ".join(words)
