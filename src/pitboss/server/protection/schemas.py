"""Protection pages: studies of a game, their options, and what they found as a browser draws it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.server.edge.document_schemas import DocumentNote
from pitboss.server.edge.schemas import Form, Key, OptionalKey, Page
from pitboss.server.editions.schemas import EditionNote

Value = Annotated[str, msgspec.Meta(max_length=200)]


class OptionNote(Page, frozen=True):
    """A field of a study."""

    option: str
    label: str
    help: str
    kind: str
    """`number`, `text`, `share`, `flag` or `faces`."""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


class StudyCard(Page, frozen=True):
    """A question that can be asked about a game."""

    study: str
    title: str
    summary: str
    options: tuple[OptionNote, ...]
    is_sampled: bool
    """Whether a longer run makes it more exact."""
    is_monitor: bool
    """Whether it reads the record of this house's tables; for pit bosses."""


class ProtectGame(Page, frozen=True):
    """A game whose protection can be studied."""

    game: str
    title: str
    studies: tuple[str, ...]


class ProtectPage(Page, frozen=True):
    """What can be asked about a game."""

    game: str
    title: str
    may_monitor: bool
    editions: tuple[EditionNote, ...]
    studies: tuple[StudyCard, ...]
    games: tuple[ProtectGame, ...]


class AlertNote(Page, frozen=True):
    """What a monitor is alarmed about, and the rounds behind it."""

    kind: str
    who: str
    sentence: str
    chance: str
    """How rarely an honest table looks like this; empty for a lapse of procedure, which is seen."""
    observations: int
    rounds: tuple[str, ...]


class ReportNote(DocumentNote, frozen=True):
    """A finished study."""

    alerts: tuple[AlertNote, ...]
    rounds: int | None
    """How many recorded rounds were read; none for a study without a record."""


class StudyState(Page, frozen=True):
    """A study that was asked for: waiting, working, done, or refused with a sentence."""

    key: str
    state: str
    done: int
    total: int
    sentence: str
    report: ReportNote | None
    files: tuple[str, ...]
    """The forms in which the report can be taken away."""


class StudyForm(Form, frozen=True):
    """The options of a study, each as it was typed."""

    options: Annotated[dict[Key, Value], msgspec.Meta(max_length=16)]
    edition: OptionalKey = ""
    is_precise: bool = False
    """Sample as long as the command line does, for smaller errors; otherwise some seconds."""
