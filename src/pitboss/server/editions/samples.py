"""A round of chance of each edition, for pictures of games that have no stage of their own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pitboss.equipment.draws import SeededBits
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.layout import Place
from pitboss.games.places import view_places
from pitboss.trainers.layouts import Level, layout

_SEED = b"a sample round"
_KEPT = 256


def sample_places(game: AnyGame, edition: HasHead) -> tuple[Place, ...]:
    """What lies where after a round of one player, played by chance that is always the same."""
    # Editions are frozen and can be hashed, which their protocol does not say.
    record: Any = edition
    return () if game.has_stage else _sample(game, record)


@lru_cache(_KEPT)
def _sample(game: AnyGame, edition: Any) -> tuple[Place, ...]:
    played = layout(game, edition, SeededBits(_SEED), Level.BET)
    return view_places(played, played.seats[0])


def empty_places(game: AnyGame, edition: HasHead) -> tuple[Place, ...]:
    """The same places with nothing shown in them."""
    return tuple(
        replace(place, items=("",) * len(place.items), note="")
        for place in sample_places(game, edition)
    )
