"""The application: routes behind the guard, the front end, the API page."""

from __future__ import annotations

import sqlite3
from functools import partial
from importlib import resources
from typing import cast

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from pitboss import __version__
from pitboss.games.parts import load_part
from pitboss.games.registry import Registry
from pitboss.server.accounts.credit_routes import CREDIT_ROUTES
from pitboss.server.accounts.limit_routes import LIMITS_ROUTES
from pitboss.server.accounts.routes import ACCOUNT_ROUTES
from pitboss.server.analysis.proof_routes import PROOF_ROUTES
from pitboss.server.analysis.studio import Studio
from pitboss.server.analysis.workbench_routes import WORKBENCH_ROUTES
from pitboss.server.coach.advice import Coach
from pitboss.server.coach.routes import COACH_ROUTES
from pitboss.server.edge.api_page import PreparedPage, describing_pages, prepare_pages
from pitboss.server.edge.asgi import App
from pitboss.server.edge.errors import Denial, DoorCode
from pitboss.server.edge.guard import Guard
from pitboss.server.edge.preloads import preloads_for
from pitboss.server.edge.responses import (
    AnyRequest,
    Turned,
    defect,
    given,
    not_taken,
    turned,
    unwritten,
)
from pitboss.server.edge.static import Asset, FrontEnd
from pitboss.server.floor.hall import Hall
from pitboss.server.floor.own_tables import OWN_ROUTES
from pitboss.server.jobs.runner import Runner
from pitboss.server.lobby.best_bets import Figures
from pitboss.server.lobby.routes import LOBBY_ROUTES
from pitboss.server.protection.jobs import Studies
from pitboss.server.protection.routes import PROTECT_ROUTES
from pitboss.server.rounds.routes import ROUNDS_ROUTES
from pitboss.server.simulation.routes import SIMULATION_ROUTES
from pitboss.server.simulation.runs import Simulations
from pitboss.server.staff.desk_routes import DESK_ROUTES
from pitboss.server.staff.routes import STAFF_ROUTES
from pitboss.server.trainers.routes import TRAINER_ROUTES, open_trainers

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


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest) -> Response[bytes]:
    """The front end."""
    front: FrontEnd = request.app.state["front_end"]
    path = request.url.path
    asset = None if path.startswith(("/api/", "/ws/")) else front.find(path)
    answer = _sent(request, given(asset or NO_PAGE))
    links = preloads_for(front, path)
    if links is not None:
        answer.headers["link"] = links
    return answer


@get("/api/page.css", include_in_schema=False)
async def page_style(request: AnyRequest) -> Response[bytes]:
    """How the API page looks."""
    file = resources.files("pitboss.server").joinpath("templates", "page.css")
    return Response(file.read_bytes(), media_type="text/css")


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


def make_app(
    hall: Hall, front_end: FrontEnd, figures: Figures, studio: Studio, jobs: Runner
) -> Guard:
    """The application of a hall."""
    pages = describing_pages()
    inside = Litestar(
        route_handlers=[
            *LOBBY_ROUTES,
            *ACCOUNT_ROUTES,
            *CREDIT_ROUTES,
            *OWN_ROUTES,
            *COACH_ROUTES,
            *ROUNDS_ROUTES,
            *LIMITS_ROUTES,
            *SIMULATION_ROUTES,
            *STAFF_ROUTES,
            *DESK_ROUTES,
            *TRAINER_ROUTES,
            *PROTECT_ROUTES,
            *PROOF_ROUTES,
            *WORKBENCH_ROUTES,
            page_style,
            page,
        ],
        state=State(
            {
                "hall": hall,
                "front_end": front_end,
                "figures": figures,
                "studio": studio,
                "jobs": jobs,
                "coach": Coach(jobs),
                "simulations": Simulations(jobs, hall.log),
                "trainers": open_trainers(hall),
                "studies": Studies(jobs),
            }
        ),
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            description=DESCRIPTION,
            path="/api",
            use_handler_docstrings=True,
            render_plugins=pages,
        ),
        exception_handlers={
            Turned: turned,
            HTTPException: not_taken,
            sqlite3.Error: unwritten,
            Exception: defect,
        },
        request_max_body_size=hall.options.frame_bytes,
        logging_config=None,
    )
    return Guard(hall, cast(App, inside), partial(_prepare, inside, pages, hall.pit.registry))


def _prepare(app: Litestar, pages: list[PreparedPage], registry: Registry) -> None:
    """Make and load what the first request would otherwise wait for, and every table with it."""
    prepare_pages(app, pages)
    for folder in registry.games.values():
        for package in PARTS:
            load_part(package, folder.game)
