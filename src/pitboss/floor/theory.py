"""Theory: what the exact figures of an edition expect of the bets that were made.

The expected win is every stake at its exact edge. The variance of a round is exact where all seats
share one result; where seats have results of their own, only a bound on how they move together is
known, and the bound is taken, so that nothing is marked too easily.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, sqrt

from pitboss.exact.figures import GameFigures
from pitboss.exact.solvers import game_figures
from pitboss.floor.tally import Tally
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.par.studies import Joint, study_of

_ROOT_PLACES = 10**9
ONE_IN_20, ONE_IN_100 = 1.959964, 2.575829
"""Deviations that an honest table exceeds on either side once in 20 and once in 100."""

Pairs = Mapping[tuple[str, str], Fraction]


@dataclass(frozen=True, slots=True)
class Moments:
    """The exact first and second moments of every bet of an edition, per unit staked."""

    edges: Mapping[str, Fraction]
    covariances: Mapping[str, Fraction]
    """By the names of two bets in order, with a space between."""
    is_bound: bool
    """Whether covariances between bets are only bounded."""

    def expected(self, tally: Tally) -> Fraction:
        """What the house should have won."""
        edges, none = self.edges, Fraction(0)
        return sum((edges.get(name, none) * bet.staked for name, bet in tally.bets.items()), none)

    def variance(self, tally: Tally) -> Fraction:
        found, none = self.covariances, Fraction(0)
        return sum(
            (found.get(name, none) * amount for name, amount in tally.products.items()), none
        )


@dataclass(frozen=True, slots=True)
class Theory:
    """What a tally should have come to, and how far from it an honest one may lie."""

    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def __add__(self, other: Theory) -> Theory:
        return Theory(self.expected + other.expected, self.variance + other.variance)

    @property
    def deviation(self) -> float:
        """One standard deviation, in minor units."""
        return sqrt(self.variance)

    def deviations(self, win: int) -> float | None:
        """How many standard deviations the win lies above its expectation."""
        return float(win - self.expected) / self.deviation if self.variance else None


def theory_of(moments: Moments, tally: Tally) -> Theory:
    return Theory(moments.expected(tally), moments.variance(tally))


def moments_of(game: AnyGame, edition: HasHead) -> Moments:
    """The moments of an edition's bets, by the spots they are made on."""
    figures = game_figures(game, edition)
    spots = {str(spot.key) for spot in game.all_spots(edition)}
    # A base game of several spots is counted on the spot of its unit.
    names = tuple(bet.bet if bet.bet in spots else bet.unit for bet in figures.bets)
    edges = {name: bet.house_edge for name, bet in zip(names, figures.bets, strict=True)}
    joint = study_of(game).joint
    if joint is None:
        return Moments(edges, _bounds(names, figures), is_bound=len(names) > 0)
    return Moments(edges, _covariances(names, joint(edition)), is_bound=False)


def _covariances(names: tuple[str, ...], joint: Joint) -> dict[str, Fraction]:
    """Of every two bets, over the rounds in which both are offered."""
    found = {}
    for first, one in enumerate(names):
        for second, two in enumerate(names[first:], first):
            chance = mean = other = both = Fraction(0)
            for nets, weight in joint.items():
                x, y = nets[first], nets[second]
                if x is not None and y is not None:
                    chance += weight
                    mean += weight * x
                    other += weight * y
                    both += weight * x * y
            if chance:
                key = " ".join(sorted((one, two)))
                found[key] = both / chance - mean * other / chance**2
    return found


def _bounds(names: tuple[str, ...], figures: GameFigures) -> dict[str, Fraction]:
    """The most that two bets can vary together: the product of their deviations."""
    variances = [bet.distribution.variance for bet in figures.bets]
    return {
        " ".join(sorted((one, two))): _root_above(variances[first] * variances[second])
        if first != second
        else variances[first]
        for first, one in enumerate(names)
        for second, two in enumerate(names[first:], first)
    }


def _root_above(square: Fraction) -> Fraction:
    """A fraction that is hardly more than the square root."""
    scaled = square * _ROOT_PLACES**2
    return Fraction(isqrt(scaled.numerator // scaled.denominator) + 1, _ROOT_PLACES)
