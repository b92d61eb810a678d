"""CSV: every table of a document, numbers bare so that a program can read them.

A percent column says so in its heading and holds the figure alone.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

from pitboss.report.blocks import Cell, Column, Document, Table
from pitboss.report.figures import Kind
from pitboss.report.text import plain

# A spreadsheet would run a cell that begins like this as a formula.
_FORMULA = re.compile(r"[=+@\t\r-]")


def table_csv(table: Table) -> str:
    """One table with its headings, and its totals as the last row."""
    rows = [
        [_cell(column, cell) for column, cell in zip(table.columns, row, strict=True)]
        for row in table.all_rows()
    ]
    return _lines([_heading(column) for column in table.columns], *rows)


def render_csv(document: Document) -> bytes:
    """All tables in UTF-8: one alone, or each under its heading with an empty line between."""
    tables = list_tables(document)
    if len(tables) == 1:
        return table_csv(tables[0][1]).encode()
    return "\r\n".join(_lines([title]) + table_csv(table) for title, table in tables).encode()


def list_tables(document: Document) -> list[tuple[str, Table]]:
    """Every table of a document with its heading, in order."""
    found = []
    for section, blocks in document.numbered():
        for block, label in blocks:
            if isinstance(block, Table):
                heading = ": ".join(filter(None, (label, section.heading, plain(block.caption))))
                found.append((" ".join(heading.split()), block))
    return found


def _lines(*rows: list[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue()


def _heading(column: Column) -> str:
    return f"{column.heading} (%)" if column.kind is Kind.PERCENT else column.heading


def _cell(column: Column, cell: Cell) -> str:
    if isinstance(cell, float) and column.places is None and column.kind is Kind.NUMBER:
        return repr(cell)
    words = replace(column, signed=False).words(cell, typeset=False)
    if column.kind is Kind.PERCENT:
        return words.removesuffix("%")
    if column.kind is Kind.TEXT and _FORMULA.match(words):
        return f"'{words}"
    return words
