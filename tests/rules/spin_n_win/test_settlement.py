"""Settlement: takes before pays, and winning bets that stay up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.games.needs import NeedNothing
from pitboss.games.settlement import Result
from pitboss.games.spots import PlacedBet
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.rules.spin_n_win.table import (
    CLOSE,
    GAME,
    after,
    answer,
    bet,
    down,
    lines,
    opened,
    refused,
    spin,
    spinning,
)


@pytest.mark.clause("SNW-6.1")
def test_takes_come_before_pays() -> None:
    bets = [bet(seat, spot) for seat in (1, 2, 3) for spot in ("single:red", "single:blue")]
    settled = lines("RG", *bets)
    assert [(line.seat, line.spot, line.result) for line in settled] == [
        *((seat, "single:blue", Result.LOSE) for seat in (1, 2, 3)),
        *((seat, "single:red", Result.WIN) for seat in (1, 2, 3)),
    ]
    assert all(line.odds is None and line.pays == 0 for line in settled[:3])


@pytest.mark.clause("SNW-6.2", "SNW-6.4")
def test_winning_bets_stay_up_and_play_again() -> None:
    state = after(
        spinning(bet(1, "single:red"), bet(1, "single:blue"), bet(2, "combo:red-green", 4)),
        spin("RG"),
    )
    assert isinstance(GAME.need(state), NeedNothing)
    carry = GAME.carry(state)
    assert [(b.seat, b.spot, b.stake) for b in carry.up] == [
        (1, "single:red", 1000),
        (2, "combo:red-green", 400),
    ]
    following = opened(1, 2, 3, carry=carry)
    assert following.bets == carry.up
    assert following.spin_number == 2
    again = after(following, CLOSE, answer(1, "spin-b"), spin("GG"))
    assert [line.net for line in GAME.settle(again)] == [-1000, -400]
    assert GAME.carry(again).up == ()


@pytest.mark.clause("SNW-6.3")
def test_a_bet_that_is_up_can_be_taken_down_or_changed() -> None:
    won = after(spinning(bet(1, "single:red"), bet(1, "combo:red-green")), spin("RG"))
    following = opened(1, carry=GAME.carry(won))
    changed = after(following, down(1, "single:red"), bet(1, "combo:red-green", 50))
    assert [(b.spot, b.stake) for b in changed.bets] == [("combo:red-green", 5000)]
    empty = after(following, down(1, "single:red"), down(1, "combo:red-green"))
    refused(GAME.apply(empty, CLOSE), RefusalCode.NO_BETS)


@pytest.mark.clause("SNW-6.4")
def test_bets_of_a_player_who_left_do_not_play() -> None:
    won = after(spinning(bet(1, "single:red"), bet(2, "single:red")), spin("RR"))
    following = opened(2, 3, carry=GAME.carry(won))
    assert [b.seat for b in following.bets] == [2]


@pytest.mark.clause("SNW-6.5")
@pytest.mark.parametrize(
    ("tops", "words"),
    [
        (
            "RJ",
            "Red and Joker. Red pays double. Green, Blue, Yellow and Joker pay once.",
        ),
        ("RR", "Red and Red. Red pays double."),
        ("GY", "Green and Yellow. Green and Yellow pay once. Combo Yellow-Green wins."),
        ("JJ", "Two Jokers! Every bet on the table wins."),
    ],
)
def test_the_dealer_calls_the_winning_colours(tops: str, words: str) -> None:
    state = after(spinning(bet(1, "single:yellow")), spin(tops))
    assert GAME.say(state).startswith(words)


@pytest.mark.clause("SNW-6.5")
def test_the_dealer_calls_the_winning_combos() -> None:
    state = after(spinning(bet(1, "single:yellow")), spin("RJ"))
    assert "Combos Red-Green, Red-Blue and Yellow-Red win. Seat 1 keeps" in GAME.say(state)
    assert GAME.explain(state, SeatIndex(1)) == "Red and Joker."


def test_how_the_round_ended() -> None:
    ending = GAME.ending(after(spinning(bet(1, "single:red")), spin("RJ")))
    assert (ending.void, ending.clause) == (False, "SNW-5.1")
    assert ending.sentence == "Top A Red, Top B Joker."


def test_a_finished_round_takes_no_step_and_offers_no_call() -> None:
    state = after(spinning(bet(1, "single:red")), spin("RJ"))
    assert GAME.calls(state) == ()
    for step in (bet(1, "single:red"), CLOSE, spin("RJ"), answer(1, "spin-a")):
        refused(GAME.apply(state, step), RefusalCode.ROUND_OVER)


def test_settling_too_early_or_unpayably_is_a_defect() -> None:
    state = spinning(bet(1, "single:red"))
    for ask in (GAME.settle, GAME.ending, GAME.carry):
        with pytest.raises(BrokenInvariant):
            ask(state)
    landed = after(state, spin("RG"))
    with pytest.raises(BrokenInvariant):
        GAME.carry(replace(landed, rotation=None))
    odd = PlacedBet(SeatIndex(1), SpotKey("single:red"), Credits(1))
    with pytest.raises(BrokenInvariant):
        GAME.settle(replace(landed, bets=(odd,)))
