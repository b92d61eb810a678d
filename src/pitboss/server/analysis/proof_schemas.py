"""Pages of the proof: the sheet of an edition as a browser draws it.

Exact values are texts, floating point is for drawing only, amounts are minor units.
"""

from __future__ import annotations

from pitboss.server.edge.document_schemas import DocumentNote
from pitboss.server.edge.schemas import Page
from pitboss.server.editions.schemas import EditionNote


class Share(Page, frozen=True):
    """An exact share: in per cent as it is read, as a fraction, and as a number to draw."""

    percent: str
    fraction: str
    value: float


class ShareChange(Page, frozen=True):
    """The edge of some bets before and after, and the exact change."""

    name: str
    keys: tuple[str, ...]
    before: Share | None
    after: Share | None
    change: Share | None


class LimitRow(Page, frozen=True):
    """Some bets under a payout limit: the edge from and to, the same where it is known exactly."""

    what: str
    seats: int
    edge: Share | None
    cuts: Share | None
    least: Share | None
    most: Share | None
    is_cut: bool


class LimitPage(Page, frozen=True):
    """The house edge when one round pays no more in winnings than a limit in minor units."""

    limit: int
    says: str
    rows: tuple[LimitRow, ...]
    is_bracket: bool
    """Whether some edge is known as a bracket of two exact fractions only."""
    known: str
    """What is assumed and proved; nothing where every row is simply exact."""


class ProofPage(Page, frozen=True):
    """The sheet of an edition."""

    game: str
    game_title: str
    edition: str
    edition_title: str
    approval: str
    edition_hash: str
    changes: tuple[tuple[str, str], ...]
    """What a design changes in the edition it was made from."""
    version: str
    sheet: DocumentNote
    limited: LimitPage
    """Under the most that one seat can win in a round; other limits are asked for."""


class FieldNote(Page, frozen=True):
    """A field that differs between two editions, the game's words for it, and its clause."""

    field: str
    label: str
    before: str | None
    after: str | None
    clause: str


class ChangedClause(Page, frozen=True):
    """A clause behind a field that differs."""

    number: str
    heading: str
    text: str


class DeviationNote(Page, frozen=True):
    """A bet's standard deviation in both editions."""

    name: str
    before: float | None
    after: float | None


class DecisionsNote(Page, frozen=True):
    """How many hands are decided differently."""

    hands: str
    changed: str
    fold_to_play: str
    play_to_fold: str


class ComparePage(Page, frozen=True):
    """What changes from one edition to another."""

    game: str
    game_title: str
    before: str
    before_hash: str
    before_approval: str
    after: str
    after_hash: str
    after_approval: str
    fields: tuple[FieldNote, ...]
    clauses: tuple[ChangedClause, ...]
    bets: tuple[ShareChange, ...]
    deviations: tuple[DeviationNote, ...]
    decisions: DecisionsNote | None


class WorkNote(Page, frozen=True):
    """How far a page is that is being worked out for the first time."""

    done: int
    of: int
    doing: str


class ProofAnswer(Page, frozen=True):
    """The proof page, or how far it is, and the other editions of the game."""

    page: ProofPage | None
    work: WorkNote | None
    editions: tuple[EditionNote, ...]
    files: tuple[str, ...]


class CompareAnswer(Page, frozen=True):
    """The comparison, or how far it is."""

    page: ComparePage | None
    work: WorkNote | None
