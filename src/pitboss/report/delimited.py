"""CSV: every table of a document, numbers bare so that a program can read them.

A percent column says so in its heading and holds the figure alone.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

from pitboss.report.blocks import Cell, Column, Document, Table
from pitboss.report.cells import cell_words
from pitboss.report.figures import Kind
from pitboss.report.numbering import numbered
from pitboss.report.text import plain

# A spreadsheet would run a cell that begins like this as a formula.
_FORMULA = re.compile(r"[=+@\t\r-]")


def table_csv(table: Table) -> str:
    """One table with its headings, and its totals as the last row."""
    totals = table.totals()
    rows = (*table.rows, *(() if totals is None else (totals,)))
    return _lines([_heading(column) for column in table.columns], *(_row(table, r) for r in rows))


def render_csv(document: Document) -> bytes:
    """All tables in UTF-8: one alone, or each under its heading with an empty line between."""
    tables = document.tables()
    if len(tables) == 1:
        return table_csv(tables[0][1]).encode()
    parts = []
    for section, blocks in numbered(document):
        for block, label in blocks:
            if isinstance(block, Table):
                caption = plain(block.caption)
                heading = ": ".join(word for word in (label, section.heading, caption) if word)
                parts.append(_lines([" ".join(heading.split())]) + table_csv(block))
    return "\r\n".join(parts).encode()


def _lines(*rows: list[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue()


def _row(table: Table, row: tuple[Cell, ...]) -> list[str]:
    return [_cell(column, cell) for column, cell in zip(table.columns, row, strict=True)]


def _heading(column: Column) -> str:
    return f"{column.heading} (%)" if column.kind is Kind.PERCENT else column.heading


def _cell(column: Column, cell: Cell) -> str:
    if isinstance(cell, float) and column.places is None and column.kind is Kind.NUMBER:
        return repr(cell)
    words = cell_words(replace(column, signed=False), cell, typeset=False)
    if column.kind is Kind.PERCENT:
        return words.removesuffix("%")
    if column.kind is Kind.TEXT and _FORMULA.match(words):
        return f"'{words}"
    return words
