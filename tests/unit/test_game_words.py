"""What a game says beside its rules: usual reasons, limits, areas, and how long a result takes."""

from __future__ import annotations

from pitboss.equipment.cards import parse_card
from pitboss.equipment.draws import SeededBits
from pitboss.games.bets import least_stake
from pitboss.games.calls import CallOption
from pitboss.games.contract import Game
from pitboss.games.needs import NeedDraw
from pitboss.games.one_draw import OneDrawGame
from pitboss.games.registry import Registry
from pitboss.games.rounds import begin, take
from pitboss.games.steps import Bet, CloseBets, Draw
from pitboss.refusals import unwrap
from pitboss.units import ClauseId, SeatIndex, SpotKey
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
    assert seconds == {"flip-it": 5, "gin-and-win": 5, "spin-n-win": 13}


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
    assert Game.showing_s(folder.game, edition) == 3
    assert Game.alike(folder.game, edition, frozenset()) is None


def test_flip_it_tells_suits_of_one_colour_apart_for_the_bonus_alone() -> None:
    folder = REGISTRY.games["flip-it"]
    edition = unwrap(folder.edition())
    alike = folder.game.alike(edition, frozenset({SpotKey("inside:red")}))
    assert alike is not None
    keys = [alike(unwrap(parse_card(text))) for text in ("9h", "9d", "9s", "8h")]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert folder.game.alike(edition, frozenset({SpotKey("bonus")})) is None


def test_a_game_of_one_draw_judges_one_bet_as_it_judges_all() -> None:
    folder = Registry((KIT,)).games["red-or-black"]
    game, edition = folder.game, unwrap(folder.edition())
    assert isinstance(game, OneDrawGame)
    current = unwrap(begin(game, edition, seats=(SeatIndex(1),)))
    for spot in game.all_spots(edition):
        stake = least_stake(spot, edition.head.limits)
        current = unwrap(take(current, Bet(SeatIndex(1), spot.key, stake)))
    current = unwrap(take(current, CloseBets()))
    assert isinstance(current.need, NeedDraw)
    current = unwrap(take(current, Draw(current.need.draw(SeededBits(b"one")))))
    bets = game.bets(current.state)
    assert len(bets) > 1
    assert [game.verdict(current.state, bet) for bet in bets] == [*game.verdicts(current.state)]
