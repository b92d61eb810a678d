"""Hold: how far the actual hold may lie from the exact edge after some rounds.

Bands of one, two and three standard deviations, from the exact variance; rounds are taken as
independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from pitboss.exact.distributions import Distribution

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
SIGMAS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Band:
    """The hold after some rounds: the edge, and the lowest and highest by standard deviations."""

    rounds: int
    edge: Fraction
    deviation: float

    def low(self, sigmas: int) -> float:
        return float(self.edge) - sigmas * self.deviation

    def high(self, sigmas: int) -> float:
        return float(self.edge) + sigmas * self.deviation


def bands(distribution: Distribution) -> tuple[Band, ...]:
    """The bands of one unit bet in each round."""
    deviation = distribution.standard_deviation
    return tuple(Band(n, distribution.house_edge, deviation / sqrt(n)) for n in ROUNDS)


def rounds_until_ahead(distribution: Distribution) -> int | None:
    """Rounds after which a hold below zero is three standard deviations away, if ever."""
    edge = distribution.house_edge
    if edge <= 0:
        return None
    exact = max(SIGMAS) ** 2 * distribution.variance / edge**2
    return -(-exact.numerator // exact.denominator)
