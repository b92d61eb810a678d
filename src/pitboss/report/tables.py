"""Tables of records: each field has a heading, a kind, and what it takes from a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from pitboss.report.blocks import Cell, Column, Table
from pitboss.report.figures import Kind
from pitboss.report.text import Text


@dataclass(frozen=True, slots=True)
class Field:
    column: Column
    value: Callable[[Any], Cell]


def field(
    heading: str,
    value: str | Callable[[Any], Cell],
    places: int | None = None,
    *,
    kind: Kind = Kind.TEXT,
    signed: bool = False,
    total: bool = False,
    key: str = "",
    formula: str = "",
) -> Field:
    """A column; `value` is an attribute by its dotted name, or a function of the record."""
    column = Column(heading, kind, places, signed=signed, total=total, key=key, formula=formula)
    return Field(column, attrgetter(value) if isinstance(value, str) else value)


text = field
number = partial(field, kind=Kind.NUMBER)
fraction = partial(field, kind=Kind.FRACTION)
percent = partial(field, kind=Kind.PERCENT)
money = partial(field, kind=Kind.MONEY)
mark = partial(field, kind=Kind.MARK)


def table(
    records: Iterable[Any], *fields: Field, caption: Text = "", highlight: tuple[int, ...] = ()
) -> Table:
    """One row for each record."""
    rows = tuple(tuple(one.value(record) for one in fields) for record in records)
    return Table(tuple(one.column for one in fields), rows, caption, highlight)
