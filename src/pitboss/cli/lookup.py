"""Lookup: the game and edition that a command line names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cli.output import say
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.registry import GameFolder, Registry, find_registry
from pitboss.refusals import unwrap_or_raise


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the command line chose."""

    folder: GameFolder
    edition: HasHead

    @property
    def game(self) -> AnyGame:
        return self.folder.game


def registry(only: str | None = None) -> Registry:
    """Every game that is found, or at most one; games that are left out are named."""
    found = find_registry(os.environ, only=only)
    for refusal in found.broken:
        say(refusal.sentence)
    return found


def choose(game: str, edition: str | None, *, changes: Mapping[str, str] | None = None) -> Chosen:
    """The named game in the named edition, or in its default edition."""
    games = registry(only=game)
    if game not in games.games:
        games = registry()
    return Chosen(*unwrap_or_raise(games.load(game, edition, changes=changes)))
