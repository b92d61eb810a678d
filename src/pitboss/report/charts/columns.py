"""Columns: the distribution of outcomes, plain or on a log axis."""

from __future__ import annotations

import math

from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.frame import Frame, draw_title, draw_y_axis, draw_y_name, y_words_width
from pitboss.report.charts.scales import Scale, figure
from pitboss.report.charts.words import LINE, SMALL, widest, width
from pitboss.report.plots import ColumnChart

HEIGHT = 190.0
WIDEST = 64.0
STEP = 110.0
# The highest column's figure stands between the box and the name of the axis.
LIFT = 12.0


def draw_columns(canvas: Canvas, chart: ColumnChart) -> float:
    top = draw_title(canvas, chart.title) + (38 if chart.y.label else 18)
    scale = _scale(chart, top=top, bottom=top + HEIGHT)
    figures = [figure(c.value, chart.y.kind, chart.y.places) for c in chart.columns]
    step = min(canvas.width / len(chart.columns), STEP)
    labelled = widest(figures, SMALL) + 4 <= step
    with_axis = not labelled or chart.y.log
    left = y_words_width(scale, chart.y) + 8 if with_axis else 0.0
    step = min((canvas.width - left) / len(chart.columns), STEP)
    labelled = labelled and widest(figures, SMALL) + 4 <= step
    frame = Frame(Scale(0, len(chart.columns), left, left + step * len(chart.columns)), scale)
    if with_axis:
        draw_y_axis(canvas, frame, chart.y, lift=LIFT)
    else:
        draw_y_name(canvas, frame, chart.y, lift=LIFT)
    _columns(canvas, chart, frame, figures=figures if labelled else None)
    return _names(canvas, chart, frame, step)


def _scale(chart: ColumnChart, *, top: float, bottom: float) -> Scale:
    values = [float(column.value) for column in chart.columns]
    if chart.y.log:
        positive = [value for value in values if value > 0] or [1.0]
        low = 10.0 ** (math.floor(math.log10(min(positive)) - 1e-9))
        high = 10.0 ** math.ceil(math.log10(max(positive)) - 1e-9)
        return Scale(low, max(high, low * 10), bottom, top, log=True)
    low, high = min(0.0, *values), max(0.0, *values)
    return Scale(low, high if low < high else 1.0, bottom, top)


def _columns(canvas: Canvas, chart: ColumnChart, frame: Frame, figures: list[str] | None) -> None:
    base = frame.bottom if frame.y.log else frame.y.at(0)
    step = frame.x.at(1) - frame.x.at(0)
    wide = min(step * 0.68, WIDEST)
    for place, column in enumerate(chart.columns):
        middle = frame.x.at(place + 0.5)
        value = float(column.value)
        end = base if frame.y.log and value <= 0 else frame.y.at(value)
        if end != base:
            role = "minus" if value < 0 else "fill-1"
            high = abs(end - base)
            canvas.rect(role, x=middle - wide / 2, y=min(base, end), wide=wide, high=high)
        if figures is not None:
            y = max(base, end) + 13 if value < 0 else end - 5
            canvas.text("ink", figures[place], (middle, y), anchor="middle", size=SMALL)
    canvas.line("axis", (frame.left, base), (frame.right, base))


def _names(canvas: Canvas, chart: ColumnChart, frame: Frame, step: float) -> float:
    """The outcomes' names under their columns, turned when they are wider than a column."""
    labels = [column.label for column in chart.columns]
    below = frame.bottom + (14 if min(float(c.value) for c in chart.columns) < 0 else 0)
    if widest(labels, SMALL) + 6 <= step:
        for place, words in enumerate(labels):
            middle = frame.x.at(place + 0.5)
            canvas.text("ink", words, (middle, below + 16), anchor="middle", size=SMALL)
        bottom = below + 16
    else:
        bottom = _turn_names(canvas, labels, frame, step, below)
    if chart.x.label:
        bottom += LINE + 4
        middle = (frame.left + frame.right) / 2
        canvas.text("quiet", chart.x.label, (middle, bottom), anchor="middle", size=SMALL)
    return bottom + 8


def _turn_names(
    canvas: Canvas, labels: list[str], frame: Frame, step: float, below: float
) -> float:
    # Names stand upright, so neighbours need only a line's height; beyond that some are left out.
    stride = max(1, math.ceil(LINE / step))
    # The last of many would stand on the edge of the drawing: it is one of those left out.
    places = range(0, len(labels) - (stride > 1), stride)
    for place in places:
        x = frame.x.at(place + 0.5) + 4
        canvas.text("ink", labels[place], (x, below + 8), anchor="end", size=SMALL, turned=-90)
    return below + 8 + max(width(labels[place], SMALL) for place in places)
