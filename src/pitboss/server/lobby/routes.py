"""Routes of the lobby and of the rules of its games.

A game says of itself what makes it special, in the file LOBBY.txt of its own folder, and how it is
played, in PLAY.txt. GUIDE.toml has sentences for the guided round, by its steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache

from litestar.params import FromPath, FromQuery

from pitboss.games.editions import HasHead, parse_toml
from pitboss.games.game_folder import GameFolder
from pitboss.games.paytables import post_pays
from pitboss.games.profiles import RESPONSIBLE_GAMBLING
from pitboss.pit.desk import Desk
from pitboss.refusals import Refusal
from pitboss.server.accounts.callers import caller_of
from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.responses import AnyRequest
from pitboss.server.edge.routing import get
from pitboss.server.editions.lookup import Editions, open_choices, shipped_editions
from pitboss.server.editions.samples import sample_places
from pitboss.server.floor.table_service import TableService
from pitboss.server.lobby import schemas
from pitboss.server.lobby.best_bets import Figures
from pitboss.table.state import Phase

PITCH_FILE = "LOBBY.txt"
PLAY_FILE = "PLAY.txt"
GUIDE_FILE = "GUIDE.toml"


@dataclass(slots=True)
class LobbyRoutes:
    tables: TableService
    editions: Editions
    figures: Figures
    _last: tuple[object, tuple[schemas.GameCard, ...]] | None = None
    """What the cards were last made of, and the cards."""

    @get("/api/lobby")
    async def lobby(self, request: AnyRequest) -> schemas.LobbyPage:
        """The games, what makes each special, the exact edge of its best bet, and open tables."""
        person, tables = caller_of(request).person, self.tables
        is_staff = person is not None and person.role is not HouseRole.PLAYER
        return schemas.LobbyPage(
            viewer_name=None if person is None else person.name,
            balance=None if person is None else tables.wallet.balance(person.id),
            helpline=RESPONSIBLE_GAMBLING,
            has_coach=bool(tables.runtime.options.coach),
            games=self._game_cards(),
            left_out=tuple(one.sentence for one in tables.pit.registry.broken) if is_staff else (),
        )

    @get("/api/games/{game:str}/rules")
    async def rules(self, game: FromPath[str], edition: FromQuery[str] = "") -> schemas.RulesPage:
        """Rules and pays of an edition, named by its key or its hash; otherwise the default one."""
        folder = self.editions.folder(game)
        record, _ = self.editions.find(folder, edition)
        return rules_page(folder, record)

    def _game_cards(self) -> tuple[schemas.GameCard, ...]:
        """The same for everybody: made again only when something on them changed."""
        tables = self.tables
        listed = {table: is_listed for table, (_, is_listed) in tables.people.tables().items()}
        desks = {
            table: (desk.version, desk.quarantine is None)
            for table, desk in tables.pit.desks.items()
        }
        shown = tables.today(), listed, desks, dict(self.figures.known)
        if self._last is None or self._last[0] != shown:
            games = tables.pit.registry.games.values()
            self._last = shown, tuple(self._game_card(folder, listed) for folder in games)
        return self._last[1]

    def _game_card(self, folder: GameFolder, listed: dict[str, bool]) -> schemas.GameCard:
        editions, game = tuple(shipped_editions(folder).values()), folder.game
        today = self.tables.today()
        best = self.figures.known.get(game.key)
        open_tables = [
            desk
            for table, desk in self.tables.pit.desks.items()
            if desk.state.rules.opened.game == game.key
            and desk.state.phase is not Phase.CLOSED
            and desk.quarantine is None
            and listed.get(table, True)
        ]
        return schemas.GameCard(
            game=game.key,
            title=game.title,
            collection=game.collection,
            pitch=_read(folder, PITCH_FILE) or game.title,
            best_bet="" if best is None else best.label,
            edge_percent=None if best is None else best.percent,
            edge_fraction=None if best is None else best.fraction,
            seats_max=editions[0].head.seats_max,
            picture=sample_places(game, editions[0]),
            editions=open_choices(folder, today),
            tables=tuple(describe_table(desk, today) for desk in open_tables),
        )


def rules_page(folder: GameFolder, edition: HasHead) -> schemas.RulesPage:
    """Rules and pays of an edition."""
    return schemas.RulesPage.fill(
        edition.head,
        title=folder.game.title,
        edition_title=edition.head.title,
        how_to_play=tuple(_read(folder, PLAY_FILE).splitlines()),
        guide=_guide(folder),
        pays=post_pays(folder.game.all_spots(edition)),
        clauses=folder.clauses(),
    )


def describe_table(desk: Desk, today: date) -> schemas.TableCard:
    state = desk.state
    head, limits = state.rules.edition.head, state.limits
    return schemas.TableCard(
        table=state.rules.table,
        game=head.game,
        edition_title=head.title,
        approval=state.rules.standing(today).words,
        seats_free=sum(one is None for one in state.occupants),
        seats=len(state.occupants),
        minimum=limits.minimum,
        maximum=limits.maximum,
        says=desk.memory.common_of(state).says,
        rounds=state.number,
        voids=state.voids,
        missing_reveals=state.reveals_missed,
    )


def _guide(folder: GameFolder) -> dict[str, str]:
    words = parse_toml(_read(folder, GUIDE_FILE))
    return {} if isinstance(words, Refusal) else {step: str(text) for step, text in words.items()}


@cache
def _read(folder: GameFolder, name: str) -> str:
    """What a game says in one of its files; nothing where it has none."""
    path = folder.folder / name
    return path.read_text("utf-8").strip() if path.is_file() else ""
