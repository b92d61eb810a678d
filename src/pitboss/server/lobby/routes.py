"""Routes of the lobby and of the rules of its games."""

from __future__ import annotations

from dataclasses import dataclass

from litestar.params import FromPath, FromQuery

from pitboss.server.accounts.callers import caller_of
from pitboss.server.edge.responses import AnyRequest, unwrap_or_raise
from pitboss.server.edge.routing import get
from pitboss.server.edge.schemas import LobbyPage, RulesPage
from pitboss.server.editions.lookup import Editions
from pitboss.server.floor.table_service import TableService
from pitboss.server.lobby.best_bets import Figures
from pitboss.server.lobby.lobby import lobby_page, rules_page


@dataclass(frozen=True, slots=True)
class LobbyRoutes:
    """The lobby."""

    tables: TableService
    editions: Editions
    figures: Figures

    @get("/api/lobby")
    async def lobby(self, request: AnyRequest) -> LobbyPage:
        """The games, what makes each special, the exact edge of its best bet, and open tables."""
        return lobby_page(self.tables, self.figures, caller_of(request).person)

    @get("/api/games/{game:str}/rules")
    async def rules(self, game: FromPath[str], edition: FromQuery[str] = "") -> RulesPage:
        """Rules and pays of an edition, named by its key or its hash; otherwise the default one."""
        return unwrap_or_raise(rules_page(self.editions, game, edition))
