"""The state of a table: who sits where, the round in play, the stakes, and what it waits for.

Frozen structs (they copy with changes many times faster than dataclasses, and a table does that
with every command); made only by `evolve`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from pitboss.games.rounds import Round
from pitboss.table.setup import OutcomeMode, TableRules
from pitboss.units import Credits, SeatIndex, SpotKey


class Phase(StrEnum):
    """What the table is doing."""

    WAITING = "waiting"
    BETTING = "betting"
    NO_MORE_BETS = "no-more-bets"
    DEALING = "dealing"
    DECISIONS = "decisions"
    SETTLING = "settling"
    CLOSED = "closed"


class Occupant(msgspec.Struct, frozen=True):
    """Who holds a seat."""

    player: str
    name: str
    is_bot: bool
    is_leaving: bool = False
    is_ready: bool = False
    seed: str = ""


class Stake(msgspec.Struct, frozen=True):
    """A stake in action: one hold in the ledger, of the player who made it."""

    hold: str
    seat: SeatIndex
    spot: SpotKey
    amount: Credits
    player: str
    carried_from: str = ""
    """The hold of the last round that this stake stayed up from."""


class DrawMade(msgspec.Struct, frozen=True):
    """Where a draw stands among the round's steps, and the counter it was derived with."""

    step: int
    counter: int


class Correction(msgspec.Struct, frozen=True):
    """Entries that were put right, and why."""

    draws: tuple[int, ...]
    reason: str


class Ended(msgspec.Struct, frozen=True):
    """The last round: what everybody may see once it is over."""

    round_id: str
    played: Round
    lines: tuple[str, ...]
    clause: str
    sentence: str
    is_void: bool
    commitment: str
    seed: str
    seeds: tuple[tuple[int, str], ...]
    corrections: tuple[Correction, ...]
    players: tuple[tuple[int, str], ...]
    """Who had something in action at which seat."""


class TableState(msgspec.Struct, frozen=True):
    """A table as the replay of its events."""

    rules: TableRules
    occupants: tuple[Occupant | None, ...]
    """By seat, seat 1 first."""
    carry: Any
    number: int = 0
    """Rounds begun so far."""
    phase: Phase = Phase.WAITING
    current: Round | None = None
    stakes: tuple[Stake, ...] = ()
    """In action now; between rounds, those that stay up for the next one."""
    serial: int = 0
    """Holds made for the round whose id they carry."""
    commitment: str = ""
    sealed: str = ""
    seeds: tuple[tuple[int, str], ...] = ()
    """The players' own seeds, fixed when bets closed."""
    is_closed: bool = False
    """Whether bets were closed in this round."""
    counter: int = 0
    """The counter of the next draw: draws and voided draws so far."""
    draws: tuple[DrawMade, ...] = ()
    draws_at_close: int = 0
    corrections: tuple[Correction, ...] = ()
    mark: int = 0
    """Changes whenever the table begins to wait for something new."""
    awaited: frozenset[int] = frozenset()
    """Actors whose decision is awaited."""
    paused: str | None = None
    last: Ended | None = None

    @property
    def round_id(self) -> str | None:
        """The id of the round in play."""
        return None if self.current is None else self.rules.round_id(self.number)

    @property
    def is_sealed(self) -> bool:
        return self.rules.mode is OutcomeMode.SEALED

    def occupant(self, seat: int) -> Occupant | None:
        """Who sits there; None for a free seat and for one that is not there."""
        return self.occupants[seat - 1] if 1 <= seat <= len(self.occupants) else None

    def seats_of(self, player: str) -> tuple[SeatIndex, ...]:
        """The seats a player holds."""
        return tuple(
            SeatIndex(at)
            for at, one in enumerate(self.occupants, 1)
            if one is not None and one.player == player
        )

    def has_stake(self, seat: int) -> bool:
        """Whether a seat has anything in action."""
        return any(stake.seat == seat for stake in self.stakes)

    @property
    def outcome_derived(self) -> bool:
        """Whether the outcome of the bets has begun to show, so that nothing may be voided."""
        return self.is_closed and len(self.draws) > self.draws_at_close


def fresh(rules: TableRules) -> TableState:
    """A table just opened."""
    return TableState(
        rules=rules,
        occupants=(None,) * len(rules.seats),
        carry=rules.game.first_carry(rules.edition),
    )
