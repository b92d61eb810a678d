"""Actual against theoretical hold, with bands from the exact law of every bet.

May import numpy and exact distributions; called by the monitors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from pitboss.exact.distributions import Distribution

INSIDE = 0.999
EXACT_BETS = 400
EXACT_STEPS = 200_000


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
        return {
            "bet": self.bet,
            "bets": self.bets,
            "staked": self.staked,
            "won": self.won,
            "expected": self.expected,
            "standard_deviations": self.deviations,
            "band": [self.low, self.high],
            "band_is_exact": self.is_exact,
        }


def hold_rows(
    settled: Iterable[tuple[str, int, int]], laws: Mapping[str, Distribution]
) -> tuple[HoldRow, ...]:
    """From bets as (spot, stake, net to the player); spots without a law are left out."""
    by_bet: dict[str, list[tuple[int, int]]] = {}
    for spot, stake, net in settled:
        if spot in laws:
            by_bet.setdefault(spot, []).append((stake, net))
    return tuple(_row(bet, pairs, laws[bet]) for bet, pairs in sorted(by_bet.items()))


def _row(bet: str, pairs: list[tuple[int, int]], law: Distribution) -> HoldRow:
    stakes = [stake for stake, _ in pairs]
    expected = float(law.house_edge) * sum(stakes)
    deviation = sqrt(float(law.variance) * sum(stake**2 for stake in stakes))
    band = exact_band(law, stakes) if len(set(stakes)) == 1 else None
    if band is None:
        reach = NormalDist().inv_cdf((1 + INSIDE) / 2) * deviation
        low, high = expected - reach, expected + reach
    else:
        low, high = band
    won = -sum(net for _, net in pairs)
    return HoldRow(
        bet, len(pairs), sum(stakes), won, expected, deviation, low, high, band is not None
    )


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
