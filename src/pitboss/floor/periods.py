"""Periods: hours, shifts, days and months as whole numbers, in UTC.

A shift is eight hours: night from midnight, day from eight, swing from four in the afternoon.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

HOUR_MS = 3_600_000
SHIFT_HOURS = 8
SHIFTS = ("night", "day", "swing")
_FIRST = date(1970, 1, 1)


class Span(StrEnum):
    """How much of the past a report is about, up to its day."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


def hour_of(at_ms: int) -> int:
    """Hours since 1970."""
    return at_ms // HOUR_MS


def shift_of(at_ms: int) -> int:
    """Shifts since 1970."""
    return hour_of(at_ms) // SHIFT_HOURS


def day_number(day: date) -> int:
    return (day - _FIRST).days


def day_at(number: int) -> date:
    return _FIRST + timedelta(days=number)


def month_number(day: date) -> int:
    """Months since the year 0, counted from 0."""
    return day.year * 12 + day.month - 1


def month_shift(at_ms: int) -> int:
    """The month and shift of an instant as one number."""
    day = datetime.fromtimestamp(at_ms / 1000, UTC).date()
    return month_number(day) * len(SHIFTS) + shift_of(at_ms) % len(SHIFTS)


def first_day(day: date, span: Span) -> date:
    """The first day that a report up to `day` is about."""
    if span is Span.DAY:
        return day
    return day.replace(day=1) if span is Span.MONTH else day.replace(month=1, day=1)
