"""Units: money as integers, odds as exact fractions, names for ids, and enums with words.

A float never becomes money or odds here.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import NewType, Self

import msgspec

from pitboss.refusals import Refusal, RefusalCode

Credits = NewType("Credits", int)
"""Practice credits in minor units: 100 is one credit."""

SeatIndex = NewType("SeatIndex", int)
"""A seat at the table, counted from 1 at the dealer's left."""

SpotKey = NewType("SpotKey", str)
"""The name of a bet, such as `single:red`."""

ClauseId = NewType("ClauseId", str)
"""The number of a clause in a game's RULES.md, such as `SNW-3.2`."""

EditionHash = NewType("EditionHash", str)
"""SHA-256 over an edition's rules, in hexadecimal."""


class WordedEnum(StrEnum):
    """Values, each with the words that people read."""

    words: str

    def __new__(cls, value: str, words: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.words = words
        return member


MINOR_PER_CREDIT = 100

# Far above any table limit and far below 2**63, so sums of amounts always fit in a database.
CREDITS_MAX = Credits(10**12)

NO_CREDITS = Credits(0)

_AMOUNT = re.compile(r"(-?)([0-9]{1,13})(?:\.([0-9]+))?", re.ASCII)
_ODDS = re.compile(r"([0-9]{1,9})(?:/([0-9]{1,9}))?", re.ASCII)


def parse_credits(text: str) -> Credits | Refusal:
    """Read a positive amount such as `10`, `10.5` or `10.00`."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return Refusal(
            RefusalCode.BAD_AMOUNT,
            f"'{text}' is not an amount; write credits like 10 or 10.50.",
        )
    sign, whole, decimals = match.group(1), match.group(2), match.group(3) or ""
    if len(decimals) > 2:
        return Refusal(
            RefusalCode.BAD_AMOUNT,
            f"'{text}' has more than two decimals; amounts go down to 0.01.",
        )
    amount = int(whole) * MINOR_PER_CREDIT + int(decimals.ljust(2, "0"))
    if sign or amount == 0:
        return Refusal(RefusalCode.NOT_POSITIVE, f"An amount must be more than zero, not {text}.")
    if amount > CREDITS_MAX:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM,
            f"{text} is more than any table takes ({say_credits(CREDITS_MAX)}).",
        )
    return Credits(amount)


def show_credits(amount: int) -> str:
    """An amount as a decimal string with two places, such as `-0.50`."""
    sign = "-" if amount < 0 else ""
    whole, minor = divmod(abs(amount), MINOR_PER_CREDIT)
    return f"{sign}{whole}.{minor:02d}"


def say_credits(amount: int) -> str:
    """An amount as a sentence has it: `1,000`, `12.50`; decimals only where they say something."""
    whole, minor = divmod(abs(amount), MINOR_PER_CREDIT)
    cents = f".{minor:02d}" if minor else ""
    return f"{'−' if amount < 0 else ''}{whole:,}{cents}"


def say_minutes(minutes: int) -> str:
    """Say a span of time: `30 days`, `1 day and 2 hours`, `5 minutes`."""
    parts = ((minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute"))
    said = [f"{count} {word}{'' if count == 1 else 's'}" for count, word in parts if count]
    return " and ".join([", ".join(said[:-1]), said[-1]] if said[1:] else said or ["0 minutes"])


def column_credits(amount: int) -> str:
    """An amount as a column has it: `1,000.00`, always two places."""
    whole, minor = divmod(abs(amount), MINOR_PER_CREDIT)
    return f"{'−' if amount < 0 else ''}{whole:,}.{minor:02d}"


class Odds(msgspec.Struct, frozen=True, order=True):
    """What a bet pays to one, exactly: `Odds(Fraction(9, 2))` is 9 to 2."""

    to_one: Fraction

    def __hash__(self) -> int:
        # A fraction's own is that of the equal float or integer, and dear.
        return hash(self.to_one.as_integer_ratio())

    @classmethod
    def of(cls, numerator: int, denominator: int = 1) -> Odds:
        """Odds of numerator to denominator."""
        return cls(Fraction(numerator, denominator))

    @classmethod
    def parse(cls, text: str) -> Odds | Refusal:
        """Read odds such as `12` or `9/2`."""
        match = _ODDS.fullmatch(text)
        if match is None or (match.group(2) is not None and int(match.group(2)) == 0):
            return Refusal(
                RefusalCode.BAD_FIELD, f"'{text}' is not odds; write them like 12 or 9/2."
            )
        return cls(Fraction(int(match.group(1)), int(match.group(2) or "1")))

    def times(self, factor: int) -> Odds:
        """The same odds multiplied, for a bet that pays double."""
        return Odds(self.to_one * factor)

    def winnings(self, stake: Credits) -> Credits | None:
        """What a stake wins, or None when it cannot be paid in whole minor units."""
        whole, rest = divmod(self.to_one.numerator * stake, self.to_one.denominator)
        return Credits(whole) if rest == 0 else None

    def __str__(self) -> str:
        return show_fraction(self.to_one)

    def spoken(self) -> str:
        """The odds as a felt prints them: `9 to 2`."""
        return f"{self.to_one.numerator:,} to {self.to_one.denominator:,}"


def show_fraction(value: Fraction) -> str:
    """A fraction as `n/d`, whole numbers included (`3/1`)."""
    return f"{value.numerator}/{value.denominator}"
