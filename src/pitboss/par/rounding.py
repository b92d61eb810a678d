"""Rounding: what a bet would cost if winnings were rounded down to the smallest chip.

A table here refuses a stake that it could not pay exactly; these figures show why, chip by chip.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from msgspec.structs import replace

from pitboss.exact.distributions import Distribution
from pitboss.games.bets import payable_unit
from pitboss.games.editions import Limits
from pitboss.games.spots import Spot
from pitboss.par.groups import BetGroup
from pitboss.units import Credits

STAKES = tuple(Credits(minor) for minor in (25, 50, 100, 500, 2_500, 10_000, 50_000))
"""The usual chips."""
SMALLEST = tuple(Credits(minor) for minor in (25, 50, 100, 500))
"""Chips that a tray may have as its smallest."""


@dataclass(frozen=True, slots=True)
class Breakage:
    """One chip as the stake where a smallest chip pays the winnings."""

    group: BetGroup
    chip: Credits
    """The smallest chip in the tray."""
    exact_stake: Credits
    """The smallest stake that this chip pays exactly."""
    stake: Credits
    edge: Fraction
    """The edge when every win is rounded down to whole chips."""


def breakages(
    groups: tuple[BetGroup, ...], spots: tuple[Spot, ...], limits: Limits
) -> tuple[Breakage, ...]:
    """Every pair of smallest chip and stake of one chip where a win cannot be paid exactly."""
    found = []
    bets = {bet.bet for group in groups for bet in group.bets}
    for group in groups:
        # A base game of several spots, such as a stake and its raise, stands for them all.
        own = [spot for spot in spots if spot.key == group.first.bet]
        own = own or [spot for spot in spots if spot.key not in bets]
        for chip in _chips(SMALLEST, limits):
            exact = lcm(*(payable_unit(spot, replace(limits, chip=chip)) for spot in own))
            for stake in _chips(STAKES, limits):
                if stake >= chip and stake % exact:
                    edge = rounded_down(group.first.distribution, stake=stake, chip=chip)
                    found.append(Breakage(group, chip, Credits(exact), stake, edge))
    return tuple(found)


def _chips(usual: tuple[Credits, ...], limits: Limits) -> tuple[Credits, ...]:
    """The usual chips from the table's own smallest up to the largest stake."""
    chips = sorted({*usual, limits.chip})
    return tuple(Credits(chip) for chip in chips if limits.chip <= chip <= limits.maximum)


def rounded_down(distribution: Distribution, *, stake: Credits, chip: Credits) -> Fraction:
    """The exact edge of this stake when winnings are paid in whole chips, rounded down."""
    kept = Fraction(0)
    for outcome in distribution.outcomes:
        won = outcome.net * stake
        if won > 0:
            won = Fraction(won // chip * chip)
        kept -= won * Fraction(outcome.count, distribution.total)
    return kept / stake
