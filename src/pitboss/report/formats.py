"""Formats: one document as text, CSV, HTML, PDF or XLSX, with the same bytes every run.

Each renderer is imported only when it is used.
"""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from enum import StrEnum

from rich.console import Console

from pitboss.report.blocks import Document

# A report speaks of rules, not of a day: the same document always gives the same bytes.
FIXED_DATE = datetime(2000, 1, 1, tzinfo=UTC)
TEXT_WIDTH = 100


class ReportFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    HTML = "html"
    PDF = "pdf"
    XLSX = "xlsx"

    @property
    def is_binary(self) -> bool:
        return self in (ReportFormat.PDF, ReportFormat.XLSX)


class Paper(StrEnum):
    """The paper that a PDF is set for."""

    A4 = "a4"
    LETTER = "letter"


_TYPST = {Paper.A4: "a4", Paper.LETTER: "us-letter"}


def json_bytes(value: object) -> bytes:
    """A value as an indented JSON file."""
    return (json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def render_document(
    document: Document,
    form: ReportFormat,
    *,
    console: Console | None = None,
    paper: Paper = Paper.A4,
) -> bytes:
    """A document as a file, or as text in the width and colours of a console."""
    match form:
        case ReportFormat.CSV:
            from pitboss.report.delimited import render_csv

            return render_csv(document)
        case ReportFormat.HTML:
            from pitboss.report.html import render_html

            return render_html(document)
        case ReportFormat.PDF:
            from pitboss.report.pdf import render_pdf

            return render_pdf(document, timestamp=FIXED_DATE, paper=_TYPST[paper])
        case ReportFormat.XLSX:
            from pitboss.report.xlsx import render_xlsx

            return render_xlsx(document, created=FIXED_DATE)
        case _:
            from pitboss.report.terminal import render_terminal

            screen = console or Console(file=io.StringIO(), width=TEXT_WIDTH, no_color=True)
            with screen.capture() as page:
                render_terminal(document, console=screen)
            return page.get().encode()
