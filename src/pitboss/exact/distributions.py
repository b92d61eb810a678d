"""Distributions: exact probabilities of what a bet wins, and the figures that follow.

Everything is a fraction; only square roots, which have none, become floating point, and only when a
caller asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

from pitboss.invariants import check


@dataclass(frozen=True, slots=True)
class Outcome:
    """One net result per unit staked, and how many of the equally likely cases give it."""

    net: Fraction
    count: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """Net results of one unit bet as integer counts over a total of equally likely cases."""

    outcomes: tuple[Outcome, ...]
    total: int

    def __post_init__(self) -> None:
        check(all(outcome.count >= 0 for outcome in self.outcomes), "counts are not negative")
        check(sum(o.count for o in self.outcomes) == self.total > 0, "counts sum to the total")

    @classmethod
    def of_counts(cls, counts: Mapping[Fraction, int]) -> Distribution:
        """From counts by net result; results that never occur are left out."""
        kept = {net: count for net, count in counts.items() if count}
        outcomes = tuple(Outcome(net, kept[net]) for net in sorted(kept))
        return cls(outcomes, sum(kept.values()))

    @classmethod
    def of_probabilities(
        cls, chances: Mapping[Fraction, Fraction], *, cases: int = 1
    ) -> Distribution:
        """From probabilities that sum to one, counted over `cases` or the least multiple of it."""
        total = lcm(cases, *(chance.denominator for chance in chances.values()))
        counts = {net: int(chance * total) for net, chance in chances.items()}
        check(sum(counts.values()) == total, "probabilities sum to one")
        return cls.of_counts(counts)

    def probability(self, net: Fraction) -> Fraction:
        return Fraction(sum(o.count for o in self.outcomes if o.net == net), self.total)

    def moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        """The mean of (net - about) to a power."""
        return sum(
            (Fraction(o.count, self.total) * (o.net - about) ** power for o in self.outcomes),
            Fraction(0),
        )

    @property
    def mean(self) -> Fraction:
        return self.moment(1)

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @property
    def variance(self) -> Fraction:
        return self.moment(2, about=self.mean)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The third standard moment; zero where nothing varies."""
        variance = self.variance
        return float(self.moment(3, about=self.mean)) / sqrt(variance) ** 3 if variance else 0.0

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player wins more than the stake back."""
        return Fraction(sum(o.count for o in self.outcomes if o.net > 0), self.total)
