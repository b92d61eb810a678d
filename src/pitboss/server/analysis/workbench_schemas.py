"""Pages of the workbench: what can be changed, the figures that follow, an aim that was solved."""

from __future__ import annotations

from pitboss.server.analysis.proof_schemas import Share
from pitboss.server.edge.document_schemas import ReportSection
from pitboss.server.edge.schemas import Page
from pitboss.server.editions.schemas import EditionNote


class ControlNote(Page, frozen=True):
    """One field that can be changed: its kind, its value in the edition, and what it may be."""

    field: str
    section: str
    label: str
    kind: str
    value: str
    low: int
    high: int
    options: tuple[str, ...]
    clause: str


class NamedBet(Page, frozen=True):
    """A bet by its key, and what the felt calls it."""

    bet: str
    name: str


class WorkbenchPage(Page, frozen=True):
    """A game's workbench on one edition or design."""

    game: str
    game_title: str
    edition: str
    """The edition that ships and is changed."""
    edition_title: str
    design: str
    """The hash of the design that is opened, or nothing."""
    design_name: str
    changes: tuple[tuple[str, str], ...]
    controls: tuple[ControlNote, ...]
    bets: tuple[NamedBet, ...]
    """The bets an aim may be set for."""
    steps: tuple[str, ...]
    """Steps of odds at which the least stake is paid in whole chips."""
    editions: tuple[EditionNote, ...]


class BetEdge(Page, frozen=True):
    """The edge of bets with one distribution, under the first one's name."""

    name: str
    keys: tuple[str, ...]
    house_edge: Share
    change: Share | None
    """How far it lies from the edition's own, exactly; none for a bet that is new."""


class FieldRefusal(Page, frozen=True):
    """Why the numbers cannot be, and at which field that shows."""

    field: str
    sentence: str


class FiguresPage(Page, frozen=True):
    """Every figure that follows from the numbers, or why there are none."""

    edition_hash: str
    approval: str
    bets: tuple[BetEdge, ...]
    bet: str
    sections: tuple[ReportSection, ...]
    """The pages of the sheet about that bet, and the strategy where something is decided."""
    refused: FieldRefusal | None


class PayAnswer(Page, frozen=True):
    """One pay and the exact edge it gives."""

    odds: str
    spoken: str
    edge: Share


class AimPage(Page, frozen=True):
    """The pays on both sides of an aim, or why there are none."""

    bet: str
    field: str
    aim: Share | None
    less: PayAnswer | None
    more: PayAnswer | None
    refused: FieldRefusal | None
