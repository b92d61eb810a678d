"""Pages of the proof: the sheet of an edition as a browser draws it.

Exact values are texts, floating point is for drawing only, amounts are minor units.
"""

from __future__ import annotations

from pitboss.server.edge.schemas import Page
from pitboss.server.editions.schemas import EditionNote


class Share(Page, frozen=True):
    """An exact share: in per cent as it is read, as a fraction, and as a number to draw."""

    percent: str
    fraction: str
    value: float


class OutcomeNote(Page, frozen=True):
    """One net result per unit, how many of all cases give it, and how likely it is."""

    net: str
    net_value: float
    count: str
    probability: Share


class BandNote(Page, frozen=True):
    """The hold after some rounds within one, two and three standard deviations."""

    rounds: int
    lows: tuple[float, ...]
    highs: tuple[float, ...]


class RowNote(Page, frozen=True):
    """A bet given what lies on the table when it is offered."""

    row: str
    probability: Share
    house_edge: Share


class BetNote(Page, frozen=True):
    """Bets with one distribution, under the first one's name."""

    name: str
    keys: tuple[str, ...]
    labels: tuple[str, ...]
    unit: str
    house_edge: Share
    element_of_risk: Share
    average_wager: Share
    hit_frequency: Share
    offered: Share
    standard_deviation: float
    skewness: float
    total: str
    outcomes: tuple[OutcomeNote, ...]
    bands: tuple[BandNote, ...]
    ahead_after: int | None
    """Rounds after which a loss of the house would be three standard deviations away."""
    rows: tuple[RowNote, ...]


class CardNote(Page, frozen=True):
    """A line of the strategy card."""

    hand: str
    decision: str
    hands: str
    played: str
    cost: Share


class ClaimNote(Page, frozen=True):
    """A figure that the document prints, beside the exact one."""

    bet: str
    source: str
    printed: str
    exact: Share
    agrees: bool
    verdict: str


class ShareChange(Page, frozen=True):
    """The edge of some bets before and after, and the exact change."""

    name: str
    before: Share | None
    after: Share | None
    change: Share | None


class RulingNote(Page, frozen=True):
    """Another reading of a ruling, and what it would change; nothing where no edge moves."""

    key: str
    clause: str
    sentence: str
    bets: tuple[ShareChange, ...]


class ScenarioNote(Page, frozen=True):
    """Some bets at the largest stake, and what a round of them can cost, in minor units."""

    what: str
    seats: int
    winnings: int
    house_loss: int
    chance: Share | None
    edge: Share | None


class LimitRow(Page, frozen=True):
    """Some bets under a payout limit: the edge from and to, the same where it is known exactly."""

    what: str
    seats: int
    edge: Share | None
    cuts: Share | None
    """How often the limit cuts what is paid, where that is known."""
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


class EarningNote(Page, frozen=True):
    """The theoretical win of an hour in minor units, by pace."""

    name: str
    per_seat: int
    deviation: int
    table: tuple[int, ...]


class ProofPage(Page, frozen=True):
    """The sheet of an edition."""

    game: str
    game_title: str
    edition: str
    edition_title: str
    document: str
    approval: str
    edition_hash: str
    changes: tuple[tuple[str, str], ...]
    """What a design changes in the edition it was made from."""
    version: str
    method: str
    seats: int
    minimum: int
    maximum: int
    chip: int
    paces: tuple[int, ...]
    average_bet: int
    bets: tuple[BetNote, ...]
    is_decided: bool
    """Whether players decide anything after they bet."""
    strategy: tuple[str, ...]
    card: tuple[CardNote, ...]
    claims: tuple[ClaimNote, ...]
    rulings: tuple[RulingNote, ...]
    exposure: tuple[ScenarioNote, ...]
    limited: LimitPage
    """Under the most that one seat can win in a round; other limits are asked for."""
    earnings: tuple[EarningNote, ...]


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
