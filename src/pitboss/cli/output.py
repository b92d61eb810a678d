"""Output: results on standard output, everything else on standard error.

With `--format json` standard output holds one JSON document and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from pitboss.refusals import Refusal

EXIT_REFUSED = 2


class Format(StrEnum):
    """How a result is shown."""

    TABLE = "table"
    JSON = "json"


FormatOption = Annotated[Format, Parameter(name="--format", help="table or json.")]


def console() -> Console:
    """Where a table goes. Made anew for each command, so that tests can capture it."""
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


def refuse(refusal: Refusal) -> int:
    """Tell why nothing was done; the exit code for a refusal."""
    say_error(refusal.sentence)
    return EXIT_REFUSED
