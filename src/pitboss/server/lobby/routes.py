"""Routes of the lobby and of the rules of its games."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery

from pitboss.server.edge.responses import REFUSALS, AnyRequest, caller, given, hall_of
from pitboss.server.edge.schemas import LobbyPage, RulesPage
from pitboss.server.lobby.lobby import lobby_page, rules_page


@get("/api/lobby", responses=REFUSALS)
async def lobby(request: AnyRequest) -> LobbyPage:
    """The games, what makes each special, the exact edge of its best bet, and open tables."""
    session = caller(request).session
    person = None if session is None else session.person
    return lobby_page(hall_of(request), request.app.state["figures"], person)


@get("/api/games/{game:str}/rules", responses=REFUSALS)
async def rules(
    request: AnyRequest, game: FromPath[str], edition: FromQuery[str] = ""
) -> RulesPage:
    """Rules and pays of an edition, named by its key or its hash; otherwise the default one."""
    return given(rules_page(hall_of(request), game, edition))


LOBBY_ROUTES = (lobby, rules)
