"""Settings: the one list of everything that can be set from outside, each with its help.

Imports nothing above layer 0; the command line and the server read values through `value_of`
with the environment passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.invariants import check


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable, what it does, and what holds when it is not set."""

    name: str
    default: str
    help: str


SETTINGS = (
    Setting(
        "PITBOSS_GAMES_PATH",
        "",
        "Further folders to look for games in, divided by the system's path separator.",
    ),
    Setting(
        "PITBOSS_CACHE_DIR",
        "",
        "Folder for compiled kernels and slow results; empty means the user's cache folder.",
    ),
)

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def value_of(name: str, environment: Mapping[str, str]) -> str:
    """The value of a setting in this environment, or its default."""
    check(name in _BY_NAME, f"{name} is in the list of settings")
    return environment.get(name) or _BY_NAME[name].default
