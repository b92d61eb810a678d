"""Events: everything that can have happened at a table, and their plain form in the journal.

In the journal fields are whole numbers, texts and lists of them; draws and settings are values
here and become texts in `encode` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.equipment.shown import Shown
from pitboss.games.steps import Setting
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import draw_codec as codec
from pitboss.table.draw_codec import DrawChanges, DrawTexts, Texts

Pairs = tuple[tuple[str, str], ...]
ByPlayer = tuple[tuple[int, str], ...]
"""A text for each of some seats."""

BY_PLAYER, BY_DEALER, BY_CLOCK, BY_LEAVING = "player", "dealer", "clock", "leaving"


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at a table; its tag is its kind in the journal."""


Wanted = tuple[Event, ...] | Refusal
"""What a command makes happen, or why it is refused."""


def kind_of(event: Event | type[Event]) -> str:
    """The kind in the journal, such as `bet.placed`."""
    return str(event.__struct_config__.tag)


class TableOpened(Event, frozen=True, kw_only=True, tag="table.opened"):
    """A table was set up. Empty texts and zeros mean none."""

    table: str
    game: str
    edition: str
    edition_hash: str
    changes: Pairs = ()
    profile: str = ""
    mode: str = "sealed"
    dealt_by: str = "house"
    seats: int = 1
    seats_per_player: int = 1
    bets_ms: int = 0
    decision_ms: int = 0
    between_ms: int = 0
    payout_table_max: int = 0
    payout_player_max: int = 0


class TableClosed(Event, frozen=True, tag="table.closed"):
    reason: str


class SeatTaken(Event, frozen=True, tag="seat.taken"):
    """A player sat down; `kind` is `person`, `bot` or `walk-up`, who has no account."""

    seat: int
    player: str
    name: str
    kind: str


class LeaveAnnounced(Event, frozen=True, tag="seat.leave-announced"):
    """A player with bets in action left; the seat is free once the round is settled."""

    seat: int


class SeatLeft(Event, frozen=True, tag="seat.left"):
    seat: int
    player: str


class PlayerSeedSet(Event, frozen=True, tag="seat.seed-set"):
    """A seed in clear, as older versions took it; it went into the next `BetsClosed`."""

    seat: int
    text: str


class SeedCommitted(Event, frozen=True, tag="seat.seed-committed"):
    """The hash of a player's seed for this round, while bets are open."""

    seat: int
    hash: str


class SeedRevealed(Event, frozen=True, tag="seat.seed-revealed"):
    """A player's seed, after bets closed; it hashes to what was committed."""

    seat: int
    text: str


class RevealsClosed(Event, frozen=True, tag="reveals.closed"):
    """The time to reveal is up; these seats did not."""

    missing: tuple[int, ...]


class ChainPublished(Event, frozen=True, tag="chain.published"):
    """The end of a chain of round seeds, before the first round that uses it."""

    number: int
    first: int
    """The number of its first round."""
    length: int
    end: str
    sealed: str
    """The last seed of the chain, encrypted under the house's key."""


class RoundOpened(Event, frozen=True, kw_only=True, tag="round.opened"):
    """A round began: enough to play it again with the steps that follow."""

    round_id: str
    number: int
    game: str
    edition: str
    edition_hash: str
    start: Pairs
    seats: tuple[int, ...]
    players: ByPlayer
    mode: str
    commitment: str = ""
    """What the round's seed hashes to; only on a sealed table."""
    sealed: str = ""
    """In older journals: the seed under the house's own key."""
    link: int = 0
    """Which link of the chain the seed is, from 1; 0 in journals older than chains."""
    chain_number: int = 0
    chain_first: int = 0
    chain_length: int = 0
    chain_end: str = ""


class KeyCommitted(Event, frozen=True, tag="round.key-committed"):
    """The hash of the key that the round's sealed events are encrypted with."""

    hash: str


class KeyRevealed(Event, frozen=True, tag="round.key-revealed"):
    """The round is about to end: the key that opens its sealed events."""

    key: str


class EventSealed(Event, frozen=True, tag="round.event-sealed"):
    """An event of a round in play, encrypted: a draw, a correction, a decision or a call."""

    text: str


class BetPlaced(Event, frozen=True, tag="bet.placed"):
    seat: int
    spot: str
    stake: int


class BetTakenDown(Event, frozen=True, tag="bet.taken-down"):
    """A stake went back to its player before the bets closed."""

    seat: int
    spot: str


class ReadySaid(Event, frozen=True, tag="seat.ready"):
    seat: int


class BetsClosed(Event, frozen=True, tag="bets.closed"):
    """No more bets; the hashes of the players' seeds are fixed with it."""

    by: str
    seeds: ByPlayer = ()
    """In older journals: seeds that players gave in clear."""
    hashes: ByPlayer = ()


class OutcomeDrawn(Event, frozen=True, tag="outcome.drawn"):
    """Equipment gave this; `counter` tells sealed draws and voided ones apart."""

    counter: int
    shown: Shown
    how: str


class DrawsCorrected(Event, frozen=True, tag="outcome.corrected"):
    """Entries were typed wrongly: which draw of the round, what it said, what it says now."""

    draws: DrawChanges
    reason: str


class Decided(Event, frozen=True, tag="decision.made"):
    """A seat or the dealer (0) took an option; `by` tells who acted."""

    actor: int
    option: str
    by: str
    setting: Setting | None = None


class Called(Event, frozen=True, tag="dealer.called"):
    """The dealer called a procedure; `readable` is 0 when the equipment showed nothing."""

    what: str
    reason: str
    shown: Shown
    readable: int


class RoundSettled(Event, frozen=True, kw_only=True, tag="round.settled"):
    """Every stake of the round was settled; on a sealed table the seed is shown."""

    round_id: str
    lines: Texts
    """The settlement in the words of the round notation, in the dealer's order."""
    clause: str
    sentence: str
    is_void: int
    seed: str = ""


class RoundVoided(Event, frozen=True, tag="round.voided"):
    round_id: str
    reason: str
    shown: Shown
    seed: str


# --- the floor: dealers, supervisors, walk-up players, the chip tray -----------------------------
# `by` is who acted, as the record's own actor says it (`dealer:ID`, `supervisor:ID`), and `at_ms`
# the record's own time: so the state alone can say who and since when.


class DealerCame(Event, frozen=True, tag="dealer.came"):
    """A dealer deals the table from now on; the one before was relieved."""

    dealer: str


class SupervisorCalled(Event, frozen=True, tag="supervisor.called"):
    """A floor supervisor was called; it rings for every pit boss until one acknowledges it."""

    number: int
    """The calls of this table are counted from 1."""
    reason: str
    by: str
    at_ms: int


class CallAcknowledged(Event, frozen=True, tag="supervisor.acknowledged"):
    """A pit boss comes: `waited_ms` is the response time."""

    number: int
    by: str
    at_ms: int
    waited_ms: int


class ChipsBought(Event, frozen=True, tag="chips.bought"):
    """A walk-up player bought chips at the table; the same amount went into the drop box."""

    seat: int
    player: str
    amount: int


class ChipsColouredUp(Event, frozen=True, tag="chips.coloured-up"):
    """A walk-up player left with chips of this amount."""

    seat: int
    player: str
    amount: int


class TrayOpened(Event, frozen=True, tag="tray.opened"):
    """A shift began with this many credits in chips in the tray. Shifts are counted from 1."""

    shift: int
    count: int
    by: str
    at_ms: int


class TrayAsked(Event, frozen=True, tag="tray.asked"):
    """A fill (chips to the tray) or a credit (chips from it) with its first signature."""

    number: int
    """The fills and credits of this table are counted from 1."""
    kind: str
    """`fill` or `credit`."""
    amount: int
    by: str
    at_ms: int


class TraySigned(Event, frozen=True, tag="tray.signed"):
    """The second signature: the chips moved."""

    number: int
    kind: str
    amount: int
    asked_by: str
    by: str
    at_ms: int


class TrayWithdrawn(Event, frozen=True, tag="tray.withdrawn"):
    """A fill or credit that was asked for does not take place."""

    number: int
    by: str
    at_ms: int


class TrayClosed(Event, frozen=True, kw_only=True, tag="tray.closed"):
    """A shift ended: what was counted, and the win by tray and by journal.

    `win` = drop - (opening + fills - credits - count); `journal_win` is what the settlements of
    walk-up players come to, `buy_ins` what they bought: where the counts are right, `win` equals
    `journal_win` and `drop` equals `buy_ins`. Players at screens have no chips and are in neither.
    """

    shift: int
    opening: int
    fills: int
    credits: int
    count: int
    """Chips counted in the tray."""
    drop: int
    """What was counted in the drop box."""
    buy_ins: int
    win: int
    journal_win: int
    by: str
    at_ms: int
    opened_ms: int


class CorrectionAsked(Event, frozen=True, tag="correction.asked"):
    """Somebody found a mistake in the last round after it was settled; nothing has moved yet."""

    number: int
    """The corrections of this table are counted from 1."""
    round_id: str
    draws: DrawChanges
    """Entries as they were and as they should be; none where every stake shall go back."""
    reason: str
    by: str
    at_ms: int


class RoundCorrected(Event, frozen=True, kw_only=True, tag="round.corrected"):
    """A floor supervisor signed: the round is settled again, and the difference moved."""

    number: int
    round_id: str
    draws: DrawChanges
    reason: str
    lines: Texts
    """The settlement with the right entries; none where every stake went back."""
    moves: tuple[tuple[int, str, int], ...]
    """Seat, spot and what went to the player, or back to the table where it is negative."""
    players: tuple[tuple[int, str], ...]
    """Who had something in action at which seat."""
    gone: tuple[int, ...]
    """Seats whose walk-up player had left with the chips: their bets stay as they were paid."""
    asked_by: str
    by: str
    at_ms: int


class CorrectionWithdrawn(Event, frozen=True, tag="correction.withdrawn"):
    """A correction that was asked for does not take place."""

    number: int
    by: str
    at_ms: int


class LimitsChanged(Event, frozen=True, tag="table.limits-changed"):
    """A pit boss posted other limits; they hold for the rounds that open from now on."""

    minimum: int
    maximum: int


class TablePaused(Event, frozen=True, tag="table.paused"):
    reason: str


class TableResumed(Event, frozen=True, tag="table.resumed"):
    """A supervisor let the table go on."""


_WRITERS: dict[str, Callable[[Any], object]] = {
    "shown": codec.encode_shown,
    "draws": codec.encode_changes,
    "setting": codec.encode_setting,
}
_READERS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "shown": (Texts, codec.decode_shown),
    "draws": (DrawTexts, codec.decode_changes),
    "setting": (tuple[Texts, ...], codec.decode_setting),
}
_IS_SET = "is_set"
"""In the journal: 1 when combinations were laid out, even if there were none of them."""


def _journal_type(cls: type[Event]) -> type[msgspec.Struct]:
    """An event's fields as the journal holds them: draws and settings as texts."""
    if not _WRITERS.keys() & set(cls.__struct_fields__):
        return cls
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        (one.name, _READERS[one.name][0] if one.name in _READERS else one.type)
        for one in msgspec.structs.fields(cls)
    ]
    if cls is Decided:
        fields[-1:] = [("setting", tuple[Texts, ...], ()), (_IS_SET, int, 0)]
    return msgspec.defstruct(cls.__name__, fields)


_KINDS: dict[str, type[Event]] = {kind_of(cls): cls for cls in Event.__subclasses__()}
_JOURNAL_TYPES = {kind: _journal_type(cls) for kind, cls in _KINDS.items()}


def encode(event: Event) -> dict[str, Any]:
    """The event's body in the journal: whole numbers, texts and lists."""
    body = msgspec.structs.asdict(event)
    for name in _WRITERS.keys() & body.keys():
        body[name] = _WRITERS[name](body[name])
    if isinstance(event, Decided):
        body[_IS_SET] = int(event.setting is not None)
    return body


def decode(kind: str, body: object) -> Event | Refusal:
    """The event back from the journal, strictly."""
    cls = _KINDS.get(kind)
    if cls is None:
        return Refusal(RefusalCode.UNKNOWN_FIELD, f"There is no table event '{kind}'.")
    journal_type = _JOURNAL_TYPES[kind]
    try:
        found = msgspec.convert(body, journal_type, strict=True)
    except msgspec.ValidationError as problem:
        return Refusal(RefusalCode.BAD_FIELD, f"Not a {kind}: {problem}.")
    if not isinstance(body, dict) or body.keys() - set(journal_type.__struct_fields__):
        return Refusal(RefusalCode.UNKNOWN_FIELD, f"A {kind} has an unknown field.")
    if isinstance(found, cls):
        return found
    values = msgspec.structs.asdict(found)
    if cls is Decided and not values.pop(_IS_SET):
        values["setting"] = None
    for name in _READERS.keys() & values.keys():
        if values[name] is not None:
            values[name] = _READERS[name][1](values[name])
        if isinstance(values[name], Refusal):
            return Refusal(RefusalCode.BAD_FIELD, f"Not a {kind}: {values[name].sentence}")
    return cls(**values)
