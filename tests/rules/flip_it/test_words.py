"""What the dealer says, what viewers see, and the words a round starts from."""

from __future__ import annotations

import pytest

from pitboss.games.flip_it import GAME
from pitboss.games.flip_it.carry import NEW_SHOE, Carry
from pitboss.games.rounds import Round, take
from pitboss.games.steps import SPECTATOR, CloseBets
from pitboss.refusals import Refusal, RefusalCode
from tests.rules.flip_it.table import (
    ONE,
    bet,
    carry,
    draw,
    edition,
    expose,
    flip,
    laid,
    must,
    played,
    start,
)


def _says(table: Round) -> str:
    return GAME.say(table.state)


def test_the_dealer_lays_the_row() -> None:
    assert _says(start()) == "A new shoe: four cards for the row."
    assert _says(draw(start(), "7h")) == "Seven of hearts. 3 more for the row."
    assert _says(draw(start(), "7h JK")) == "Joker, discarded. 3 more for the row."
    begun = carry(expose(draw(start(), "7h 8h"), "9h"))
    assert _says(start(carry=begun)) == "2 more for the row."


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("2c 7d 9h Ks", "No pair and no four to a royal flush, so the bonus is closed."),
        (
            "6c 7d 6h 2s",
            (
                "A pair of Sixes: the bonus is open, three of a kind pays 6 to 1,"
                " two pair pays 2 to 1."
            ),
        ),
        ("2c 7d 7h 2s", "Twos and Sevens: the bonus is open, full house pays 5 to 1."),
        (
            "2c 7d 7h 7s",
            "Three Sevens: the bonus is open, four of a kind pays 7 to 1, full house pays 5 to 1.",
        ),
        ("Ac Ac Ac Ac", "Four Aces: the bonus is open, five of a kind pays 12 to 1."),
        (
            "Ah Kh Qh Jh",
            "Four to a royal flush in hearts: the bonus is open, royal flush pays 50 to 1.",
        ),
    ],
)
def test_the_dealer_opens_bets(row: str, words: str) -> None:
    assert _says(laid(row)) == f"{row}. {words} Place your bets."


@pytest.mark.parametrize(
    ("fifth", "spot", "words"),
    [
        ("7h", "inside:red", "Seven of hearts. Red, Odd, Low and Call Seven win."),
        ("Ts", "inside:red", "Ten of spades. Black, Even, High and Call Ten win."),
        ("As", "inside:red", "Ace of spades. Black wins; an ace is no number."),
        ("JK", "bonus", "Joker! Every bet loses, and the row stays."),
        (
            "2h",
            "bonus",
            (
                "Two of hearts. Red, Even, Low and Call Two win."
                " Three of a kind: the bonus pays 6 to 1."
            ),
        ),
        ("Ad", "bonus", "Ace of diamonds. Red wins; an ace is no number. The bonus loses."),
    ],
)
def test_the_dealer_calls_the_result(fifth: str, spot: str, words: str) -> None:
    table = played("2c 2d 9h Ks", fifth, spot)
    assert _says(table) == words
    assert GAME.ending(table.state).sentence == words


def test_the_dealer_closes_bets_and_voids() -> None:
    table = bet(laid("2c 7d 9h Ks"), "inside:red")
    assert _says(must(take(table, CloseBets()))) == "No more bets. Flip it!"
    assert _says(expose(table)) == "A card was exposed: show it, and every bet goes back."
    assert _says(expose(table, "JK")) == (
        "Joker was exposed: it is out, and every bet goes back. The row stays."
    )


def test_the_dealer_ends_the_shoe() -> None:
    of = edition(options__cut_undealt="435")
    assert _says(played("2c 7d 9h Ks", "Ah", "inside:red", of=of)) == (
        "Ace of hearts. Red wins; an ace is no number."
        " That was the last of this shoe; a new one comes next."
    )


def test_the_fifth_card_explains_every_seat_alike() -> None:
    table = bet(laid("2c 7d 9h Ks"), "inside:red")
    assert GAME.explain(table.state, ONE) == ""
    over = flip(table, "Ah").state
    assert GAME.explain(over, ONE) == GAME.explain(over, SPECTATOR) == "Ace of hearts."


def test_the_view_shows_the_felt_and_counts() -> None:
    table = bet(laid("2c JK 7d 9h 7s", seats=2), "inside:red", stake=250, seat=2)
    view = GAME.view(table.state, ONE)
    assert view == GAME.view(table.state, SPECTATOR)
    assert (view.phase, view.row, view.row_shows) == ("bets", ("2c", "7d", "9h", "7s"), "pair")
    assert (view.undealt, view.discards, view.fifth, view.exposed) == (435, 1, None, None)
    assert (view.shoe, view.cut_undealt, view.cut_reached) == ("cut-card", 52, False)
    assert [(b.seat, b.spot, b.stake) for b in view.bets] == [(2, "inside:red", "2.50")]
    over = GAME.view(flip(table, "Kd").state, ONE)
    assert (over.phase, over.fifth, over.undealt, over.discards) == ("over", "Kd", 434, 1)
    void = GAME.view(expose(table, "Kd").state, ONE)
    assert (void.fifth, void.exposed, void.discards) == (None, "Kd", 2)
    assert [(c.what, c.reason) for c in void.calls] == [
        ("exposed-card", "Slipped out of the shoe.")
    ]


def test_the_view_of_a_shuffler_and_of_a_cut_card() -> None:
    shuffled = laid("2c 7d 9h 7s", edition(options__shoe="continuous"))
    view = GAME.view(shuffled.state, ONE)
    assert (view.shoe, view.cut_undealt, view.cut_reached) == ("continuous", None, False)
    last = played("2c 7d 9h Ks", "Ah", "inside:red", of=edition(options__cut_undealt="435"))
    assert GAME.view(last.state, ONE).cut_reached


def test_carry_words_read_back() -> None:
    after = carry(played("JK 9c 7d 9c JK Ks", "9c", "inside:red"))
    words = {"row": "7d 9c Ks 9c", "out": "JK*2 7d 9c*3 Ks"}
    assert GAME.write_carry(after) == words
    assert GAME.read_carry(edition(), words) == after
    assert GAME.write_carry(NEW_SHOE) == {"row": "none", "out": "none"}
    assert GAME.read_carry(edition(), {"row": "none", "out": "none"}) == NEW_SHOE
    begun = carry(expose(start(), "9h"))
    assert GAME.write_carry(begun) == {"row": "none", "out": "9h"}
    assert GAME.read_carry(edition(), GAME.write_carry(begun)) == begun


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({}, RefusalCode.BAD_TEXT),
        ({"row": "none"}, RefusalCode.BAD_TEXT),
        ({"row": "none", "out": "none", "shoe": "1"}, RefusalCode.BAD_TEXT),
        ({"row": "2x", "out": "none"}, RefusalCode.BAD_CARD),
        ({"row": "none", "out": "2x*3"}, RefusalCode.BAD_CARD),
        ({"row": "none", "out": "2c*0"}, RefusalCode.BAD_TEXT),
        ({"row": "none", "out": "2c*"}, RefusalCode.BAD_TEXT),
        ({"row": "none", "out": "2c*x"}, RefusalCode.BAD_TEXT),
        ({"row": "none", "out": "2c 2c"}, RefusalCode.BAD_TEXT),
        ({"row": "none", "out": "2c*9"}, RefusalCode.IMPOSSIBLE_CARD),
        ({"row": "none", "out": "JK*25"}, RefusalCode.IMPOSSIBLE_CARD),
        ({"row": "2c", "out": "none"}, RefusalCode.IMPOSSIBLE_CARD),
        ({"row": "2c 2c", "out": "2c"}, RefusalCode.IMPOSSIBLE_CARD),
        ({"row": "JK", "out": "JK"}, RefusalCode.IMPOSSIBLE_CARD),
        ({"row": "2c 2c 2c 2c 2c", "out": "2c*5"}, RefusalCode.WRONG_COUNT),
    ],
)
def test_carry_words_that_cannot_be(words: dict[str, str], code: RefusalCode) -> None:
    answer = GAME.read_carry(edition(), words)
    assert isinstance(answer, Refusal)
    assert answer.code is code
    assert answer.sentence.endswith(".")


def test_a_carry_knows_its_discards() -> None:
    after = carry(played("2c 7d 9h Ks", "3d", "inside:red"))
    assert isinstance(after, Carry)
    assert after.discards == 1 and after != NEW_SHOE
    assert NEW_SHOE.discards == 0
