"""Parts of a game that live in other packages: its solver, strategies, coach, studies and model.

The part of a shipped game is the module `pitboss.<package>.<game>`. A game outside the package
brings a module of the package's name in its own folder, such as `exact.py`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import Any

from pitboss.games.contract import AnyGame


def find_part(package: str, game: AnyGame, name: str) -> Any | None:
    """What the game's module for a package defines under a name; None where it defines nothing."""
    module = load_part(package, game)
    return None if module is None else getattr(module, name, None)


def load_part(package: str, game: AnyGame) -> ModuleType | None:
    """The game's module for a package, loaded; None where it has none."""
    names = [f"pitboss.{package}.{game.key.replace('-', '_')}"]
    folder = _package_of(game)
    if folder:
        names.append(f"{folder}.{package}")
    for name in names:
        if importlib.util.find_spec(name) is not None:
            return importlib.import_module(name)
    return None


def _package_of(game: AnyGame) -> str:
    """The package that defines the game as its `GAME`; empty where none does."""
    words = type(game).__module__.split(".")
    for end in range(len(words), 0, -1):
        module = sys.modules.get(".".join(words[:end]))
        if getattr(module, "GAME", None) is game and hasattr(module, "__path__"):
            return ".".join(words[:end])
    return ""
