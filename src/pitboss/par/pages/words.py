"""Words that several pages share: nets, names of bets, columns.

May import report and exact; used by the pages only.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.report import Column, Kind, Mono, Text, show

LONGEST_FRACTION = 24
"""Characters of a fraction that still fit in a column of figures."""


def net_words(net: Fraction) -> str:
    """A net result to one unit, such as +1/2 or −1."""
    return show(net, kind=Kind.FRACTION, signed=True)


def percent_words(value: Fraction, places: int = 4) -> str:
    return show(value, kind=Kind.PERCENT, places=places)


def bet_cell(key: str) -> Text:
    return Mono(key)


def fits_a_column(values: list[Fraction]) -> bool:
    """Whether all these fractions are short enough to stand in a column."""
    return all(len(str(value)) <= LONGEST_FRACTION for value in values)


def rate_column(heading: str) -> Column:
    return Column(heading, Kind.PERCENT, places=4)
