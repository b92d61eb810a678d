"""A round of a dealt game: what it starts from, where it stands, and what a viewer sees of it."""

from __future__ import annotations

from typing import Any, Generic

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import Composition
from pitboss.equipment.shown import Shown
from pitboss.games.bets import Bets
from pitboss.games.contract import E
from pitboss.games.layout import Place
from pitboss.units import SeatIndex


class Start(msgspec.Struct, frozen=True):
    """The start of a round: its number, a shoe that is kept, a memory, bets that stay up."""

    number: int
    undealt: Composition | None = None
    memory: str = ""
    up: Bets = ()

    def is_fresh(self, first: Start) -> bool:
        """Whether the equipment is as it was in a table's first round."""
        return self.undealt is first.undealt or self.undealt == first.undealt


class Drawn(msgspec.Struct, frozen=True):
    """One draw: what showed, where it went, and whether everybody saw it."""

    place: str
    shown: Shown
    face_up: bool = True


class DealtState(msgspec.Struct, Generic[E], frozen=True):
    """Bets lie, then equipment shows and seats decide; or the round was called void."""

    edition: E
    seats: tuple[SeatIndex, ...]
    number: int
    undealt: Composition | None = None
    """The cards of a game that is dealt from a shoe; None for other equipment."""
    bets: Bets = ()
    closed: bool = False
    draws: tuple[Drawn, ...] = ()
    decisions: tuple[tuple[SeatIndex, str], ...] = ()
    voided: str | None = None
    calls: tuple[str, ...] = ()
    memory: str = ""
    """What the game remembers from rounds before, such as a point."""

    def __hash__(self) -> int:
        # The edition is the same in every position of a table, and the shoe follows from the draws.
        return hash((self.number, self.bets, self.draws, self.decisions, self.closed))

    @property
    def shoe(self) -> Composition:
        """The cards of a game that has some."""
        return Composition(()) if self.undealt is None else self.undealt

    def at(self, where: str) -> Shown:
        """What was drawn to a place, in order."""
        found: tuple[Any, ...] = ()
        for one in self.draws:
            if one.place == where:
                found += one.shown
        return found

    def cards(self, where: str) -> tuple[Card, ...]:
        """The cards at a place."""
        return tuple([card for card in self.at(where) if isinstance(card, Card)])

    def decided(self, seat: SeatIndex) -> str | None:
        """What a seat decided last; None before it did."""
        return next((what for who, what in reversed(self.decisions) if who == seat), None)

    @property
    def shown(self) -> Shown:
        """What the first draw showed; nothing before it."""
        return self.draws[0].shown if self.draws else ()


class DealtView(msgspec.Struct, frozen=True):
    """A round as one viewer sees it; what lies face down is not in it."""

    number: int
    bets: tuple[tuple[int, str, int], ...]
    closed: bool
    places: tuple[Place, ...]
    decisions: tuple[tuple[int, str], ...]
    voided: str | None
    calls: tuple[str, ...]
    memory: str = ""
