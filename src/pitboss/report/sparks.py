"""Charts in a terminal: bars and sparklines made of block characters, one line each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from pitboss.report import plots
from pitboss.report.charts.scales import figure

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEVELS = "▁▂▃▄▅▆▇█"
BAR_CELLS = 32
SPARK_CELLS = 48


def sparkline(values: Sequence[float], cells: int = SPARK_CELLS) -> str:
    """Values as one line of rising blocks, averaged down to so many cells."""
    if not values:
        return ""
    cells = min(cells, len(values))
    edges = [round(n * len(values) / cells) for n in range(cells + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in pairwise(edges) if b > a]
    low, high = min(means), max(means)
    if high == low:
        return _LEVELS[0] * len(means)
    top = len(_LEVELS) - 1
    return "".join(_LEVELS[round((mean - low) / (high - low) * top)] for mean in means)


def bar_line(share: float, cells: int = BAR_CELLS) -> str:
    """A bar that fills a share (0 to 1) of so many cells, to an eighth of a cell."""
    eighths = round(min(max(share, 0.0), 1.0) * cells * 8)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")


def chart_lines(plot: plots.Plot, width: int = 80) -> list[str]:
    """A plot in plain lines that fit a console of so many cells, if it is not very narrow."""
    match plot:
        case plots.BarChart():
            return _bars(plot.bars, plot.axis, width)
        case plots.ColumnChart():
            return _bars(plot.columns, plot.y, width)
        case plots.Histogram():
            low = figure(plot.bins[0].low, plot.x.kind, plot.x.places)
            high = figure(plot.bins[-1].high, plot.x.kind, plot.x.places)
            cells = max(4, min(SPARK_CELLS, width - len(low) - len(high) - 2))
            return [f"{low} {sparkline([b.count for b in plot.bins], cells)} {high}"]
        case plots.LineChart():
            return _lines(plot, width)
        case plots.ConvergenceChart():
            cells = max(4, min(SPARK_CELLS, width - 32))
            line = sparkline([point.mean for point in plot.points], cells)
            last = figure(plot.points[-1].mean, plot.y.kind, plot.y.places)
            exact = figure(plot.exact, plot.y.kind, plot.y.places)
            return [f"{line}  mean {last}, exact {exact}"]
        case plots.FunnelChart():
            return _funnel(plot, width)


def _bars(bars: tuple[plots.Bar, ...], axis: plots.Axis, width: int) -> list[str]:
    names = max(len(bar.label) for bar in bars)
    figures = [figure(bar.value, axis.kind, axis.places) for bar in bars]
    wide = max(len(words) for words in figures)
    shares = _shares([abs(float(bar.value)) for bar in bars], log=axis.log)
    cells = max(4, min(BAR_CELLS, width - names - wide - 4))
    return [
        f"{bar.label:>{names}}  {words:>{wide}}  {bar_line(share, cells)}"
        for bar, words, share in zip(bars, figures, shares, strict=True)
    ]


def _shares(sizes: list[float], *, log: bool) -> list[float]:
    """How much of the longest bar each one is; on a log axis the smallest keeps an eighth."""
    positive = [size for size in sizes if size > 0]
    if not positive:
        return [0.0] * len(sizes)
    top, low = max(positive), min(positive)
    if not log or top == low:
        return [size / top for size in sizes]
    reach = math.log(top / low)
    return [0.125 + 0.875 * math.log(s / low) / reach if s > 0 else 0.0 for s in sizes]


def _lines(plot: plots.LineChart, width: int) -> list[str]:
    names = max(len(series.label) for series in plot.series)
    cells = max(4, min(SPARK_CELLS, width - names - 20))
    lines = []
    for series in plot.series:
        values = [y for _, y in sorted(series.points)]
        first = figure(values[0], plot.y.kind, plot.y.places)
        last = figure(values[-1], plot.y.kind, plot.y.places)
        lines.append(f"{series.label:>{names}}  {first:>8} {sparkline(values, cells)} {last}")
    return lines


def _funnel(plot: plots.FunnelChart, width: int) -> list[str]:
    mean = float(plot.mean)
    lines: list[str] = []
    rounds, cells = plot.rounds_low, max(4, min(BAR_CELLS, width - 37))
    while rounds <= plot.rounds_high and len(lines) < 12:
        reach = plot.half_width(rounds, 2)
        low = figure(mean - reach, plot.y.kind, plot.y.places)
        high = figure(mean + reach, plot.y.kind, plot.y.places)
        share = reach / plot.half_width(plot.rounds_low, 2)
        lines.append(f"{rounds:>13,}  {low:>8} to {high:>8}  {bar_line(share, cells)}")
        rounds *= 10
    return lines
