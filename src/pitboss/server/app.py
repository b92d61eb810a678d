"""The application: routes and sockets behind the guard, the front end, the API page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import cast

from litestar import Litestar, Response
from litestar.openapi import OpenAPIConfig

from pitboss import __version__
from pitboss.games.parts import load_part
from pitboss.games.registry import Registry
from pitboss.server.accounts.callers import find_caller
from pitboss.server.accounts.credit_routes import CreditRoutes
from pitboss.server.accounts.routes import AccountRoutes
from pitboss.server.analysis.proof_routes import ProofRoutes
from pitboss.server.analysis.workbench_routes import WorkbenchRoutes
from pitboss.server.asgi import App
from pitboss.server.coach.advice import Coach
from pitboss.server.coach.routes import CoachRoutes
from pitboss.server.edge.api_page import PreparedPage, describing_pages, prepare_pages
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.guard import Guard
from pitboss.server.edge.preloads import preloads_for
from pitboss.server.edge.responses import AnyRequest, RefusalRenderer, unwrap_or_raise
from pitboss.server.edge.routing import get, handlers_of
from pitboss.server.edge.static import Asset, FrontEnd
from pitboss.server.floor.own_tables import OwnTableRoutes
from pitboss.server.house import House
from pitboss.server.live.handshake import SocketApp
from pitboss.server.lobby.routes import LobbyRoutes
from pitboss.server.protection.jobs import Studies
from pitboss.server.protection.routes import ProtectionRoutes
from pitboss.server.rounds.routes import RoundRoutes
from pitboss.server.simulation.routes import SimulationRoutes
from pitboss.server.simulation.runs import Simulations
from pitboss.server.staff.desk_routes import DeskRoutes
from pitboss.server.staff.routes import StaffRoutes
from pitboss.server.trainers.desk import TrainerDesk
from pitboss.server.trainers.routes import TrainerRoutes
from pitboss.server.trainers.scores import TrainerScores

LASTING = "public, max-age=31536000, immutable"
PARTS = ("players", "protect")
"""Packages whose parts of a game are loaded by routes, and not by workers alone."""
NO_PAGE = Denial(DoorCode.NOT_FOUND, "There is no such page.")
DESCRIPTION = (
    "Practice tables with free credits: the lobby, who you are, your rounds, and what hosts and"
    " staff may do. Play itself goes over the socket at /ws/table/TABLE. Every form needs the"
    " page's own origin and, once you have a name, the header X-CSRF-Token with the token of"
    " /api/me. Whatever is not done is answered with a code, a sentence and a reference."
)


@dataclass(frozen=True, slots=True)
class PageRoutes:
    """The front end, and how the API page looks."""

    front: FrontEnd

    @get("/api/page.css", include_in_schema=False)
    async def page_style(self) -> Response[bytes]:
        """How the API page looks."""
        file = resources.files("pitboss.server").joinpath("templates", "page.css")
        return Response(file.read_bytes(), media_type="text/css")

    @get("/", "/{path:path}", include_in_schema=False)
    async def page(self, request: AnyRequest) -> Response[bytes]:
        """The front end."""
        path = request.url.path
        asset = None if path.startswith(("/api/", "/ws/")) else self.front.find(path)
        answer = _sent(request, unwrap_or_raise(asset or NO_PAGE))
        links = preloads_for(self.front, path)
        if links is not None:
            answer.headers["link"] = links
        return answer


def _sent(request: AnyRequest, asset: Asset) -> Response[bytes]:
    headers = {
        "etag": asset.etag,
        "vary": "accept-encoding",
        "cache-control": LASTING if asset.is_lasting else "no-cache",
    }
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.media_type)
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.packed, headers=headers, media_type=asset.media_type)
    return Response(asset.body, headers=headers, media_type=asset.media_type)


def routes_of(house: House, front_end: FrontEnd) -> tuple[object, ...]:
    """Every group of routes, each with what it needs."""
    runtime, tables, pit = house.runtime, house.tables, house.tables.pit
    editions, threads, jobs = house.editions, house.threads, house.jobs
    scores = TrainerScores(tables.people.file)
    return (
        LobbyRoutes(tables, editions, house.figures),
        AccountRoutes(house.accounts),
        CreditRoutes(house.accounts),
        OwnTableRoutes(tables, house.accounts),
        CoachRoutes(tables, Coach(pit, threads, jobs)),
        RoundRoutes(pit, threads, jobs),
        SimulationRoutes(runtime, editions, Simulations(jobs, runtime.log)),
        StaffRoutes(tables, house.presence, house.accounts, editions),
        DeskRoutes(tables),
        TrainerRoutes(pit.registry, TrainerDesk(scores, runtime.clock, threads)),
        ProtectionRoutes(pit, threads, Studies(jobs)),
        ProofRoutes(editions, house.studio),
        WorkbenchRoutes(runtime, editions, house.studio, threads),
        PageRoutes(front_end),
    )


def make_app(house: House, front_end: FrontEnd) -> Guard:
    """The application of a house."""
    runtime, pages = house.runtime, describing_pages()
    inside = Litestar(
        route_handlers=handlers_of(*routes_of(house, front_end)),
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            description=DESCRIPTION,
            path="/api",
            use_handler_docstrings=True,
            render_plugins=pages,
        ),
        exception_handlers=RefusalRenderer(runtime).handlers(),
        request_max_body_size=runtime.options.frame_bytes,
        logging_config=None,
    )
    return Guard(
        runtime,
        partial(find_caller, runtime, house.accounts.people),
        cast(App, inside),
        SocketApp(house.live),
        partial(_prepare, inside, pages, house.tables.pit.registry),
    )


def _prepare(app: Litestar, pages: list[PreparedPage], registry: Registry) -> None:
    """Make and load what the first request would otherwise wait for, and every table with it."""
    prepare_pages(app, pages)
    for folder in registry.games.values():
        for package in PARTS:
            load_part(package, folder.game)
