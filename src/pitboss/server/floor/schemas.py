"""Records of tables that people open, and of the house's clock."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.games.editions import SEATS_MAX
from pitboss.server.edge.schemas import Form, Key, OptionalKey, Page


class OpenedTable(Page, frozen=True):
    """A table that was opened for you, and the link to pass on."""

    table: str
    link: str


class OwnTable(OpenedTable, frozen=True):
    """A table that you opened or sit at, with the link to pass on."""

    game: str
    title: str
    edition: str
    edition_title: str
    is_host: bool
    own_seat: int | None
    people: int
    bots: int
    seats: int
    says: str


class ClockStepNote(Page, frozen=True):
    """A time that somebody confirmed: the house went on at `to_ms` in place of `from_ms`."""

    who: str
    from_ms: int
    to_ms: int


class ClockNote(Page, frozen=True):
    """The house's time and how far the machine's clock is ahead of it."""

    now_ms: int
    off_ms: int
    is_held: bool
    """Whether the machine's clock is not believed until a pit boss confirms it."""
    confirmed: tuple[ClockStepNote, ...] = ()


class TableForm(Form, frozen=True):
    """A private table: game, edition, how many seats and how many of them for bots."""

    game: Key
    edition: OptionalKey = ""
    profile: OptionalKey = ""
    """The regulator's conditions it is opened under; it must be in force and about the edition."""
    needs_conditions: bool = False
    """Whether it opens only when every condition of its profile is signed as met."""
    minimum: Annotated[int, msgspec.Meta(ge=0, le=100_000_000)] = 0
    """The smallest bet in minor units; 0 for the edition's own."""
    maximum: Annotated[int, msgspec.Meta(ge=0, le=100_000_000)] = 0
    """The largest bet in minor units; 0 for the edition's own."""
    pace: Annotated[str, msgspec.Meta(pattern="^(usual|quick|calm|untimed)$")] = "usual"
    """How long the table waits for bets and decisions; untimed waits until somebody acts."""
    mode: Annotated[str, msgspec.Meta(pattern="^(sealed|entered)$")] = "sealed"
    """Entered tables are opened by pit bosses and dealt by a dealer."""
    seats: Annotated[int, msgspec.Meta(ge=0, le=SEATS_MAX)] = 0
    """0 for as many as the game has."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=SEATS_MAX - 1)] = 0
    is_listed: bool = False
    """Whether it shows in the lobby; for pit bosses."""
    has_coach: bool = True
