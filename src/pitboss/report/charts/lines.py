"""Lines: several series with their names at their ends, and running means against the exact."""

from __future__ import annotations

from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.frame import (
    Frame,
    Label,
    box_top,
    draw_side_labels,
    draw_x_axis,
    draw_y_axis,
    side_height,
    side_room,
    y_scale,
    y_words_width,
)
from pitboss.report.charts.scales import figure, fitted
from pitboss.report.plots import ConvergenceChart, LineChart, Point, Series

HEIGHT = 240.0


def draw_lines(canvas: Canvas, chart: LineChart) -> float:
    """Draw several lines; gives the chart's height."""
    top = box_top(canvas, chart.title, chart.y)
    xs = [x for series in chart.series for x, _ in series.points]
    ys = [y for series in chart.series for _, y in series.points]
    ys += [float(reference.value) for reference in chart.references]
    names = [s.label for s in chart.series] + [r.label for r in chart.references]
    high = max(HEIGHT, side_height(canvas, names))
    y = y_scale(ys, chart.y, top=top, bottom=top + high)
    left = y_words_width(y, chart.y) + 8
    right = canvas.width - side_room(canvas, names)
    frame = Frame(fitted(xs, chart.x, start=left, end=right, nice=False), y)
    draw_y_axis(canvas, frame, chart.y)
    labels = _references(canvas, chart, frame)
    canvas.open_window(x=left - 2, y=top - 2, wide=right - left + 4, high=high + 4)
    for place, series in enumerate(chart.series, start=1):
        points = _stairs(series.points) if chart.steps else series.points
        canvas.path(f"line-{place}", [frame.place(point) for point in points])
        if len(series.points) == 1:
            canvas.dot(f"fill-{place}", frame.place(series.points[0]))
    canvas.close_window()
    for place, series in enumerate(chart.series, start=1):
        labels.append(Label(series.label, y.clamped(_last(series)), f"fill-{place}"))
    draw_side_labels(canvas, labels, frame=frame)
    return draw_x_axis(canvas, frame, chart.x)


def _last(series: Series) -> float:
    return max(series.points, key=lambda point: point[0])[1]


def _references(canvas: Canvas, chart: LineChart, frame: Frame) -> list[Label]:
    labels = []
    for reference in chart.references:
        height = frame.y.clamped(float(reference.value))
        canvas.line("mark", (frame.left, height), (frame.right, height))
        labels.append(Label(reference.label, height, "ink"))
    return labels


def _stairs(points: tuple[Point, ...]) -> tuple[Point, ...]:
    steps = list(points[:1])
    for x, y in points[1:]:
        steps += [(x, steps[-1][1]), (x, y)]
    return tuple(steps)


def draw_convergence(canvas: Canvas, chart: ConvergenceChart) -> float:
    """Draw a running mean with its band; gives the chart's height."""
    top = box_top(canvas, chart.title, chart.y)
    exact = float(chart.exact)
    last = chart.points[-1]
    words = [
        f"exact {figure(chart.exact, chart.y.kind, chart.y.places)}",
        f"mean {figure(last.mean, chart.y.kind, chart.y.places)}",
        f"±{figure(chart.sigmas, chart.x.kind)} s.e.",
    ]
    y = y_scale(_reach(chart), chart.y, top=top, bottom=top + HEIGHT)
    left = y_words_width(y, chart.y) + 8
    right = canvas.width - side_room(canvas, words)
    rounds = [float(point.rounds) for point in chart.points]
    frame = Frame(fitted(rounds, chart.x, start=left, end=right, nice=False), y)
    draw_y_axis(canvas, frame, chart.y)
    canvas.open_window(x=left, y=top, wide=right - left, high=HEIGHT)
    canvas.path("band-2", _band(chart, frame), closed=True)
    canvas.path("line-1", [frame.place((p.rounds, p.mean)) for p in chart.points])
    canvas.close_window()
    canvas.line("mark", (left, y.at(exact)), (right, y.at(exact)))
    edge = last.mean + chart.sigmas * last.error
    labels = [
        Label(words[2], y.clamped(edge), "quiet"),
        Label(words[0], y.at(exact), "ink"),
        Label(words[1], y.clamped(last.mean), "fill-1"),
    ]
    draw_side_labels(canvas, labels, frame=frame)
    return draw_x_axis(canvas, frame, chart.x)


def _reach(chart: ConvergenceChart) -> list[float]:
    """The range worth seeing: the first points, far off with wide bands, may leave the box."""
    exact = float(chart.exact)
    settled = chart.points[len(chart.points) // 5 :]
    reach = max(abs(p.mean - exact) + chart.sigmas * p.error for p in settled)
    reach = reach or abs(exact) * 0.1 or 1.0
    return [exact - reach, exact + reach]


def _band(chart: ConvergenceChart, frame: Frame) -> list[Point]:
    upper = [(float(p.rounds), p.mean + chart.sigmas * p.error) for p in chart.points]
    lower = [(float(p.rounds), p.mean - chart.sigmas * p.error) for p in reversed(chart.points)]
    return [frame.place(point) for point in upper + lower]
