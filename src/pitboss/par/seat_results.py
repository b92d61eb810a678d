"""Seat results: seats with results of their own around one deck, as far as they are known exactly.

One seat's bets are known together, and what two seats hold is known in kinds; three seats are not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class SeatCase:
    """One way a round can end for a seat, per unit on each of its bets."""

    kind: str
    """What the seat's own cards are, as far as another seat's chances are known beside it."""
    own: Fraction
    """What the seat's own cards pay."""
    shared: Fraction
    """What is paid beside that, by the dealer's cards as well."""
    net: Fraction
    chance: Fraction

    @property
    def winnings(self) -> Fraction:
        return self.own + self.shared


@dataclass(frozen=True, slots=True)
class SeatResults:
    """All that is used of the seats of one table: one seat exactly, and pairs of seats by kind."""

    cases: tuple[SeatCase, ...]
    pairs: Mapping[tuple[str, str], Fraction]
    """How often two seats hold these kinds, the first named first."""
    beside: Mapping[str, Fraction]
    """With a seat of the kind: the most that another seat's shared winnings come to on average,
    counting only rounds with that kind."""
    bets: int
    """Bets that a seat makes before the deal."""
    undisturbed: Fraction
    """From this limit up, in units, no decision of a seat alone at the table is another."""

    def own_only(self) -> SeatResults:
        """Seats that bet only on their own cards."""
        cases = tuple(replace(case, shared=NOTHING) for case in self.cases)
        return replace(self, cases=cases, beside=dict.fromkeys(self.beside, NOTHING), bets=1)

    def shared_only(self) -> SeatResults:
        """Seats that leave the bet on their own cards out; nothing tells them apart then."""
        cases = tuple(replace(case, kind="", own=NOTHING) for case in self.cases)
        most = sum((case.chance * case.shared for case in cases), NOTHING)
        return replace(self, cases=cases, pairs={("", ""): Fraction(1)}, beside={"": most}, bets=1)
