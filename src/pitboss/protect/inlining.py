"""Helpers that are pasted into the kernel that calls them.

A compiled helper that stays a call of its own counts references to every array it is handed, which
costs more than what it does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.exact.compiled import kernel

F = TypeVar("F", bound=Callable[..., Any])


def pasted(*, largest: int) -> Callable[[F], F]:
    """Like `kernel`, and pasted into its callers before they are optimised."""

    def decorate(function: F) -> F:
        compiled = kernel(largest=largest)(function)
        options: dict[str, Any] = getattr(compiled, "targetoptions", {})
        options["inline"] = "always"
        return compiled

    return decorate
