"""Lookup: the game and edition that a command line names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from pitboss.cli.output import messages, say
from pitboss.exact.solver_trial import solver_refusal
from pitboss.games.game_folder import GameEdition, GameFolder
from pitboss.games.registry import Registry, find_registry
from pitboss.refusals import unwrap_or_raise


def registry(only: str | None = None) -> Registry:
    """The named game alone if there is one, otherwise every game; who is left out is named."""
    with _trial_status() as show:
        found = find_registry(os.environ, only=only, examine=partial(solver_refusal, on_trial=show))
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


@contextmanager
def _trial_status() -> Iterator[Callable[[str], None]]:
    """Shows at a terminal which game is tried, for its first use takes seconds."""
    where = messages()
    status = where.status("")

    def show(name: str) -> None:
        if where.is_terminal:
            status.update(f"Checking {name} before its first use")
            status.start()

    try:
        yield show
    finally:
        status.stop()
