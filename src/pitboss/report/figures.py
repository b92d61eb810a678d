"""Figures: how a number is written, rounded half up from its exact value."""

from __future__ import annotations

import math
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from pitboss.units import MINOR_PER_CREDIT

Number: TypeAlias = int | float | Fraction

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


class Kind(StrEnum):
    """What a column or an axis holds, and so how it is aligned and written."""

    TEXT = "text"
    NUMBER = "number"
    FRACTION = "fraction"
    PERCENT = "percent"
    MONEY = "money"
    MARK = "mark"


_PLACES = {Kind.NUMBER: 4, Kind.PERCENT: 4, Kind.MONEY: 2}


def round_half_up(value: Number, places: int) -> Decimal:
    """The exact value rounded to so many places, a half going away from zero."""
    exact = Fraction(value)
    scaled = abs(exact) * 10**places
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = 1 if exact < 0 and digits else 0
    return Decimal((sign, tuple(int(digit) for digit in str(digits)), -places))


def show(
    value: Number,
    *,
    kind: Kind = Kind.NUMBER,
    places: int | None = None,
    signed: bool = False,
    typeset: bool = True,
) -> str:
    """A number as a reader sees it.

    Percent takes a share (0.05 is 5%), money takes minor units. `typeset` groups the digits
    and uses a real minus sign; without it the text can be read back by a machine.
    """
    if isinstance(value, float) and not math.isfinite(value):
        return _not_finite(value, typeset=typeset)
    if kind is Kind.FRACTION and not isinstance(value, float):
        return _with_sign(str(Fraction(value)), signed=signed, typeset=typeset)
    words = _digits(value, kind=kind, places=places, grouped=typeset)
    return _with_sign(words, signed=signed, typeset=typeset)


def is_short(value: Fraction) -> bool:
    """Whether raised and lowered figures help: long numbers are easier to read in full size."""
    return value.denominator > 1 and len(str(value)) <= 10


def _digits(value: Number, *, kind: Kind, places: int | None, grouped: bool) -> str:
    comma = "," if grouped else ""
    if kind is Kind.PERCENT:
        shown = round_half_up(Fraction(value) * 100, _PLACES[kind] if places is None else places)
        return f"{shown:{comma}f}%"
    if kind is Kind.MONEY:
        shown = round_half_up(
            Fraction(value) / MINOR_PER_CREDIT, _PLACES[kind] if places is None else places
        )
        return f"{shown:{comma}f}"
    if places is None and Fraction(value).denominator == 1 and not isinstance(value, float):
        return f"{int(value):{comma}d}"
    shown = round_half_up(value, _PLACES[Kind.NUMBER] if places is None else places)
    return f"{shown:{comma}f}"


def _with_sign(words: str, *, signed: bool, typeset: bool) -> str:
    if words.startswith("-"):
        return (MINUS if typeset else "-") + words[1:]
    is_zero = not any(digit in words for digit in "123456789")
    return f"+{words}" if signed and not is_zero else words


def _not_finite(value: float, *, typeset: bool) -> str:
    if math.isnan(value):
        return NOTHING if typeset else "nan"
    sign = "" if value > 0 else (MINUS if typeset else "-")
    return sign + ("∞" if typeset else "inf")
