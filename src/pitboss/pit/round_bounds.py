"""Bounds of a round file: what a true round can have, checked before anything is worked out."""

from __future__ import annotations

from typing import Any

from pitboss.games.designs import CHANGES_MAX
from pitboss.refusals import Refusal, RefusalCode

DRAWS_MAX = 500
"""Draws and voided draws of one round; a round has some twenty."""
SHOWN_MAX = 64
SOURCES_MAX = 64
"""Different cards, or faces of a Top."""
COPIES_MAX = 1_000
SEATS_MAX = 64
LINES_MAX = 20_000
"""Lines of notation; every change of a bet is one."""
LINE_MAX = 1_000
TOO_LARGE = Refusal(RefusalCode.BAD_FILE, "A round file is never that large.")


def bounds_refusal(file: dict[str, Any]) -> Refusal | None:
    """Why this cannot be a round, by its sizes alone."""
    lines = file["notation"].count("\n")
    sizes = (
        (len(file["draws"]), DRAWS_MAX),
        (len(file["voided_draws"]), DRAWS_MAX),
        (len(file["player_seeds"]), SEATS_MAX),
        (len(file.get("player_hashes", ())), SEATS_MAX),
        (len(file.get("missing_reveals", ())), SEATS_MAX),
        (len(file["changes"]), CHANGES_MAX),
        (len(file["settlement"]), LINES_MAX),
        (lines, LINES_MAX),
    )
    if any(size > most for size, most in sizes):
        return TOO_LARGE
    if any(len(line) > LINE_MAX for line in file["notation"].splitlines()):
        return TOO_LARGE
    return None if all(map(_is_a_draws_size, file["draws"])) else TOO_LARGE


def _is_a_draws_size(draw: object) -> bool:
    """Whether a draw is of a size that can be; what it says is read later."""
    if not isinstance(draw, dict):
        return True
    sources, shown = draw.get("from"), draw.get("shown")
    if not isinstance(sources, list) or not isinstance(shown, list):
        return True
    if len(shown) > SHOWN_MAX or len(sources) > SOURCES_MAX:
        return False
    return all(_is_a_sources_size(one) for one in sources)


def _is_a_sources_size(source: object) -> bool:
    """A card with its copies, or the faces of a Top."""
    if not isinstance(source, list):
        return True
    if len(source) > SOURCES_MAX:
        return False
    return all(not isinstance(one, int | float) or one <= COPIES_MAX for one in source)
