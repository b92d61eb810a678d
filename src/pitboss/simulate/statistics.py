"""Statistics: what a tally says of each bet, and whether the exact value agrees with it.

Mean and error follow from whole numbers; only the last square root is a float.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.games.bet_names import BetNames
from pitboss.simulate.cells import CellTable
from pitboss.simulate.tallies import RoundTally

Z_LIMIT = 4.0
"""Beyond this many standard errors from the exact value a result is not believed."""
CONFIDENCE = "95%"
CONFIDENCE_SIGMAS = 1.959963984540054
PACKETS_LEAST = 30
"""Fewer packets than this cannot tell their own error."""

AGREES, DIFFERS, UNKNOWN = "agrees", "differs", "no exact value"


@dataclass(frozen=True, slots=True)
class BetResult:
    """One bet, per unit: what was seen, how sure that is, and what is exact."""

    bet: str
    units: int
    """How many units were bet: rounds in which the bet was offered."""
    mean: float
    standard_error: float
    exact: Fraction | None
    z: float | None

    @property
    def verdict(self) -> str:
        if self.z is None:
            return UNKNOWN
        return AGREES if abs(self.z) < Z_LIMIT else DIFFERS

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the mean."""
        reach = CONFIDENCE_SIGMAS * self.standard_error
        return self.mean - reach, self.mean + reach


def bet_results(
    table: CellTable, tally: RoundTally, figures: GameFigures | None
) -> tuple[BetResult, ...]:
    """Every bet of the model; without figures nothing is compared."""
    known = {} if figures is None else {bet.bet: bet for bet in figures.bets}
    return tuple(_bet_result(table, tally, at, known.get(bet)) for at, bet in enumerate(table.bets))


def _bet_result(
    table: CellTable, tally: RoundTally, bet: int, figure: BetFigures | None
) -> BetResult:
    column = table.exposure_column(bet)
    units = tally.sums[column]
    exact = None if figure is None else figure.distribution.mean
    if units == 0:
        return BetResult(table.bets[bet], 0, 0.0, 0.0, exact, None)
    mean = Fraction(tally.sums[bet], table.scale * units)
    error = _standard_error(table, tally, bet)
    if figure is not None and (error == 0.0 or tally.packets < PACKETS_LEAST):
        # Too little was seen to judge by it: independent rounds of the exact distribution.
        error = sqrt(figure.distribution.variance / units)
    z = float(mean - exact) / error if exact is not None and error > 0.0 else None
    return BetResult(table.bets[bet], units, float(mean), error, exact, z)


def _standard_error(table: CellTable, tally: RoundTally, bet: int) -> float:
    """Of a ratio: the spread of (net - mean x units) over independent packets."""
    column = table.exposure_column(bet)
    net, units, packets = tally.sums[bet], tally.sums[column], tally.packets
    if packets < 2 or units == 0:
        return 0.0
    products = tally.products
    # units^2 times the sum of (net - net/units x its units)^2, all in whole numbers.
    spread = (
        units * units * products[bet][bet]
        - 2 * net * units * products[bet][column]
        + net * net * products[column][column]
    )
    variance = Fraction(spread * packets, (packets - 1) * units**4 * table.scale**2)
    return sqrt(max(variance, Fraction(0)))


def verdict_line(results: tuple[BetResult, ...], names: BetNames) -> str:
    """One sentence on the whole: whether the exact values agree, and how sharp the check was."""
    judged = [result for result in results if result.z is not None]
    if not judged:
        return "No exact value is known for these bets, so there is nothing to compare with."
    wrong = [names(result.bet) for result in judged if result.verdict == DIFFERS]
    far = max(judged, key=lambda result: abs(result.z or 0.0))
    if wrong:
        return (
            f"DIFFERS: {', '.join(wrong)}. The farthest, {names(far.bet)}, lies {far.z:+.1f}"
            f" standard errors from its exact value, beyond the limit of {Z_LIMIT:g}: the pays,"
            " the rules or the mathematics are not the same on both sides."
        )
    odds = chance_of(len(judged), abs(far.z or 0.0))
    what = (
        f"{names(far.bet)} lies {far.z:+.2f} standard errors from its exact value"
        if len(judged) == 1
        else f"all {len(judged)} bets lie within {Z_LIMIT:g} standard errors of their exact values;"
        f" the farthest is {names(far.bet)} at {far.z:+.2f}"
    )
    return (
        f"AGREES: {what}, as far or farther in {100 * odds:.0f} of 100 such runs. An error of"
        f" {sharpness(judged):.2g} per unit would have been noticed."
    )


def chance_of(bets: int, z: float) -> float:
    """How likely the farthest of so many independent bets is at least this far."""
    return float(1.0 - (1.0 - erfc(z / sqrt(2.0))) ** bets)


def sharpness(judged: list[BetResult]) -> float:
    """An error of any bet's mean that would almost surely be seen: twice the limit."""
    return max(2.0 * Z_LIMIT * result.standard_error for result in judged)
