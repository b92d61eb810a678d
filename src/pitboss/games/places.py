"""Places: what lies where on the table of a game without a stage of its own."""

from __future__ import annotations

from pitboss.games.layout import Place
from pitboss.games.needs import AnyDraw
from pitboss.games.rounds import Round, walk
from pitboss.games.steps import Draw
from pitboss.units import SeatIndex

DEALER = "dealer"


def view_places(played: Round, viewer: SeatIndex) -> tuple[Place, ...]:
    """What lies where for this viewer: as the game says, else as its draws said where they go."""
    game = played.game
    if game.has_stage:
        return ()
    return game.places(played.state, viewer) or _places_of_draws(played, viewer)


def _places_of_draws(played: Round, viewer: SeatIndex) -> tuple[Place, ...]:
    """Every draw in its place. What is dealt face down is seen by its own seat alone.

    The dealer's hand is turned up when the round has been decided.
    """
    if not any(isinstance(step, Draw) for step in played.steps):
        return ()
    is_decided = played.is_over and not played.game.ending(played.state).void
    found: dict[str, Place] = {}
    for before, step in walk(played):
        need = before.need
        if not isinstance(step, Draw) or not isinstance(need, AnyDraw):
            continue
        key = need.place
        is_seen = need.face_up or key == f"seat {viewer}" or (is_decided and key == DEALER)
        items = tuple(str(one) if is_seen else "" for one in step.shown)
        lying = found[key].items if key in found else ()
        found[key] = Place(key, _label(key, viewer), need.kind, (*lying, *items))
    return tuple(found.values())


def _label(key: str, viewer: SeatIndex) -> str:
    return "You" if key == f"seat {viewer}" else key.capitalize()
