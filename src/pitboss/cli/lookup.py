"""Lookup: the game and edition that a command line names."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pitboss.cli.output import say
from pitboss.exact.solver_trial import solver_refusal
from pitboss.games.game_folder import GameEdition, GameFolder
from pitboss.games.registry import Registry, find_registry
from pitboss.refusals import unwrap_or_raise


def registry(only: str | None = None) -> Registry:
    """The named game alone if there is one, otherwise every game; who is left out is named."""
    found = find_registry(os.environ, only=only, examine=solver_refusal)
    if only is not None and only not in found.games:
        return registry()
    for refusal in found.broken:
        say(refusal.sentence)
    return found


def find_game(game: str) -> GameFolder:
    """The named game."""
    return unwrap_or_raise(registry(only=game).find(game))


def choose(
    game: str, edition: str | None, *, changes: Mapping[str, str] | None = None
) -> GameEdition:
    """The named game in the named edition, or in its default edition."""
    return unwrap_or_raise(registry(only=game).load(game, edition, changes=changes))
