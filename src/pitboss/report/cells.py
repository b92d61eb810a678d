"""Cells: what a table's cell says, in words that every renderer shares."""

from __future__ import annotations

from fractions import Fraction

from pitboss.report.blocks import Cell, Column
from pitboss.report.figures import Kind, show
from pitboss.report.text import Text, plain

YES = "yes"
NO = "no"


def cell_text(column: Column, cell: Cell, *, typeset: bool = True) -> Text:
    """A cell as text; a fraction stays a fraction where a renderer can set one."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return YES if cell else NO
    if column.kind is Kind.FRACTION and isinstance(cell, Fraction) and not column.signed:
        return cell
    if isinstance(cell, int | float | Fraction):
        return show(
            cell, kind=column.kind, places=column.places, signed=column.signed, typeset=typeset
        )
    return cell


def cell_words(column: Column, cell: Cell, *, typeset: bool = True) -> str:
    """A cell as a plain string."""
    return plain(cell_text(column, cell, typeset=typeset))
