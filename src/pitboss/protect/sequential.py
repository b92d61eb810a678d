"""Tests that may be looked at after every round and keep their false-alarm rate.

Each is a wager against an honest house: its wealth starts at one and has a mean of at most one as
long as the house is honest, so it ever reaches 1/a with probability at most a (Ville).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log

from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode

ALARM_USUAL = 0.001


def alarm_refusal(alarm: float) -> Refusal | None:
    if 0 < alarm < 1:
        return None
    return Refusal(
        RefusalCode.BAD_AMOUNT,
        f"{alarm} is not a false-alarm rate; choose a number between 0 and 1, such as 0.001.",
    )


def share_of(place: int, watches: int, *, is_running: bool) -> int:
    """Into how many parts the false-alarm rate is cut for the watch at this place.

    Equal parts where the record is over. While it grows nobody knows how many will be watched:
    the parts 1/2, 1/6, 1/12, … sum to one however many there come to be.
    """
    return (place + 1) * (place + 2) if is_running else max(1, watches)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a record against an honest house."""

    log_wealth: float
    log_peak: float
    """The most it ever was, as a natural logarithm."""
    peak_at: int
    """After so many observations."""
    observations: int

    def is_alarm(self, alarm: float) -> bool:
        """Whether the wealth ever reached one over the false-alarm rate."""
        return self.log_peak >= -log(alarm)

    @property
    def certainty(self) -> float:
        """An honest house shows as much with at most this probability."""
        return min(1.0, exp(-self.log_peak)) if self.log_peak < inf else 0.0


def follow(factors: Iterable[float]) -> Evidence:
    """Wealth after factors that each have a mean of at most one under an honest house."""
    wealth, peak, at, count = 0.0, 0.0, 0, 0
    for count, factor in enumerate(factors, 1):
        check(factor >= 0, "a wager cannot lose more than it has")
        wealth += log(factor) if factor > 0 else -inf
        if wealth > peak:
            peak, at = wealth, count
    return Evidence(wealth, peak, at, count)


def faces_evidence(
    shown: Sequence[str], chances: Mapping[str, Fraction], *, weight: float = 1.0
) -> Evidence:
    """Recorded faces against known chances, whatever the bias may be.

    The wager follows a guess that starts at the honest chances, as if `weight` times the number
    of faces had been seen, and moves to what is seen (a Dirichlet prior centred on honesty).
    """
    check(all(chance > 0 for chance in chances.values()), "every face can show")
    prior = {face: weight * len(chances) * float(chance) for face, chance in chances.items()}
    total = sum(prior.values())
    seen = dict.fromkeys(chances, 0)

    def factors() -> Iterable[float]:
        for at, face in enumerate(shown):
            guess = (prior[face] + seen[face]) / (total + at)
            seen[face] += 1
            yield guess / float(chances[face])

    return follow(factors())


def exchangeable_factor(scores: Sequence[float]) -> float:
    """The wager on the first of some scores that an honest house makes exchangeable.

    Its share of the total, times how many there are: the mean over any order is one.
    """
    check(len(scores) > 1 and all(score >= 0 for score in scores), "scores are not negative")
    total = sum(scores)
    return len(scores) * scores[0] / total if total > 0 else 1.0


SLOPES = (0.5, 1.0, 2.0)


def replayed_factor(own: float, others: Sequence[float]) -> float:
    """The wager on a score that honesty makes exchangeable with those of other deals.

    Scores are put on one scale by all of them together, so that no deal is treated apart.
    """
    every = (own, *others)
    mean = sum(every) / len(every)
    spread = sum((score - mean) ** 2 for score in every) / len(every)
    if spread <= 0:
        return 1.0
    scaled = [(score - mean) / spread**0.5 for score in every]
    weights = [sum(exp(slope * score - slope**2 / 2) for slope in SLOPES) for score in scaled]
    return exchangeable_factor(weights)


def tilted_evidence(
    observations: Iterable[tuple[float, Mapping[float, float]]],
    slopes: Sequence[float] = (-2.0, -1.0, -0.5, 0.5, 1.0, 2.0),
) -> Evidence:
    """Values against their own laws, given with each: are high or low ones picked out?

    Equal stakes are put on wagers that lean to either side by various slopes; each observation
    is scaled by the standard deviation of its law.
    """
    wealth = [0.0] * len(slopes)
    peak, at, count = 0.0, 0, 0
    total = 0.0
    for count, (value, law) in enumerate(observations, 1):
        mean = sum(chance * one for one, chance in law.items())
        spread = sum(chance * (one - mean) ** 2 for one, chance in law.items()) ** 0.5
        if spread > 0:
            for place, slope in enumerate(slopes):
                lean = slope / spread
                mass = sum(chance * exp(lean * (one - mean)) for one, chance in law.items())
                wealth[place] += lean * (value - mean) - log(mass)
        most = max(wealth)
        total = most + log(sum(exp(one - most) for one in wealth) / len(wealth))
        if total > peak:
            peak, at = total, count
    return Evidence(total, peak, at, count)
