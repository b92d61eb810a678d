"""Tables in a workbook: exact text where a spreadsheet would round, live formulas for sums."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell

from pitboss.report.blocks import REFERENCES, Cell, Column, Table
from pitboss.report.figures import Kind, Number
from pitboss.report.text import plain
from pitboss.report.xlsx.formats import Formats
from pitboss.units import MINOR_PER_CREDIT

# A spreadsheet shows fifteen digits; larger integers get a second column with all of theirs.
DIGITS_LIMIT = 10**15


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column on the sheet: a table's column, or the exact digits of the one before it."""

    column: Column
    place: int
    exact: bool = False

    @property
    def heading(self) -> str:
        return f"{self.column.heading}, all digits" if self.exact else self.column.heading


@dataclass(frozen=True, slots=True)
class TableWriter:
    """Writes one table at a row; `first` is the sheet row of its first data row."""

    sheet: Any
    formats: Formats
    table: Table
    lanes: tuple[SheetColumn, ...]
    first: int

    @property
    def total_row(self) -> int:
        return self.first + len(self.table.rows)

    def write(self) -> int:
        """Write headings, rows and totals; gives the next free row."""
        for at, lane in enumerate(self.lanes):
            look = self.formats.head(lane.column.alignment)
            self.sheet.write_string(self.first - 1, at, lane.heading, look)
            for row, cells in enumerate(self.table.rows):
                self._cell(row, at, lane, cells[lane.place])
        totals = self.table.totals()
        if totals is None:
            return self.total_row
        for at, lane in enumerate(self.lanes):
            self._total(at, lane, totals[lane.place])
        return self.total_row + 1

    def head_lines(self, widths: tuple[float, ...]) -> int:
        """How many lines the tallest heading takes; bold letters are wider than a column's own."""
        rooms = (max(1, int(width * 0.85)) for width in widths)
        return max(
            len(textwrap.wrap(lane.heading, room)) or 1
            for lane, room in zip(self.lanes, rooms, strict=False)
        )

    def _cell(self, row: int, at: int, lane: SheetColumn, cell: Cell) -> None:
        marked = row in self.table.highlight
        whole = isinstance(cell, int)
        look = self.formats.cell(lane.column, whole=whole, marked=marked)
        y = self.first + row
        if cell is None:
            self.sheet.write_blank(y, at, None, look)
        elif lane.exact or not _is_numeric(lane.column, cell):
            self.sheet.write_string(y, at, _words(lane.column, cell), look)
        else:
            value = stored(lane.column.kind, cell)
            formula = self._formula(lane.column, row) or _division(lane.column.kind, cell)
            if formula:
                self.sheet.write_formula(y, at, formula, look, value)
            else:
                self.sheet.write_number(y, at, value, look)

    def _formula(self, column: Column, row: int) -> str:
        if not column.formula:
            return ""
        places = {lane.column.key: at for at, lane in enumerate(self.lanes) if not lane.exact}
        return "=" + REFERENCES.sub(
            lambda match: (
                xl_rowcol_to_cell(self.total_row, places[match[1]], row_abs=True, col_abs=True)
                if match[2]
                else xl_rowcol_to_cell(self.first + row, places[match[1]])
            ),
            column.formula,
        )

    def _total(self, at: int, lane: SheetColumn, cell: Cell) -> None:
        y = self.total_row
        values = [row[lane.place] for row in self.table.rows]
        whole = all(isinstance(value, int) for value in values)
        look = self.formats.cell(lane.column, whole=whole, total=True)
        if cell is None:
            self.sheet.write_blank(y, at, None, look)
        elif not lane.column.total or lane.exact or not _is_numeric(lane.column, cell):
            self.sheet.write_string(y, at, _words(lane.column, cell), look)
        else:
            top, end = xl_rowcol_to_cell(self.first, at), xl_rowcol_to_cell(y - 1, at)
            formula = f"=SUM({top}:{end})" if self.table.rows else "=0"
            self.sheet.write_formula(y, at, formula, look, stored(lane.column.kind, cell))


def lanes_of(table: Table) -> tuple[SheetColumn, ...]:
    lanes: list[SheetColumn] = []
    for place, column in enumerate(table.columns):
        lanes.append(SheetColumn(column, place))
        if column.kind is Kind.NUMBER and any(_is_long(row[place]) for row in table.all_rows()):
            lanes.append(SheetColumn(column, place, exact=True))
    return tuple(lanes)


def lane_widths(table: Table, lanes: tuple[SheetColumn, ...]) -> list[float]:
    """About how many characters each sheet column needs."""
    return [
        max(
            max(map(len, lane.column.heading.split()), default=0) + 1,
            *(len(lane.column.words(row[lane.place])) for row in table.all_rows()),
            8,
        )
        + 2.0
        for lane in lanes
    ]


def _is_long(cell: Cell) -> bool:
    return isinstance(cell, int) and abs(cell) >= DIGITS_LIMIT


def _is_numeric(column: Column, cell: Cell) -> bool:
    if column.kind in {Kind.TEXT, Kind.FRACTION, Kind.MARK}:
        return False
    return isinstance(cell, int | float | Fraction) and not _is_infinite(cell)


def _is_infinite(cell: Number) -> bool:
    return isinstance(cell, float) and cell - cell != 0


def _words(column: Column, cell: Cell) -> str:
    if isinstance(cell, bool):
        return column.words(cell)
    if isinstance(cell, int | float | Fraction):
        return str(cell)
    return plain(cell) if cell is not None else ""


def stored(kind: Kind, cell: Cell) -> float:
    """The number that a spreadsheet keeps for a cell."""
    exact = Fraction(cell) if isinstance(cell, int | float | Fraction) else Fraction(0)
    if kind is Kind.MONEY:
        exact = exact / MINOR_PER_CREDIT
    return exact.numerator if exact.denominator == 1 else float(exact)


def _division(kind: Kind, cell: Cell) -> str:
    """A share as the division it is, where both numbers fit a spreadsheet's digits."""
    if kind is not Kind.PERCENT or not isinstance(cell, Fraction) or cell.denominator == 1:
        return ""
    if max(abs(cell.numerator), cell.denominator) >= DIGITS_LIMIT:
        return ""
    return f"={cell.numerator}/{cell.denominator}"
