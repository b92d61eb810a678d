"""What a viewer sees and hears at each moment of a round."""

from __future__ import annotations

import pytest

from pitboss.games.spin_n_win.view import View
from pitboss.games.steps import SPECTATOR, Call
from pitboss.units import SeatIndex
from tests.rules.spin_n_win.table import (
    CLOSE,
    GAME,
    LEFT,
    after,
    answer,
    bet,
    dealer,
    down,
    opened,
    spin,
    void,
)

RED = "single:red"
BLUE = "single:blue"
ME = SeatIndex(1)


def test_the_view_follows_the_round() -> None:
    state = after(opened(1, 2), bet(1, RED), bet(2, RED))
    assert GAME.view(state, ME).phase == "betting"
    assert GAME.view(state, ME).spinner is None
    assert GAME.view(state, ME).direction is None
    state = after(state, CLOSE)
    assert GAME.view(state, ME).phase == "choosing-end"
    state = after(state, LEFT)
    assert GAME.view(state, ME).spinner == 1
    assert GAME.view(state, ME).queue == (1, 2)
    state = after(state, answer(1, "decline"))
    seen = GAME.view(state, ME)
    assert (seen.spinner, seen.queue) == (None, (2,))
    assert [(said.seat, said.choice) for said in seen.answers] == [(1, "decline")]
    both = GAME.view(after(state, dealer("spin-both")), ME)
    assert [top.spun_by for top in both.tops] == [0, 0]
    assert both.spinner is None
    state = after(state, dealer("pass-on"), answer(2, "spin-b"))
    seen = GAME.view(state, ME)
    assert [(top.name, top.spun_by, top.face) for top in seen.tops] == [
        ("A", 0, None),
        ("B", 2, None),
    ]
    assert (seen.spinner, seen.wins) == (2, ())


@pytest.mark.clause("SNW-1.3", "SNW-8.5", "SNW-8.7")
def test_the_view_shows_who_spun_which_and_everything_recorded() -> None:
    state = after(opened(1, 2), bet(1, RED, 5), CLOSE, LEFT, answer(1, "spin-a"))
    state = after(state, void("cocked", "RG"), Call("supervisor", "a dispute"), spin("GJ"))
    seen = GAME.view(state, ME)
    assert [(top.spun_by, top.face) for top in seen.tops] == [(1, "Green"), (0, "Joker")]
    (gone,) = seen.voids
    assert (gone.attempt, gone.reason, gone.faces, gone.spun_by) == (
        1,
        "cocked",
        ("Red", "Green"),
        (1, 0),
    )
    assert seen.attempt == 2
    assert [(call.reason, call.phase) for call in seen.supervisor_calls] == [
        ("a dispute", "spinning")
    ]
    assert [(b.seat, b.spot, b.stake) for b in seen.bets] == [(1, RED, "5.00")]
    assert ("single:red", "1/2", "SNW-3.2") in [(w.spot, w.odds, w.clause) for w in seen.wins]
    assert seen.face_counts == (
        ("Red", 2),
        ("Green", 2),
        ("Blue", 2),
        ("Yellow", 1),
        ("Joker", 1),
    )


def test_everyone_sees_the_same_table() -> None:
    state = after(opened(1, 2), bet(1, RED), CLOSE, LEFT, answer(1, "spin-a"), spin("RJ"))
    mine, theirs = GAME.view(state, ME), GAME.view(state, SPECTATOR)
    assert isinstance(mine, View)
    assert mine == theirs


def test_while_bets_are_open_the_view_names_who_would_be_asked_first() -> None:
    state = after(opened(1, 2), bet(1, RED), bet(2, RED), CLOSE, LEFT, answer(1, "spin-a"))
    following = opened(1, 2, carry=GAME.carry(after(state, spin("RG"))))
    assert GAME.view(following, ME).spinner == 1
    lost = opened(1, 2, carry=GAME.carry(after(state, spin("GG"))))
    assert GAME.view(lost, ME).spinner is None
    assert GAME.view(after(lost, bet(1, RED), bet(2, RED)), ME).spinner == 2


@pytest.mark.clause("SNW-6.4")
def test_bets_that_stayed_up_are_marked_and_called() -> None:
    state = after(opened(1, 2), bet(1, RED), bet(2, RED), CLOSE, LEFT, answer(1, "spin-a"))
    following = after(
        opened(1, 2, carry=GAME.carry(after(state, spin("RG")))), bet(2, RED, 20), bet(2, BLUE)
    )
    assert [(b.seat, b.spot, b.stayed_up) for b in GAME.view(following, ME).bets] == [
        (1, RED, True),
        (2, RED, False),
        (2, BLUE, False),
    ]
    assert GAME.say(following) == "Spin 2: place your bets. Bets that are up play again."
    assert GAME.say(after(following, down(1, RED))) == "Spin 2: place your bets."


def test_the_dealers_words_through_a_round() -> None:
    state = opened(1, 2)
    assert GAME.say(state) == "Spin 1: place your bets."
    state = after(state, bet(1, RED), bet(2, RED))
    assert GAME.say(state) == "Spin 1: place your bets."
    state = after(state, CLOSE)
    assert GAME.say(state).startswith("No more bets.")
    state = after(state, LEFT)
    assert GAME.say(state) == "No more bets. Seat 1, choose your Top: A or B?"
    declined = after(state, answer(1, "decline"))
    assert GAME.say(declined) == "Seat 1 does not spin. I spin both Tops, or seat 2 may."
    assert GAME.say(after(declined, dealer("spin-both"))) == "I spin both Tops."
    assert GAME.say(after(state, answer(1, "spin-b"))) == (
        "Seat 1 spins Top B, I spin Top A. Spin!"
    )
