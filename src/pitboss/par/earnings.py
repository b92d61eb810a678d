"""Earnings: the theoretical win of an hour, from edge, pace, seats and average bet.

Amounts are exact in minor units and rounded half up when they are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitboss.exact.figures import BetFigures
from pitboss.par.terms import Terms


@dataclass(frozen=True, slots=True)
class Earning:
    """One bet made by every seat in every round in which it is offered."""

    bet: BetFigures
    per_seat: Fraction
    """Minor units that one seat loses in an hour on average, at the middle pace."""
    table: tuple[Fraction, ...]
    """The same for all seats, at each pace of the terms."""
    deviation: float
    """The standard deviation of one seat's hour, in minor units."""


def earning(bet: BetFigures, terms: Terms) -> Earning:
    each = bet.house_edge * bet.offered * terms.average_bet
    paces = terms.paces
    middle = paces[len(paces) // 2]
    return Earning(
        bet,
        each * middle,
        tuple(each * terms.seats * pace for pace in paces),
        terms.average_bet * sqrt(_variance_per_round(bet) * middle),
    )


def _variance_per_round(bet: BetFigures) -> Fraction:
    """Of one unit bet whenever it is offered, rounds without an offer included."""
    second = bet.distribution.moment(2) * bet.offered
    return second - (bet.distribution.mean * bet.offered) ** 2
