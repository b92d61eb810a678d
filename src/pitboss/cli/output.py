"""Output: results on standard output, everything else on standard error.

With `--format json` standard output holds one JSON document and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from pitboss.refusals import Refusal, RefusalCode, Refused, raise_first
from pitboss.report.files import write_file
from pitboss.report.formats import ReportFormat

EXIT_REFUSED = 2
_PAGE_WIDTH = 120


def console() -> Console:
    """Where a table goes. Made for each command, so that tests can capture it."""
    return Console(highlight=False, soft_wrap=False)


def messages() -> Console:
    """Where progress and messages go."""
    return Console(stderr=True, highlight=False)


def print_json(document: Mapping[str, Any] | Sequence[Any]) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def say_error(sentence: str) -> None:
    """One sentence on standard error."""
    messages().print(f"[bold red]pitboss:[/] {escape(' '.join(sentence.split()))}", soft_wrap=True)


def write_result(content: bytes, out: Path | None) -> None:
    """A result into a file, or on standard output."""
    if out is None:
        sys.stdout.write(content.decode())
    else:
        raise_first(write_file(out, content))


def page_console(out: Path | None) -> Console:
    """What a report is laid out for: this terminal, or a page of a file."""
    return console() if out is None else Console(width=_PAGE_WIDTH, file=StringIO())


def require_file(form: ReportFormat, out: Path | None) -> None:
    """Refuse to print a binary format on a screen."""
    if out is None and form.is_binary:
        sentence = f"{form.upper()} output needs a file; name it with --out."
        raise Refused(Refusal(RefusalCode.CANNOT_WRITE, sentence))
