"""Output: results on standard output, everything else on standard error.

With `--format json` standard output holds one JSON document and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from rich.console import Console
from rich.markup import escape


def console() -> Console:
    """Where a table goes. Made for each command, so that tests can capture it."""
    return Console(highlight=False, soft_wrap=False)


is_quiet: ContextVar[bool] = ContextVar("is_quiet", default=False)
"""Whether `--quiet` was typed: results and errors only."""


def messages() -> Console:
    """Where progress and messages go."""
    return Console(stderr=True, highlight=False, quiet=is_quiet.get())


def print_json(document: Mapping[str, Any] | Sequence[Any]) -> None:
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def say(sentence: str) -> None:
    """One message, as it is written."""
    messages().print(sentence, markup=False, soft_wrap=True)


def say_error(sentence: str) -> None:
    where = Console(stderr=True, highlight=False)
    where.print(f"[bold red]pitboss:[/] {escape(' '.join(sentence.split()))}", soft_wrap=True)
