"""Units: amounts and odds read, shown and multiplied exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import (
    CREDITS_MAX,
    Credits,
    Odds,
    column_credits,
    parse_credits,
    say_credits,
    say_minutes,
    show_credits,
    show_fraction,
)


@pytest.mark.parametrize(
    ("text", "minor"), [("10", 1000), ("10.5", 1050), ("0.01", 1), ("007", 700), ("1.50", 150)]
)
def test_amounts_are_read_in_minor_units(text: str, minor: int) -> None:
    assert parse_credits(text) == minor


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0", RefusalCode.NOT_POSITIVE),
        ("0.00", RefusalCode.NOT_POSITIVE),
        ("-5", RefusalCode.NOT_POSITIVE),
        ("1.005", RefusalCode.BAD_AMOUNT),
        ("ten", RefusalCode.BAD_AMOUNT),
        ("", RefusalCode.BAD_AMOUNT),
        (" 5", RefusalCode.BAD_AMOUNT),
        ("5 ", RefusalCode.BAD_AMOUNT),
        ("1e3", RefusalCode.BAD_AMOUNT),
        ("NaN", RefusalCode.BAD_AMOUNT),
        ("inf", RefusalCode.BAD_AMOUNT),
        ("\u0665", RefusalCode.BAD_AMOUNT),
        ("1,000", RefusalCode.BAD_AMOUNT),
        (".5", RefusalCode.BAD_AMOUNT),
        ("9" * 13, RefusalCode.ABOVE_MAXIMUM),
        ("9" * 14, RefusalCode.BAD_AMOUNT),
    ],
)
def test_amounts_that_cannot_be_are_refused(text: str, code: RefusalCode) -> None:
    refused = parse_credits(text)
    assert isinstance(refused, Refusal)
    assert refused.code is code


@given(st.integers(min_value=1, max_value=CREDITS_MAX))
def test_shown_amounts_read_back(minor: int) -> None:
    assert parse_credits(show_credits(minor)) == minor


def test_negative_amounts_are_shown_with_their_sign() -> None:
    assert show_credits(-50) == "-0.50"
    assert show_credits(0) == "0.00"


@pytest.mark.parametrize(
    ("minor", "said", "in_a_column"),
    [
        (0, "0", "0.00"),
        (1_250, "12.50", "12.50"),
        (100_000, "1,000", "1,000.00"),
        (-123_456_789, "−1,234,567.89", "−1,234,567.89"),
    ],
)
def test_people_read_amounts_in_groups(minor: int, said: str, in_a_column: str) -> None:
    assert (say_credits(minor), column_credits(minor)) == (said, in_a_column)


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0, "0 minutes"),
        (1, "1 minute"),
        (90, "1 hour and 30 minutes"),
        (1_440, "1 day"),
        (43_200, "30 days"),
        (3_061, "2 days, 3 hours and 1 minute"),
    ],
)
def test_people_read_spans_of_time_in_words(minutes: int, said: str) -> None:
    assert say_minutes(minutes) == said


@pytest.mark.parametrize(
    ("text", "odds"), [("12", Odds.of(12)), ("9/2", Odds.of(9, 2)), ("0", Odds.of(0))]
)
def test_odds_are_read(text: str, odds: Odds) -> None:
    assert Odds.parse(text) == odds


@pytest.mark.parametrize("text", ["", "-1", "1/0", "1.5", "1:2", "9/", "x"])
def test_odds_that_cannot_be_are_refused(text: str) -> None:
    assert isinstance(Odds.parse(text), Refusal)


def test_winnings_are_exact_or_none() -> None:
    half = Odds.of(1, 2)
    assert half.winnings(Credits(100)) == 50
    assert half.winnings(Credits(1)) is None
    assert half.times(2) == Odds.of(1)
    assert str(half) == "1/2"
    assert Odds.of(9, 2).spoken() == "9 to 2"


@given(st.fractions(min_value=0, max_value=1000), st.integers(min_value=1, max_value=10**9))
def test_winnings_multiply_exactly(to_one: Fraction, stake: int) -> None:
    won = Odds(to_one).winnings(Credits(stake))
    assert won is None or Fraction(won, stake) == to_one
    assert (won is None) == (stake % to_one.denominator != 0)


def test_fractions_are_shown_with_their_denominator() -> None:
    assert show_fraction(Fraction(3)) == "3/1"
