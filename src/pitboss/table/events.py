"""Events: everything that can have happened at a table, and their plain form in the journal.

Fields are whole numbers, texts and lists of them, so that an event is its canonical JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.refusals import Refusal, RefusalCode

Texts = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]
ByPlayer = tuple[tuple[int, str], ...]
"""A text for each of some seats."""

BY_PLAYER, BY_DEALER, BY_CLOCK, BY_LEAVING = "player", "dealer", "clock", "leaving"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
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


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table was closed for good."""

    reason: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down; `kind` is `person` or `bot`."""

    seat: int
    player: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class LeaveAnnounced:
    """A player with bets in action left; the seat is free once the round is settled."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat became free."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class PlayerSeedSet:
    """A seed in clear, as older versions took it; it went into the next `BetsClosed`."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class SeedCommitted:
    """The hash of a player's seed for this round, while bets are open."""

    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """A player's seed, after bets closed; it hashes to what was committed."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class RevealsClosed:
    """The time to reveal is up; these seats did not."""

    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChainPublished:
    """The end of a chain of round seeds, before the first round that uses it."""

    number: int
    first: int
    """The number of its first round."""
    length: int
    end: str
    sealed: str
    """The last seed of the chain, encrypted under the house's key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
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


@dataclass(frozen=True, slots=True)
class KeyCommitted:
    """The hash of the key that the round's sealed events are encrypted with."""

    hash: str


@dataclass(frozen=True, slots=True)
class KeyRevealed:
    """The round is about to end: the key that opens its sealed events."""

    key: str


@dataclass(frozen=True, slots=True)
class EventSealed:
    """An event of a round in play, encrypted: a draw, a correction, a decision or a call."""

    text: str


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """The stake on a spot is now this much."""

    seat: int
    spot: str
    stake: int


@dataclass(frozen=True, slots=True)
class BetTakenDown:
    """A stake went back to its player before the bets closed."""

    seat: int
    spot: str


@dataclass(frozen=True, slots=True)
class ReadySaid:
    """A player has finished betting."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets; the hashes of the players' seeds are fixed with it."""

    by: str
    seeds: ByPlayer = ()
    """In older journals: seeds that players gave in clear."""
    hashes: ByPlayer = ()


@dataclass(frozen=True, slots=True)
class OutcomeDrawn:
    """Equipment gave this; `counter` tells sealed draws and voided ones apart."""

    counter: int
    shown: Texts
    how: str


@dataclass(frozen=True, slots=True)
class DrawsCorrected:
    """Entries were typed wrongly: which draw of the round, what it said, what it says now."""

    draws: tuple[tuple[int, Texts, Texts], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat or the dealer (0) took an option; `by` tells who acted."""

    actor: int
    option: str
    by: str
    setting: tuple[Texts, ...] = ()
    is_set: int = 0
    """1 when combinations were laid out, even if there were none of them."""


@dataclass(frozen=True, slots=True)
class Called:
    """The dealer called a procedure; `readable` is 0 when the equipment showed nothing."""

    what: str
    reason: str
    shown: Texts
    readable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """Every stake of the round was settled; on a sealed table the seed is shown."""

    round_id: str
    lines: Texts
    """The settlement in the words of the round notation, in the dealer's order."""
    clause: str
    sentence: str
    is_void: int
    seed: str = ""


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The whole round does not count; every stake goes back."""

    round_id: str
    reason: str
    shown: Texts
    seed: str


@dataclass(frozen=True, slots=True)
class TablePaused:
    """A supervisor stopped the table."""

    reason: str


@dataclass(frozen=True, slots=True)
class TableResumed:
    """A supervisor let the table go on."""


Event = (
    TableOpened
    | TableClosed
    | SeatTaken
    | LeaveAnnounced
    | SeatLeft
    | PlayerSeedSet
    | SeedCommitted
    | SeedRevealed
    | RevealsClosed
    | ChainPublished
    | RoundOpened
    | KeyCommitted
    | KeyRevealed
    | EventSealed
    | BetPlaced
    | BetTakenDown
    | ReadySaid
    | BetsClosed
    | OutcomeDrawn
    | DrawsCorrected
    | Decided
    | Called
    | RoundSettled
    | RoundVoided
    | TablePaused
    | TableResumed
)

_KINDS: dict[str, type[Event]] = {
    "table.opened": TableOpened,
    "table.closed": TableClosed,
    "table.paused": TablePaused,
    "table.resumed": TableResumed,
    "seat.taken": SeatTaken,
    "seat.leave-announced": LeaveAnnounced,
    "seat.left": SeatLeft,
    "seat.seed-set": PlayerSeedSet,
    "seat.seed-committed": SeedCommitted,
    "seat.seed-revealed": SeedRevealed,
    "reveals.closed": RevealsClosed,
    "seat.ready": ReadySaid,
    "chain.published": ChainPublished,
    "round.opened": RoundOpened,
    "round.key-committed": KeyCommitted,
    "round.key-revealed": KeyRevealed,
    "round.event-sealed": EventSealed,
    "round.settled": RoundSettled,
    "round.voided": RoundVoided,
    "bet.placed": BetPlaced,
    "bet.taken-down": BetTakenDown,
    "bets.closed": BetsClosed,
    "outcome.drawn": OutcomeDrawn,
    "outcome.corrected": DrawsCorrected,
    "decision.made": Decided,
    "dealer.called": Called,
}
_NAMES: dict[type[Event], str] = {cls: kind for kind, cls in _KINDS.items()}


def kind_of(event: Event) -> str:
    """The event's kind in the journal, such as `bet.placed`."""
    return _NAMES[type(event)]


def kind_name(kind: type[Event]) -> str:
    """The kind in the journal of all events of a type."""
    return _NAMES[kind]


def encode(event: Event) -> dict[str, Any]:
    """The event's body in the journal: whole numbers, texts and lists."""
    body: dict[str, Any] = msgspec.to_builtins(event)
    return body


def decode(kind: str, body: object) -> Event | Refusal:
    """The event back from the journal, strictly."""
    cls = _KINDS.get(kind)
    if cls is None:
        return Refusal(RefusalCode.UNKNOWN_FIELD, f"No table knows an event '{kind}'.")
    try:
        event: Event = msgspec.convert(body, cls, strict=True)
    except msgspec.ValidationError as problem:
        return Refusal(RefusalCode.BAD_FIELD, f"Not a {kind}: {problem}.")
    if not isinstance(body, dict) or body.keys() - encode(event).keys():
        return Refusal(RefusalCode.UNKNOWN_FIELD, f"A {kind} holds more than it may.")
    return event
