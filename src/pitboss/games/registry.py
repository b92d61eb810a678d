"""The registry: games found by their folder, editions by their file.

A folder in `games/` whose package defines `GAME` is a game; there is no list to edit. Files that
ship with a game are read here and nowhere else below the command line.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from pitboss.games.clauses import Clause, parse_rules
from pitboss.games.contract import AnyGame
from pitboss.games.editions import (
    SHORT_HASH_LENGTH,
    EditionData,
    HasHead,
    apply_changes,
    content_hash,
    parse_toml,
    read_head,
)
from pitboss.games.fields import Fields
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode, suggest
from pitboss.settings import value_of

GAMES_FOLDER = Path(__file__).parent
EDITION_FILE = ".toml"
WORDS_FILE = "FIELDS.toml"
OPERATORS_TABLES = ("table", "options")
_PACKAGE = "pitboss.games"


@dataclass(frozen=True, slots=True)
class GameFolder:
    game: AnyGame
    folder: Path
    _shipped: dict[str, EditionData | Refusal] = field(
        init=False, compare=False, repr=False, default_factory=dict
    )
    """Edition files that ship, each read once."""

    def edition_keys(self) -> tuple[str, ...]:
        """The editions that ship with the game, the default one first."""
        return tuple(self._shipped_data())

    def _shipped_data(self) -> dict[str, EditionData | Refusal]:
        if not self._shipped:
            keys = sorted(path.stem for path in (self.folder / "editions").glob("*.toml"))
            for key in sorted(keys, key=lambda key: key != self.game.default_edition):
                text = (self.folder / "editions" / f"{key}.toml").read_text("utf-8")
                self._shipped[key] = parse_toml(text)
        return self._shipped

    def edition_data(self, key: str | None = None) -> EditionData | Refusal:
        """The contents of a shipped edition file, or of any other whose path ends in `.toml`.

        Without a key, the default edition's.
        """
        name = self.game.default_edition if key is None else key
        if name.endswith(EDITION_FILE):
            return _file_data(Path(name))
        if name not in self.edition_keys():
            return Refusal(
                RefusalCode.UNKNOWN_EDITION,
                f"{self.game.title} has no edition '{name}'.{suggest(name, self.edition_keys())}"
                f" Its editions are {', '.join(self.edition_keys())}, or name a file that ends in"
                f" {EDITION_FILE}.",
            )
        return deepcopy(self._shipped_data()[name])

    def edition(
        self,
        key: str | None = None,
        *,
        changes: Mapping[str, str] | None = None,
        expected_hash: str | None = None,
    ) -> HasHead | Refusal:
        """A shipped edition, or a changed one, which is marked as modified.

        With an expected hash, an edition of any other hash is refused: the rules have changed
        since the hash was written down.
        """
        data = self.edition_data(key)
        if isinstance(data, dict) and changes:
            data = apply_changes(data, changes)
        if isinstance(data, Refusal):
            return data
        name = self.game.default_edition if key is None else key
        edition = self.read(name.rpartition("/")[2].removesuffix(EDITION_FILE), data)
        if isinstance(edition, Refusal) or expected_hash in (None, edition.head.hash):
            return edition
        return Refusal(
            RefusalCode.UNKNOWN_EDITION,
            f"{self.game.title}, edition {name}, has changed: {expected_hash[:SHORT_HASH_LENGTH]}"
            f" was expected and {edition.head.short_hash} is here.",
        )

    def read(self, key: str, data: EditionData) -> HasHead | Refusal:
        fields = Fields(data)
        head = read_head(self.game.key, key, data, fields, is_shipped=self._is_shipped(data))
        edition = self.game.read_edition(head, fields)
        refusal = fields.finish()
        return cast(HasHead, edition) if refusal is None else refusal

    def clauses(self) -> tuple[Clause, ...]:
        return parse_rules((self.folder / "RULES.md").read_text("utf-8"))

    def field_words(self) -> dict[str, str]:
        """What the game calls the fields of its editions; nothing where it has no words."""
        path = self.folder / WORDS_FILE
        data = parse_toml(path.read_text("utf-8")) if path.is_file() else {}
        if isinstance(data, Refusal):
            return {}
        return {
            f"{section}.{name}": str(words)
            for section, fields in data.items()
            if isinstance(fields, dict)
            for name, words in fields.items()
        }

    def _is_shipped(self, data: EditionData) -> bool:
        """Whether rules and pays equal a shipped edition's that names the same profiles.

        What the document leaves to the operator (`table` and `options`) does not count, but an
        approval is for one document: a profile that its edition does not name is a change.
        """
        rules = _approved_part(self.game.key, data)
        return any(
            isinstance(one, dict)
            and _approved_part(self.game.key, one) == rules
            and _profiles_of(data) <= _profiles_of(one)
            for one in self._shipped_data().values()
        )


def _file_data(path: Path) -> EditionData | Refusal:
    try:
        text = path.read_text("utf-8")
    except (OSError, ValueError):
        fault = "cannot be read as text" if path.exists() else "does not exist; check its name"
        return Refusal(RefusalCode.BAD_FILE, f"The edition file {path} {fault}.")
    return parse_toml(text)


def _profiles_of(data: EditionData) -> set[str]:
    table = data.get("table")
    named = table.get("profiles") if isinstance(table, dict) else None
    return set(map(str, named)) if isinstance(named, list) else set()


def _approved_part(game: str, data: EditionData) -> str:
    rules = {name: value for name, value in data.items() if name not in OPERATORS_TABLES}
    return content_hash(game, rules)


class Registry:
    def __init__(
        self, folders: tuple[Path, ...] = (GAMES_FOLDER,), *, only: str | None = None
    ) -> None:
        """With `only`, at most the game of that key: the others are not even imported."""
        found = [game for folder in folders for game in _games_in(folder, only)]
        self.games = {entry.game.key: entry for entry in sorted(found, key=lambda e: e.game.key)}
        check(len(self.games) == len(found), "every game has a key of its own")

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
    ) -> tuple[GameFolder, HasHead] | Refusal:
        """A game and one of its editions, as `GameFolder.edition` reads it."""
        folder = self.find(game)
        if isinstance(folder, Refusal):
            return folder
        edition = folder.edition(key, changes=changes, expected_hash=expected_hash)
        return edition if isinstance(edition, Refusal) else (folder, edition)


def find_registry(environment: Mapping[str, str], *, only: str | None = None) -> Registry:
    """The games that ship with Pitboss and those in PITBOSS_GAMES_PATH, or at most one of them."""
    extra = value_of("PITBOSS_GAMES_PATH", environment)
    folders = (Path(part) for part in extra.split(os.pathsep) if part)
    return Registry((GAMES_FOLDER, *folders), only=only)


def _games_in(folder: Path, only: str | None) -> list[GameFolder]:
    return [
        GameFolder(game=game, folder=path)
        for path in sorted(folder.iterdir())
        if only is None or path.name == only.replace("-", "_")
        if (path / "__init__.py").is_file() and (game := _game_of(path)) is not None
    ]


def _game_of(path: Path) -> AnyGame | None:
    module = _import_folder(path)
    return cast("AnyGame | None", getattr(module, "GAME", None))


def _import_folder(path: Path) -> Any:
    """Import a game folder as a subpackage of `pitboss.games`, wherever it lies."""
    name = f"{_PACKAGE}.{path.name}"
    if path.parent == GAMES_FOLDER or name in sys.modules:
        return importlib.import_module(name)
    spec = importlib.util.spec_from_file_location(
        name, path / "__init__.py", submodule_search_locations=[str(path)]
    )
    check(spec is not None and spec.loader is not None, f"{path.name} can be imported")
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    sys.modules[name] = module
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module
