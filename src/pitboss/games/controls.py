"""Controls: what can be changed in an edition, found by watching the game read it.

Kinds, bounds and choices are those that the game itself checks, so that no second list of them can
drift.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.games.editions import ABOUT, EditionData, read_head
from pitboss.games.fields import Fields
from pitboss.games.game_folder import GameFolder
from pitboss.refusals import Refusal
from pitboss.units import Credits, Odds

TABLE_WORDS = {
    "table.minimum": "Least stake",
    "table.maximum": "Largest stake",
    "table.chip": "Smallest chip",
    "table.seats": "Seats at the table",
    "table.rounds_per_hour": "Rounds in an hour",
}
"""What every game's table has; the rest is in the words of the game."""


class ControlKind(StrEnum):
    ODDS = "odds"
    NUMBER = "number"
    CHOICE = "choice"
    AMOUNT = "amount"
    FLAG = "flag"
    TEXT = "text"


class Control(msgspec.Struct, frozen=True):
    """One field that can be set, as `--set FIELD=VALUE` would."""

    field: str
    kind: ControlKind
    value: str
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()
    label: str = ""


class RecordingFields(Fields):
    """Fields that note how each of them is read."""

    def __init__(
        self,
        data: Mapping[str, object],
        *,
        path: str = "",
        problems: list[Refusal] | None = None,
        found: dict[str, Control] | None = None,
    ) -> None:
        super().__init__(data, path=path, problems=problems)
        self.found: dict[str, Control] = {} if found is None else found

    def flag(self, name: str) -> bool:
        self._note(name, ControlKind.FLAG)
        return super().flag(name)

    def text(self, name: str) -> str:
        self._note(name, ControlKind.TEXT)
        return super().text(name)

    def odds(self, name: str) -> Odds:
        self._note(name, ControlKind.ODDS)
        return super().odds(name)

    def credits(self, name: str) -> Credits:
        self._note(name, ControlKind.AMOUNT)
        return super().credits(name)

    def integer(self, name: str, *, low: int, high: int) -> int:
        self._note(name, ControlKind.NUMBER, low=low, high=high)
        return super().integer(name, low=low, high=high)

    def choice(self, name: str, options: tuple[str, ...]) -> str:
        self._note(name, ControlKind.CHOICE, options=tuple(map(str, options)))
        return super().choice(name, options)

    def _note(
        self,
        name: str,
        kind: ControlKind,
        *,
        low: int = 0,
        high: int = 0,
        options: tuple[str, ...] = (),
    ) -> None:
        value = self._data.get(name)
        if isinstance(value, str | int):
            text = str(value).lower() if isinstance(value, bool) else str(value)
            field = self._full(name)
            self.found[field] = Control(field, kind, text, low, high, options)

    def _nest(self, name: str, value: Mapping[str, object]) -> Fields:
        nested = RecordingFields(
            value, path=self._full(name), problems=self.problems, found=self.found
        )
        self._tables.append(nested)
        return nested


def controls_of(folder: GameFolder, data: EditionData) -> tuple[Control, ...]:
    """Every field of an edition that can be set, in the order of its file."""
    fields = RecordingFields(data)
    game = folder.game
    most = game.seats_max
    head = read_head(game.key, "", data, fields, seats_max=most, is_shipped=False)
    game.read_edition(head, fields)
    found = {name: one for name, one in fields.found.items() if name.partition(".")[0] != ABOUT}
    order = {name: at for at, name in enumerate(data)}
    words = {**TABLE_WORDS, **folder.field_words()}
    named = [replace(one, label=words.get(name) or _spelt(name)) for name, one in found.items()]
    return tuple(sorted(named, key=lambda one: order[one.field.partition(".")[0]]))


def _spelt(field: str) -> str:
    """A field that nobody has words for, by its own name."""
    return field.partition(".")[2].replace("_", " ").capitalize()
