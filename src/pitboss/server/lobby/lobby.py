"""The lobby and the rules: pages made from the registry and the tables as they are now.

A game says of itself what makes it special, in the file LOBBY.txt of its own folder.
"""

from __future__ import annotations

from functools import cache

from pitboss.games.profiles import RESPONSIBLE_GAMBLING, load_profile
from pitboss.games.registry import GameFolder
from pitboss.pit.house import Pit
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import Person
from pitboss.server.edge.schemas import (
    ClauseNote,
    EditionCard,
    GameCard,
    LobbyPage,
    PayNote,
    RulesPage,
    TableCard,
)
from pitboss.server.editions.lookup import Editions, shipped
from pitboss.server.floor.table_service import TableService
from pitboss.server.lobby.best_bets import Figures
from pitboss.table.state import Phase, TableState
from pitboss.table.views import Viewer, view

PITCH_FILE = "LOBBY.txt"


def lobby_page(tables: TableService, figures: Figures, person: Person | None) -> LobbyPage:
    """All games and the tables that everybody may sit down at."""
    listed = {table: is_listed for table, (_, is_listed) in tables.people.tables().items()}
    return LobbyPage(
        viewer_name=None if person is None else person.name,
        balance=None if person is None else tables.wallet.balance(person.id),
        helpline=RESPONSIBLE_GAMBLING,
        has_coach=bool(tables.runtime.options.coach),
        games=tuple(
            _game_card(tables.pit, figures, folder, listed)
            for folder in tables.pit.registry.games.values()
        ),
    )


def _game_card(pit: Pit, figures: Figures, folder: GameFolder, listed: dict[str, bool]) -> GameCard:
    editions = tuple(shipped(folder).values())
    best = figures.known.get(folder.game.key)
    open_tables = [
        desk.state
        for table, desk in pit.desks.items()
        if desk.state.rules.opened.game == folder.game.key
        and desk.state.phase is not Phase.CLOSED
        and desk.quarantine is None
        and listed.get(table, True)
    ]
    return GameCard(
        game=folder.game.key,
        title=folder.game.title,
        pitch=_pitch(folder),
        best_bet="" if best is None else best.label,
        edge_percent=None if best is None else best.percent,
        edge_fraction=None if best is None else best.fraction,
        seats_max=editions[0].head.seats_max,
        editions=tuple(
            EditionCard(
                edition=one.head.key,
                title=one.head.title,
                approval=one.head.approval.value,
                profiles=one.head.profiles,
                profile_titles=tuple(map(_profile_title, one.head.profiles)),
            )
            for one in editions
        ),
        tables=tuple(map(_table_card, open_tables)),
    )


def _table_card(state: TableState) -> TableCard:
    head, profile = state.rules.edition.head, state.rules.profile
    most = int(head.limits.maximum)
    return TableCard(
        table=state.rules.table,
        game=head.game,
        edition_title=head.title,
        seats_free=sum(one is None for one in state.occupants),
        seats=len(state.occupants),
        minimum=int(head.limits.minimum),
        maximum=most if profile is None else min(most, int(profile.max_single_wager)),
        says=view(state, Viewer()).says,
        rounds=state.number,
        voids=state.voids,
        missing_reveals=state.reveals_missed,
    )


@cache
def _profile_title(key: str) -> str:
    found = load_profile(key)
    return key if isinstance(found, Refusal) else found.title


@cache
def _pitch(folder: GameFolder) -> str:
    path = folder.folder / PITCH_FILE
    return path.read_text("utf-8").strip() if path.is_file() else folder.game.title


def rules_page(editions: Editions, game: str, edition: str) -> RulesPage | Refusal:
    """Rules and pays of an edition, which is named by its key or its hash."""
    folder = editions.registry.find(game)
    if isinstance(folder, Refusal):
        return folder
    found = editions.find(folder, edition)
    if isinstance(found, Refusal):
        return found
    record, _ = found
    return RulesPage(
        game=game,
        title=folder.game.title,
        edition_title=record.head.title,
        document=record.head.document,
        approval=record.head.approval.value,
        pays=tuple(
            PayNote(area=s.area, label=s.label, odds=tuple(o.spoken() for o in s.odds))
            for s in folder.game.all_spots(record)
        ),
        clauses=tuple(
            ClauseNote(
                number=str(c.number),
                heading=c.heading,
                text=c.text,
                source=c.source,
                is_ruling=c.is_ruling,
            )
            for c in folder.clauses()
        ),
    )
