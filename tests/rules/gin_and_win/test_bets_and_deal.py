"""GNW-4 and GNW-5: bets, deal, decisions, and what each viewer may see."""

from __future__ import annotations

from itertools import permutations

import pytest

from pitboss.equipment.tops import Face
from pitboss.games.gin_and_win.view import GinView
from pitboss.games.needs import NeedBets, NeedCards, NeedDecisions, NeedNothing
from pitboss.games.rounds import Round
from pitboss.games.steps import DEALER, SPECTATOR, CloseBets, Decide, Draw, TakeDown
from pitboss.refusals import RefusalCode
from pitboss.units import SpotKey
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
    seat,
    started,
)

HANDS = (TWO_LOW, "4c 4d 5c 5d 6c 6h Qs", "2d 5h 8c Th Js Qd Kh")
DEALERS = ("Kc Kd 4h 9h 9s Ts 6d", "3c 3d 3h Tc 7h 7s Jh")


def view(current: Round, viewer: int) -> GinView:
    return game().view(current.state, seat(viewer))


def three(dealer: str = DEALERS[0], *, bonus: bool = True) -> Round:
    return dealt(*HANDS, dealer=dealer, bonus=bonus)


# --- bets --------------------------------------------------------------------------------


@pytest.mark.clause("GNW-4.1")
def test_a_seat_without_an_ante_gets_no_cards() -> None:
    current = after(started(seats=3), bet(1, "ante"), bet(3, "ante"), CloseBets())
    places = []
    for hand in (TWO_LOW, FOUR_JACK, "4c 4d 5c 5d 6c 6h Qs"):
        need = current.need
        assert isinstance(need, NeedCards)
        places.append((need.place, need.count, need.face_up))
        current = after(current, Draw(cards(hand)))
    assert places == [("seat 1", 7, False), ("seat 3", 7, False), ("dealer", 7, False)]
    assert isinstance(current.need, NeedDecisions)
    assert [pending.actor for pending in current.need.pending] == [1, 3]


@pytest.mark.clause("GNW-4.1")
def test_bets_cannot_close_without_an_ante() -> None:
    code, sentence = refused(started(), CloseBets())
    assert (code, sentence) == (
        RefusalCode.NO_BETS,
        "Nobody has placed an Ante; place one to get cards.",
    )


@pytest.mark.clause("GNW-4.2")
def test_the_bonus_needs_an_ante_of_the_same_seat() -> None:
    current = after(started(seats=2), bet(1, "ante"), bet(2, "gin-bonus"))
    code, sentence = refused(current, CloseBets())
    assert code is RefusalCode.NO_BETS
    assert sentence.startswith("Seat 2 has a Gin Bonus and no Ante;")
    after(current, TakeDown(seat(2), SpotKey("gin-bonus")), CloseBets())
    after(current, bet(2, "ante"), CloseBets())


@pytest.mark.clause("GNW-4.3")
def test_play_is_placed_by_playing_and_equals_the_ante() -> None:
    current = after(started(), bet(1, "ante", 1234))
    for stake in (1234, 1000):
        code, sentence = refused(current, bet(1, "play", stake))
        assert code is RefusalCode.SPOT_CLOSED
        assert "placed by deciding to play" in sentence
    current = after(current, CloseBets(), Draw(cards(TWO_LOW)), Draw(cards(FOUR_QUEEN)))
    assert [(b.spot, b.stake) for b in game().bets(current.state)] == [("ante", 1234)]
    played = after(current, decide(1, "play"))
    assert [(b.spot, b.stake) for b in game().bets(played.state)] == [
        ("ante", 1234),
        ("play", 1234),
    ]
    folded = after(current, decide(1, "fold"))
    assert [b.spot for b in game().bets(folded.state)] == ["ante"]


@pytest.mark.clause("GNW-4.4")
def test_stakes_stay_within_the_limits() -> None:
    for key, most in (("wsgc-2017", 30_000), ("ten", 100_000)):
        current = started(edition(key))
        for spot in ("ante", "gin-bonus"):
            assert refused(current, bet(1, spot, 99))[0] is RefusalCode.BELOW_MINIMUM
            assert refused(current, bet(1, spot, most + 1))[0] is RefusalCode.ABOVE_MAXIMUM
            assert refused(current, bet(1, spot, 0))[0] is RefusalCode.NOT_POSITIVE
            for good in (100, 101, most):
                after(current, bet(1, spot, good))


@pytest.mark.clause("GNW-4.4")
def test_an_ante_must_be_payable_at_the_odds_of_play() -> None:
    current = started(edition(pays__play_zero="3/2"))
    code, sentence = refused(current, bet(1, "ante", 101))
    assert code is RefusalCode.NOT_PAYABLE
    assert sentence.endswith("bet 1 or 1.02.")
    after(current, bet(1, "ante", 102), bet(1, "gin-bonus", 101))


@pytest.mark.clause("GNW-4.5")
def test_bets_change_until_they_are_closed() -> None:
    current = after(started(), bet(1, "ante", 500), bet(1, "gin-bonus", 200), bet(1, "ante", 700))
    assert isinstance(current.need, NeedBets)
    assert [(b.spot, b.stake) for b in game().bets(current.state)] == [
        ("ante", 700),
        ("gin-bonus", 200),
    ]
    gone = after(current, TakeDown(seat(1), SpotKey("gin-bonus")))
    assert [b.spot for b in game().bets(gone.state)] == ["ante"]
    assert refused(gone, TakeDown(seat(1), SpotKey("gin-bonus")))[0] is RefusalCode.UNKNOWN_SPOT
    closed = after(gone, CloseBets())
    for step in (bet(1, "ante"), TakeDown(seat(1), SpotKey("ante")), CloseBets()):
        code, sentence = refused(closed, step)
        assert (code, sentence) == (RefusalCode.NOT_NOW, "Not now: cards are being dealt.")
    for spot in game().spots(closed.state, seat(1)):
        assert spot.closed is not None
        assert spot.closed.code is RefusalCode.SPOT_CLOSED


def test_bets_by_strangers_and_on_unknown_spots_are_refused() -> None:
    current = started(seats=2)
    code, sentence = refused(current, bet(3, "ante"))
    assert (code, sentence) == (
        RefusalCode.NO_SUCH_SEAT,
        "Seat 3 is not in this round; the seats are 1, 2.",
    )
    assert refused(current, TakeDown(seat(3), SpotKey("ante")))[0] is RefusalCode.NO_SUCH_SEAT
    assert refused(current, bet(1, "insurance"))[0] is RefusalCode.UNKNOWN_SPOT


def test_spots_list_every_odds_once() -> None:
    listed = {
        str(spot.key): ([str(odds) for odds in spot.odds], spot.wager)
        for spot in game().all_spots(edition())
    }
    assert listed == {
        "ante": (["1/1"], "base"),
        "play": (["1/1", "3/1"], "base"),
        "gin-bonus": (["1000/1", "25/1", "10/1", "4/1", "2/1", "1/1"], "bonus"),
    }


# --- the deal ----------------------------------------------------------------------------


@pytest.mark.clause("GNW-5.1")
def test_a_hand_is_seven_cards_of_the_deck() -> None:
    current = after(started(), bet(1, "ante"), CloseBets())
    code, sentence = refused(current, Draw(cards("Ac Ah 7d 8d Jd 3s")))
    assert (code, sentence) == (RefusalCode.WRONG_COUNT, "A hand is 7 cards, not 6.")
    assert refused(current, Draw(cards(TWO_LOW + " 2d")))[0] is RefusalCode.WRONG_COUNT
    twice = Draw(cards("Ac Ac 7d 8d Jd 3s 2c"))
    assert refused(current, twice)[0] is RefusalCode.IMPOSSIBLE_CARD
    assert refused(current, Draw(cards("JK Ac 7d 8d Jd 3s 2c")))[0] is RefusalCode.IMPOSSIBLE_CARD
    assert refused(current, Draw((Face.RED,) * 7))[0] is RefusalCode.BAD_CARD
    current = after(current, Draw(cards(TWO_LOW)))
    assert refused(current, Draw(cards(TWO_LOW)))[0] is RefusalCode.IMPOSSIBLE_CARD
    assert refused(current, decide(1, "play"))[0] is RefusalCode.NOT_NOW


@pytest.mark.clause("GNW-5.2")
def test_seats_are_dealt_in_order_and_the_dealer_last() -> None:
    current = after(started(seats=2), bet(2, "ante"), bet(1, "ante"), CloseBets())
    for words in ("Seven cards to seat 1.", "Seven cards to seat 2.", "Seven cards to the dealer."):
        assert game().say(current.state) == f"No more bets. {words}"
        need = current.need
        assert isinstance(need, NeedCards)
        first = [card for card, count in need.undealt.entries if count][:7]
        current = after(current, Draw(tuple(first)))


@pytest.mark.clause("GNW-5.2")
def test_the_order_within_a_hand_changes_nothing() -> None:
    current = after(started(), bet(1, "ante"), CloseBets())
    states = {after(current, Draw(order)).state for order in permutations(cards(TWO_LOW), 7)}
    assert len(states) == 1


# --- decisions ---------------------------------------------------------------------------


@pytest.mark.clause("GNW-5.3")
def test_a_player_plays_or_folds() -> None:
    current = dealt(TWO_LOW, dealer=FOUR_QUEEN)
    assert game().say(current.state) == "Seat 1: play or fold?"
    code, sentence = refused(current, decide(1, "raise"))
    assert (code, sentence) == (
        RefusalCode.UNKNOWN_OPTION,
        "'raise' is no decision; decide play or fold.",
    )
    for option in ("play", "fold"):
        assert isinstance(after(current, decide(1, option)).need, NeedNothing)


@pytest.mark.clause("GNW-5.4")
def test_seats_decide_in_any_order_and_once() -> None:
    made = {1: "play", 2: "fold", 3: "play"}
    ends = []
    for order in permutations(made):
        current = three()
        for number in order:
            current = after(current, decide(number, made[number]))
        ends.append(current.state)
    assert all(end == ends[0] for end in ends)
    current = after(three(), decide(2, "fold"))
    code, sentence = refused(current, decide(2, "play"))
    assert (code, sentence) == (
        RefusalCode.NOT_YOUR_TURN,
        "Seat 2 has nothing to decide; waiting for 1, 3.",
    )
    assert refused(current, decide(6, "play"))[0] is RefusalCode.NO_SUCH_SEAT
    assert refused(current, Decide(DEALER, "play"))[0] is RefusalCode.NO_SUCH_SEAT
    assert game().say(three().state) == "Seats 1, 2 and 3: play or fold?"
    assert game().say(current.state) == "Seats 1 and 3: play or fold?"


@pytest.mark.clause("GNW-5.4")
def test_a_seat_that_does_not_act_folds() -> None:
    need = three().need
    assert isinstance(need, NeedDecisions)
    assert {pending.hasty for pending in need.pending} == {"fold"}


@pytest.mark.clause("GNW-5.5")
def test_the_dealer_shows_when_all_have_decided() -> None:
    current = after(three(), decide(1, "fold"), decide(2, "fold"))
    for viewer in (SPECTATOR, DEALER, 1, 2, 3):
        seen = view(current, viewer).dealer
        assert (seen.count, seen.cards, seen.laid_out, seen.qualifies) == (7, None, None, None)
    over = after(current, decide(3, "fold"))
    seen = view(over, SPECTATOR).dealer
    assert seen.cards == ("4h", "6d", "9h", "9s", "Ts", "Kc", "Kd")
    assert seen.laid_out is not None
    assert seen.laid_out.left_over == ("Ts", "6d", "4h")
    assert seen.laid_out.names == ("two Nines", "two Kings")
    assert seen.qualifies


@pytest.mark.clause("GNW-5.6")
def test_a_player_sees_the_own_hand_only() -> None:
    current = after(three(), decide(2, "play", "4c 4d | 5c 5d"))
    for viewer in (1, 2, 3):
        seen = view(current, viewer)
        for hand in seen.hands:
            assert hand.count == 7
            assert (hand.cards is not None) == (hand.seat == viewer)
            assert (hand.laid_out is not None) == (hand.seat == viewer == 2)
            assert (hand.note != "") == (hand.seat == viewer == 2)
        assert [hand.decision for hand in seen.hands] == [None, "play", None]
        assert seen.to_decide == (1, 3)
    assert all(hand.cards is None for hand in view(current, SPECTATOR).hands)


@pytest.mark.clause("GNW-5.6")
def test_hidden_cards_change_nothing_that_is_seen_or_said() -> None:
    """Two rounds that differ in hidden cards alone: same views, same words, at every step."""
    others = ("4c 4d 5c 5d 6c 6h Qs", "2d 5h 8c Th Js Qd Kh")
    first = dealt(TWO_LOW, others[0], dealer=DEALERS[0])
    second = dealt(TWO_LOW, others[1], dealer=DEALERS[1])
    for made in ((), (decide(2, "play"),), (decide(1, "fold"),)):
        one, two = after(first, *made), after(second, *made)
        assert repr(view(one, 1)) == repr(view(two, 1))
        assert game().say(one.state) == game().say(two.state)
        assert one.need == two.need


@pytest.mark.clause("GNW-5.7")
def test_played_hands_are_laid_open_and_folded_ones_stay_unseen() -> None:
    current = after(three(bonus=False), decide(1, "play"), decide(2, "fold"), decide(3, "play"))
    shown = {hand.seat: hand.cards is not None for hand in view(current, SPECTATOR).hands}
    assert shown == {1: True, 2: False, 3: True}
    own = view(current, 2).hands[1]
    assert own.cards is not None
    assert own.laid_out is not None
    assert own.laid_out.names == ("two Fours", "two Fives", "two Sixes")
    assert "Seat 2 folded." in game().say(current.state)
    first = view(current, SPECTATOR).hands[0]
    assert first.laid_out is not None
    assert first.laid_out.names == ("two Aces", "three diamonds")
    assert (first.winner, first.deciding_card, first.bonus) == ("player", None, "two-low")


@pytest.mark.clause("GNW-5.7")
def test_a_folded_hand_with_a_bonus_is_shown() -> None:
    over = after(dealt(TWO_LOW, dealer=FOUR_QUEEN), decide(1, "fold"))
    seen = view(over, SPECTATOR).hands[0]
    assert seen.laid_out is not None
    assert (seen.laid_out.score, seen.winner, seen.bonus) == (2, None, "two-low")
    lost = edition(readings__bonus_on_fold="loses")
    over = after(dealt(TWO_LOW, dealer=FOUR_QUEEN, of=lost), decide(1, "fold"))
    assert view(over, SPECTATOR).hands[0].cards is None


def test_the_view_tells_the_phase_and_the_bets() -> None:
    current = started()
    assert (view(current, 1).phase, view(current, 1).hands) == ("betting", ())
    assert game().say(current.state) == "Place your Antes, please. The Gin Bonus is optional."
    current = after(current, bet(1, "ante", 500), CloseBets())
    assert view(current, 1).bets == ((1, "ante", 500),)
    assert view(current, 1).phase == "dealing"
    assert view(current, 1).number == 1


@pytest.mark.clause("GNW-5.6")
def test_a_seat_is_told_its_own_cards_alone() -> None:
    current = after(started(seats=2), bet(1, "ante"), bet(2, "ante"), CloseBets())
    assert game().look(current.state, seat(1)) == ()
    current = after(current, Draw(cards(TWO_LOW)))
    assert game().look(current.state, seat(1)) == (
        "Your cards: Ac Ah 2c 3s 7d 8d Jd",
        "House way: Ac Ah | 7d 8d Jd, left over 3s 2c. You have two, Three high.",
    )
    assert game().look(current.state, seat(2)) == game().look(current.state, SPECTATOR) == ()
    current = after(current, Draw(cards("5c 5d 5s 6c 6h 9d 9h")))
    assert game().look(current.state, seat(2))[1].endswith("left over nothing. You have zero.")
    seven = dealt("Kc Jd 9h 7s 5h 3c 2d", dealer="Ac Ad Ah Qc 8d 5s 4s")
    assert "House way: no combination, left over Kc Jd" in game().look(seven.state, seat(1))[1]
