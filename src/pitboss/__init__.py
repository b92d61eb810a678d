"""Pitboss: one set of rules for a table game's play, its mathematics and its protection.

`pitboss.load` is the way in; docs/reference/python.md lists every public name. All
modules below this one are internal. The version here is the only one in the project.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.sdk import (
        Game,
        Refused,
        Round,
        Table,
        list_games,
        load,
        make_env,
        read_round,
        verify,
    )

__version__ = "0.1.0"
__all__ = [
    "Game",
    "Refused",
    "Round",
    "Table",
    "__version__",
    "list_games",
    "load",
    "make_env",
    "read_round",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load the public names when the first of them is used, so that importing costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'pitboss' has no attribute '{name}'")
    from pitboss import sdk

    return getattr(sdk, name)


def __dir__() -> list[str]:
    return sorted(__all__)
