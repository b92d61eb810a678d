"""Rendering: the sheet in each format, with the same bytes every run.

Each renderer is imported only when it is used.
"""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from enum import StrEnum

from pitboss.par.document import sheet_document
from pitboss.par.keys import sheet_keys
from pitboss.par.sheet import Sheet
from pitboss.report import Document

# A sheet speaks of rules, not of a day: the same edition always gives the same bytes.
FIXED_DATE = datetime(2000, 1, 1, tzinfo=UTC)
TEXT_WIDTH = 100


class SheetFormat(StrEnum):
    """What a sheet can be written as."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    HTML = "html"
    PDF = "pdf"
    XLSX = "xlsx"

    @property
    def is_binary(self) -> bool:
        return self in (SheetFormat.PDF, SheetFormat.XLSX)


def render_sheet(sheet: Sheet, form: SheetFormat) -> bytes:
    """The sheet as a file."""
    if form is SheetFormat.JSON:
        keys = sheet_keys(sheet.choice, sheet.figures, version=sheet.version, against=sheet.against)
        return json_bytes(keys)
    return render_document(sheet_document(sheet, charts=form is not SheetFormat.TABLE), form)


def json_bytes(document: object) -> bytes:
    return (json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def render_document(document: Document, form: SheetFormat) -> bytes:
    """Any report as a file."""
    match form:
        case SheetFormat.CSV:
            from pitboss.report.delimited import render_csv

            return render_csv(document)
        case SheetFormat.HTML:
            from pitboss.report.html import render_html

            return render_html(document)
        case SheetFormat.PDF:
            from pitboss.report.pdf import render_pdf

            return render_pdf(document, timestamp=FIXED_DATE)
        case SheetFormat.XLSX:
            from pitboss.report.xlsx import render_xlsx

            return render_xlsx(document, created=FIXED_DATE)
        case _:
            return _as_text(document)


def _as_text(document: Document) -> bytes:
    from rich.console import Console

    from pitboss.report.terminal import render_terminal

    page = io.StringIO()
    render_terminal(document, console=Console(file=page, width=TEXT_WIDTH, no_color=True))
    return page.getvalue().encode()
