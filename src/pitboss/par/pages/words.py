"""Words that several pages share: nets, shares, clauses."""

from __future__ import annotations

from fractions import Fraction

from pitboss.report.figures import Kind, show
from pitboss.report.text import Mono, Text

LONGEST_FRACTION = 13
"""Characters of a fraction that still fit in a column of figures."""


def net_words(net: Fraction) -> str:
    """A net result to one unit, such as +1/2 or −1."""
    return show(net, kind=Kind.FRACTION, signed=True)


def percent_words(value: Fraction) -> str:
    return show(value, kind=Kind.PERCENT, places=4)


def short(value: Fraction) -> Fraction | None:
    """A fraction that still fits in a column of figures, or nothing."""
    return value if len(str(value)) <= LONGEST_FRACTION else None


def marked(text: str) -> Text:
    """Words with `code` between backticks, as rules are written."""
    parts = text.split("`")
    return tuple(Mono(part) if at % 2 else part for at, part in enumerate(parts) if part)
