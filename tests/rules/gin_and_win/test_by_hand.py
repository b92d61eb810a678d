"""Cards on a table: hands face down until the showdown, verified there, misdeals found late."""

from __future__ import annotations

import pytest

from pitboss.games.gin_and_win.state import Phase
from pitboss.games.needs import NeedCards, NeedDecisions
from pitboss.games.notation import read_round, write_round
from pitboss.games.rounds import Round
from pitboss.games.settlement import Result
from pitboss.games.steps import DEALER, Call, CloseBets, Decide, Draw
from pitboss.refusals import RefusalCode
from pitboss.units import SeatIndex
from tests.rules.gin_and_win.felt import (
    FOUR_JACK,
    FOUR_QUEEN,
    TWO_LOW,
    after,
    bet,
    cards,
    dealt,
    decide,
    edition,
    game,
    refused,
    setting,
    started,
    state_of,
)

FOLDED = "4c 4d 5c 5d 6c 6h Qs"
DEALT = Call("dealt-face-down", "Dealt by hand")
VERIFIED = Decide(DEALER, "verified")


def face_down(*, seats: int = 2, bonus: tuple[int, ...] = (), **changes: str) -> Round:
    """Every seat has an Ante, and the hands lie face down."""
    current = started(edition(**changes), seats=seats)
    for number in range(1, seats + 1):
        current = after(current, bet(number, "ante"))
    for number in bonus:
        current = after(current, bet(number, "gin-bonus", 500))
    return after(current, CloseBets(), DEALT)


def place_of(current: Round) -> str:
    assert isinstance(current.need, NeedCards)
    return current.need.place


@pytest.mark.clause("GNW-5.8")
def test_hands_are_entered_after_the_decisions_and_folded_ones_never() -> None:
    current = face_down()
    assert state_of(current).phase is Phase.DECIDING
    code, sentence = refused(current, Draw(cards(TWO_LOW)))
    assert code is RefusalCode.NOT_NOW and "decide" in sentence
    current = after(current, decide(2, "fold"), decide(1, "play"))
    assert place_of(current) == "dealer"
    current = after(current, Draw(cards(FOUR_JACK)))
    assert place_of(current) == "seat 1"
    current = after(current, Draw(cards(TWO_LOW)))
    assert isinstance(current.need, NeedDecisions)
    over = after(current, VERIFIED)
    lines = {(int(line.seat), str(line.spot)): line for line in over.lines()}
    assert lines[2, "ante"].result is Result.LOSE
    assert lines[1, "play"].result is Result.WIN


@pytest.mark.clause("GNW-5.8")
def test_a_folded_hand_is_entered_where_its_bonus_needs_it() -> None:
    current = after(face_down(bonus=(2,)), decide(2, "fold"), decide(1, "play"))
    current = after(current, Draw(cards(FOUR_JACK)), Draw(cards(TWO_LOW)))
    assert place_of(current) == "seat 2"
    over = after(current, Draw(cards(FOLDED)), VERIFIED)
    bonus = next(line for line in over.lines() if line.spot == "gin-bonus")
    assert bonus.result is Result.WIN
    lost = face_down(bonus=(2,), readings__bonus_on_fold="loses")
    lost = after(lost, decide(2, "fold"), decide(1, "fold"), Draw(cards(FOUR_JACK)))
    assert lost.is_over


@pytest.mark.clause("GNW-5.8")
@pytest.mark.parametrize("dealer", [FOUR_JACK, FOUR_QUEEN])
def test_the_order_of_entry_changes_no_result(dealer: str) -> None:
    seen = after(dealt(TWO_LOW, FOLDED, dealer=dealer), decide(1, "play"), decide(2, "play"))
    hidden = after(face_down(bonus=(1, 2)), decide(1, "play"), decide(2, "play"))
    hidden = after(hidden, *(Draw(cards(one)) for one in (dealer, TWO_LOW, FOLDED)), VERIFIED)
    assert hidden.lines() == seen.lines()
    again = read_round(write_round(hidden), game(), hidden.edition)
    assert isinstance(again, Round) and again.lines() == seen.lines()


@pytest.mark.clause("GNW-5.8")
def test_nobody_at_a_screen_sees_a_hand_that_lies_face_down() -> None:
    current = after(face_down(), decide(2, "fold"))
    for viewer in (-1, 0, 1, 2):
        view = game().view(current.state, SeatIndex(viewer))
        assert [(hand.count, hand.cards) for hand in view.hands] == [(7, None), (7, None)]
        assert view.dealer.cards is None


@pytest.mark.clause("GNW-6.11")
def test_the_ante_of_a_fold_is_taken_at_the_fold_and_a_misdeal_gives_it_back() -> None:
    current = after(face_down(), decide(2, "fold"))
    assert game().taken(current.state) == ((SeatIndex(2), "ante"),)
    void = after(current, Call("misdeal", "Eight cards at seat 1"))
    assert game().taken(void.state) == ()
    assert {line.result for line in void.lines()} == {Result.REFUND}


@pytest.mark.clause("GNW-8.3")
def test_a_misdeal_found_after_the_last_decision_can_be_called_until_the_hands_are_verified() -> (
    None
):
    current = after(face_down(), decide(1, "play"), decide(2, "play"))
    for hand in (FOUR_JACK, TWO_LOW, FOLDED):
        void = after(current, Call("misdeal", "Wrong count"))
        assert void.is_over and game().ending(void.state).void
        current = after(current, Draw(cards(hand)))
    assert after(current, Call("misdeal", "Fouled deck")).is_over
    assert refused(after(current, VERIFIED), Call("misdeal", "Late"))[0] is RefusalCode.ROUND_OVER


@pytest.mark.clause("GNW-3.7")
def test_a_false_combination_found_by_the_dealer_is_named_and_set_right() -> None:
    current = after(face_down(seats=1), decide(1, "play"))
    current = after(current, Draw(cards(FOUR_JACK)), Draw(cards(TWO_LOW)))
    assert refused(current, decide(1, "verified"))[0] is RefusalCode.NOT_YOUR_TURN
    assert refused(current, Decide(DEALER, "laid-out-2"))[0] is RefusalCode.UNKNOWN_OPTION
    right = Decide(DEALER, "laid-out-1", setting("Ac Ah | 7d 8d Jd"))
    assert refused(current, right)[0] is RefusalCode.UNKNOWN_OPTION
    foreign = Decide(DEALER, "laid-out-1", setting("Ac Ks"))
    assert refused(current, foreign)[0] is RefusalCode.IMPOSSIBLE_CARD
    false = Decide(DEALER, "laid-out-1", setting("Ac 2c | 7d 8d Jd"))
    found = after(current, false)
    (made,) = state_of(found).decisions
    assert made.played is not None and made.played.score == 2
    assert made.note.startswith("Ac 2c is no combination (GNW-3.7).")
    assert refused(found, false)[0] is RefusalCode.UNKNOWN_OPTION
    assert after(current, Decide(DEALER, "laid-out-1"), VERIFIED).is_over


@pytest.mark.clause("GNW-3.7")
def test_as_set_the_other_combinations_stand_and_the_false_cards_are_left_over() -> None:
    current = after(face_down(seats=1, options__setting="as-set"), decide(1, "play"))
    current = after(current, Draw(cards(FOUR_JACK)), Draw(cards(TWO_LOW)))
    assert refused(current, Decide(DEALER, "laid-out-1"))[0] is RefusalCode.MISSING_FIELD
    false = Decide(DEALER, "laid-out-1", setting("Ac 2c | 7d 8d Jd"))
    (made,) = state_of(after(current, false)).decisions
    assert made.played is not None and made.played.score == 4


def test_combinations_are_not_set_before_the_showdown() -> None:
    own = decide(1, "play", "Ac Ah")
    assert refused(face_down(seats=1), own)[0] is RefusalCode.NOT_NOW
    code, _ = refused(dealt(TWO_LOW, dealer=FOUR_JACK), DEALT)
    assert code is RefusalCode.UNKNOWN_OPTION
