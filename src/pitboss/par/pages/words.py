"""Words that several pages share: nets, names of bets, columns."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.report.figures import Kind, show
from pitboss.report.text import Mono, Text

LONGEST_FRACTION = 13
"""Characters of a fraction that still fit in a column of figures."""


def net_words(net: Fraction) -> str:
    """A net result to one unit, such as +1/2 or −1."""
    return show(net, kind=Kind.FRACTION, signed=True)


def percent_words(value: Fraction, places: int = 4) -> str:
    return show(value, kind=Kind.PERCENT, places=places)


def short(value: Fraction) -> Fraction | None:
    """A fraction that still fits in a column of figures, or nothing."""
    return value if len(str(value)) <= LONGEST_FRACTION else None


def names(keys: Sequence[str]) -> str:
    """Several bets, those of one area under one name: `single:red, green`."""
    words, area = [], ""
    for key in keys:
        here, colon, rest = key.partition(":")
        words.append(rest if colon and here == area else key)
        area = here if colon else ""
    return ", ".join(words)


def marked(text: str) -> Text:
    """Words with `code` between backticks, as rules are written."""
    parts = text.split("`")
    return tuple(Mono(part) if at % 2 else part for at, part in enumerate(parts) if part)
