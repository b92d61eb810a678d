"""Studies: what a game adds to its own sheet, found by the name of the game.

A module `par/<game>` that defines `STUDY` says which rulings could be read in another way, which
clause each field of an edition belongs to, and how bets win together. A game without one still has
a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.exact.figures import GameFigures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.par.seat_results import Crowd
from pitboss.refusals import Refusal
from pitboss.units import ClauseId

Joint = Mapping[tuple[Fraction | None, ...], Fraction]
"""Probabilities of the net results of all bets at once; None where a bet is not offered."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """How many hands are decided differently in two editions."""

    hands: int
    folded_now: int
    """Folded in the first edition, played in the second."""
    played_now: int
    """Played in the first edition, folded in the second."""

    @property
    def changed(self) -> int:
        return self.folded_now + self.played_now


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a strategy card: hands that are decided alike, or nearly."""

    hand: str
    decision: str
    hands: int
    played: int
    cost: Fraction
    """Units lost on average by deciding the whole line in this one way."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Another reasonable reading of a ruling, and how it would be dealt."""

    name: str
    """What is read, such as `shoe`."""
    alternative: str
    """How else it could be read, such as `continuous`."""
    clause: ClauseId
    sentence: str
    changes: Mapping[str, str] = field(default_factory=dict)
    """Fields of the edition that make the other reading."""
    figures: Callable[[HasHead, GameFigures], GameFigures] | None = None
    """The figures under the other reading, from the edition and its figures as ruled, where no
    field of the edition makes it."""
    card: Callable[[HasHead], tuple[CardLine, ...]] | None = None
    """The strategy card under such a reading."""
    crowd: Callable[[HasHead, bool], Crowd | None] | None = None
    """The seats of a table under such a reading, as in `SheetStudy`."""

    @property
    def key(self) -> str:
        return f"{self.name}={self.alternative}"


def _nothing_against(_edition: HasHead) -> Refusal | None:
    return None


@dataclass(frozen=True, slots=True)
class SheetStudy:
    """What one game knows about its own sheet."""

    readings: tuple[Reading, ...] = ()
    field_clauses: tuple[tuple[str, ClauseId], ...] = ()
    """The clause behind each field, by the beginning of its dotted name; the longest counts."""
    joint: Callable[[HasHead], Joint] | None = None
    """All bets at once, in the order of the figures, where every seat has the same result."""
    crowd: Callable[[HasHead, bool], Crowd | None] | None = None
    """One seat and pairs of seats, where seats have results of their own; nothing when it takes
    long and the second argument does not allow that."""
    most_together: bool = False
    """Whether all spots of all seats can win their most in one round, though results differ."""
    decisions: Callable[[HasHead, HasHead], Decisions | None] | None = None
    card: Callable[[HasHead], tuple[CardLine, ...]] | None = None
    refusal: Callable[[HasHead], Refusal | None] = _nothing_against
    """Why an edition that can be read has no sheet, such as a qualifier that cannot occur."""

    def clause_of(self, dotted: str) -> ClauseId | None:
        """The clause that a field of an edition belongs to."""
        found = [(len(start), clause) for start, clause in self.field_clauses
                 if dotted.startswith(start)]  # fmt: skip
        return max(found)[1] if found else None


def study_of(game: AnyGame) -> SheetStudy:
    """The study of this game, or an empty one."""
    return find_part("par", game, "STUDY") or SheetStudy()
