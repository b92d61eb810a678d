"""FLP-7: exposed cards, supervisors, and the pace that figures reckon with."""

from __future__ import annotations

import pytest

from pitboss.equipment.cards import show_cards
from pitboss.equipment.tops import Face
from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.carry import NEW_SHOE
from pitboss.games.needs import NeedCards, NeedNothing
from pitboss.games.rounds import Round, take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet, Call, CloseBets, Draw
from pitboss.refusals import RefusalCode
from pitboss.units import Credits, SpotKey
from tests.rules.flip_it.table import (
    EDITIONS,
    ONE,
    bet,
    cards,
    carry,
    draw,
    edition,
    edition_refusal,
    expose,
    laid,
    must,
    refused,
    start,
    state,
)

ROW = "2c 7d 9h 7s"
WHY = "Slipped out of the shoe."


def _closed() -> Round:
    return must(take(bet(laid(ROW, seats=2), "inside:red", "bonus", "call:4"), CloseBets()))


@pytest.mark.clause("FLP-7.1")
@pytest.mark.parametrize("when", ["bets", "flip"])
@pytest.mark.parametrize("named", [True, False])
def test_an_exposed_card_returns_every_bet(when: str, named: bool) -> None:
    table = _closed() if when == "flip" else bet(laid(ROW), "inside:red", "bonus", "call:4")
    if named:
        over = expose(table, "4h")
    else:
        waiting = expose(table)
        need = waiting.need
        assert isinstance(need, NeedCards)
        assert (need.count, need.place, need.face_up) == (1, "exposed", True)
        over = draw(waiting, "4h")
    assert isinstance(over.need, NeedNothing)
    assert {(n.result, n.pays, n.odds, n.clause) for n in over.lines()} == {
        (Result.REFUND, 0, None, "FLP-7.1")
    }
    assert len(over.lines()) == 3
    ending = GAME.ending(over.state)
    assert (ending.void, ending.clause) == (True, "FLP-7.1")
    after = carry(over)
    assert (show_cards(after.row), after.discards, after.out.count(cards("4h")[0])) == (ROW, 1, 1)
    assert [(c.what, c.reason) for c in state(over).calls] == [("exposed-card", WHY)]


@pytest.mark.clause("FLP-7.1")
def test_nothing_else_happens_while_the_exposed_card_is_shown() -> None:
    waiting = expose(bet(laid(ROW), "inside:red"))
    assert refused(waiting, Bet(ONE, SpotKey("inside:red"), Credits(200))) is RefusalCode.NOT_NOW
    assert refused(waiting, CloseBets()) is RefusalCode.NOT_NOW
    assert refused(waiting, Call("exposed-card", WHY)) is RefusalCode.UNKNOWN_OPTION
    assert [call.key for call in GAME.calls(waiting.state)] == ["supervisor"]


@pytest.mark.clause("FLP-7.1")
@pytest.mark.parametrize(
    ("shown", "code"),
    [
        (cards("4h 5h"), RefusalCode.WRONG_COUNT),
        ((Face.JOKER,), RefusalCode.BAD_CARD),
    ],
)
def test_what_cannot_be_exposed(shown: tuple[Face, ...], code: RefusalCode) -> None:
    assert refused(laid(ROW), Call("exposed-card", WHY, shown)) is code


@pytest.mark.clause("FLP-7.1")
def test_only_undealt_cards_can_be_exposed() -> None:
    of = edition(cards__decks="1", options__cut_undealt="0")
    step = Call("exposed-card", WHY, cards("2c"))
    assert refused(laid(ROW, of), step) is RefusalCode.IMPOSSIBLE_CARD


@pytest.mark.clause("FLP-7.2")
def test_an_exposed_card_while_the_row_is_laid() -> None:
    over = expose(draw(start(), "2c JK 7d"), "9s")
    assert over.lines() == ()
    after = carry(over)
    assert (show_cards(after.row), after.discards) == ("2c 7d", 2)
    table = start(carry=after)
    assert isinstance(table.need, NeedCards)
    assert state(table).undealt.total == 436
    assert show_cards(state(draw(table, "9h 7s")).row) == ROW


@pytest.mark.clause("FLP-7.2")
@pytest.mark.parametrize("mode", ["cut-card", "continuous"])
def test_a_shoe_that_cannot_complete_the_row_ends(mode: str) -> None:
    of = edition(
        cards__decks="1",
        cards__jokers="2",
        cards__ranks="234",
        cards__suits="cd",
        options__cut_undealt="0",
        options__shoe=mode,
    )
    first = carry(expose(draw(start(of), "2c 2d"), "3c"))
    assert show_cards(first.row) == "2c 2d"
    assert carry(expose(start(of, carry=first), "JK")).discards == 2
    assert carry(expose(start(of, carry=first), "3d")) == NEW_SHOE


@pytest.mark.clause("FLP-7.3")
def test_a_supervisor_at_any_time() -> None:
    call = Call("supervisor", "Payout in doubt.")
    for table in (start(), laid(ROW), _closed(), expose(_closed())):
        assert call.what in [option.key for option in GAME.calls(table.state)]
        after = must(take(table, call))
        assert state(after).calls[-1].reason == "Payout in doubt."
        assert after.need == table.need
        assert GAME.bets(after.state) == GAME.bets(table.state)
        assert refused(table, Call("supervisor", "")) is RefusalCode.BAD_TEXT
        assert refused(table, Call("supervisor", WHY, cards("4h"))) is RefusalCode.WRONG_COUNT
        assert refused(table, Call("misdeal", WHY)) is RefusalCode.UNKNOWN_OPTION


@pytest.mark.clause("FLP-7.4")
@pytest.mark.parametrize("key", EDITIONS)
def test_sixty_rounds_an_hour_and_no_claims(key: str) -> None:
    head = edition(key).head
    assert head.rounds_per_hour == 60
    assert head.claims == ()
    assert head.approval.value == "as documented"


def test_a_joker_can_be_exposed() -> None:
    over = expose(bet(laid(ROW), "inside:red"), "JK")
    assert over.lines()[0].result is Result.REFUND
    assert refused(laid(ROW), Draw(cards("JK"))) is RefusalCode.NOT_NOW


@pytest.mark.clause("FLP-7.5")
def test_a_new_shoe_is_cut_and_burnt_before_its_row() -> None:
    table = start()
    keys = [one.key for one in GAME.calls(table.state)]
    assert keys == ["cut-card", "exposed-card", "supervisor"]
    cut = GAME.calls(table.state)[0]
    assert cut.by_hand and cut.is_due
    assert refused(table, Call("burn-card", "By hand")) is RefusalCode.UNKNOWN_OPTION
    table = must(take(table, Call("cut-card", "By hand")))
    assert refused(table, Call("burn-card", "By hand", cards("Ac"))) is RefusalCode.WRONG_COUNT
    table = must(take(table, Call("burn-card", "By hand")))
    assert not any(one.is_due for one in GAME.calls(table.state))
    assert state(table).undealt.total == 440  # nobody knows the burnt card
    laid_out = draw(table, ROW)
    assert not any(one.is_due for one in GAME.calls(laid_out.state))
    shuffler = start(edition(options__shoe="continuous"))
    assert not any(one.by_hand for one in GAME.calls(shuffler.state))


@pytest.mark.clause("FLP-7.6")
def test_the_dealer_calls_the_change_of_shoe() -> None:
    table = bet(laid(ROW), "inside:red")
    table = must(take(table, Call("change-shoe", "The cut card came out")))
    assert refused(table, Call("change-shoe", "Again")) is RefusalCode.UNKNOWN_OPTION
    over = draw(must(take(table, CloseBets())), "4h")
    assert GAME.carry(over.state) == NEW_SHOE
    assert "a new one comes next" in GAME.say(over.state)


@pytest.mark.clause("FLP-1.2")
def test_an_eighth_seat_is_refused() -> None:
    assert "7 players at most" in edition_refusal(table__seats="8").sentence
