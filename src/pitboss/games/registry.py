"""The registry: games found by their folder, in this package or outside it.

A folder in `games/` whose package defines `GAME` is a game; there is no list to edit.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

from pitboss.games.contract import AnyGame, Game
from pitboss.games.game_folder import GameEdition, GameFolder
from pitboss.games.trial import trial_refusal
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import Refusal, RefusalCode, suggest
from pitboss.settings import value_of

GAMES_FOLDER = Path(__file__).parent
ENTRY_POINTS = "pitboss.games"
_PACKAGE = "pitboss.games"
PLACE_DIGITS = 16
"""Digits of a folder's path that tell its module from those of other folders of its name."""
FAULTS = (
    *(ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError),
    *(OSError, RuntimeError, SyntaxError, TypeError, ValueError, BrokenInvariant),
)
"""What code outside the package can raise while it is loaded."""


Examine = Callable[[Path], Refusal | None]
"""Why a game from outside is not even imported, by what a package above this one finds."""


class Registry:
    def __init__(
        self,
        folders: tuple[Path, ...] = (GAMES_FOLDER,),
        *,
        only: str | None = None,
        tries: bool = True,
        examine: Examine | None = None,
    ) -> None:
        """With `only`, at most the game of that key: the others are not even imported.

        Without `tries`, games from outside are read but not tried: conformance checks do more.
        With `examine`, only those are imported in which it finds nothing.
        """
        self._tries, self._examine = tries, examine
        self.games: dict[str, GameFolder] = {}
        self.broken: list[Refusal] = []
        """Games outside the package that are left out, each with the reason in one sentence."""
        for folder in folders:
            if not folder.is_dir():
                self.broken.append(_left_out(folder, "there is no such folder."))
            for path in _game_paths(folder, only):
                entry = _load_game(path) if folder == GAMES_FOLDER else self._outside(path)
                if isinstance(entry, Refusal):
                    self.broken.append(_left_out(path, entry.sentence))
                elif entry is not None:
                    check(entry.game.key not in self.games, "every game has a key of its own")
                    self.games[entry.game.key] = entry
        self.games = dict(sorted(self.games.items(), key=lambda one: _place(one[1].game)))

    def _outside(self, path: Path) -> GameFolder | Refusal | None:
        """A game that somebody else wrote: looked over first, so that it cannot stop the rest."""
        refused = None if self._examine is None else self._examine(path)
        if refused is not None:
            return refused
        try:
            entry = _load_game(path)
            if entry is None:
                return None
            known = self.games.get(entry.game.key)
            if known is not None and known.folder.resolve() == path.resolve():
                return None  # found twice: installed, and in a folder that was named
            if known is not None:
                taken = f"{known.folder} has a game '{entry.game.key}' already; choose another key."
                return Refusal(RefusalCode.BAD_FILE, taken)
            return game_refusal(entry, is_tried=self._tries) or entry
        except FAULTS as problem:
            return Refusal(RefusalCode.BAD_FILE, describe_fault(problem))

    def find(self, key: str) -> GameFolder | Refusal:
        if key in self.games:
            return self.games[key]
        return Refusal(
            RefusalCode.UNKNOWN_GAME,
            f"There is no game '{key}'.{suggest(key, self.games)} The games are"
            f" {', '.join(self.games)}.",
        )

    def load(
        self,
        game: str,
        key: str | None = None,
        *,
        changes: Mapping[str, str] | None = None,
        expected_hash: str | None = None,
    ) -> GameEdition | Refusal:
        """A game and one of its editions, as `GameFolder.edition` reads it."""
        folder = self.find(game)
        if isinstance(folder, Refusal):
            return folder
        edition = folder.edition(key, changes=changes, expected_hash=expected_hash)
        return edition if isinstance(edition, Refusal) else GameEdition(folder, edition)


def find_registry(
    environment: Mapping[str, str], *, only: str | None = None, examine: Examine | None = None
) -> Registry:
    """Games that ship, those of installed packages and those in PITBOSS_GAMES_PATH, or only one."""
    if only is not None and (GAMES_FOLDER / only.replace("-", "_")).is_dir():
        return Registry(only=only)
    extra = value_of("PITBOSS_GAMES_PATH", environment)
    folders = [Path(part) for part in extra.split(os.pathsep) if part]
    if value_of("PITBOSS_INSTALLED_GAMES", environment) != "0":
        folders = [*_installed(), *folders]
    return Registry((GAMES_FOLDER, *folders), only=only, examine=examine)


def game_refusal(entry: GameFolder, *, is_tried: bool) -> Refusal | None:
    """Why a game cannot be offered: what is missing or unreadable, by file and field."""
    if not (entry.folder / "RULES.md").is_file() or not entry.clauses():
        return Refusal(RefusalCode.BAD_FILE, "RULES.md has no numbered clause; write them first.")
    clauses = frozenset(str(clause.number) for clause in entry.clauses())
    if entry.game.default_edition not in entry.edition_keys():
        name = entry.game.default_edition
        return Refusal(RefusalCode.BAD_FILE, f"editions/{name}.toml, its default, is missing.")
    for key in entry.edition_keys():
        edition = entry.edition(key)
        if isinstance(edition, Refusal):
            return Refusal(edition.code, f"editions/{key}.toml: {edition.sentence}", edition.field)
        spots = entry.game.all_spots(edition)
        if not spots or len({spot.key for spot in spots}) < len(spots):
            return Refusal(
                RefusalCode.BAD_FILE, f"edition {key} needs spots with keys of their own."
            )
        tried = trial_refusal(entry.game, edition, clauses) if is_tried else None
        if tried is not None:
            return Refusal(tried.code, f"edition {key}: {tried.sentence}")
    return None


def _left_out(path: Path, reason: str) -> Refusal:
    return Refusal(RefusalCode.BAD_FILE, f"The game in {path} is left out: {reason}")


def describe_fault(problem: Exception) -> str:
    """An exception in the author's code, with the line that raised it."""
    at = problem.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f" ({Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno})"
    words = " ".join(str(problem).split())
    return f"{type(problem).__name__}: {words.rstrip('.')}{where}."


def _place(game: AnyGame) -> tuple[str, str]:
    """Where a game stands in lists: the house's own first, then by its name."""
    return game.collection, game.title.casefold()


def _installed() -> list[Path]:
    """The folders of packages that say in the entry points `pitboss.games` that they hold games."""
    found: list[Path] = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda one: one.value):
        spec = importlib.util.find_spec(point.value)
        found += map(Path, [] if spec is None else spec.submodule_search_locations or [])
    return found


def _game_paths(folder: Path, only: str | None) -> list[Path]:
    """Folders that may hold a game: those inside a folder, or the folder itself."""
    if not folder.is_dir():
        return []
    paths = [folder] if _is_game(folder) else sorted(folder.iterdir())
    return [
        path
        for path in paths
        if (path / "__init__.py").is_file() and only in (None, path.name.replace("_", "-"))
    ]


def _is_game(folder: Path) -> bool:
    return (folder / "__init__.py").is_file() and (folder / "RULES.md").is_file()


def _load_game(path: Path) -> GameFolder | None:
    game = getattr(_import_folder(path), "GAME", None)
    if game is None:
        return None
    check(isinstance(game, Game), "GAME is an instance of a game's class")
    return GameFolder(game=cast("AnyGame", game), folder=path)


def _import_folder(path: Path) -> Any:
    """Import a game folder: of a package by its name, any other as part of `pitboss.games`.

    Two folders of one name in different places are two modules.
    """
    parent = path.parent
    package = _PACKAGE if parent == GAMES_FOLDER else parent.name
    if (parent / "__init__.py").is_file() and _is_importable(package, parent):
        return importlib.import_module(f"{package}.{path.name}")
    place = sha256(str(path.resolve()).encode()).hexdigest()[:PLACE_DIGITS]
    name = f"{_PACKAGE}.{path.name}_{place}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(
        name, path / "__init__.py", submodule_search_locations=[str(path)]
    )
    check(spec is not None and spec.loader is not None, f"{path.name} can be imported")
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)  # type: ignore[union-attr]
    except FAULTS:
        del sys.modules[name]
        raise
    return module


def _is_importable(package: str, folder: Path) -> bool:
    spec = importlib.util.find_spec(package)
    return spec is not None and str(folder) in (spec.submodule_search_locations or ())
