"""Scales: from a value to a place on the page, with ticks at sensible values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from pitboss.report.figures import MINUS, Kind, show
from pitboss.report.plots import Axis

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TIMES = "\N{MULTIPLICATION SIGN}"
_LARGE = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))


@dataclass(frozen=True, slots=True)
class Scale:
    """A range of values laid over a stretch of the page."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def clamped(self, value: float) -> float:
        """The place of a value, or the nearer end for one outside the range."""
        return self.at(min(max(value, self.low), self.high))


def fitted(
    values: list[float], axis: Axis, *, start: float, end: float, nice: bool = True
) -> Scale:
    """A scale that holds the values and the axis's own bounds, ending on whole ticks."""
    low = axis.low if axis.low is not None else min(values)
    high = axis.high if axis.high is not None else max(values)
    if axis.log:
        low, high = _log_range(low, high)
        return Scale(low, high, start, end, log=True)
    if not low < high:
        room = abs(low) * 0.1 or 1.0
        low, high = low - room, high + room
    if nice:
        step = _step(high - low, 6)
        low = low if axis.low is not None else math.floor(low / step + 1e-9) * step
        high = high if axis.high is not None else math.ceil(high / step - 1e-9) * step
    return Scale(low, high, start, end)


def _log_range(low: float, high: float) -> tuple[float, float]:
    if not low < high:
        return low / 10, high * 10
    return low, high


def _step(extent: float, count: int) -> float:
    """A step of 1, 2, 2.5 or 5 times a power of ten that gives about so many ticks."""
    raw = extent / max(count, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    return next(power * n for n in (1, 2, 2.5, 5, 10) if power * n >= raw * (1 - 1e-9))


def ticks(scale: Scale, count: int = 6) -> list[float]:
    """Values worth a mark, from low to high."""
    if scale.log:
        return _log_ticks(scale, count)
    step = _step(scale.high - scale.low, count)
    first = math.ceil(scale.low / step - 1e-9)
    last = math.floor(scale.high / step + 1e-9)
    return [n * step for n in range(first, last + 1)]


def _log_ticks(scale: Scale, count: int) -> list[float]:
    first = math.ceil(math.log10(scale.low) - 1e-9)
    last = math.floor(math.log10(scale.high) + 1e-9)
    decades = list(range(first, last + 1))
    if len(decades) < 2:
        powers = range(first - 1, last + 1)
        fine = [n * 10.0**power for power in powers for n in (1, 2, 5)]
        return [v for v in fine if scale.low * 0.999 <= v <= scale.high * 1.001]
    stride = max(1, math.ceil(len(decades) / max(count, 2)))
    return [10.0**power for power in decades[::stride]]


def tick_words(values: list[float], axis: Axis) -> list[str]:
    """The ticks' labels, all with the same number of places."""
    if axis.log:
        return [figure(value, axis.kind) for value in values]
    if axis.kind is Kind.NUMBER and values and max(abs(v) for v in values) >= 10**6:
        return [figure(value, axis.kind) for value in values]
    places = axis.places if axis.places is not None else _places(values, axis.kind)
    return [show(value, kind=axis.kind, places=places) for value in values]


def _places(values: list[float], kind: Kind) -> int:
    factor = {Kind.PERCENT: 100.0, Kind.MONEY: 0.01}.get(kind, 1.0)
    for places in range(8):
        if all(math.isclose(v * factor, round(v * factor, places), abs_tol=1e-9) for v in values):
            return places
    return 8


def figure(value: float | Fraction, kind: Kind, places: int | None = None) -> str:
    """One value beside its mark: as many places as asked for, else three digits that count."""
    if places is not None or kind is Kind.MONEY:
        return show(value, kind=kind, places=places)
    shown = float(value) * (100 if kind is Kind.PERCENT else 1)
    unit = "%" if kind is Kind.PERCENT else ""
    size = abs(shown)
    if size == 0:
        return f"0{unit}"
    sign = MINUS if shown < 0 else ""
    for scale, name in _LARGE:
        if size >= scale:
            return f"{sign}{_trim(size / scale, 3)} {name}{unit}"
    if size < 1e-4:
        power = math.floor(math.log10(size) + 1e-9)
        times = _trim(size / 10.0**power, 2)
        tens = f"10{str(power).translate(_SUPERSCRIPTS)}"
        return f"{sign}{tens}{unit}" if times == "1" else f"{sign}{times}{_TIMES}{tens}{unit}"
    return f"{sign}{_trim(size, 3)}{unit}"


def _trim(size: float, digits: int) -> str:
    places = max(0, digits - 1 - math.floor(math.log10(size) + 1e-9))
    words = show(size, places=places)
    return words.rstrip("0").rstrip(".") if "." in words else words
