"""Files that a command reads and writes; what cannot be written is refused before any work."""

from __future__ import annotations

import os
import sys
from io import StringIO
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from pitboss.cli.output import console
from pitboss.extras import missing_extra
from pitboss.refusals import RefusalCode, raise_first, refuse
from pitboss.report.files import write_file
from pitboss.report.formats import Paper, ReportFormat

READ_BYTES_MAX = 1 << 30
_PAGE_WIDTH = 120

DocumentOption = Annotated[
    ReportFormat, Parameter(name="--format", help="table, json, csv, html, pdf or xlsx.")
]
PaperOption = Annotated[Paper, Parameter(help="The paper of a PDF: a4 or letter.")]


def read_text(path: Path) -> str:
    """The text of a file that the user named."""
    try:
        if path.stat().st_size > READ_BYTES_MAX:
            refuse(RefusalCode.BAD_FILE, f"'{path}' is too large; cut it into parts.")
        return path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        refuse(RefusalCode.BAD_FILE, f"There is no file '{path}'; check its name.")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        refuse(RefusalCode.BAD_FILE, f"Cannot read '{path}': {why}.")


def check_targets(*paths: Path | None) -> None:
    """Refuse files that cannot all be written."""
    named = [path for path in paths if path is not None]
    if len({path.resolve() for path in named}) < len(named):
        refuse(RefusalCode.CANNOT_WRITE, f"Two outputs cannot share '{named[0]}'; name two files.")
    for path in named:
        if reason := _fault(path):
            refuse(RefusalCode.CANNOT_WRITE, f"Cannot write '{path}': {reason}.")


def _fault(path: Path) -> str:
    try:
        if path.is_dir():
            return "it is a folder; name a file inside it"
        if not path.parent.is_dir():
            return f"there is no folder '{path.parent}'; create it first"
    except (OSError, ValueError) as problem:
        return f"{getattr(problem, 'strerror', None) or problem}; choose another file"
    held = path if path.exists() else path.parent
    return "" if os.access(held, os.W_OK) else "permission denied; choose another file"


def check_binary(form: ReportFormat, out: Path | None) -> None:
    """Refuse to print a binary format on a screen, and one whose writer is not installed."""
    if form.is_binary:
        raise_first(missing_extra(form, form.upper()))
    if out is None and form.is_binary:
        refuse(RefusalCode.CANNOT_WRITE, f"{form.upper()} output needs `--out FILE`.")


def write_result(content: bytes, out: Path | None) -> None:
    """A result into a file, or on standard output."""
    if out is None:
        sys.stdout.write(content.decode())
    else:
        raise_first(write_file(out, content))


def page_console(out: Path | None) -> Console:
    """What a report is laid out for: this terminal, or a page of a file."""
    return console() if out is None else Console(width=_PAGE_WIDTH, file=StringIO())
