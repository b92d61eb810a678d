"""GNW-3: a player's own setting, checked combination by combination."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import show_cards
from pitboss.games.contract import SettingCheck
from pitboss.games.needs import NeedDecisions
from pitboss.games.settlement import Result
from pitboss.refusals import Refusal, RefusalCode
from tests.rules.gin_and_win.felt import (
    FOUR_JACK,
    TWO_LOW,
    after,
    cards,
    dealt,
    decide,
    edition,
    game,
    refused,
    seat,
    setting,
    state_of,
)

AS_SET = {"options__setting": "as-set"}
DEALER = "Kc Kd 4h 5h 9h Ts 6d"  # two left over: Ten, Six


@pytest.mark.clause("GNW-3.1")
def test_without_a_setting_the_house_way_is_taken() -> None:
    current = after(dealt(TWO_LOW, dealer=DEALER), decide(1, "play"))
    made = state_of(current).decision(seat(1))
    assert made is not None
    assert made.played is not None
    assert show_cards(made.played.left_over) == "3s 2c"
    assert made.note == ""


@pytest.mark.clause("GNW-3.1")
def test_a_setting_as_good_as_the_house_way_stands_as_laid() -> None:
    hand = "9c 9d 9h 2h 3h 4h Ks"
    current = after(
        dealt(hand, dealer="Ac Ad 4s 5s 8s Ts 6d"), decide(1, "play", "9d 9c | 4h 3h 2h 9h")
    )
    made = state_of(current).decision(seat(1))
    assert made is not None
    assert made.played is not None
    assert tuple(map(show_cards, made.played.combinations)) == ("9c 9d", "2h 3h 4h 9h")
    assert made.note == "The setting stands: score 1, left over Ks."
    answer = game().check_setting(edition(), cards(hand), setting("9d 9c | 4h 3h 2h 9h"))
    assert isinstance(answer, SettingCheck)
    assert answer.as_good_as_house_way
    assert answer.clause == "GNW-3.1"


@pytest.mark.clause("GNW-3.2")
@pytest.mark.parametrize(
    ("own", "named"),
    [
        ("Ac Ah | 7d 8d", "7d 8d"),
        ("Ac 2c | 7d 8d Jd", "Ac 2c"),
        ("Ac Ah | 7d 8d Jd 3s", "7d 8d Jd 3s"),
        ("2c", "2c"),
        ("Ac Ah | ", "nothing"),
    ],
)
def test_a_false_combination_is_named(own: str, named: str) -> None:
    current = dealt(TWO_LOW, dealer=DEALER)
    code, sentence = refused(current, decide(1, "play", own))
    assert code is RefusalCode.FALSE_COMBINATION
    assert sentence.startswith(f"{named} is no combination; lay out two to four cards")


@pytest.mark.clause("GNW-3.3")
def test_only_cards_of_the_hand_and_each_once() -> None:
    current = dealt(TWO_LOW, dealer=DEALER)
    code, sentence = refused(current, decide(1, "play", "Ac As"))
    assert code is RefusalCode.IMPOSSIBLE_CARD
    assert sentence.startswith("As is not in the hand; lay out only Ac Ah 2c")
    code, sentence = refused(current, decide(1, "play", "Ac Ah | Ac 2c 7d"))
    assert code is RefusalCode.IMPOSSIBLE_CARD
    assert sentence == "Ac is used 2 times; a card belongs to one combination."


@pytest.mark.clause("GNW-3.4")
def test_cards_speak() -> None:
    current = dealt(TWO_LOW, dealer=DEALER)
    assert isinstance(current.need, NeedDecisions)
    assert [option.key for option in current.need.pending[0].options] == ["play", "fold"]
    over = after(current, decide(1, "play", "Ac Ah"))
    assert {line.spot: line.result for line in over.lines()} == {
        "ante": Result.WIN,
        "play": Result.WIN,
        "gin-bonus": Result.WIN,
    }
    said = game().say(over.state)
    assert "Seat 1: The setting scores 5, left over Jd 8d 7d 3s 2c; the house way scores 2" in said
    assert "corrected to the house way" in said
    assert refused(current, decide(1, "play-as-set", "Ac Ah"))[0] is RefusalCode.UNKNOWN_OPTION
    answer = game().check_setting(edition(), cards(TWO_LOW), setting("Ac Ah"))
    assert isinstance(answer, SettingCheck)
    assert (answer.score, answer.as_good_as_house_way) == (5, False)
    assert show_cards(answer.left_over) == "Jd 8d 7d 3s 2c"
    assert answer.clause == "GNW-3.4"


@pytest.mark.clause("GNW-3.4", "GNW-2.1")
def test_the_same_score_with_higher_cards_is_worse() -> None:
    # Nine and Seven stay over; the house way leaves Nine and Three.
    answer = game().check_setting(
        edition(), cards("2s 3d 3s 7h 7s 9h Ts"), setting("3d 3s | 2s 7s Ts")
    )
    assert isinstance(answer, SettingCheck)
    assert (answer.score, answer.as_good_as_house_way) == (2, False)
    assert answer.sentence.startswith(
        "The setting scores 2, left over 9h 7h; the house way scores 2, left over 9h 3d."
    )


@pytest.mark.clause("GNW-3.5")
def test_as_set_warns_once_and_then_stands() -> None:
    current = dealt(TWO_LOW, dealer=DEALER, of=edition(**AS_SET))
    assert isinstance(current.need, NeedDecisions)
    keys = [option.key for option in current.need.pending[0].options]
    assert keys == ["play", "play-as-set", "fold"]
    code, warning = refused(current, decide(1, "play", "Ac Ah"))
    assert code is RefusalCode.WORSE_SETTING
    assert "scores 5" in warning
    assert "the house way scores 2" in warning
    assert "decide play-as-set" in warning
    over = after(current, decide(1, "play-as-set", "Ac Ah"))
    by_spot = {str(line.spot): line for line in over.lines()}
    assert by_spot["ante"].result is by_spot["play"].result is Result.LOSE
    # The bonus looks at the seven cards, not at the setting (GNW-7.3).
    assert by_spot["gin-bonus"].result is Result.WIN
    answer = game().check_setting(edition(**AS_SET), cards(TWO_LOW), setting("Ac Ah"))
    assert isinstance(answer, SettingCheck)
    assert answer.clause == "GNW-3.5"
    assert "stands as set" in answer.sentence


@pytest.mark.clause("GNW-3.5")
def test_as_set_takes_good_settings_without_a_warning() -> None:
    current = dealt(TWO_LOW, dealer=DEALER, of=edition(**AS_SET))
    for option in ("play", "play-as-set"):
        over = after(current, decide(1, option, "Ac Ah | 7d 8d Jd"))
        assert over.is_over
    code, sentence = refused(current, decide(1, "play-as-set"))
    assert code is RefusalCode.MISSING_FIELD
    assert "without them decide play" in sentence
    assert refused(current, decide(1, "play-as-set", "Ac 2c"))[0] is RefusalCode.FALSE_COMBINATION


@pytest.mark.clause("GNW-3.6")
@pytest.mark.parametrize(
    ("dealer", "result"),
    [
        # The player keeps Jack, Jack, Three, Two; the dealer has four as well.
        ("Kc Kd Kh Jc 9d 5h 4s", Result.LOSE),  # Jack, then Nine is below Jack
        ("5c 5d 5h Qh 8d 6c 2s", Result.WIN),  # a Queen is above a Jack
    ],
)
def test_left_over_cards_may_share_a_rank(dealer: str, result: Result) -> None:
    rules = edition(**AS_SET, qualifier__rank="K")
    current = dealt("9c Tc Ac Jd Js 3d 2h", dealer=dealer, of=rules)
    over = after(current, decide(1, "play-as-set", "9c Tc Ac"))
    made = state_of(over).decision(seat(1))
    assert made is not None
    assert made.played is not None
    assert show_cards(made.played.left_over) == "Jd Js 3d 2h"
    assert {line.result for line in over.lines() if line.spot != "gin-bonus"} == {result}


def test_a_fold_takes_no_setting() -> None:
    current = dealt(TWO_LOW, dealer=FOUR_JACK)
    code, sentence = refused(current, decide(1, "fold", "Ac Ah"))
    assert code is RefusalCode.NOT_NOW
    assert "fold without a setting" in sentence


def test_a_typed_setting_is_refused_like_a_played_one() -> None:
    answer = game().check_setting(edition(), cards(TWO_LOW), setting("Ac 2c"))
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.FALSE_COMBINATION


def test_no_combination_at_all_is_a_legal_setting() -> None:
    answer = game().check_setting(edition(), cards(TWO_LOW), ())
    assert isinstance(answer, SettingCheck)
    assert answer.score == 7
    zero = game().check_setting(
        edition(), cards("2c 2d 3c 3h 4d 4h 4s"), setting("2c 2d | 3c 3h | 4d 4h 4s")
    )
    assert isinstance(zero, SettingCheck)
    assert zero.sentence == "The setting stands: score 0."
