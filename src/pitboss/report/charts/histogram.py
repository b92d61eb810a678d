"""The histogram: counts by interval with the expected curve over them."""

from __future__ import annotations

from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.frame import (
    Frame,
    box_top,
    draw_uprights,
    draw_x_axis,
    draw_y_axis,
    y_scale,
    y_words_width,
)
from pitboss.report.charts.scales import fitted
from pitboss.report.charts.words import LINE, SMALL, width
from pitboss.report.plots import Histogram

HEIGHT = 220.0


def draw_histogram(canvas: Canvas, chart: Histogram) -> float:
    marked = LINE * len(chart.references)
    top = box_top(canvas, chart.title, chart.y) + marked
    heights = [b.count for b in chart.bins] + [y for _, y in chart.curve] + [0.0]
    y = y_scale(heights, chart.y, top=top, bottom=top + HEIGHT)
    left = y_words_width(y, chart.y) + 8
    edges = [edge for b in chart.bins for edge in (b.low, b.high)]
    frame = Frame(fitted(edges, chart.x, start=left, end=canvas.width - 4, nice=False), y)
    draw_y_axis(canvas, frame, chart.y, lift=marked)
    for b in chart.bins:
        start, end = frame.x.at(b.low), frame.x.at(b.high)
        gap = min(1.0, (end - start) * 0.1)
        height = y.at(b.count)
        canvas.rect(
            "band-1", x=start + gap / 2, y=height, wide=end - start - gap, high=y.start - height
        )
    _curve(canvas, chart, frame)
    draw_uprights(canvas, frame, chart.references)
    return draw_x_axis(canvas, frame, chart.x)


def _curve(canvas: Canvas, chart: Histogram, frame: Frame) -> None:
    if not chart.curve:
        return
    canvas.open_window(x=frame.left, y=frame.top, wide=frame.right - frame.left, high=HEIGHT)
    canvas.path("line-2", [frame.place(point) for point in chart.curve])
    canvas.close_window()
    if not chart.curve_label:
        return
    # Beside the falling side, at half of the peak, nothing is in the way.
    peak = max(range(len(chart.curve)), key=lambda place: chart.curve[place][1])
    falling = chart.curve[peak:]
    x, y = next((p for p in falling if p[1] <= chart.curve[peak][1] / 2), falling[-1])
    wide = width(chart.curve_label, SMALL)
    start = min(frame.x.clamped(x) + 10, frame.right - wide)
    canvas.text("fill-2", chart.curve_label, (start, frame.y.clamped(y) - 2), size=SMALL)
