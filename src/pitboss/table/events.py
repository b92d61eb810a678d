"""Events of play: everything that can have happened at a table with its seats, bets and rounds.

Draws and settings are values here; only `event_codec` makes texts of them, for the journal.
"""

from __future__ import annotations

import msgspec

from pitboss.equipment.shown import Shown
from pitboss.games.steps import Setting
from pitboss.refusals import Refusal
from pitboss.table.draw_codec import DrawChanges, Texts

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


class LimitsChanged(Event, frozen=True, tag="table.limits-changed"):
    """A pit boss posted other limits; they hold for the rounds that open from now on."""

    minimum: int
    maximum: int


class TablePaused(Event, frozen=True, tag="table.paused"):
    reason: str


class TableResumed(Event, frozen=True, tag="table.resumed"):
    """A supervisor let the table go on."""
