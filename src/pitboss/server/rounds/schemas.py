"""Records of finished rounds: the list, the replay step by step, and the check of a file."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.games.layout import Place
from pitboss.pit.verify import FILE_BYTES_MAX, Check
from pitboss.server.edge.schemas import Form, Page


class RoundNote(Page, frozen=True):
    """A round that is over, and its file for `pitboss verify`."""

    round_id: str
    table: str
    at_ms: int
    notation: str
    file: dict[str, object]


class _PlayedRound(Page, frozen=True):
    round_id: str
    table: str
    game: str
    title: str
    at_ms: int
    sentence: str
    staked: int
    net: int
    is_void: bool


class RoundLine(_PlayedRound, frozen=True):
    """A round of yours in the list; amounts in minor units."""

    shown: tuple[str, ...]
    """What decided: faces, the card, or the dealer's hand."""
    equipment: str
    """What showed it: `cards`, `tops`, `dice`, `wheel`; empty for words."""


class PaymentNote(Page, frozen=True):
    """One stake settled, and the whole clause that says why."""

    seat: int
    spot: str
    label: str
    stake: int
    result: str
    odds: str | None
    pays: int
    taken: int
    """How much of the stake the house took."""
    clause: str
    heading: str
    text: str
    source: str
    is_mine: bool


class ReplayStep(Page, frozen=True):
    """A moment of the round: what happened, what the dealer said, and what you saw."""

    kind: str
    """`open`, `bet`, `close`, `draw`, `decide`, `call` or `settle`."""
    words: str
    says: str
    felt: object
    places: tuple[Place, ...]
    """What lay where, for a game without a stage of its own."""
    is_drawn: bool
    """Whether this step is the draw that shows the outcome, or comes after it."""


class ReplayPage(_PlayedRound, frozen=True):
    """A round of yours told again, with its file."""

    edition: str
    edition_hash: str
    edition_title: str
    viewer: int
    """The seat whose eyes these are; -1 for staff."""
    mode_words: str
    steps: tuple[ReplayStep, ...]
    payments: tuple[PaymentNote, ...]
    file: dict[str, object]


class CheckedFile(Page, frozen=True):
    """What a round file is worth, by the checks of `pitboss verify`."""

    round_id: str
    is_sound: bool
    checks: tuple[Check, ...]


class RoundFileForm(Form, frozen=True):
    """A round file as text."""

    text: Annotated[str, msgspec.Meta(max_length=FILE_BYTES_MAX)]
