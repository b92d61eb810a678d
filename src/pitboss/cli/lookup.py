"""Lookup: the game and edition that a command line names."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pitboss.cli.output import say
from pitboss.exact.solver_trial import solver_refusal
from pitboss.games.registry import GameEdition, Registry, find_registry
from pitboss.refusals import unwrap_or_raise


def registry(only: str | None = None) -> Registry:
    """Every game that is found, or at most one; games that are left out are named."""
    found = find_registry(os.environ, only=only, examine=solver_refusal)
    for refusal in found.broken:
        say(refusal.sentence)
    return found


def choose(
    game: str, edition: str | None, *, changes: Mapping[str, str] | None = None
) -> GameEdition:
    """The named game in the named edition, or in its default edition."""
    games = registry(only=game)
    if game not in games.games:
        games = registry()
    return unwrap_or_raise(games.load(game, edition, changes=changes))
