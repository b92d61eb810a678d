"""Choices: which edition a sheet is about, with its changes and its reading of the rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from pitboss.exact.figures import GameFigures
from pitboss.exact.solvers import game_figures
from pitboss.games.editions import ABOUT, EditionData, HasHead, apply_changes
from pitboss.games.game_folder import GameFolder
from pitboss.invariants import check
from pitboss.par.studies import Reading, SheetStudy, study_of
from pitboss.refusals import Refusal, RefusalCode


@dataclass(frozen=True, slots=True)
class Choice:
    """One edition of one game, as shipped or changed, read by its rulings or otherwise."""

    folder: GameFolder
    key: str
    edition: HasHead
    changes: Mapping[str, str] = field(default_factory=dict)
    reading: Reading | None = None

    @property
    def study(self) -> SheetStudy:
        return study_of(self.folder.game)

    @property
    def name(self) -> str:
        """The edition and what was changed in it, as the command line names it."""
        words = [self.key, *(f"{name}={text}" for name, text in self.changes.items())]
        if self.reading is not None:
            words.append(self.reading.key)
        return ", ".join(words)

    def data(self) -> EditionData:
        """The fields of the edition, changes included."""
        data = self.folder.edition_data(self.key)
        if isinstance(data, dict):
            further = {} if self.reading is None else self.reading.changes
            data = apply_changes(data, {**self.changes, **further})
        check(isinstance(data, dict), "the edition was read before")
        return cast(EditionData, data)

    def figures(self) -> GameFigures:
        found = game_figures(self.folder.game, self.edition)
        if self.reading is None or self.reading.figures is None:
            return found
        return self.reading.figures(self.edition, found)

    def figures_read_as(self, reading: Reading, ruled: GameFigures) -> GameFigures:
        """The figures under another reading, from those as ruled where that is enough."""
        if reading.figures is not None:
            return reading.figures(self.edition, ruled)
        other = self.read_as(reading)
        check(isinstance(other, Choice), f"{reading.key} can be dealt in every edition")
        return cast(Choice, other).figures()

    def as_ruled(self) -> Choice:
        ruled = choose(self.folder, self.key, self.changes)
        check(isinstance(ruled, Choice), "the edition was read before")
        return cast(Choice, ruled)

    def read_as(self, reading: Reading) -> Choice | Refusal:
        return choose(self.folder, self.key, self.changes, reading=reading)


def choose(
    folder: GameFolder,
    key: str | None = None,
    changes: Mapping[str, str] | None = None,
    *,
    reading: Reading | None = None,
) -> Choice | Refusal:
    """The edition of that name with its changes and reading, or why there is none."""
    own = dict(changes or {})
    for name in own:
        if name.partition(".")[0] == ABOUT:
            return Refusal(
                RefusalCode.UNKNOWN_FIELD,
                f"'{name}' describes the edition and cannot be changed.",
            )
    further = {} if reading is None else reading.changes
    edition = folder.edition(key, changes={**own, **further})
    if isinstance(edition, Refusal):
        return edition
    refuse = study_of(folder.game).refusal
    refusal = refuse(edition) if refuse is not None else None
    if refusal is not None:
        return refusal
    name = folder.game.default_edition if key is None else key
    return Choice(folder, name, edition, own, reading)


def find_reading(folder: GameFolder, text: str) -> Reading | Refusal:
    """The reading that `NAME=ALTERNATIVE` names."""
    readings = study_of(folder.game).readings
    for reading in readings:
        if text == reading.key:
            return reading
    known = ", ".join(reading.key for reading in readings) or "none"
    return Refusal(
        RefusalCode.UNKNOWN_OPTION,
        f"{folder.game.title} has no other reading '{text}'; its readings are {known}.",
    )


def parse_changes(texts: Sequence[str]) -> dict[str, str] | Refusal:
    """Changes typed as `KEY=VALUE`; each key may be named once."""
    changes: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            return Refusal(
                RefusalCode.BAD_TEXT,
                f"'{text}' is not a change; write KEY=VALUE, such as table.seats=5.",
            )
        if name in changes:
            return Refusal(RefusalCode.BAD_TEXT, f"{name} is set twice; set each field once.")
        changes[name] = value
    return changes
