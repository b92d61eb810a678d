"""Plots: what a chart shows, as plain numbers, before anything is drawn.

Floats are allowed here: a drawing has no exact pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pitboss.invariants import check
from pitboss.report.figures import Kind

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: its words, how its numbers are written, and its range if it is not the data's."""

    label: str = ""
    kind: Kind = Kind.NUMBER
    places: int | None = None
    log: bool = False
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """One labelled value; the note is a short remark set beside it."""

    label: str
    value: float | Fraction
    note: str = ""


@dataclass(frozen=True, slots=True)
class BarChart:
    """Horizontal bars in the order given, each with its own label and figure."""

    bars: tuple[Bar, ...]
    axis: Axis = Axis(kind=Kind.PERCENT)
    title: str = ""

    def __post_init__(self) -> None:
        check(len(self.bars) > 0, "a bar chart needs a bar")
        check(all(math.isfinite(bar.value) for bar in self.bars), "a bar must be finite")


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """Columns over named outcomes; on a log axis an outcome of zero has no column."""

    columns: tuple[Bar, ...]
    x: Axis = Axis()
    y: Axis = Axis(kind=Kind.PERCENT)
    title: str = ""

    def __post_init__(self) -> None:
        check(len(self.columns) > 0, "a column chart needs a column")
        check(all(math.isfinite(c.value) for c in self.columns), "a column must be finite")
        if self.y.log:
            check(all(c.value >= 0 for c in self.columns), "a log axis has no negative values")


@dataclass(frozen=True, slots=True)
class FunnelChart:
    """Bands of 1, 2 and 3 standard deviations of the actual hold by number of rounds."""

    mean: float | Fraction
    deviation: float
    rounds_low: int = 100
    rounds_high: int = 1_000_000
    x: Axis = Axis("Rounds", log=True)
    y: Axis = Axis("Hold", kind=Kind.PERCENT)
    title: str = ""

    def __post_init__(self) -> None:
        check(0 < self.rounds_low < self.rounds_high, "a funnel needs a range of rounds")
        check(self.deviation > 0 and math.isfinite(self.deviation), "a funnel needs a deviation")

    def half_width(self, rounds: float, sigmas: int) -> float:
        """How far a band reaches from the mean after some rounds."""
        return sigmas * self.deviation / math.sqrt(rounds)


@dataclass(frozen=True, slots=True)
class Running:
    rounds: int
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class ConvergenceChart:
    """A running mean with its band of so many standard errors against the exact value."""

    points: tuple[Running, ...]
    exact: float | Fraction
    sigmas: float = 2.0
    x: Axis = Axis("Rounds", log=True)
    y: Axis = Axis("Mean", kind=Kind.PERCENT)
    title: str = ""

    def __post_init__(self) -> None:
        check(len(self.points) > 1, "a convergence chart needs two points")
        rounds = [point.rounds for point in self.points]
        check(rounds == sorted(set(rounds)) and rounds[0] > 0, "rounds must rise from one up")


@dataclass(frozen=True, slots=True)
class Series:
    """One line and the words set at its end."""

    label: str
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        check(len(self.points) > 0, f"the series {self.label!r} has no points")
        check(
            all(math.isfinite(x) and math.isfinite(y) for x, y in self.points),
            f"the series {self.label!r} has a point that is not finite",
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """A level to compare with, drawn as a thin line with its words."""

    label: str
    value: float | Fraction


@dataclass(frozen=True, slots=True)
class LineChart:
    """Several lines, each labelled at its end; `steps` draws them as stairs."""

    series: tuple[Series, ...]
    x: Axis = Axis()
    y: Axis = Axis()
    references: tuple[Reference, ...] = ()
    steps: bool = False
    title: str = ""

    def __post_init__(self) -> None:
        check(0 < len(self.series) <= 8, "a line chart holds one to eight lines")
        for series in self.series:
            check(not self.x.log or min(x for x, _ in series.points) > 0, "log x needs x > 0")
            check(not self.y.log or min(y for _, y in series.points) > 0, "log y needs y > 0")


@dataclass(frozen=True, slots=True)
class Bin:
    """A half-open interval and how much fell into it."""

    low: float
    high: float
    count: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts by interval, with an expected curve and marked values if there are any."""

    bins: tuple[Bin, ...]
    x: Axis = Axis()
    y: Axis = Axis("Count")
    curve: tuple[Point, ...] = ()
    curve_label: str = "expected"
    references: tuple[Reference, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        check(len(self.bins) > 0, "a histogram needs a bin")
        check(all(b.low < b.high and b.count >= 0 for b in self.bins), "a bin must have a width")
        check(not (self.x.log or self.y.log), "a histogram has plain axes")


Plot: TypeAlias = BarChart | ColumnChart | FunnelChart | ConvergenceChart | LineChart | Histogram
