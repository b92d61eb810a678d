"""Claims: what a document prints about its own game, checked against the exact figure.

A printed figure agrees when the exact value, rounded half up to the same places, equals it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from pitboss.exact.figures import GameFigures
from pitboss.games.bet_names import BetNames
from pitboss.games.editions import Claim, EditionHead
from pitboss.report.figures import round_half_up

HOUSE_EDGE = "house-edge"
ALL_MONEY = "all-money"
"""The edge on all money, of a bet that is made to its limit behind another one."""
PACE = "pace"
USUAL_PLACES = 4

_PERCENT = re.compile(r"([0-9]+)(?:\.([0-9]+))? ?%", re.ASCII)
_RANGE = re.compile(r"([0-9]+)(?: to ([0-9]+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One printed figure beside the exact one."""

    claim: Claim
    exact: Fraction
    rounded: str
    """The exact value as it should have been printed."""
    agrees: bool

    @property
    def file_key(self) -> str:
        """The bet as files of figures name it."""
        return self._taken_of(self.claim.bet)

    def name(self, names: BetNames) -> str:
        """The bet as the felt calls it."""
        return self._taken_of(names(self.claim.bet))

    def _taken_of(self, bet: str) -> str:
        """With what its edge is taken of, where that is not the bet alone."""
        return bet if self.claim.figure != ALL_MONEY else f"{bet}, all money"

    @property
    def is_percentage(self) -> bool:
        """Whether the print can be read as a percentage at all."""
        return _number(self.claim.printed) is not None

    @property
    def verdict(self) -> str:
        """Whether it agrees, and otherwise how it differs."""
        if self.agrees:
            return "agrees"
        printed, right = _number(self.claim.printed), _number(self.rounded)
        if printed is None or right is None:
            return (
                f"the printed figure is not a percentage; the exact value rounds to {self.rounded}"
            )
        off = abs(printed - right)
        side = "low" if printed < right else "high"
        words = f"printed {off} points too {side}; the exact value rounds to {self.rounded}"
        if _swapped(self.claim.printed, self.rounded):
            words += "; two neighbouring digits are swapped"
        return words


def check_claims(head: EditionHead, figures: GameFigures) -> tuple[CheckedClaim, ...]:
    """Every printed house edge of a bet on the sheet, in the order of the document."""
    exact = {(HOUSE_EDGE, bet.bet): bet.house_edge for bet in figures.bets}
    exact |= {(ALL_MONEY, bet.bet): bet.all_money for bet in figures.bets if bet.all_money}
    found = ((claim, exact.get((claim.figure, claim.bet))) for claim in head.claims)
    return tuple(check_claim(claim, value) for claim, value in found if value is not None)


def check_claim(claim: Claim, exact: Fraction) -> CheckedClaim:
    printed = _number(claim.printed)
    places = USUAL_PLACES if printed is None else -int(printed.as_tuple().exponent)
    rounded = round_half_up(exact * 100, places)
    agrees = printed is not None and rounded == printed
    return CheckedClaim(claim, exact, f"{rounded:f}%", agrees)


def pace_claim(head: EditionHead) -> Claim | None:
    """What the document says about decisions an hour, if it says anything."""
    return next((claim for claim in head.claims if claim.figure == PACE), None)


def pace_range(head: EditionHead) -> tuple[int, int]:
    """Rounds an hour, from and to: the document's own range where the edition keeps within it."""
    claim = pace_claim(head)
    found = _RANGE.fullmatch(claim.printed) if claim is not None else None
    if found is not None:
        low = int(found.group(1))
        high = int(found.group(2) or low)
        if low <= head.rounds_per_hour <= high:
            return low, high
    return head.rounds_per_hour, head.rounds_per_hour


def _number(printed: str) -> Decimal | None:
    return Decimal(printed.rstrip(" %")) if _PERCENT.fullmatch(printed) else None


def _swapped(printed: str, right: str) -> bool:
    """Whether two neighbouring digits changed places in print."""
    if len(printed) != len(right):
        return False
    differ = [
        at for at, (one, other) in enumerate(zip(printed, right, strict=True)) if one != other
    ]
    if len(differ) != 2 or differ[1] != differ[0] + 1:
        return False
    at = differ[0]
    return printed[at] == right[at + 1] and printed[at + 1] == right[at]
