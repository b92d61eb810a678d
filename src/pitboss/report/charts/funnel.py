"""The funnel: where the actual hold lies after so many rounds, in bands of 1, 2 and 3 sigma."""

from __future__ import annotations

import math

from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.frame import (
    Frame,
    Label,
    box_top,
    draw_x_axis,
    draw_y_axis,
    y_scale,
    y_words_width,
)
from pitboss.report.charts.scales import Scale, figure
from pitboss.report.charts.words import LINE, SMALL, widest, width
from pitboss.report.plots import FunnelChart, Point

HEIGHT = 250.0
STEPS = 80
SIGMA = "\N{GREEK SMALL LETTER SIGMA}"
# The share of a normal distribution within so many standard deviations of its mean.
SHARES = {1: "68.3%", 2: "95.4%", 3: "99.7%"}


def draw_funnel(canvas: Canvas, chart: FunnelChart) -> float:
    top = box_top(canvas, chart.title, chart.y)
    mean = float(chart.mean)
    reach = chart.half_width(chart.rounds_low, 3)
    y = y_scale([mean - reach, mean + reach], chart.y, top=top, bottom=top + HEIGHT)
    labels = _labels(chart, y)
    left = widest([label.words for label in labels], SMALL) + 8
    right = canvas.width - y_words_width(y, chart.y) - 8
    frame = Frame(Scale(chart.rounds_low, chart.rounds_high, left, right, log=True), y)
    draw_y_axis(canvas, frame, chart.y, side="right")
    if y.low < 0 < y.high:
        canvas.line("axis", (left, y.at(0)), (right, y.at(0)))
    for sigmas in (3, 2, 1):
        canvas.path(f"band-{sigmas}", _band(chart, frame, sigmas), closed=True)
    canvas.line("line-1", (left, y.at(mean)), (right, y.at(mean)))
    for label in labels:
        place = (left - 7, label.y + 4)
        canvas.text(label.role, label.words, place, anchor="end", size=SMALL)
    _crossing(canvas, chart, frame)
    return draw_x_axis(canvas, frame, chart.x)


def _labels(chart: FunnelChart, y: Scale) -> list[Label]:
    """Each band named once, where it begins; the mean with its own value."""
    mean = float(chart.mean)
    labels = [Label(figure(chart.mean, chart.y.kind, chart.y.places), y.at(mean), "strong")]
    for sigmas, share in SHARES.items():
        reach = chart.half_width(chart.rounds_low, sigmas)
        labels.append(Label(f"{sigmas}{SIGMA}  {share}", y.at(mean + reach), "ink"))
        labels.append(Label(f"{sigmas}{SIGMA}", y.at(mean - reach), "quiet"))
    return labels


def _band(chart: FunnelChart, frame: Frame, sigmas: int) -> list[Point]:
    mean, ratio = float(chart.mean), chart.rounds_high / chart.rounds_low
    rounds = [chart.rounds_low * ratio ** (step / STEPS) for step in range(STEPS + 1)]
    upper = [(n, mean + chart.half_width(n, sigmas)) for n in rounds]
    lower = [(n, mean - chart.half_width(n, sigmas)) for n in reversed(rounds)]
    return [frame.place(point) for point in upper + lower]


def _crossing(canvas: Canvas, chart: FunnelChart, frame: Frame) -> None:
    """Mark where two standard deviations no longer reach zero: the house is then nearly sure."""
    mean = float(chart.mean)
    if mean <= 0:
        return
    root = 2 * chart.deviation / mean
    if not math.sqrt(chart.rounds_low * 1.2) < root < math.sqrt(chart.rounds_high / 1.2):
        return
    rounds = root**2
    x, zero = frame.place((rounds, 0.0))
    words = f"2{SIGMA} clear of zero after {figure(math.ceil(rounds), chart.x.kind)} rounds"
    start = min(x + 7, frame.right - width(words, SMALL))
    y = max(frame.y.at(-mean / 2), _lower_edge(chart, frame, start)) + 2 * LINE
    if y > frame.bottom - 4:
        return
    under = y if start == x + 7 else y - LINE
    canvas.line("mark", (x, zero), (x, under + 3))
    canvas.dot("ink", (x, zero), 2.6)
    canvas.text("ink", words, (start, y), size=SMALL)


def _lower_edge(chart: FunnelChart, frame: Frame, x: float) -> float:
    """How far down the widest band reaches at a place on the page."""
    share = max(0.0, (x - frame.left) / (frame.right - frame.left))
    rounds = chart.rounds_low * (chart.rounds_high / chart.rounds_low) ** share
    return frame.y.at(float(chart.mean) - chart.half_width(rounds, 3))
