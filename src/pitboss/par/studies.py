"""Studies: what a game adds to its own sheet, found by the name of the game.

A module `par/<game>` that defines `STUDY` says which rulings could be read in another way, which
clause each field of an edition belongs to, and how bets win together. A game without one still has
a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.exact.figures import CardLine, GameFigures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.par.seat_results import SeatResults
from pitboss.refusals import Refusal
from pitboss.report.blocks import Table

Joint = Mapping[tuple[Fraction | None, ...], Fraction]
"""Probabilities of the net results of all bets at once; None where a bet is not offered."""


@dataclass(frozen=True, slots=True)
class Decisions:
    hands: int
    folded_now: int
    """Folded in the first edition, played in the second."""
    played_now: int
    """Played in the first edition, folded in the second."""

    @property
    def changed(self) -> int:
        return self.folded_now + self.played_now


@dataclass(frozen=True, slots=True)
class Reading:
    """Another reasonable reading of a ruling, and how it would be dealt."""

    key: str
    """What is read, and how else it could be: `shoe=continuous`."""
    clause: str
    sentence: str
    changes: Mapping[str, str] = field(default_factory=dict)
    """Fields of the edition that make the other reading."""
    figures: Callable[[HasHead, GameFigures], GameFigures] | None = None
    """The figures under the other reading, from the edition and its figures as ruled, where no
    field of the edition makes it."""
    card: Callable[[HasHead], tuple[CardLine, ...]] | None = None
    """The strategy card under such a reading."""
    seat_results: Callable[[HasHead, bool], SeatResults | None] | None = None
    """The seats of a table under such a reading, as in `SheetStudy`."""


@dataclass(frozen=True, slots=True)
class SheetStudy:
    """What one game knows about its own sheet."""

    readings: tuple[Reading, ...] = ()
    field_clauses: Mapping[str, str] = field(default_factory=dict)
    """The clause behind each field, by the beginning of its dotted name; the longest counts."""
    joint: Callable[[HasHead], Joint] | None = None
    """All bets at once, in the order of the figures, where every seat has the same result."""
    seat_results: Callable[[HasHead, bool], SeatResults | None] | None = None
    """One seat and pairs of seats, where seats have results of their own; nothing when it takes
    long and the second argument does not allow that."""
    most_together: bool = False
    """Whether all spots of all seats can win their most in one round, though results differ."""
    decisions: Callable[[HasHead, HasHead], Decisions | None] | None = None
    card: Callable[[HasHead], tuple[CardLine, ...]] | None = None
    procedure: tuple[str, ...] = ()
    """The headings of the rules that a dealer's card prints; all of them where none are named."""
    outcomes: Callable[[HasHead], Table] | None = None
    """Every result of a round and what it pays, for games with few; else the pays are posted."""
    refusal: Callable[[HasHead], Refusal | None] | None = None
    """Why an edition that can be read has no sheet, such as a qualifier that cannot occur."""

    def clause_of(self, dotted: str) -> str | None:
        """The clause that a field of an edition belongs to."""
        starts = [start for start in self.field_clauses if dotted.startswith(start)]
        return self.field_clauses[max(starts, key=len)] if starts else None


def study_of(game: AnyGame) -> SheetStudy:
    return find_part("par", game, "STUDY") or SheetStudy()
