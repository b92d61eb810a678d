"""Steps: everything that can happen in a round, in the words of the table.

The same six steps serve every game, live play, replay, the exact oracle and a person who types what
physical equipment showed.
"""

from __future__ import annotations

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shown import Shown
from pitboss.units import Credits, SeatIndex, SpotKey

DEALER = SeatIndex(0)
"""The dealer as an actor; seats count from 1."""

SPECTATOR = SeatIndex(-1)
"""A viewer who sits nowhere."""

Setting = tuple[tuple[Card, ...], ...]
"""The combinations a player laid out; cards in none of them are left over."""


class Bet(msgspec.Struct, frozen=True):
    """The stake on a spot is now this much, whatever lay there before."""

    seat: SeatIndex
    spot: SpotKey
    stake: Credits


class TakeDown(msgspec.Struct, frozen=True):
    seat: SeatIndex
    spot: SpotKey


class CloseBets(msgspec.Struct, frozen=True):
    """The dealer calls no more bets."""


class Draw(msgspec.Struct, frozen=True):
    shown: Shown


class Decide(msgspec.Struct, frozen=True):
    """A seat, or the dealer, takes one of the options offered."""

    actor: SeatIndex
    option: str
    setting: Setting | None = None


class Call(msgspec.Struct, frozen=True):
    """The dealer calls a procedure: a void, a misdeal, a supervisor. Always with a reason."""

    what: str
    reason: str
    shown: Shown = ()


Step = Bet | TakeDown | CloseBets | Draw | Decide | Call
