"""Editions of a game as cards to choose from, and by name alone."""

from __future__ import annotations

from functools import cache

from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.editions.schemas import EditionChoice


@cache
def edition_cards(folder: GameFolder) -> tuple[EditionChoice, ...]:
    """Every edition that ships with a game, the default one first."""
    found = (folder.edition(key) for key in folder.edition_keys())
    return tuple(
        EditionChoice(
            edition=one.head.key,
            title=one.head.title,
            approval=one.head.approval.value,
        )
        for one in found
        if not isinstance(one, Refusal)
    )


def named_edition(folder: GameFolder, key: str) -> HasHead | Refusal:
    """An edition by its name, or the default one; a path is never read from the server's disk."""
    if key and key not in folder.edition_keys():
        return Refusal(RefusalCode.UNKNOWN_EDITION, f"{folder.game.title} has no such edition.")
    return folder.edition(key or None)
