"""The frame: title, axes, gridlines and tick labels shared by charts with two axes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pitboss.report.charts.canvas import Canvas
from pitboss.report.charts.scales import Scale, fitted, tick_words, ticks
from pitboss.report.charts.words import LINE, SIZE, SMALL, spread, widest, width, wrap
from pitboss.report.plots import Axis, Point, Reference

TICK_GAP = 14.0


@dataclass(frozen=True, slots=True)
class Label:
    """Words at a height on the chart's edge, in a role of their own."""

    words: str
    y: float
    role: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The box that data is drawn in, with a scale for each axis."""

    x: Scale
    y: Scale

    def place(self, point: Point) -> Point:
        return self.x.at(point[0]), self.y.at(point[1])

    @property
    def left(self) -> float:
        return self.x.start

    @property
    def right(self) -> float:
        return self.x.end

    @property
    def top(self) -> float:
        return self.y.end

    @property
    def bottom(self) -> float:
        return self.y.start


def draw_title(canvas: Canvas, title: str) -> float:
    """The title in as many lines as it needs; gives the height used."""
    if not title:
        return 0.0
    lines = wrap(title, canvas.width, SIZE + 1)
    for row, words in enumerate(lines):
        canvas.text("strong", words, (0, 13 + row * (LINE + 2)), size=SIZE + 1)
    return len(lines) * (LINE + 2) + 8


def box_top(canvas: Canvas, title: str, y: Axis) -> float:
    """Where the box begins below the title and the name of the upright axis."""
    return draw_title(canvas, title) + (26 if y.label else 12)


def y_scale(values: list[float], axis: Axis, *, top: float, bottom: float) -> Scale:
    """The upright scale: low values at the bottom."""
    return fitted(values, axis, start=bottom, end=top)


def y_ticks(scale: Scale, axis: Axis) -> tuple[list[float], list[str]]:
    """The upright axis's ticks, as many as there is room for, and their words."""
    room = abs(scale.start - scale.end)
    marks = ticks(scale, max(2, min(6, int(room / 34))))
    return marks, tick_words(marks, axis)


def draw_y_axis(
    canvas: Canvas, frame: Frame, axis: Axis, *, side: str = "left", lift: float = 0.0
) -> None:
    """Gridlines with their values on one side, and the axis's name above them."""
    marks, words = y_ticks(frame.y, axis)
    on_left = side == "left"
    edge = frame.left - 7 if on_left else frame.right + 7
    for value, label in zip(marks, words, strict=True):
        height = frame.y.at(value)
        canvas.line("grid", (frame.left, height), (frame.right, height))
        anchor = "end" if on_left else "start"
        canvas.text("quiet", label, (edge, height + 4), anchor=anchor, size=SMALL)
    draw_y_name(canvas, frame, axis, side=side, lift=lift)


def draw_y_name(
    canvas: Canvas, frame: Frame, axis: Axis, *, side: str = "left", lift: float = 0.0
) -> None:
    """The upright axis's name, set level above its end so that nobody has to turn the page."""
    height = frame.top - 12 - lift
    if not axis.label:
        return
    if side == "left":
        canvas.text("quiet", axis.label, (0, height), size=SMALL)
    else:
        canvas.text("quiet", axis.label, (canvas.width, height), anchor="end", size=SMALL)


def y_words_width(scale: Scale, axis: Axis) -> float:
    return widest(y_ticks(scale, axis)[1], SMALL)


def draw_x_axis(canvas: Canvas, frame: Frame, axis: Axis) -> float:
    """The base line, its ticks and its name; gives the chart's lower end."""
    bottom = frame.bottom
    canvas.line("axis", (frame.left, bottom), (frame.right, bottom))
    for value, label in x_marks(canvas, frame, axis):
        x = frame.x.at(value)
        canvas.line("axis", (x, bottom), (x, bottom + 4))
        half = width(label, SMALL) / 2
        x = min(max(x, half), canvas.width - half)
        canvas.text("quiet", label, (x, bottom + 17), anchor="middle", size=SMALL)
    if not axis.label:
        return bottom + 24
    middle = (frame.left + frame.right) / 2
    canvas.text("quiet", axis.label, (middle, bottom + 35), anchor="middle", size=SMALL)
    return bottom + 42


def x_marks(canvas: Canvas, frame: Frame, axis: Axis) -> list[tuple[float, str]]:
    """Level ticks with their words: as many as fit without touching each other."""
    for count in range(8, 1, -1):
        marks = ticks(frame.x, count)
        if axis.places == 0:
            marks = [mark for mark in marks if math.isclose(mark, round(mark), abs_tol=1e-9)]
        words = tick_words(marks, axis)
        if _apart([frame.x.at(v) for v in marks], words, canvas.width):
            return list(zip(marks, words, strict=True))
    ends = [frame.x.low, frame.x.high]
    return list(zip(ends[:1], tick_words(ends, axis), strict=False))


def _apart(places: list[float], words: list[str], room: float) -> bool:
    edge = -TICK_GAP
    for place, label in zip(places, words, strict=True):
        half = width(label, SMALL) / 2
        start = min(max(place, half), room - half) - half
        if start < edge + TICK_GAP:
            return False
        edge = start + 2 * half
    return True


def side_room(canvas: Canvas, names: list[str]) -> float:
    """The width set aside for labels beside the box: theirs, but never most of the chart."""
    return min(widest(names), canvas.width * 0.38) + 10


def side_height(canvas: Canvas, names: list[str]) -> float:
    """The least height at which all labels beside the box have lines of their own."""
    room = side_room(canvas, names) - 8
    return LINE * len(names) * max(len(wrap(name, room)) for name in names)


def draw_side_labels(canvas: Canvas, labels: list[Label], *, frame: Frame) -> None:
    """Labels at the right of the box, each beside its line, moved apart where they would touch."""
    x = frame.right + 8
    blocks = [wrap(label.words, canvas.width - x) for label in labels]
    gap = LINE * max(len(block) for block in blocks)
    # Where words wrap, the last line stays above the ticks below the box.
    high = frame.bottom - (gap - LINE) / 2
    heights = spread([label.y for label in labels], gap=gap, low=frame.top, high=high)
    for label, block, height in zip(labels, blocks, heights, strict=True):
        for row, words in enumerate(block):
            y = height + 4 + (row - (len(block) - 1) / 2) * LINE
            canvas.text(label.role, words, (x, y))


def draw_uprights(canvas: Canvas, frame: Frame, references: tuple[Reference, ...]) -> None:
    """Marked values on the level axis, their words in rows above the box."""
    row_ends: list[float] = []
    for reference in sorted(references, key=lambda r: float(r.value)):
        x = frame.x.clamped(float(reference.value))
        wide = width(reference.label, SMALL)
        start = min(max(x - wide / 2, 0), canvas.width - wide)
        row = next((n for n, end in enumerate(row_ends) if start > end + 10), len(row_ends))
        row_ends[row : row + 1] = [start + wide]
        y = frame.top - 6 - row * LINE
        canvas.line("mark", (x, y + 4), (x, frame.bottom))
        canvas.text("ink", reference.label, (start, y), size=SMALL)
