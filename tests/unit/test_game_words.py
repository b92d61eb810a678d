"""What a game says beside its rules: usual reasons, limits, areas, and how long a result takes."""

from __future__ import annotations

from pitboss.games.calls import CallOption
from pitboss.games.contract import Game
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.units import ClauseId, SeatIndex
from tests.contract.conftest import KIT

REGISTRY = Registry()


def test_a_reason_is_counted_under_its_code_and_any_other_under_the_last() -> None:
    reasons = (("short", "Short spin"), ("other", "Other"))
    call = CallOption("void", "Void", ClauseId("SNW-7.1"), reasons=reasons)
    assert call.code_of("Short spin by the dealer") == "short"
    assert call.code_of("A fly on the Top") == "other"
    assert CallOption("void", "Void", ClauseId("SNW-7.1")).code_of("Anything") == ""


def test_limits_are_written_in_credits() -> None:
    edition = unwrap(REGISTRY.games["spin-n-win"].edition())
    assert str(edition.head.limits) == "1 to 1,000"


def test_each_game_says_how_long_its_result_takes_to_show() -> None:
    seconds = {
        key: folder.game.showing_s(unwrap(folder.edition()))
        for key, folder in REGISTRY.games.items()
    }
    assert seconds == {"flip-it": 3, "gin-and-win": 6, "spin-n-win": 12}


def test_flip_it_names_the_areas_of_its_felt() -> None:
    folder = REGISTRY.games["flip-it"]
    edition = unwrap(folder.edition())
    areas = {area.key for area in folder.game.areas(edition)}
    assert areas >= {spot.area for spot in folder.game.all_spots(edition)}


def test_a_game_takes_nothing_early_and_tells_every_card_apart_unless_it_says_so() -> None:
    folder = Registry((KIT,)).games["red-or-black"]
    edition = unwrap(folder.edition())
    carry = folder.game.first_carry(edition)
    opened = folder.game.open(edition, seats=(SeatIndex(1),), carry=carry)
    assert Game.taken(folder.game, opened) == ()
    assert Game.alike(folder.game, edition, frozenset()) is None
