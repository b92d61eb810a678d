"""What lies where, for games that say nothing of it themselves."""

from __future__ import annotations

from typing import Any

from pitboss.equipment.cards import Card
from pitboss.equipment.draws import SeededBits
from pitboss.games.layout import Place
from pitboss.games.paytables import post_areas
from pitboss.games.places import view_places
from pitboss.games.registry import Registry
from pitboss.games.rounds import Round
from pitboss.games.steps import SPECTATOR, Draw
from pitboss.refusals import unwrap
from pitboss.trainers.layouts import Level, layout, never
from pitboss.units import SeatIndex

SEAT = SeatIndex(1)


def hidden_game(monkeypatch: Any, *, stop: Any = never) -> Round:
    """A round of a shipped game with hands face down, as if nobody had drawn a stage for it."""
    folder = Registry().games["gin-and-win"]
    monkeypatch.setattr(type(folder.game), "has_stage", False)
    return layout(
        folder.game, unwrap(folder.edition()), SeededBits(b"places"), Level.TABLE, stop=stop
    )


def by_key(places: tuple[Place, ...]) -> dict[str, Place]:
    return {place.key: place for place in places}


def has_dealt_all(current: Round) -> bool:
    draws = [step for step in current.steps if isinstance(step, Draw)]
    return len(draws) == len(current.seats) + 1


def test_a_game_with_a_stage_of_its_own_sends_no_places() -> None:
    folder = Registry().games["gin-and-win"]
    played = layout(folder.game, unwrap(folder.edition()), SeededBits(b"places"), Level.BET)
    assert view_places(played, SEAT) == ()


def test_before_the_first_draw_nothing_lies_anywhere(monkeypatch: Any) -> None:
    played = hidden_game(monkeypatch, stop=lambda current: True)
    assert not any(isinstance(step, Draw) for step in played.steps)
    assert view_places(played, SEAT) == ()


def test_hands_face_down_are_seen_by_their_own_seat_alone(monkeypatch: Any) -> None:
    played = hidden_game(monkeypatch, stop=has_dealt_all)
    dealt = [str(card) for step in played.steps if isinstance(step, Draw) for card in step.shown
             if isinstance(card, Card)]  # fmt: skip
    mine = by_key(view_places(played, SEAT))
    assert set(mine) == {"dealer", *(f"seat {seat}" for seat in played.seats)}
    assert mine["seat 1"].label == "You"
    assert set(mine["seat 1"].items) <= set(dealt)
    for key, place in mine.items():
        assert len(place.items) == 7
        assert place.kind == "cards"
        assert (key == "seat 1") == any(place.items)
    strange = view_places(played, SPECTATOR)
    assert not any(item for place in strange for item in place.items)


def test_the_dealer_is_turned_up_at_the_end_and_other_hands_are_not(monkeypatch: Any) -> None:
    places = by_key(view_places(hidden_game(monkeypatch), SEAT))
    assert all(places["dealer"].items)
    assert all(places["seat 1"].items)
    assert not any(places["seat 2"].items)


def areas_of(game: str) -> list[tuple[str, str]]:
    folder = Registry().games[game]
    found = post_areas(folder.game, unwrap(folder.edition()))
    return [(one.title, one.note) for one in found]


def test_areas_have_their_games_words_or_their_key() -> None:
    assert ("Single bets", "both Tops pay double") in areas_of("spin-n-win")
    assert areas_of("gin-and-win")[0] == ("Base", "")
