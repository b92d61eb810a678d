"""The state of a round of flip~it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.games.bets import Bets
from pitboss.games.flip_it.edition import Edition
from pitboss.games.flip_it.row import Row
from pitboss.units import SeatIndex


class Phase(StrEnum):
    ROW = "row"
    BETS = "bets"
    FLIP = "flip"
    EXPOSED = "exposed"
    OVER = "over"


class CallMade(msgspec.Struct, frozen=True):
    what: str
    reason: str


class State(msgspec.Struct, frozen=True):
    """A round in play. The row is the one bet on: it moves on with the carry, not before."""

    edition: Edition
    seats: tuple[SeatIndex, ...]
    phase: Phase
    row: Row
    undealt: Composition
    bets: Bets = ()
    laid: Card | None = None
    """The last card drawn for the row in this round, joker or not."""
    fifth: Card | None = None
    exposed: Card | None = None
    """The card that voided the round (FLP-7.1)."""
    calls: tuple[CallMade, ...] = ()
    shoe_steps: int = 0
    """How many steps of a new shoe were made by hand (FLP-7.5)."""
    ends_shoe: bool = False
    """Whether the dealer changes the shoe after this round (FLP-7.6)."""
