"""Exact figures of an edition, worked out once by a process and kept for whoever asks next."""

from __future__ import annotations

import threading

from pitboss.exact.figures import GameFigures
from pitboss.exact.solvers import game_figures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead

KEPT_MAX = 64
_kept: dict[tuple[str, str], GameFigures] = {}
_lock = threading.Lock()


def keep_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """The figures of an edition; whoever wants the same at the same time waits for them."""
    key = game.key, str(edition.head.hash)
    # One solver at a time: two would take turns with each other and with the tables.
    with _lock:
        found = _kept.get(key)
        if found is None:
            if len(_kept) >= KEPT_MAX:
                _kept.clear()
            found = _kept[key] = game_figures(game, edition)
    return found
