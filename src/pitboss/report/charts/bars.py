"""Horizontal bars: one figure per bet, each labelled where it ends."""

from __future__ import annotations

from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.frame import draw_title
from pitboss.report.charts.scales import Scale, figure
from pitboss.report.charts.words import LINE, SIZE, SMALL, widest, width, wrap
from pitboss.report.plots import Bar, BarChart

BAR = 11.0
ROW = 22.0
GAP = 8.0


def draw_bars(canvas: Canvas, chart: BarChart) -> float:
    top = draw_title(canvas, chart.title)
    if chart.axis.label:
        canvas.text("quiet", chart.axis.label, (0, top + 10), size=SMALL)
        top += 22
    names = widest([bar.label for bar in chart.bars])
    stacked = names > canvas.width * 0.36
    left = 0.0 if stacked else names + GAP + 4
    scale = _scale(canvas, chart, left, notes=True)
    # Where notes would leave the bars too little room, the figures alone stay.
    notes = scale.end - scale.start >= canvas.width * 0.2
    if not notes:
        scale = _scale(canvas, chart, left, notes=False)
    zero, y = scale.at(0), top
    for bar in chart.bars:
        y = _name(canvas, bar, y, left=left, stacked=stacked)
        _bar(canvas, chart, bar, scale=scale, y=y + ROW / 2, notes=notes)
        y += ROW
    canvas.line("axis", (zero, top), (zero, y))
    return y + 4


def _scale(canvas: Canvas, chart: BarChart, left: float, *, notes: bool) -> Scale:
    """Room for the bars between the names and the figures, zero always on it."""
    values = [float(bar.value) for bar in chart.bars]
    low, high = min(0.0, *values), max(0.0, *values)
    if low == high:
        high = 1.0
    tails = [(bar.value < 0, _tail(chart, bar, notes=notes)) for bar in chart.bars]
    before = max((tail for negative, tail in tails if negative), default=0.0)
    after = max((tail for negative, tail in tails if not negative), default=0.0)
    return Scale(low, high, left + before, canvas.width - after)


def _tail(chart: BarChart, bar: Bar, *, notes: bool) -> float:
    words = width(_figure(chart, bar)) + GAP + 2
    return words + (width(bar.note, SMALL) + GAP if notes and bar.note else 0.0)


def _figure(chart: BarChart, bar: Bar) -> str:
    return figure(bar.value, chart.axis.kind, chart.axis.places)


def _name(canvas: Canvas, bar: Bar, y: float, *, left: float, stacked: bool) -> float:
    """The bar's name beside it, or above it where names are long; gives the bar's top."""
    if not stacked:
        place = (left - GAP, y + ROW / 2 + 4)
        canvas.text("ink", bar.label, place, anchor="end")
        return y
    for words in wrap(bar.label, canvas.width):
        y += LINE
        canvas.text("ink", words, (0, y), size=SIZE)
    return y


def _bar(canvas: Canvas, chart: BarChart, bar: Bar, *, scale: Scale, y: float, notes: bool) -> None:
    zero, end = scale.at(0), scale.at(float(bar.value))
    negative = bar.value < 0
    role = "minus" if negative else "fill-1"
    canvas.rect(role, x=min(zero, end), y=y - BAR / 2, wide=abs(end - zero), high=BAR)
    words = _figure(chart, bar)
    step = -1 if negative else 1
    anchor = "end" if negative else "start"
    canvas.text("ink", words, (end + step * 6, y + 4), anchor=anchor)
    if notes and bar.note:
        after = end + step * (6 + width(words) + GAP)
        canvas.text("quiet", bar.note, (after, y + 4), anchor=anchor, size=SMALL)
