"""Spots: what a seat may bet, what it pays, and how much may lie there."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from pitboss.games.layout import Cell
from pitboss.refusals import Refusal
from pitboss.units import ClauseId, Credits, Odds, SeatIndex, SpotKey

SPOT_KEY = re.compile(r"[a-z0-9][A-Za-z0-9:_-]{0,63}", re.ASCII)
"""How a spot is named in commands and in the notation."""


class PayLine(msgspec.Struct, frozen=True):
    """A line of a posted paytable: what must happen, what it pays, and the clause that says so."""

    name: str
    odds: Odds
    clause: ClauseId
    short: str = ""
    """The name where a felt has little room, such as `both Tops`."""


class Times(msgspec.Struct, frozen=True):
    """A limit by another stake: at most so many times what the seat has on that spot."""

    of: SpotKey
    most: int


class Spot(msgspec.Struct, frozen=True):
    """A bet a seat may make: where, what it can win, and why it is closed if it is."""

    key: SpotKey
    label: str
    area: str
    """The betting area it lies in, such as `single`."""
    odds: tuple[Odds, ...]
    """Every odds it can win at, the posted ones first."""
    wager: str
    """The separately decided wager it belongs to; spots that stand or fall together share it."""
    closed: Refusal | None = None
    pays: tuple[PayLine, ...] = ()
    """The posted paytable; a game that states none posts its odds under the bet's own name."""
    paytable: str = ""
    """What the paytable is called, where it has a name."""
    shares: int = 1
    """Equal parts that a stake must divide into: 2 where half of it can be lost."""
    cell: Cell | None = None
    """Where it lies on a grid; None for spots that are listed in their order."""
    lays: tuple[SpotKey, ...] = ()
    """Spots on which a bet here lays as much again; nobody bets on them by themselves."""
    awards: tuple[PayLine, ...] = ()
    """What may be paid on the stake beside its own result, such as an Ante bonus."""
    times: Times | None = None
    """The other stake that limits this one; without that stake the spot is closed."""
    most: Credits | None = None
    """The most that may lie here now, where it is less than the table's largest bet."""
    moved_from: SpotKey | None = None
    """The spot that a stake here was made on, for a spot that stakes only move to."""
    contract: Refusal | None = None
    """Why a stake that lies here cannot be taken down or lowered now; None where it can."""

    @property
    def top_odds(self) -> Odds:
        """The most that a stake here can win to one, an award included."""
        won = max((odds.to_one for odds in self.odds), default=Fraction(0))
        award = max((line.odds.to_one for line in self.awards), default=Fraction(0))
        return Odds(won + award)


class PlacedBet(msgspec.Struct, frozen=True):
    seat: SeatIndex
    spot: SpotKey
    stake: Credits
