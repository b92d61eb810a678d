"""Figures: rounding half up from exact values, and how numbers are written."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.report.figures import Kind, round_half_up, show


@pytest.mark.parametrize(
    ("value", "places", "words"),
    [
        (Fraction(3, 64) * 100, 4, "4.6875"),
        (Fraction(9, 128) * 100, 4, "7.0313"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(-1, 2), 0, "-1"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(-1, 3), 2, "-0.33"),
        (Fraction(-1, 1000), 2, "0.00"),
        (10**30, 1, f"{10**30}.0"),
    ],
)
def test_a_half_goes_away_from_zero(value: Fraction, places: int, words: str) -> None:
    assert str(round_half_up(value, places)) == words


@given(st.fractions(), st.integers(0, 12))
def test_rounding_is_never_off_by_more_than_half_a_digit(value: Fraction, places: int) -> None:
    rounded = Fraction(round_half_up(value, places))
    assert abs(rounded - value) <= Fraction(1, 2 * 10**places)
    assert (rounded * 10**places).denominator == 1


@given(st.fractions(), st.integers(0, 9))
def test_rounding_is_odd(value: Fraction, places: int) -> None:
    assert Fraction(round_half_up(-value, places)) == -Fraction(round_half_up(value, places))


@pytest.mark.parametrize(
    ("value", "options", "words"),
    [
        (133_784_560, {}, "133,784,560"),
        (-1, {}, "−1"),
        (-1, {"typeset": False}, "-1"),
        (1, {"signed": True}, "+1"),
        (0, {"signed": True}, "0"),
        (0.25, {}, "0.2500"),
        (Fraction(1, 3), {"places": 2}, "0.33"),
        (Fraction(3, 64), {"kind": Kind.PERCENT}, "4.6875%"),
        (Fraction(3, 64), {"kind": Kind.FRACTION}, "3/64"),
        (Fraction(-3, 64), {"kind": Kind.FRACTION}, "−3/64"),
        (123_456, {"kind": Kind.MONEY}, "1,234.56"),
        (-50, {"kind": Kind.MONEY, "typeset": False}, "-0.50"),
        (float("inf"), {}, "∞"),
        (float("-inf"), {"typeset": False}, "-inf"),
        (float("nan"), {}, "–"),
    ],
)
def test_numbers_as_a_reader_sees_them(
    value: int | float | Fraction, options: dict[str, object], words: str
) -> None:
    assert show(value, **options) == words  # type: ignore[arg-type]


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-1e9, max_value=1e9))
def test_what_is_written_for_machines_reads_back(value: Decimal) -> None:
    assert Decimal(show(Fraction(value), places=6, typeset=False)) == value
