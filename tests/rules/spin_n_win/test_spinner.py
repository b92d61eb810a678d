"""The spinner: who is asked, what they may answer, and where the Top goes next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.cards import JOKER
from pitboss.games.needs import NeedDecisions, NeedSpin, Pending
from pitboss.games.spin_n_win.rotation import Direction, Rotation
from pitboss.games.spin_n_win.state import State
from pitboss.games.steps import DEALER, Decide, Step
from pitboss.refusals import RefusalCode
from pitboss.units import SeatIndex
from tests.rules.spin_n_win.table import (
    CLOSE,
    GAME,
    LEFT,
    RIGHT,
    STANDARD,
    after,
    answer,
    bet,
    dealer,
    down,
    edition,
    opened,
    refused,
    spin,
    spinning,
)

RED = "single:red"


def pending(state: State) -> Pending:
    need = GAME.need(state)
    assert isinstance(need, NeedDecisions)
    (owed,) = need.pending
    return owed


def spun_by(state: State) -> tuple[int, int]:
    need = GAME.need(state)
    assert isinstance(need, NeedSpin)
    return need.spun_by


def asked(*seats: int, end: Step = LEFT) -> State:
    """Each of these seats has bet on red and the first is being asked."""
    return after(opened(*range(1, 8)), *(bet(seat, RED) for seat in seats), CLOSE, end)


def next_asked(state: State, *bettors: int) -> int:
    """The seat asked first in the next round, in which exactly these seats bet."""
    following = opened(*range(1, 8), carry=GAME.carry(state))
    following = after(following, *(down(b.seat, b.spot) for b in following.bets))
    following = after(following, *(bet(seat, RED) for seat in bettors), CLOSE)
    return pending(following).actor


@pytest.mark.clause("SNW-7.1")
def test_the_dealer_starts_at_either_end_of_a_fresh_table() -> None:
    state = after(opened(2, 4, 6), *(bet(seat, RED) for seat in (2, 4, 6)), CLOSE)
    assert pending(state).actor == DEALER
    assert [option.key for option in pending(state).options] == ["start-left", "start-right"]
    assert pending(after(state, LEFT)).actor == 2
    assert pending(after(state, RIGHT)).actor == 6


@pytest.mark.clause("SNW-7.1")
def test_the_end_is_chosen_once() -> None:
    lost = after(asked(2, 4, end=RIGHT), answer(4, "spin-a"), spin("GG"))
    assert next_asked(lost, 2, 4) == 2


@pytest.mark.clause("SNW-7.2")
@pytest.mark.parametrize(
    ("end", "order"), [(LEFT, [2, 5, 7]), (RIGHT, [7, 5, 2])], ids=["left", "right"]
)
def test_the_top_passes_away_from_the_end_over_seats_with_bets(
    end: Decide, order: list[int]
) -> None:
    state = asked(2, 5, 7, end=end)
    assert list(state.queue) == order


@pytest.mark.clause("SNW-7.2", "SNW-7.5")
def test_the_top_wraps() -> None:
    up = after(asked(7, 3), answer(3, "pass"), answer(7, "spin-a"), spin("GG"))
    assert next_asked(up, 1, 5) == 1
    down_ = after(asked(1, 3, end=RIGHT), answer(3, "pass"), answer(1, "spin-a"), spin("GG"))
    assert next_asked(down_, 2, 6) == 6


@pytest.mark.clause("SNW-7.2")
def test_a_spinner_without_a_bet_is_passed_over() -> None:
    won = after(asked(3, 5), answer(3, "spin-a"), spin("RG"))
    assert next_asked(won, 3, 5) == 3
    assert next_asked(won, 1, 5) == 5


@pytest.mark.clause("SNW-7.2")
@given(
    seats=st.sets(st.integers(1, 7), min_size=1),
    turn=st.integers(1, 7),
    direction=st.sampled_from(Direction),
)
def test_the_order_walks_the_table_once(seats: set[int], turn: int, direction: Direction) -> None:
    """Walking place by place from the turn meets the seats in the order given."""
    rotation = Rotation(SeatIndex(turn), direction)
    walked, place = [], rotation
    for _ in range(7):
        walked.append(place.turn)
        place = place.past(place.turn, seats_max=7)
    assert place == rotation
    assert list(rotation.order(map(SeatIndex, seats))) == [s for s in walked if s in seats]


@pytest.mark.clause("SNW-1.3", "SNW-7.3")
def test_the_spinner_chooses_a_top_and_the_dealer_takes_the_other() -> None:
    state = asked(3)
    assert [option.key for option in pending(state).options] == [
        "spin-a",
        "spin-b",
        "pass",
        "decline",
    ]
    assert spun_by(after(state, answer(3, "spin-a"))) == (3, 0)
    assert spun_by(after(state, answer(3, "spin-b"))) == (0, 3)


@pytest.mark.clause("SNW-7.4")
def test_one_winning_bet_keeps_the_top() -> None:
    state = after(
        opened(1, 2, 3), bet(1, RED), bet(1, "single:blue"), bet(2, "single:green"), CLOSE, LEFT
    )
    won = after(state, answer(1, "spin-b"), spin("RG"))
    assert next_asked(won, 1, 2) == 1
    assert GAME.say(won).endswith("Seat 1 keeps the Top.")


@pytest.mark.clause("SNW-7.5")
def test_a_spinner_who_won_nothing_hands_the_top_on_whatever_others_won() -> None:
    state = after(opened(1, 2), bet(1, RED), bet(2, "single:green"), CLOSE, LEFT)
    lost = after(state, answer(1, "spin-a"), spin("GG"))
    assert next_asked(lost, 1, 2) == 2
    assert next_asked(lost, 1) == 1
    assert GAME.say(lost).endswith("The Top passes on.")


@pytest.mark.clause("SNW-7.6")
def test_option_pass_after_every_spin() -> None:
    always = edition(options__spinner="pass-every-spin")
    won = after(spinning(bet(1, RED), bet(2, RED), edition=always), spin("RR"))
    assert GAME.carry(won).rotation == Rotation(SeatIndex(2), Direction.UP)
    kept = after(spinning(bet(1, RED), bet(2, RED)), spin("RR"))
    assert GAME.carry(kept).rotation == Rotation(SeatIndex(1), Direction.UP)


@pytest.mark.clause("SNW-7.7")
def test_a_player_may_pass_the_top_on() -> None:
    state = after(asked(2, 4), answer(2, "pass"))
    assert pending(state).actor == 4
    assert "Seat 4" in GAME.say(state)
    won = after(state, answer(4, "spin-a"), spin("RR"))
    assert next_asked(won, 2, 4, 6) == 4


@pytest.mark.clause("SNW-7.8")
def test_after_a_decline_the_dealer_chooses_each_time() -> None:
    state = after(asked(2, 4, 6), answer(2, "decline"))
    assert pending(state).actor == DEALER
    assert [option.key for option in pending(state).options] == ["spin-both", "pass-on"]
    assert spun_by(after(state, dealer("spin-both"))) == (0, 0)
    passed = after(state, dealer("pass-on"))
    assert pending(passed).actor == 4
    again = after(passed, answer(4, "decline"))
    assert pending(again).actor == DEALER
    assert spun_by(after(again, dealer("pass-on"), answer(6, "spin-b"))) == (0, 6)


@pytest.mark.clause("SNW-7.9")
@pytest.mark.parametrize("last", ["pass", "decline"])
def test_when_nobody_is_left_to_ask_the_dealer_spins_both(last: str) -> None:
    state = after(asked(2, 4), answer(2, "pass"), answer(4, last))
    assert spun_by(state) == (0, 0)
    alone = after(asked(5), answer(5, last))
    assert spun_by(alone) == (0, 0)


@pytest.mark.clause("SNW-7.10")
def test_after_the_dealer_spun_both_the_turn_begins_after_the_last_seat_asked() -> None:
    declined = after(asked(2, 4, 6), answer(2, "decline"), dealer("spin-both"), spin("RR"))
    assert next_asked(declined, 2, 4, 6) == 4
    nobody = after(asked(2, 4), answer(2, "pass"), answer(4, "pass"), spin("RR"))
    assert next_asked(nobody, 2, 4) == 2


@pytest.mark.clause("SNW-7.11")
def test_what_happens_to_an_actor_who_does_not_answer() -> None:
    state = after(opened(1, 2), bet(1, RED), bet(2, RED), CLOSE)
    assert pending(state).hasty == "start-left"
    state = after(state, LEFT)
    assert pending(state).hasty == "decline"
    assert pending(after(state, answer(1, "decline"))).hasty == "spin-both"


def test_decisions_are_refused_by_the_first_reason_that_applies() -> None:
    state = asked(2, 4)
    refused(GAME.apply(state, answer(2, "fold")), RefusalCode.UNKNOWN_OPTION, "spin-a")
    refused(GAME.apply(state, answer(2, "spin-both")), RefusalCode.UNKNOWN_OPTION, "seat 2 may")
    refused(GAME.apply(state, answer(4, "spin-a")), RefusalCode.NOT_YOUR_TURN, "seat 2 does")
    refused(GAME.apply(state, dealer("spin-both")), RefusalCode.NOT_YOUR_TURN, "the dealer")
    setting = Decide(SeatIndex(2), "spin-a", setting=((JOKER,),))
    refused(GAME.apply(state, setting), RefusalCode.UNKNOWN_OPTION, "without a setting")
    refused(GAME.apply(opened(1), answer(1, "spin-a")), RefusalCode.NOT_NOW, "taking bets")
    ready = after(state, answer(2, "spin-a"))
    refused(GAME.apply(ready, answer(2, "spin-b")), RefusalCode.NOT_NOW, "waiting for the spin")
    assert pending(state).actor == 2
    assert STANDARD.head.seats_max == 7
