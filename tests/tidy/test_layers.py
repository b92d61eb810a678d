"""Import order: lower never imports higher, and packages on one line never import each other."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.tidy.imports import Import, imports_of
from tests.tidy.tree import (
    PACKAGE,
    Source,
    expect_none,
    games,
    package_sources,
    ratchet,
    sample,
)

# The table of ARCHITECTURE.md, lowest line first. A new package gets a place on one line here.
LAYERS: tuple[frozenset[str], ...] = (
    frozenset(
        {"units", "refusals", "invariants", "settings", "private_files", "package", "extras"}
    ),
    frozenset({"equipment", "report", "ledger", "audit"}),
    frozenset({"games", "store"}),
    frozenset({"exact", "table", "trainers"}),
    frozenset({"players", "coach"}),
    frozenset({"simulate", "pit"}),
    frozenset({"par", "protect"}),
    frozenset({"floor"}),
    frozenset({"server", "sdk", "gamekit"}),
    frozenset({"cli", "__main__"}),
)

# Pairs on one line that may be imported all the same: single modules, not packages.
NEIGHBOURS = frozenset(
    {
        ("units", "refusals"),
        ("refusals", "invariants"),
        ("settings", "invariants"),
        ("extras", "refusals"),
        ("__main__", "cli"),
        ("", "sdk"),  # the public names of the package itself
    }
)

# The rooms of the server in ARCHITECTURE.md, lowest line first. Features share one line.
ROOMS: tuple[frozenset[str], ...] = (
    frozenset({"asgi"}),
    frozenset({"addresses"}),
    frozenset({"options"}),
    frozenset({"edge"}),
    frozenset({"accounts", "jobs"}),
    frozenset({"editions"}),
    frozenset({"floor"}),
    frozenset({"live"}),
    frozenset(
        {"analysis", "coach", "lobby", "protection", "rounds", "simulation", "staff", "trainers"}
    ),
    frozenset({"house"}),
    frozenset({"app", "opening"}),
    frozenset({"run"}),
)

LINE_OF = {part: line for line, parts in enumerate(LAYERS) for part in parts}
ROOM_LINE = {room: line for line, rooms in enumerate(ROOMS) for room in rooms}


def part_of(target: str) -> str:
    """The name in the layer table that an imported name belongs to; '' for pitboss itself."""
    names = target.split(".")
    return names[1] if len(names) > 1 and not names[1].startswith("__") else ""


def upward(source: Source) -> list[str]:
    """Imports of one source that break the order."""
    complaints = []
    for found in imports_of(source):
        if not found.reaches(PACKAGE):
            continue
        here, there = source.part, part_of(found.target)
        if there in ("", here) or (here, there) in NEIGHBOURS:
            continue
        at = f"{source.path}:{found.line} {here or PACKAGE} imports {there}"
        if here not in LINE_OF or there not in LINE_OF:
            complaints.append(f"{at}, and one of them is not in the layer table")
        elif LINE_OF[there] >= LINE_OF[here]:
            complaints.append(f"{at}, which is not below it")
    return complaints


def _game_in(module: str, names: Iterable[str]) -> set[str]:
    return {name for name in names if any(name in part for part in module.split("."))}


def crossing(source: Source, names: tuple[str, ...]) -> list[str]:
    """Imports from one game into another, or from shared rules into a game."""
    mine = _game_in(source.module, names)
    shared_rules = source.part == "games" and not mine
    return [
        f"{source.path}:{found.line} imports {found.target}"
        for found in imports_of(source)
        if found.reaches(PACKAGE)
        and (theirs := _game_in(found.target, names))
        and (shared_rules or (mine and mine != theirs))
    ]


def _room(module: str) -> str:
    """The folder or single module of the server that a name lies in; '' for everything else."""
    names = module.split(".")
    return names[2] if names[:2] == [PACKAGE, "server"] and len(names) > 2 else ""


def between_rooms(source: Source) -> list[str]:
    """Imports inside the server that do not go to a lower room."""
    here = _room(source.module)
    complaints = []
    for found in imports_of(source):
        there = _room(found.target)
        if not here or there in ("", here):
            continue
        at = f"{source.path}:{found.line} {here} imports {there}"
        if here not in ROOM_LINE or there not in ROOM_LINE:
            complaints.append(f"{at}, and one of them is not in the table of rooms")
        elif ROOM_LINE[there] >= ROOM_LINE[here]:
            complaints.append(f"{at}, which is not below it")
    return complaints


def test_every_part_has_a_line() -> None:
    parts = {source.part for source in package_sources()} - {""}
    assert parts <= LINE_OF.keys()


def test_imports_go_down_only() -> None:
    complaints = [line for source in package_sources() for line in upward(source)]
    expect_none(ratchet(complaints))


def test_games_do_not_know_each_other() -> None:
    expect_none(line for source in package_sources() for line in crossing(source, games()))


def test_rooms_of_the_server_import_lower_rooms_only() -> None:
    rooms = {_room(source.module) for source in package_sources()} - {""}
    assert rooms == ROOM_LINE.keys()
    expect_none(line for source in package_sources() for line in between_rooms(source))


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("server/coach/sample.py", "from pitboss.server.rounds import routes", 1),
        ("server/coach/sample.py", "from pitboss.server.rounds.routes import ROUNDS", 1),
        ("server/coach/sample.py", "from ..protection import jobs", 1),
        ("server/jobs/sample.py", "from pitboss.server.coach.job import run", 1),
        ("server/jobs/sample.py", "from pitboss.server.accounts.people import Person", 1),
        ("server/editions/sample.py", "def late():\n    import pitboss.server.staff.routes", 1),
        ("server/edge/sample.py", "from pitboss.server.accounts.people import Person", 1),
        ("server/edge/sample.py", "from pitboss.server.floor.presence import Presence", 1),
        (
            "server/edge/sample.py",
            "if TYPE_CHECKING:\n    from pitboss.server.live import socket",
            1,
        ),
        ("server/options.py", "from pitboss.server.edge.logs import Log", 1),
        ("server/accounts/sample.py", "from pitboss.server.floor.table_service import Pit", 1),
        ("server/floor/sample.py", "from pitboss.server.live.connection import Connection", 1),
        ("server/live/sample.py", "from pitboss.server.lobby.routes import LobbyRoutes", 1),
        ("server/staff/sample.py", "from pitboss.server.house import House", 1),
        ("server/house.py", "from pitboss.server.app import make_app", 1),
        ("server/edge/sample.py", "from pitboss.server.unheard_of import thing", 1),
        ("server/coach/sample.py", "from pitboss.server.coach.schemas import Amount", 0),
        ("server/coach/sample.py", "from pitboss.server.jobs.queue import Owner", 0),
        ("server/live/sample.py", "from pitboss.server.floor.presence import Viewer", 0),
        ("server/app.py", "from pitboss.server.coach.routes import CoachRoutes", 0),
        ("server/coach/sample.py", "from pitboss.protect.studies import find_study", 0),
        ("cli/sample.py", "from pitboss.server.run import serve", 0),
    ],
)
def test_an_import_of_a_higher_room_is_found(path: str, text: str, count: int) -> None:
    assert len(between_rooms(sample(text, path=f"src/pitboss/{path}"))) == count


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/sample.py", "from pitboss.table import seats"),
        ("games/sample.py", "from pitboss import exact"),
        ("games/sample.py", "import pitboss.store.journal"),
        ("games/sample.py", "def late():\n    from pitboss.cli import main"),
        ("games/sample.py", "if TYPE_CHECKING:\n    from pitboss.pit import Pit"),
        ("games/sample.py", "import importlib\nimportlib.import_module('pitboss.server')"),
        ("games/sample.py", "from pitboss.unheard_of import thing"),
        ("games/deep/sample.py", "from ...exact import oracle"),
        ("exact/__init__.py", "from ..table import views"),
        ("ledger/sample.py", "from pitboss.audit import chain"),
        ("refusals.py", "from pitboss.units import Credits"),
        ("__init__.py", "from pitboss.games import registry"),
    ],
)
def test_an_import_out_of_order_is_found(path: str, text: str) -> None:
    assert len(upward(sample(text, path=f"src/pitboss/{path}"))) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/sample.py", "from pitboss.units import Credits"),
        ("games/deep/sample.py", "from ..rounds import advance"),
        ("cli/sample.py", "from pitboss import __version__"),
        ("cli/sample.py", "import fractions, numpy.random"),
        ("units.py", "from pitboss.refusals import Refusal"),
    ],
)
def test_an_import_in_order_is_not(path: str, text: str) -> None:
    assert not upward(sample(text, path=f"src/pitboss/{path}"))


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("games/rounds.py", "from pitboss.games.one_game import rules", 1),
        ("games/two_game/rules.py", "from pitboss.games.one_game import rules", 1),
        ("exact/two_game/kernel.py", "from pitboss.games.one_game.rules import GAME", 1),
        ("exact/one_game_kernel.py", "from pitboss.games.one_game.rules import GAME", 0),
        ("games/one_game/rules.py", "from pitboss.games.contract import Game", 0),
    ],
)
def test_a_game_that_knows_another_is_found(path: str, text: str, count: int) -> None:
    source = sample(text, path=f"src/pitboss/{path}")
    assert len(crossing(source, ("one_game", "two_game"))) == count


def test_reaching_needs_a_whole_name() -> None:
    assert not Import("pitboss_other.games", 1).reaches("pitboss")
