"""The state of a table: who sits where, the round in play, the stakes, and what it waits for.

Frozen structs (they copy with changes many times faster than dataclasses, and a table does that
with every command); made only by `evolve`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from pitboss.equipment.shown import Shown
from pitboss.games.editions import Limits
from pitboss.games.rounds import Round, begin
from pitboss.games.settlement import Line
from pitboss.games.steps import Decide
from pitboss.refusals import unwrap
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.setup import DealtBy, OutcomeMode, TableRules
from pitboss.units import Credits, SeatIndex, SpotKey


class Phase(StrEnum):
    WAITING = "waiting"
    BETTING = "betting"
    NO_MORE_BETS = "no-more-bets"
    DEALING = "dealing"
    DECISIONS = "decisions"
    SETTLING = "settling"
    CLOSED = "closed"


class Occupant(msgspec.Struct, frozen=True):
    player: str
    name: str
    is_bot: bool
    is_leaving: bool = False
    is_ready: bool = False
    is_walk_up: bool = False
    """Whether the player has chips and no account, so that the dealer records what they do."""
    chips: int = 0
    """A walk-up player's chips, those on the felt included."""


class Stake(msgspec.Struct, frozen=True):
    """A stake in action: one hold in the ledger, of the player who made it."""

    hold: str
    seat: SeatIndex
    spot: SpotKey
    amount: Credits
    player: str
    carried_from: str = ""
    """The hold of the last round that this stake stayed up from."""


class Tray(msgspec.Struct, frozen=True):
    """The chip tray of a shift, in minor units."""

    shift: int
    opening: int
    at_ms: int
    outside: int
    """Chips that players had before them when the shift began."""
    fills: int = 0
    credits: int = 0
    buy_ins: int = 0
    win: int = 0
    """What walk-up players lost less what they won, by the settlements of the shift."""
    asked: tuple[floor.TrayAsked, ...] = ()
    """Fills and credits that wait for their second signature."""

    @property
    def expected(self) -> int:
        """What must lie in the tray now."""
        return self.opening + self.fills - self.credits - self.buy_ins + self.win


class DrawMade(msgspec.Struct, frozen=True):
    """A draw: its place among the round's steps, and the counter it was derived with."""

    step: int
    counter: int


class Correction(msgspec.Struct, frozen=True):
    draws: tuple[int, ...]
    reason: str
    changes: tuple[tuple[Shown, Shown], ...] = ()
    """What was entered and what is right, entry by entry."""


class Resettlement(msgspec.Struct, frozen=True, kw_only=True):
    """The last round settled again after a correction, beside its old lines."""

    number: int
    reason: str
    changes: tuple[tuple[Shown, Shown], ...]
    played: Round | None
    """The round with the right entries; None where every stake went back."""
    lines: tuple[str, ...]
    moves: tuple[tuple[int, str, int], ...]
    """By seat and spot, what went to the player, or back to the table where it is negative."""
    gone: tuple[int, ...]
    """Seats whose walk-up player had left with the chips: their bets stay as they were paid."""
    by: str
    at_ms: int


class Settlement(msgspec.Struct, frozen=True):
    """The settlement of a finished round: each line, and its text in the round notation."""

    lines: tuple[Line, ...]
    texts: tuple[str, ...]


class EndedRound(msgspec.Struct, frozen=True):
    """The last round: what everybody may see once it is over."""

    round_id: str
    played: Round
    lines: tuple[str, ...]
    clause: str
    sentence: str
    is_void: bool
    commitment: str
    chain: ev.ChainPublished | None
    link: int
    seed: str
    seeds: tuple[tuple[int, str], ...]
    hashes: tuple[tuple[int, str], ...]
    missing: tuple[int, ...]
    """Seats that committed to a seed and did not reveal it in time."""
    corrections: tuple[Correction, ...]
    players: tuple[tuple[int, str], ...]
    """Who had something in action at which seat."""
    stakes: tuple[Stake, ...] = ()
    resettled: tuple[Resettlement, ...] = ()
    """Corrections after settlement, the oldest first."""


class TableState(msgspec.Struct, frozen=True):
    """A table as the replay of its events."""

    rules: TableRules
    occupants: tuple[Occupant | None, ...]
    """By seat, seat 1 first."""
    carry: Any
    upcoming: Round
    """The next round, begun from the carry with every seat."""
    number: int = 0
    """Rounds begun so far."""
    phase: Phase = Phase.WAITING
    current: Round | None = None
    settlement: Settlement | None = None
    """Of the round in play, once it is over."""
    stakes: tuple[Stake, ...] = ()
    """In action now; between rounds, those that stay up for the next one."""
    serial: int = 0
    """Holds made for the round whose id they carry."""
    chain: ev.ChainPublished | None = None
    """The chain that rounds take their seeds from."""
    tip: str = ""
    """What the next seed of the chain must hash to; empty when the chain cannot go on."""
    commitment: str = ""
    sealed: str = ""
    link: int = 0
    """Which link of the chain the round's seed is; 0 in a round older than chains."""
    hashes: tuple[tuple[int, str], ...] = ()
    """Hashes of the players' seeds, by seat; fixed when bets close."""
    seeds: tuple[tuple[int, str], ...] = ()
    """The players' revealed seeds, by seat."""
    missing: tuple[int, ...] = ()
    """Seats that did not reveal in time."""
    is_revealing: bool = False
    """Whether no draw is made yet because players may still reveal their seeds."""
    is_closed: bool = False
    """Whether bets were closed in this round."""
    key_hash: str = ""
    """What the round's key hashes to; empty when nothing of the round is encrypted."""
    is_blind: bool = False
    """Whether events of the round cannot be opened, so that it can only be voided."""
    counter: int = 0
    """The counter of the next draw: draws and voided draws so far."""
    draws: tuple[DrawMade, ...] = ()
    draws_at_close: int = 0
    corrections: tuple[Correction, ...] = ()
    mark: int = 0
    """Changes whenever the table begins to wait for something new."""
    awaited: frozenset[int] = frozenset()
    """Actors whose decision is awaited."""
    voids: int = 0
    """Rounds of this table that were void."""
    reveals_missed: int = 0
    """Seeds that were committed to and not revealed in time, over all rounds."""
    dealer: str = ""
    """The account of the dealer who deals; empty before the first one came."""
    calls: tuple[floor.SupervisorCalled, ...] = ()
    """Calls that nobody has acknowledged yet."""
    calls_made: int = 0
    walk_ups: int = 0
    """Walk-up players seated so far."""
    tray: Tray | None = None
    """The chip tray, while a shift is open."""
    shifts: int = 0
    transfers: int = 0
    """Fills and credits asked for so far."""
    last_shift: floor.TrayClosed | None = None
    correction: floor.CorrectionAsked | None = None
    """A correction of the last round that nobody has signed yet."""
    corrections_asked: int = 0
    void_reasons: tuple[tuple[str, int], ...] = ()
    """How often something was void for each of the reasons that the rules list."""
    posted: Limits | None = None
    """Limits that a pit boss set, for the rounds that open from now on."""
    round_limits: Limits | None = None
    """The posted limits when the round was opened."""
    paused: str | None = None
    closed: str = ""
    """Why the table was closed for good."""
    last: EndedRound | None = None

    @property
    def round_id(self) -> str | None:
        return None if self.current is None else self.rules.round_id(self.number)

    @property
    def is_between(self) -> bool:
        """Whether a result lies there and the house opens the next round after a while."""
        is_waiting = self.phase is Phase.WAITING and self.last is not None
        return is_waiting and self.rules.dealt_by is DealtBy.HOUSE

    @property
    def limits(self) -> Limits:
        """What a stake must keep to: in the round in play or, between rounds, in the next one."""
        set_then = self.posted if self.current is None else self.round_limits
        return set_then or self.rules.limits

    @property
    def is_sealed(self) -> bool:
        return self.rules.mode is OutcomeMode.SEALED

    @property
    def next_link(self) -> int:
        """The link of the chain that the next round takes, or 0 when a new chain is needed."""
        if self.chain is None or not self.tip:
            return 0
        link = self.number + 2 - self.chain.first
        return link if link <= self.chain.length else 0

    def occupant(self, seat: int) -> Occupant | None:
        """Who sits there; None for a free seat and for one that is not there."""
        return self.occupants[seat - 1] if 1 <= seat <= len(self.occupants) else None

    def step_of(self, actor: int) -> int:
        """Where the round stands for an actor who decides: no two questions have one number.

        What others decide meanwhile does not count; a draw, a call or a correction does.
        """
        steps = () if self.current is None else self.current.steps
        others = sum(isinstance(step, Decide) and step.actor != actor for step in steps)
        return len(steps) - others + len(self.corrections)

    def seats_of(self, player: str) -> tuple[SeatIndex, ...]:
        return tuple(
            SeatIndex(at)
            for at, one in enumerate(self.occupants, 1)
            if one is not None and one.player == player
        )

    @property
    def players(self) -> frozenset[str]:
        """Everybody whose credits the next record of this table may move."""
        seated = (one.player for one in self.occupants if one is not None)
        before = () if self.last is None else (player for _, player in self.last.players)
        return frozenset((*seated, *(stake.player for stake in self.stakes), *before))

    def has_stake(self, seat: int) -> bool:
        return any(stake.seat == seat for stake in self.stakes)

    @property
    def outcome_derived(self) -> bool:
        """Whether the outcome of the bets has begun to show, so that nothing may be voided."""
        return self.is_closed and len(self.draws) > self.draws_at_close


def open_table(rules: TableRules) -> TableState:
    carry = rules.game.first_carry(rules.edition)
    return TableState(
        rules=rules,
        occupants=(None,) * len(rules.seats),
        carry=carry,
        upcoming=begin_next(rules, carry),
    )


def begin_next(rules: TableRules, carry: Any) -> Round:
    return unwrap(begin(rules.game, rules.edition, seats=rules.seats, carry=carry))
