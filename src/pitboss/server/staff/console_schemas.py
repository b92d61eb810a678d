"""Records of the pit console; amounts are minor units, deviations are standard deviations."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.server.edge.document_schemas import DocumentNote, ReportBlock
from pitboss.server.edge.schemas import Form, Page
from pitboss.server.staff.schemas import CallRung, StaffTable, TrayNote


class FloorFigures(Page, frozen=True):
    """Fact beside theory, of a table, a player or the house."""

    rounds: int
    handle: int
    drop: int
    win: int
    hold: float | None
    expected: int | None
    """By exact edges and the bets that were made; none where the edition is not known."""
    deviations: float | None
    """How many standard deviations the win lies above what is expected."""
    mark: str
    """`95%` or `99%` where the win lies outside that interval."""


class LimitsNote(Page, frozen=True):
    """The least and the most on a spot."""

    minimum: int
    maximum: int


class PitTable(StaffTable, frozen=True):
    """One table at a glance; its figures are of the day."""

    name: str
    """What it is called: its id, or its game and the beginning of an id that nobody can read."""
    standing: str
    limits: LimitsNote
    """Of the round in play or, between rounds, of the next one."""
    coming: LimitsNote | None
    """Limits that were posted and hold from the next round on."""
    widest: LimitsNote
    """What a pit boss may post."""
    calls: tuple[CallRung, ...]
    """Calls for a supervisor that nobody has acknowledged yet."""
    tray: TrayNote | None
    """The chip tray, where the table is dealt by hand."""
    dealer: str
    """Who settled last; empty before the first round of the day."""
    pace: int | None
    """Rounds in the last hour."""
    pace_low: int
    pace_high: int
    figures: FloorFigures
    alerts: int
    """Alerts about the table that nobody has closed."""


class AlertMarkNote(Page, frozen=True):
    """A step that somebody took about an alert."""

    state: str
    note: str
    name: str
    at_ms: int


class PitAlert(Page, frozen=True):
    """Something that needs a person, with its evidence and every step taken."""

    alert: str
    kind: str
    where: str
    sentence: str
    chance: str
    rounds: tuple[str, ...]
    at_ms: int
    state: str
    next_state: str
    """The step that can be taken next; empty when it is closed or somebody else's."""
    marks: tuple[AlertMarkNote, ...]


class PitPage(Page, frozen=True):
    """The floor now."""

    name: str
    now_ms: int
    may_act: bool
    """Whether the viewer may act; auditors look on."""
    house: FloorFigures
    tables: tuple[PitTable, ...]
    alerts: tuple[PitAlert, ...]


class Rating(Page, frozen=True):
    """A player's day: time, average bet, and what exact edges expect."""

    player: str
    name: str
    tables: tuple[str, ...]
    ms: int
    average: int
    """The average staked in a round."""
    by_bet: tuple[tuple[str, int], ...]
    """The average stake on each bet that was made, by its name."""
    figures: FloorFigures


class PitTableDetail(Page, frozen=True):
    """One table: charts of the day and of the month."""

    table: str
    charts: tuple[ReportBlock, ...]
    bets: tuple[tuple[str, int, int, int], ...]
    """Of the day: bet, how often, staked, won by the house."""


class FloorReportNote(DocumentNote, frozen=True):
    """The report of a day, and the forms it can be taken away in."""

    day: str
    files: tuple[str, ...]


class AlertForm(Form, frozen=True):
    """A step about an alert: acknowledged, investigated or closed, with a note."""

    state: Annotated[str, msgspec.Meta(pattern="^(acknowledged|investigated|closed)$")]
    note: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Raised(Page, frozen=True):
    """How many alerts were raised."""

    raised: int
