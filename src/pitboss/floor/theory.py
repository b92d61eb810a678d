"""Theory: what the exact figures of an edition expect of the bets that were made.

The expected win is every stake at its exact edge. The variance of a round is exact where all seats
share one result; where seats have results of their own, only a bound on how they move together is
known, and the bound is taken, so that nothing is marked too easily.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isqrt, lcm, sqrt
from operator import mul

from pitboss.exact.figures import GameFigures
from pitboss.exact.kept_figures import keep_figures
from pitboss.floor.tally import Tally
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.par.studies import Joint, study_of

_ROOT_PLACES = 10**9
ONE_IN_20, ONE_IN_100 = 1.959964, 2.575829
"""Deviations that an honest table exceeds on either side once in 20 and once in 100."""

Parts = tuple[defaultdict[str, int], int]
"""Numerators by name, none where there is no such bet, and the denominator of them all."""


@dataclass(frozen=True)
class Moments:
    """The exact first and second moments of every bet of an edition, per unit staked."""

    edges: Mapping[str, Fraction]
    covariances: Mapping[str, Fraction]
    """By the names of two bets in order, with a space between."""
    is_bound: bool
    """Whether covariances between bets are only bounded."""

    # A report multiplies some hundred thousand times: whole numbers over one denominator are as
    # exact as fractions and many times faster.
    @cached_property
    def _edge_parts(self) -> Parts:
        return _over_one_denominator(self.edges)

    @cached_property
    def _covariance_parts(self) -> Parts:
        return _over_one_denominator(self.covariances)

    def numerators(self, tally: Tally) -> tuple[int, int]:
        """Of the win that is expected of a tally and of its variance; those of two tallies add."""
        edges, covariances = self._edge_parts[0], self._covariance_parts[0]
        expected = sum(edges[name] * bet.staked for name, bet in tally.bets.items())
        products = tally.products
        return expected, sum(map(mul, map(covariances.__getitem__, products), products.values()))

    def theory(self, numerators: tuple[int, int]) -> Theory:
        expected, variance = numerators
        return Theory(
            Fraction(expected, self._edge_parts[1]), Fraction(variance, self._covariance_parts[1])
        )


def _over_one_denominator(found: Mapping[str, Fraction]) -> Parts:
    whole = lcm(*(one.denominator for one in found.values()))
    return defaultdict(int, {name: int(one * whole) for name, one in found.items()}), whole


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
    return moments.theory(moments.numerators(tally))


def moments_of(game: AnyGame, edition: HasHead) -> Moments:
    """The moments of an edition's bets, by the spots they are made on."""
    figures = keep_figures(game, edition)
    spots = {str(spot.key) for spot in game.all_spots(edition)}
    # A base game of several spots is counted on the spot of its unit.
    names = tuple(bet.bet if bet.bet in spots else bet.unit for bet in figures.bets)
    figures, names = _with_moved(game, edition, figures, names)
    edges = {name: bet.house_edge for name, bet in zip(names, figures.bets, strict=True)}
    joint = study_of(game).joint
    if joint is None:
        return Moments(edges, _bounds(names, figures), is_bound=len(names) > 0)
    return Moments(edges, _covariances(names, joint(edition)), is_bound=False)


def _with_moved(
    game: AnyGame, edition: HasHead, figures: GameFigures, names: tuple[str, ...]
) -> tuple[GameFigures, tuple[str, ...]]:
    """A bet that moved is decided where it lies, and is still the bet that was made."""
    made = dict(zip(names, figures.bets, strict=True))
    moved = {s.key: made[s.moved_from] for s in game.all_spots(edition) if s.moved_from}
    return replace(figures, bets=(*figures.bets, *moved.values())), (*names, *moved)


def _covariances(names: tuple[str, ...], joint: Joint) -> dict[str, Fraction]:
    """Of every two bets, over the rounds in which both are offered."""
    # Whole numbers over one denominator of all chances and one of all nets.
    size = lcm(*(weight.denominator for weight in joint.values()))
    unit = lcm(*(net.denominator for nets in joint for net in nets if net is not None))
    rows = [
        (int(weight * size), [None if net is None else int(net * unit) for net in nets])
        for nets, weight in joint.items()
    ]
    found = {}
    for first, one in enumerate(names):
        for second, two in enumerate(names[first:], first):
            chance = mean = other = both = 0
            for weight, nets in rows:
                x, y = nets[first], nets[second]
                if x is not None and y is not None:
                    chance += weight
                    mean += weight * x
                    other += weight * y
                    both += weight * x * y
            if chance:
                key = " ".join(sorted((one, two)))
                found[key] = Fraction(both * chance - mean * other, (chance * unit) ** 2)
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
