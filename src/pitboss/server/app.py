"""The application: routes and sockets behind the guard, the front end, the API page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import resources
from typing import cast

from litestar import Litestar, Response
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, Reference, SecurityScheme, Tag

from pitboss import __version__
from pitboss.floor.alerts import AlertLog
from pitboss.games.parts import load_part
from pitboss.games.registry import Registry
from pitboss.protect.studies import studies_of
from pitboss.server.accounts.callers import find_caller
from pitboss.server.accounts.credit_routes import CreditRoutes
from pitboss.server.accounts.routes import AccountRoutes
from pitboss.server.accounts.token_routes import TokenRoutes
from pitboss.server.analysis.proof_routes import ProofRoutes
from pitboss.server.analysis.workbench_routes import WorkbenchRoutes
from pitboss.server.asgi import App
from pitboss.server.coach.advice import Coach
from pitboss.server.coach.routes import CoachRoutes
from pitboss.server.edge.api_page import PreparedPage, describing_pages, prepare_pages
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.guard import Guard
from pitboss.server.edge.responses import AnyRequest, RefusalRenderer, unwrap_or_raise
from pitboss.server.edge.routing import get, handlers_of
from pitboss.server.edge.static import INDEX, Asset, FrontEnd, is_page
from pitboss.server.floor.own_tables import OwnTableRoutes
from pitboss.server.house import House
from pitboss.server.live.handshake import SocketApp
from pitboss.server.lobby.routes import LobbyRoutes
from pitboss.server.protection.routes import ProtectionRoutes
from pitboss.server.protection.studies import Studies
from pitboss.server.rounds.routes import RoundRoutes
from pitboss.server.simulation.routes import SimulationRoutes
from pitboss.server.simulation.runs import Simulations
from pitboss.server.staff.audit_routes import AuditRoutes, HouseVerifier
from pitboss.server.staff.call_routes import CallRoutes
from pitboss.server.staff.condition_routes import ConditionRoutes
from pitboss.server.staff.console import Console
from pitboss.server.staff.console_routes import ConsoleRoutes
from pitboss.server.staff.desk_routes import DeskRoutes
from pitboss.server.staff.routes import StaffRoutes
from pitboss.server.trainers.desk import TrainerDesk
from pitboss.server.trainers.routes import TrainerRoutes
from pitboss.server.trainers.scores import TrainerScores

LASTING = "public, max-age=31536000, immutable"
PARTS = ("players", "protect")
"""Packages whose parts of a game are loaded by routes, and not by workers alone."""
NO_PAGE = Denial(DoorCode.NOT_FOUND, "There is no such page.")
TAGS = {
    "lobby": "Tables, games and their rules: what everybody sees first.",
    "accounts": "Who you are: guests, accounts, API tokens, credits and your own limits.",
    "floor": "Private tables of your own.",
    "rounds": "Rounds that were played: replays, files and their check.",
    "coach": "What each open bet and decision is worth to you.",
    "analysis": "Exact proofs and designs.",
    "simulation": "Simulations beside their exact values.",
    "protection": "How a game can be beaten, and how to see it.",
    "trainers": "Questions for dealers.",
    "staff": "What dealers, pit bosses and auditors do; health of the house.",
}
SECURITY: dict[str, SecurityScheme | Reference] = {
    "session": SecurityScheme(
        type="apiKey",
        name="pitboss",
        security_scheme_in="cookie",
        description="The cookie of a browser; over TLS its name is __Host-pitboss. Forms also need"
        " the house's own Origin and the header X-CSRF-Token from /api/me.",
    ),
    "token": SecurityScheme(
        type="http",
        scheme="bearer",
        description="An API token from your account page, for programs. Scopes: read (every GET),"
        " compute (simulations, studies, checks, designs, trainers), tables (open and close"
        " your private tables). A token that was revoked is answered 401, a narrower one 403.",
    ),
}
DESCRIPTION = (
    "Practice tables with free credits: the lobby, who you are, your rounds, and what hosts and"
    " staff may do. Play itself goes over the socket at /ws/table/TABLE. Every form needs the"
    " page's own origin and, once you have a name, the header X-CSRF-Token with the token of"
    " /api/me; programs send an API token instead. Whatever is not done is answered with a code,"
    " a sentence and a reference."
)


@dataclass(frozen=True, slots=True)
class PageRoutes:
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
        answer = _respond(request, unwrap_or_raise(asset or NO_PAGE))
        if asset is self.front.assets.get(INDEX) and not is_page(path):
            answer.status_code = 404
        links = self.front.preloads(path)
        if links is not None:
            answer.headers["link"] = links
        return answer


def _respond(request: AnyRequest, asset: Asset) -> Response[bytes]:
    headers = {
        "etag": asset.etag,
        "vary": "accept-encoding",
        "cache-control": LASTING if asset.is_lasting else "no-cache",
    }
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.media_type)
    found = asset.accepted(request.headers.get("accept-encoding", ""))
    if found is not None:
        headers["content-encoding"], body = found
        return Response(body, headers=headers, media_type=asset.media_type)
    return Response(asset.body, headers=headers, media_type=asset.media_type)


def routes_of(house: House, front_end: FrontEnd) -> tuple[object, ...]:
    runtime, tables, pit = house.runtime, house.tables, house.tables.pit
    editions, threads, jobs = house.editions, house.threads, house.jobs
    scores = TrainerScores(pit.store.shared)
    return (
        LobbyRoutes(tables, editions, house.figures),
        AccountRoutes(house.accounts),
        TokenRoutes(house.accounts),
        CreditRoutes(house.accounts),
        OwnTableRoutes(tables, house.accounts),
        CoachRoutes(tables, Coach(pit, threads, jobs)),
        RoundRoutes(pit, threads, jobs),
        SimulationRoutes(runtime, editions, Simulations(jobs, runtime.log)),
        StaffRoutes(tables, house.presence, house.accounts, editions),
        DeskRoutes(tables),
        CallRoutes(tables, house.accounts),
        ConditionRoutes(tables, house.accounts),
        AuditRoutes(tables, house.accounts, threads, HouseVerifier(tables, threads)),
        ConsoleRoutes(
            Console(tables, house.tallies.book, AlertLog(pit.store)), house.accounts, threads
        ),
        TrainerRoutes(pit.registry, TrainerDesk(scores, runtime.clock, threads, pit.seals.entropy)),
        ProtectionRoutes(pit, editions, Studies(jobs), house.database),
        ProofRoutes(editions, house.studio),
        WorkbenchRoutes(runtime, editions, house.studio, threads),
        PageRoutes(front_end),
    )


def make_app(house: House, front_end: FrontEnd) -> Guard:
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
            tags=[Tag(name=name, description=text) for name, text in TAGS.items()],
            components=Components(security_schemes=SECURITY),
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
    """Build and load what would otherwise delay the first request and every table with it."""
    prepare_pages(app, pages)
    for folder in registry.games.values():
        studies_of(folder.game)
        for package in PARTS:
            load_part(package, folder.game)
