"""Records of the lobby and of a game's rules."""

from __future__ import annotations

from pitboss.games.clauses import Clause
from pitboss.games.layout import Place
from pitboss.games.paytables import Paytable
from pitboss.server.edge.schemas import Page
from pitboss.server.editions.schemas import EditionCard


class TableCard(Page, frozen=True):
    """A table to sit down at."""

    table: str
    game: str
    edition_title: str
    approval: str
    """What the table says of its approval today."""
    seats_free: int
    seats: int
    minimum: int
    maximum: int
    says: str
    rounds: int
    voids: int
    missing_reveals: int
    """Seeds that players committed to and did not reveal in time."""


class GameCard(Page, frozen=True):
    """A game in the lobby: what makes it special, and the exact edge of its best bet."""

    game: str
    title: str
    collection: str
    """The heading it is listed under; empty for the house's own games."""
    pitch: str
    best_bet: str
    edge_percent: str | None
    """None until the exact figure is known."""
    edge_fraction: str | None
    seats_max: int
    picture: tuple[Place, ...]
    """What equipment may show, for a game without a picture of its own."""
    editions: tuple[EditionCard, ...]
    tables: tuple[TableCard, ...]


class LobbyPage(Page, frozen=True):
    """The lobby."""

    viewer_name: str | None
    balance: int | None
    helpline: str
    has_coach: bool
    """Whether the house lets its coach speak at all."""
    games: tuple[GameCard, ...]
    left_out: tuple[str, ...]
    """For staff: games that could not be loaded, each by its folder, file and field, and why."""


class RulesPage(Page, frozen=True):
    """Rules and pays of an edition."""

    game: str
    title: str
    edition_title: str
    document: str
    approval: str
    how_to_play: tuple[str, ...]
    """The game in five sentences."""
    guide: dict[str, str]
    """The guided round in the game's own words, by step."""
    pays: tuple[Paytable, ...]
    clauses: tuple[Clause, ...]
