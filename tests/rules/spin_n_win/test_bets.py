"""Bets and limits: which there are, what may be staked, and until when."""

from __future__ import annotations

import pytest

from pitboss.games.needs import NeedBets, NeedDecisions
from pitboss.games.steps import Bet
from pitboss.refusals import RefusalCode
from pitboss.units import Credits, SeatIndex, SpotKey
from tests.rules.spin_n_win.table import (
    CLOSE,
    GAME,
    STANDARD,
    after,
    bet,
    down,
    edition,
    good,
    lines,
    opened,
    refused,
)

KEYS = [
    *(f"single:{face}" for face in ("red", "green", "blue", "yellow", "joker")),
    *("combo:red-green", "combo:red-blue", "combo:green-blue"),
    *("combo:yellow-red", "combo:yellow-green", "combo:yellow-blue", "combo:joker-joker"),
]


@pytest.mark.clause("SNW-2.1")
def test_five_single_bets_and_seven_combos() -> None:
    spots = GAME.all_spots(STANDARD)
    assert [spot.key for spot in spots] == KEYS
    assert [spot.area for spot in spots] == ["single"] * 5 + ["combo"] * 7
    assert [spot.label for spot in spots][4:6] == ["Joker", "Red-Green"]
    assert len({spot.wager for spot in spots}) == 12


@pytest.mark.clause("SNW-2.2")
def test_bets_are_made_together_and_decided_alone() -> None:
    settled = lines("RG", bet(1, "single:red"), bet(1, "combo:red-blue"), bet(2, "single:red"))
    assert [(line.seat, line.spot, line.net) for line in settled] == [
        (1, "combo:red-blue", -1000),
        (1, "single:red", 500),
        (2, "single:red", 500),
    ]


@pytest.mark.clause("SNW-2.3")
def test_limits_are_the_operators() -> None:
    low = GAME.apply(opened(1), Bet(SeatIndex(1), SpotKey("single:red"), Credits(50)))
    refused(low, RefusalCode.BELOW_MINIMUM, "The least on Red is 1.")
    refused(GAME.apply(opened(1), bet(1, "single:red", 1001)), RefusalCode.ABOVE_MAXIMUM)
    private = opened(1, edition=edition(table__maximum="5000.00", table__minimum="25.00"))
    refused(GAME.apply(private, bet(1, "single:red", 10)), RefusalCode.BELOW_MINIMUM, "is 25.")
    assert after(private, bet(1, "single:red", 5000)).bets[0].stake == 500_000


@pytest.mark.clause("SNW-2.4")
@pytest.mark.parametrize("spot", ["single:red", "combo:red-green", "combo:yellow-blue"])
def test_a_stake_that_half_odds_cannot_pay_is_refused_with_the_nearest(spot: str) -> None:
    half = Bet(SeatIndex(1), SpotKey(spot), Credits(550))
    refused(GAME.apply(opened(1), half), RefusalCode.NOT_PAYABLE, "5 or 6", "0.50")
    finer = opened(1, edition=edition(table__chip="0.25"))
    assert after(finer, half).bets[0].stake == 550


@pytest.mark.clause("SNW-2.4")
def test_whole_odds_take_every_chip() -> None:
    half = Bet(SeatIndex(1), SpotKey("single:yellow"), Credits(550))
    assert after(opened(1), half).bets[0].stake == 550


@pytest.mark.clause("SNW-2.5")
def test_bets_change_until_they_are_closed() -> None:
    state = opened(1, 2)
    assert isinstance(GAME.need(state), NeedBets)
    state = after(state, bet(2, "single:red"), bet(1, "combo:red-blue"), bet(1, "single:joker", 5))
    state = after(state, bet(2, "single:red", 20), bet(1, "single:red"), down(1, "single:red"))
    assert [(b.seat, b.spot, b.stake) for b in GAME.bets(state)] == [
        (1, "single:joker", 500),
        (1, "combo:red-blue", 1000),
        (2, "single:red", 2000),
    ]
    assert all(spot.closed is None for spot in GAME.spots(state, SeatIndex(1)))
    closed = after(state, CLOSE)
    assert isinstance(GAME.need(closed), NeedDecisions)
    for step in (bet(1, "single:red"), down(1, "single:joker"), CLOSE):
        refused(GAME.apply(closed, step), RefusalCode.NOT_NOW, "next spin")
    for spot in GAME.spots(closed, SeatIndex(1)):
        refused(spot.closed, RefusalCode.NOT_NOW)


@pytest.mark.clause("SNW-2.5")
def test_no_bet_no_spin() -> None:
    refused(GAME.apply(opened(1), CLOSE), RefusalCode.NO_BETS, "at least one")


@pytest.mark.clause("SNW-1.4")
def test_seven_seats() -> None:
    assert STANDARD.head.seats_max == 7
    state = opened(*range(1, 8))
    assert len(after(state, *(bet(seat, "single:red") for seat in range(1, 8))).bets) == 7


def test_bad_bets_are_refused_by_the_first_reason_that_applies() -> None:
    state = opened(1, 3)
    refused(GAME.apply(state, bet(1, "single:pink")), RefusalCode.UNKNOWN_SPOT, "single:red")
    refused(GAME.apply(state, down(1, "single:pink")), RefusalCode.UNKNOWN_SPOT)
    refused(GAME.apply(state, bet(2, "single:red")), RefusalCode.NO_SUCH_SEAT, "1, 3")
    refused(GAME.apply(state, down(2, "single:red")), RefusalCode.NO_SUCH_SEAT)
    refused(GAME.apply(state, down(1, "single:red")), RefusalCode.UNKNOWN_SPOT, "no bet on Red")
    refused(GAME.apply(state, bet(1, "single:red", 0)), RefusalCode.NOT_POSITIVE)
    for spot in GAME.spots(state, SeatIndex(2)):
        refused(spot.closed, RefusalCode.NO_SUCH_SEAT)
    closed = after(state, bet(1, "single:red"), CLOSE)
    refused(GAME.apply(closed, bet(9, "single:pink")), RefusalCode.UNKNOWN_SPOT)
    refused(GAME.apply(closed, bet(9, "single:red")), RefusalCode.NOT_NOW)
    assert good(GAME.apply(state, bet(1, "single:red"))) != state
    assert state.bets == ()
