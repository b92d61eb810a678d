"""The coach's input: one viewer's own view as plain data, and how the round began.

Plain records only, so that the coach cannot know more than the viewer does.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a viewer knows when the question is asked."""

    seat: int
    """Whose eyes: a seat, or -1 for a spectator."""
    felt: dict[str, Any]
    """The game's own view, as the viewer's browser is sent it."""
    start: dict[str, str]
    """What the round began with, in the words of the round notation: dealt face up before."""
    stakes: dict[str, int]
    """The viewer's own stakes by spot, in minor units."""


def plain(view: object) -> dict[str, Any]:
    """A game's view in the plain data that a browser is sent."""
    found: dict[str, Any] = msgspec.to_builtins(view)
    return found
