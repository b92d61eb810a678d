"""FLP-2: the row is laid, bets open, one card decides, takes before pays."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import JOKER, Card
from pitboss.equipment.tops import Face
from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.settle import settle
from pitboss.games.needs import NeedBets, NeedCards, NeedNothing
from pitboss.games.rounds import take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, CloseBets, Decide, Draw, TakeDown
from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey
from tests.rules.flip_it.table import (
    ONE,
    bet,
    cards,
    carry,
    draw,
    edition,
    flip,
    laid,
    must,
    played,
    refused,
    spot,
    start,
    state,
)

ROW = "2c 7d 9h Ks"
BET = Bet(ONE, SpotKey("inside:red"), Credits(100))
ACE = Draw((Card(rank=1, suit=0),))


@pytest.mark.clause("FLP-2.1", "FLP-2.3")
def test_four_cards_lie_face_up_before_bets() -> None:
    table = start()
    for count, card in enumerate(ROW.split()):
        need = table.need
        assert isinstance(need, NeedCards)
        assert (need.count, need.place, need.face_up) == (1, "row", True)
        assert need.undealt.total == 440 - count
        assert refused(table, BET) is RefusalCode.NOT_NOW
        assert refused(table, CloseBets()) is RefusalCode.NOT_NOW
        table = draw(table, card)
    assert isinstance(table.need, NeedBets)
    assert state(table).row == cards(ROW)


@pytest.mark.clause("FLP-2.2")
def test_jokers_are_replaced_while_the_row_is_laid() -> None:
    table = laid("JK 2c JK JK 7d 9h JK Ks")
    assert state(table).row == cards(ROW)
    assert state(table).undealt.total == 432
    assert state(table).undealt.count(JOKER) == 20
    assert carry(flip(bet(table, "inside:red"), "3d")).discards == 5


@pytest.mark.clause("FLP-2.2")
def test_all_24_jokers_may_come_first() -> None:
    table = draw(start(), "JK " * 24)
    assert state(table).row == ()
    assert refused(table, Draw((JOKER,))) is RefusalCode.IMPOSSIBLE_CARD
    assert state(draw(table, ROW)).row == cards(ROW)


@pytest.mark.clause("FLP-2.3")
def test_bets_close_before_the_flip() -> None:
    table = bet(laid(ROW), "inside:red")
    assert refused(table, ACE) is RefusalCode.NOT_NOW
    closed = must(take(table, CloseBets()))
    for step in (BET, TakeDown(ONE, BET.spot), CloseBets()):
        assert refused(closed, step) is RefusalCode.NOT_NOW
    assert spot(closed, "inside:red").closed is not None


@pytest.mark.clause("FLP-2.4")
def test_no_flip_without_a_bet() -> None:
    assert refused(laid(ROW), CloseBets()) is RefusalCode.NO_BETS


@pytest.mark.clause("FLP-2.5")
def test_one_fifth_card_decides() -> None:
    closed = must(take(bet(laid(ROW), "inside:red"), CloseBets()))
    need = closed.need
    assert isinstance(need, NeedCards)
    assert (need.count, need.place, need.face_up) == (1, "fifth", True)
    assert need.undealt.total == 436
    over = draw(closed, "Jd")
    assert isinstance(over.need, NeedNothing)
    ending = GAME.ending(over.state)
    assert (ending.void, ending.clause) == (False, "FLP-2.5")


@pytest.mark.clause("FLP-2.6")
def test_a_joker_loses_every_bet() -> None:
    keys = [s.key for s in GAME.all_spots(edition())]
    table = played("Ac Ad Kh 2s", "JK", *keys)
    assert len(table.lines()) == 19
    assert {(n.result, n.clause) for n in table.lines()} == {(Result.LOSE, "FLP-2.6")}
    assert sum(n.net for n in table.lines()) == -1900
    assert GAME.ending(table.state).clause == "FLP-2.6"


@pytest.mark.clause("FLP-2.7")
def test_takes_come_before_pays_in_the_order_of_seats_and_felt() -> None:
    table = bet(laid("Ac Ad Kh 2s", seats=2), "bonus", "call:2", "inside:red", seat=2)
    table = bet(table, "inside:black", "inside:red", "call:K")
    shown = [(n.seat, n.spot, n.result.value) for n in flip(table, "2d").lines()]
    assert shown == [
        (1, "inside:black", "lose"),
        (1, "call:K", "lose"),
        (1, "inside:red", "win"),
        (2, "inside:red", "win"),
        (2, "call:2", "win"),
        (2, "bonus", "win"),
    ]


@pytest.mark.parametrize(
    ("shown", "code"),
    [
        ((), RefusalCode.WRONG_COUNT),
        (cards("2c 3c"), RefusalCode.WRONG_COUNT),
        ((Face.RED,), RefusalCode.BAD_CARD),
        ((Face.RED, Face.BLUE), RefusalCode.BAD_CARD),
    ],
)
def test_draws_that_cannot_be(
    shown: tuple[Card, ...] | tuple[Face, ...], code: RefusalCode
) -> None:
    assert refused(start(), Draw(shown)) is code
    closed = must(take(bet(laid(ROW), "inside:red"), CloseBets()))
    assert refused(closed, Draw(shown)) is code


def test_a_card_that_ran_out() -> None:
    of = edition(cards__decks="1", options__cut_undealt="0")
    closed = must(take(bet(laid(ROW, of), "inside:red"), CloseBets()))
    assert refused(closed, Draw(cards("2c"))) is RefusalCode.IMPOSSIBLE_CARD


def test_nobody_is_asked_for_a_decision() -> None:
    assert refused(laid(ROW), Decide(ONE, "play")) is RefusalCode.NOT_YOUR_TURN


def test_nothing_happens_after_the_end() -> None:
    over = played(ROW, "3d", "inside:red")
    answer = GAME.apply(over.state, BET)
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.ROUND_OVER
    assert GAME.calls(over.state) == ()
    closed = spot(over, "inside:red").closed
    assert closed is not None
    assert closed.code is RefusalCode.ROUND_OVER


def test_an_unfinished_round_is_not_settled() -> None:
    table = bet(laid(ROW), "inside:red")
    for question in (settle, GAME.carry, GAME.ending):
        with pytest.raises(BrokenInvariant):
            question(table.state)
