"""Lookup: the game and edition that a command line names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.registry import GAMES_FOLDER, GameFolder, Registry
from pitboss.refusals import unwrap_or_raise
from pitboss.settings import value_of


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the command line chose."""

    folder: GameFolder
    edition: HasHead

    @property
    def game(self) -> AnyGame:
        return self.folder.game


def registry() -> Registry:
    """The games that ship with Pitboss and those in PITBOSS_GAMES_PATH."""
    extra = value_of("PITBOSS_GAMES_PATH", os.environ)
    folders = tuple(Path(part) for part in extra.split(os.pathsep) if part)
    return Registry((GAMES_FOLDER, *folders))


def choose(game: str, edition: str | None, *, changes: Mapping[str, str] | None = None) -> Chosen:
    """The named game in the named edition, or in its default edition."""
    return Chosen(*unwrap_or_raise(registry().load(game, edition, changes=changes)))
