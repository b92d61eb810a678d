"""Tables: tidy rows that print, export to CSV and become a dataframe where a library is there."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from pitboss.refusals import Refusal, RefusalCode, Refused

DATAFRAME_LIBRARIES = ("pandas", "polars")


@dataclass(frozen=True, slots=True)
class Table:
    """Named columns and rows of values; exact values stay `Fraction` or `Decimal`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, records: Sequence[Mapping[str, Any]]) -> Table:
        """A table of records that share their keys."""
        columns = tuple(records[0]) if records else ()
        return cls(columns, tuple(tuple(one[name] for name in columns) for one in records))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __getitem__(self, column: str) -> tuple[Any, ...]:
        at = self.columns.index(column)
        return tuple(row[at] for row in self.rows)

    def to_dataframe(self) -> Any:
        """A pandas dataframe, or a polars one where only polars is installed."""
        values = {name: list(self[name]) for name in self.columns}
        for library in DATAFRAME_LIBRARIES:
            try:
                module = importlib.import_module(library)
            except ModuleNotFoundError:
                continue
            # Exact values are objects: a library that guessed a type would round them.
            return module.DataFrame(values, **({"strict": False} if library == "polars" else {}))
        sentence = "A dataframe needs pandas or polars: pip install pandas."
        raise Refused(Refusal(RefusalCode.MISSING_FIELD, sentence))

    def to_csv(self) -> str:
        """The table as CSV; fractions are written as n/d."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return out.getvalue()

    def __str__(self) -> str:
        cells = [self.columns, *(tuple(map(str, row)) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = (
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
