"""Steps: everything that can happen in a round, in the words of the table.

The same six steps serve every game, live play, replay, the exact oracle and a person who types what
physical equipment showed.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.equipment.cards import Card
from pitboss.equipment.tops import Face
from pitboss.units import Credits, SeatIndex, SpotKey

DEALER = SeatIndex(0)
"""The dealer as an actor; seats count from 1."""

SPECTATOR = SeatIndex(-1)
"""A viewer who sits nowhere."""

Setting = tuple[tuple[Card, ...], ...]
"""The combinations a player laid out; cards in none of them are left over."""


@dataclass(frozen=True, slots=True)
class Bet:
    """The stake on a spot is now this much, whatever lay there before."""

    seat: SeatIndex
    spot: SpotKey
    stake: Credits


@dataclass(frozen=True, slots=True)
class TakeDown:
    """The stake on a spot goes back to the player."""

    seat: SeatIndex
    spot: SpotKey


@dataclass(frozen=True, slots=True)
class CloseBets:
    """The dealer calls no more bets."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What the equipment gave: cards off the shoe, or the faces of Top A and Top B."""

    shown: tuple[Card, ...] | tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat, or the dealer, takes one of the options offered."""

    actor: SeatIndex
    option: str
    setting: Setting | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The dealer calls a procedure: a void, a misdeal, a supervisor. Always with a reason."""

    what: str
    reason: str
    shown: tuple[Card, ...] | tuple[Face, ...] = ()


Step = Bet | TakeDown | CloseBets | Draw | Decide | Call
