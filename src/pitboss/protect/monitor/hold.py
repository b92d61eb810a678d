"""Actual against theoretical hold, with bands that allow for any correlation.

What one result decides is one entry, so that seats on the same spin, card or dealer's hand are
never taken as independent. Entries follow each other: each has a mean and a variance given all that
lay before it, and Freedman's inequality then bounds their sum for any stakes.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, log, sqrt
from typing import Any

import numpy as np

from pitboss.exact.distributions import Distribution
from pitboss.protect.monitor.records import WatchedRound

INSIDE = 0.999
EXACT_BETS = 400
EXACT_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class HoldEntry:
    """All bets of one kind that one result decides, from the side of the house."""

    bet: str
    bets: int
    staked: int
    won: int
    expected: float
    """Given everything before it."""
    variance: float
    reach: float
    """The farthest that the result can lie from what is expected."""
    law: Distribution | None = None
    """The law of a unit, where it is the same every time and independent of what was before."""


@dataclass(frozen=True, slots=True)
class HoldRow:
    """One bet's hold: what was staked, what the house won and should have won."""

    bet: str
    bets: int
    staked: int
    won: int
    expected: float
    deviation: float
    low: float
    high: float
    is_exact: bool

    @property
    def deviations(self) -> float:
        return (self.won - self.expected) / self.deviation if self.deviation else 0.0

    def keys(self) -> dict[str, Any]:
        names = ("bet", "bets", "staked", "won", "expected")
        return {name: getattr(self, name) for name in names} | {
            "standard_deviations": self.deviations,
            "band": [self.low, self.high],
            "band_is_exact": self.is_exact,
        }


def law_entry(
    bet: str, results: Sequence[tuple[int, int]], law: Distribution, *, alike: bool
) -> HoldEntry:
    """Stakes and nets to players of one result, each by the law of a unit.

    Where all are decided `alike` they win and lose as one stake. Otherwise they may be correlated
    in any way, and the deviation of each is added up, which no dependence can exceed.
    """
    staked = sum(stake for stake, _ in results)
    edge = float(law.house_edge)
    nets = [float(outcome.net) for outcome in law.outcomes]
    reach = staked * max(max(nets) + edge, -edge - min(nets))
    return HoldEntry(
        bet,
        len(results),
        staked,
        -sum(net for _, net in results),
        edge * staked,
        float(law.variance) * staked**2,
        reach,
        law if alike else None,
    )


def law_entries(
    rounds: Iterable[WatchedRound], laws: Mapping[str, Distribution]
) -> tuple[HoldEntry, ...]:
    """Entries of a game in which a round decides a bet alike for every seat."""
    found = []
    for one in rounds:
        for bet, results in by_bet(one, laws).items():
            found.append(law_entry(bet, results, laws[bet], alike=True))
    return tuple(found)


def by_bet(one: WatchedRound, known: Container[str]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for (_, spot), result in one.results().items():
        if spot in known:
            found.setdefault(spot, []).append(result)
    return found


def hold_rows(entries: Iterable[HoldEntry]) -> tuple[HoldRow, ...]:
    """Every bet with its band."""
    by_bet: dict[str, list[HoldEntry]] = {}
    for entry in entries:
        by_bet.setdefault(entry.bet, []).append(entry)
    return tuple(_row(bet, by_bet[bet]) for bet in sorted(by_bet))


def _row(bet: str, entries: list[HoldEntry]) -> HoldRow:
    expected = sum(entry.expected for entry in entries)
    variance = sum(entry.variance for entry in entries)
    stakes = [entry.staked for entry in entries]
    law = entries[0].law
    band = None
    if law is not None and len(set(stakes)) == 1:
        band = exact_band(law, stakes)
    if band is None:
        reach = bound(variance, max(entry.reach for entry in entries))
        low, high = expected - reach, expected + reach
    else:
        low, high = band
    return HoldRow(
        bet,
        sum(entry.bets for entry in entries),
        sum(stakes),
        sum(entry.won for entry in entries),
        expected,
        sqrt(variance),
        low,
        high,
        band is not None,
    )


def bound(variance: float, reach: float) -> float:
    """How far a sum strays on either side with a chance of at most half of what lies outside.

    Freedman: a sum of steps of at most `reach` with this variance altogether, each of mean zero
    given those before, passes x with a chance of at most exp(-x^2 / 2 (variance + reach x / 3)).
    """
    rarity = log(2 / (1 - INSIDE))
    third = rarity * reach / 3
    return third + sqrt(third**2 + 2 * rarity * variance)


def exact_band(law: Distribution, stakes: list[int]) -> tuple[float, float] | None:
    """The band of the house's win on equal stakes, by adding up the law; None where too long."""
    unit = lcm(*(outcome.net.denominator for outcome in law.outcomes))
    nets = [int(outcome.net * unit) for outcome in law.outcomes]
    width = max(nets) - min(nets)
    if len(stakes) > EXACT_BETS or width * len(stakes) > EXACT_STEPS:
        return None
    one = np.zeros(width + 1)
    for net, outcome in zip(nets, law.outcomes, strict=True):
        # The house's win rises with the index.
        one[max(nets) - net] = outcome.count / law.total
    whole = np.ones(1)
    for _ in stakes:
        whole = np.convolve(whole, one)
    summed = whole.cumsum()
    tail = (1 - INSIDE) / 2
    lowest, highest = int(np.searchsorted(summed, tail)), int(np.searchsorted(summed, 1 - tail))
    scale = Fraction(stakes[0], unit)
    start = -max(nets) * len(stakes)
    return float((start + lowest) * scale), float((start + highest) * scale)
