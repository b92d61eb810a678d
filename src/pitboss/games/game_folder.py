"""A game's folder: its rules, the editions that ship with it, and its words for their fields."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, cast

from pitboss.games.clauses import Clause, parse_rules
from pitboss.games.contract import AnyGame
from pitboss.games.editions import (
    SHORT_HASH_LENGTH,
    TEXT_MAX,
    EditionData,
    HasHead,
    apply_changes,
    content_hash,
    parse_toml,
    read_head,
)
from pitboss.games.fields import Fields
from pitboss.refusals import Refusal, RefusalCode, suggest

EDITION_FILE = ".toml"
WORDS_FILE = "FIELDS.toml"
OPERATORS_TABLES = ("table", "options")


@dataclass(frozen=True, slots=True)
class GameFolder:
    game: AnyGame
    folder: Path
    _shipped: dict[str, EditionData | Refusal] = field(
        init=False, compare=False, repr=False, default_factory=dict
    )
    """Edition files that ship, each read once."""
    _editions: dict[str, HasHead | Refusal] = field(
        init=False, compare=False, repr=False, default_factory=dict
    )
    """Shipped editions as they are: one record each, so that what is worked out of one is found."""

    def edition_keys(self) -> tuple[str, ...]:
        """The editions that ship with the game, the default one first."""
        return tuple(self._shipped_data())

    def _shipped_data(self) -> dict[str, EditionData | Refusal]:
        if not self._shipped:
            keys = sorted(path.stem for path in (self.folder / "editions").glob("*.toml"))
            for key in sorted(keys, key=lambda key: key != self.game.default_edition):
                self._shipped[key] = _shipped_file(self.folder / "editions" / f"{key}.toml")
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
        name = self.game.default_edition if key is None else key
        edition = None if changes else self._editions.get(name)
        if edition is None:
            edition = self._read(name, changes or {})
            if not changes and name in self.edition_keys():
                self._editions[name] = edition
        if isinstance(edition, Refusal) or expected_hash in (None, edition.head.hash):
            return edition
        return Refusal(
            RefusalCode.UNKNOWN_EDITION,
            f"{self.game.title}, edition {name}, has changed: {expected_hash[:SHORT_HASH_LENGTH]}"
            f" was expected and {edition.head.short_hash} is here.",
        )

    def _read(self, name: str, changes: Mapping[str, str]) -> HasHead | Refusal:
        data = self.edition_data(name)
        if isinstance(data, dict) and changes:
            data = apply_changes(data, changes)
        if isinstance(data, Refusal):
            return data
        return self.read(name.rpartition("/")[2].removesuffix(EDITION_FILE), data)

    def read(self, key: str, data: EditionData) -> HasHead | Refusal:
        fields = Fields(data)
        head = read_head(
            self.game.key,
            key,
            data,
            fields,
            seats_max=self.game.seats_max,
            is_shipped=self._is_shipped(data),
        )
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


class GameEdition(NamedTuple):
    """A game and one of its editions."""

    folder: GameFolder
    edition: HasHead

    @property
    def game(self) -> AnyGame:
        return self.folder.game


def _shipped_file(path: Path) -> EditionData | Refusal:
    """An edition of a game's own folder; a link that leads out of it is not followed."""
    if path.resolve().parent != path.parent.resolve():
        return Refusal(RefusalCode.BAD_FILE, "it is a link to another folder; copy the file.")
    return _file_data(path)


def _file_data(path: Path) -> EditionData | Refusal:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(TEXT_MAX + 1)
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
