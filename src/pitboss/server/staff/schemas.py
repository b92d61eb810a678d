"""Records of the dealer's desk and of the acts of staff; amounts are minor units."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.games.editions import SEATS_MAX
from pitboss.server.edge.schemas import Form, Key, Page, SpotChoice
from pitboss.server.editions.schemas import EditionCard
from pitboss.server.floor.schemas import ClockNote


class StaffTable(Page, frozen=True):
    """A table as staff see it in a list."""

    table: str
    game: str
    title: str
    edition_title: str
    is_by_hand: bool
    """Whether a dealer deals it; else the house does and a pit boss watches over it."""
    phase: str
    paused: str | None
    people: int
    seats: int
    in_action: int
    says: str


class DeskCard(StaffTable, frozen=True):
    """A table that can be run from the desk."""

    approval: str
    rounds: int


class DeskGame(Page, frozen=True):
    """A game of which a table can be opened."""

    game: str
    title: str
    seats_max: int
    editions: tuple[EditionCard, ...]


class BrokenTable(Page, frozen=True):
    """A table that is out of service because its journal cannot be replayed."""

    table: str
    sentence: str
    in_action: int
    """The stakes that stay held there."""


class DeskPage(Page, frozen=True):
    """The dealer's desk."""

    name: str
    role: str
    may_open: bool
    tables: tuple[DeskCard, ...]
    broken: tuple[BrokenTable, ...]
    """Tables out of service; only a pit boss is shown them."""
    games: tuple[DeskGame, ...]
    clock: ClockNote
    """The house's time, and whether the machine's waits to be confirmed by a pit boss."""


class FaceNote(Page, frozen=True):
    """A face of a Top: the letter that is typed, and its name."""

    face: str
    word: str


class DrawNote(Page, frozen=True):
    """What equipment may show here: which cards, and how many of each, or which faces."""

    number: int
    kind: str
    """`cards` or `tops`."""
    place: str
    count: int
    cards: dict[str, int]
    faces: tuple[FaceNote, ...]


class EntryNote(Page, frozen=True):
    """An entry of the round, as it stands and as it was before each correction."""

    draw: DrawNote
    shown: tuple[str, ...]
    was: tuple[tuple[str, ...], ...]


class CallNote(Page, frozen=True):
    """A procedure that may be called now, and what may be recorded with it."""

    call: str
    label: str
    clause: str
    draw: DrawNote | None
    """What equipment may have shown; none where nothing is recorded."""
    is_due: bool
    """Whether it comes before the next entry."""
    reasons: tuple[str, ...]
    """The usual reasons, which are counted; empty where the rules list none."""


class MayPay(Page, frozen=True):
    """Odds that a bet can win at, and what it would pay."""

    odds: str
    pays: int


class DeskBet(Page, frozen=True):
    """A bet on the layout: what it can pay and, once the round is decided, what becomes of it."""

    seat: int
    name: str
    spot: str
    label: str
    stake: int
    may_pay: tuple[MayPay, ...]
    result: str | None
    odds: str | None
    pays: int | None
    clause: str | None
    is_taken: bool
    """Whether it is lost and taken already, such as the Ante of a fold."""
    taken: int
    """How much of the stake is taken."""


class TrailNote(Page, frozen=True):
    """One line of the round's record: when, who, what."""

    at_ms: int
    kind: str
    who: str
    sentence: str


class CallRung(Page, frozen=True):
    """A call for a floor supervisor that nobody has acknowledged yet."""

    table: str
    title: str
    number: int
    reason: str
    who: str
    at_ms: int
    """When, by the house's clock."""
    ago_ms: int


class CallsPage(Page, frozen=True):
    """Every open call of the house, the oldest first."""

    calls: tuple[CallRung, ...]


class TransferNote(Page, frozen=True):
    """A fill or credit that waits for its second signature."""

    number: int
    what: str
    amount: int
    who: str


class ShiftNote(Page, frozen=True):
    """A shift that ended: its counts, and the win by tray and by journal."""

    shift: int
    opening: int
    fills: int
    credits: int
    drop: int
    buy_ins: int
    count: int
    win: int
    journal_win: int
    who: str
    at_ms: int


class TrayNote(Page, frozen=True):
    """The chip tray of a table dealt by hand, in minor units."""

    shift: int
    """The number of the open shift; 0 while none is."""
    opening: int
    fills: int
    credits: int
    buy_ins: int
    journal_win: int
    expected: int
    """What must lie in the tray now."""
    asked: tuple[TransferNote, ...]
    last: ShiftNote | None


class CorrectionMove(Page, frozen=True):
    """What one bet was paid too little, or too much where it is negative."""

    seat: int
    label: str
    amount: int


class CorrectionNote(Page, frozen=True):
    """A correction of the last round that waits for a pit boss."""

    number: int
    round_id: str
    is_void: bool
    """Whether every stake goes back."""
    changes: tuple[str, ...]
    reason: str
    who: str
    moves: tuple[CorrectionMove, ...]
    """What would move if it were signed now."""
    gone: tuple[int, ...]
    """Seats whose walk-up player has left with the chips."""


class DeskSeat(Page, frozen=True):
    """A seat from behind: who sits there, and what may be recorded for a walk-up player."""

    seat: int
    name: str | None
    kind: str | None
    chips: int | None
    """A walk-up player's chips that are not on the felt."""
    in_action: int
    spots: tuple[DeskSpot, ...]
    """Where the dealer may put this player's chips now."""


class DeskSpot(SpotChoice, frozen=True):
    """A bet that may be recorded for a walk-up player, with what lies there."""

    stake: int


class DeskTable(Page, frozen=True):
    """A table from behind."""

    table: str
    version: int
    round_id: str | None
    draw: DrawNote | None
    entries: tuple[EntryNote, ...]
    calls: tuple[CallNote, ...]
    bets: tuple[DeskBet, ...]
    """In the order of the felt, and in the order of settlement once the round is decided."""
    is_decided: bool
    taken: int
    paid: int
    trail: tuple[TrailNote, ...]
    dealer: str
    """Who deals; empty before the first dealer came."""
    is_yours: bool
    """Whether you may act here as dealer; else another dealer must be relieved first."""
    rung: tuple[CallRung, ...]
    """Calls of this table that nobody has acknowledged yet."""
    tray: TrayNote | None
    seats: tuple[DeskSeat, ...]
    settled_round: str | None
    """The last round, while it may still be corrected."""
    settled: tuple[EntryNote, ...]
    """What was entered in it."""
    correction: CorrectionNote | None
    void_reasons: dict[str, int]
    """How often something was void at this table, by the code of the reason."""


class HeadNote(Page, frozen=True):
    """How far a stream of the journal goes, and its digest there."""

    stream: str
    version: int
    digest: str


class Health(Page, frozen=True):
    """Whether the server lives or is ready, in one sentence."""

    is_well: bool
    sentence: str


class BotsForm(Form, frozen=True):
    """How many bots shall take seats, and the seat that one shall leave."""

    count: Annotated[int, msgspec.Meta(ge=0, le=SEATS_MAX - 1)] = 0
    leaves: Annotated[int, msgspec.Meta(ge=0, le=SEATS_MAX)] = 0
    """The seat of a bot that shall go after the round; 0 for none."""


class RoleForm(Form, frozen=True):
    """What a person may do in this house."""

    role: Annotated[str, msgspec.Meta(pattern="^(player|dealer|pit-boss|auditor)$")]


class ConditionNote(Page, frozen=True):
    """A condition of an approval, and the last that was signed about it."""

    condition: str
    text: str
    who: str
    source: str
    is_met: bool
    note: str
    name: str
    """Who signed it; empty while nobody has."""
    at_ms: int | None


class ProfileNote(Page, frozen=True):
    """The conditions of one jurisdiction profile."""

    profile: str
    title: str
    days: str
    is_in_force: bool
    conditions: tuple[ConditionNote, ...]


class ConditionForm(Form, frozen=True):
    """Sign that a condition is met, or open again."""

    condition: Key
    is_met: bool
    note: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    """What shows it: a letter, a licence, a date."""
