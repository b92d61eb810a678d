"""GNW-6: qualifier, comparison, pays and the order of the lines."""

from __future__ import annotations

import pytest

from pitboss.games.gin_and_win.combinations import ACE_LOW
from pitboss.games.gin_and_win.compare import Winner, compare
from pitboss.games.gin_and_win.house_way import house_way
from pitboss.games.rounds import Round
from pitboss.games.settlement import Line, Result
from pitboss.invariants import BrokenInvariant
from tests.rules.gin_and_win.felt import (
    FIVE_NINE,
    FOUR_JACK,
    FOUR_QUEEN,
    FOUR_TEN,
    ONE_KING,
    SEVEN,
    TWO_LOW,
    ZERO_PAIRS,
    ZERO_QUADS_TRIPS,
    after,
    cards,
    dealt,
    decide,
    edition,
    game,
    seat,
    settled,
)

PLAYER = "5c 5d 5s 6c 6h 7d 7h"  # zero


def short(line: Line) -> tuple[str, str | None, int, str]:
    odds = None if line.odds is None else str(line.odds)
    return line.result.value, odds, line.pays, line.clause


@pytest.mark.clause("GNW-6.1")
@pytest.mark.parametrize(
    ("key", "dealer", "qualifies"),
    [
        ("wsgc-2017", FOUR_TEN, True),
        ("wsgc-2017", FOUR_JACK, True),
        ("wsgc-2017", FOUR_QUEEN, False),
        ("ten", "Kc Kd Kh 9c 8d 5h 2s", True),
        ("ten", FOUR_TEN, True),
        ("ten", FOUR_JACK, False),
        ("ten", FOUR_QUEEN, False),
        # A lower score qualifies whatever is left over, a higher one never does.
        ("wsgc-2017", "2c 2d 3c 3h Ks Qd Jh", True),
        ("ten", "2c 2d 3c 3h Ks Qd Jh", True),
        ("wsgc-2017", FIVE_NINE, False),
        ("ten", FIVE_NINE, False),
        ("wsgc-2017", SEVEN, False),
        ("ten", SEVEN, False),
        ("wsgc-2017", ZERO_QUADS_TRIPS, True),
        ("ten", ZERO_QUADS_TRIPS, True),
    ],
)
def test_who_qualifies(key: str, dealer: str, qualifies: bool) -> None:
    rules = edition(key)
    hand = house_way(cards(dealer), rules.heights)
    assert rules.qualifier.admits(hand, rules.heights) is qualifies


@pytest.mark.clause("GNW-6.1")
def test_a_qualifier_of_zero_asks_for_a_zero() -> None:
    rules = edition(qualifier__score="0", qualifier__rank="A")
    assert rules.qualifier.admits(house_way(cards(ZERO_PAIRS), ACE_LOW), ACE_LOW)
    assert not rules.qualifier.admits(house_way(cards(ONE_KING), ACE_LOW), ACE_LOW)


@pytest.mark.clause("GNW-6.2")
@pytest.mark.parametrize("player", [ZERO_PAIRS, "6c 6d 6h 7c 8d 9h Js", "2d 4h 8c Th Js Qd 6s"])
def test_no_qualifier_pays_antes_and_pushes_plays(player: str) -> None:
    lines = settled(player, FOUR_QUEEN)
    assert short(lines["ante"]) == ("win", "1/1", 1000, "GNW-6.2")
    assert short(lines["play"]) == ("push", None, 0, "GNW-6.2")
    over = after(dealt(player, dealer=FOUR_QUEEN), decide(1, "play"))
    ending = game().ending(over.state)
    assert (ending.void, ending.clause) == (False, "GNW-6.2")
    assert ending.sentence.startswith(
        "Dealer has four, Queen high: does not qualify. Antes paid, Plays push. Seat 1 has"
    )


@pytest.mark.clause("GNW-6.3")
def test_the_lower_score_wins() -> None:
    over = after(dealt(TWO_LOW, dealer="Kc Kd Kh 9c 8s 5h 4s"), decide(1, "play"))
    assert {line.result for line in over.lines() if line.spot != "gin-bonus"} == {Result.WIN}
    assert game().result(over.state) == ("4",)
    ending = game().ending(over.state)
    assert (ending.void, ending.clause) == (False, "GNW-6.3")
    assert ending.sentence == (
        "Dealer has four, Nine high: qualifies. Seat 1 has two, Three high and wins."
        " The bonus of seat 1 pays 1 to 1: a score of two, both cards low."
    )


@pytest.mark.clause("GNW-6.4")
def test_the_documents_example_of_equal_scores() -> None:
    """Two and Nine against Four and Five: the Five is lower, so the dealer wins."""
    player, dealer = "Ac Ad Jc Jd Js 2h 9s", "Kc Kd Qc Qd Qh 4s 5h"
    lines = settled(player, dealer)
    assert short(lines["ante"]) == ("lose", None, 0, "GNW-6.7")
    assert short(lines["play"]) == ("lose", None, 0, "GNW-6.7")
    turned = settled(dealer, player)
    assert short(turned["play"]) == ("win", "1/1", 1000, "GNW-6.5")


@pytest.mark.clause("GNW-6.4")
@pytest.mark.parametrize(
    ("player", "dealer", "winner", "deciding"),
    [
        ("Ac Ad Ah 9c 7d 5h 3s", "Kc Kd Kh Ts 7h 5s 3c", Winner.PLAYER, 0),
        ("Ac Ad Ah 9c 7d 5h 3s", "Kc Kd Kh 9d 6h 5s 4c", Winner.DEALER, 1),
        ("Ac Ad Ah 9c 7d 4h 3s", "Kc Kd Kh 9d 7h 5s 2c", Winner.PLAYER, 2),
        ("Ac Ad Ah 9c 7d 5h 3s", "Kc Kd Kh 9d 7h 5s 2c", Winner.DEALER, 3),
        ("Ac Ad Ah 9c 7d 5h 3s", "Kc Kd Kh 9d 7h 5s 3c", Winner.TIE, None),
        ("2c 2d 3c 3h 4d 4h As", "5c 5d 6c 6h 7d 7h 8s", Winner.PLAYER, 0),
        (TWO_LOW, FOUR_JACK, Winner.PLAYER, None),
        (FOUR_JACK, TWO_LOW, Winner.DEALER, None),
    ],
)
def test_ties_go_to_the_last_card(
    player: str, dealer: str, winner: Winner, deciding: int | None
) -> None:
    found = compare(house_way(cards(player), ACE_LOW), house_way(cards(dealer), ACE_LOW), ACE_LOW)
    assert (found.winner, found.deciding_card) == (winner, deciding)


@pytest.mark.clause("GNW-6.3", "GNW-6.4")
@pytest.mark.parametrize(
    ("player", "dealer", "option", "words"),
    [
        (TWO_LOW, FOUR_JACK, "play", "You 2, dealer 4: fewer left over wins."),
        (TWO_LOW, FOUR_QUEEN, "play", "Dealer has four, Queen high: does not qualify."),
        (TWO_LOW, FOUR_JACK, "fold", "You folded."),
        (
            "Ac Ad Ah 9c 7d 5h 3s",
            "Kc Kd Kh 9d 6h 5s 4c",
            "play",
            "Both 4, your Seven against Six: the lower card wins.",
        ),
        (
            "Ac Ad Ah 9c 7d 5h 3s",
            "Kc Kd Kh 9d 7h 5s 3c",
            "play",
            "You and the dealer both 4, card for card: nobody wins.",
        ),
    ],
)
def test_a_player_is_told_what_decided(player: str, dealer: str, option: str, words: str) -> None:
    over = after(dealt(player, dealer=dealer), decide(1, option))
    assert game().explain(over.state, seat(1)) == words
    assert game().explain(over.state, seat(2)) == ""


@pytest.mark.clause("GNW-6.5")
def test_a_win_pays_even_money_on_both() -> None:
    lines = settled("6c 6d 8c 8h 9d 9h As", "5c 5d 7c 7h 2d 2h 4s")
    assert short(lines["ante"]) == ("win", "1/1", 1000, "GNW-6.5")
    assert short(lines["play"]) == ("win", "1/1", 1000, "GNW-6.5")


@pytest.mark.clause("GNW-6.6")
def test_a_win_with_zero_pays_three_to_one_on_play() -> None:
    lines = settled(PLAYER, "2c 2d 3c 3h 4d 4h As")
    assert short(lines["ante"]) == ("win", "1/1", 1000, "GNW-6.5")
    assert short(lines["play"]) == ("win", "3/1", 3000, "GNW-6.6")
    over = after(dealt(PLAYER, dealer="2c 2d 3c 3h 4d 4h As"), decide(1, "play"))
    assert "Seat 1 has zero and wins: Play pays 3 to 1." in game().say(over.state)


@pytest.mark.clause("GNW-6.7")
def test_a_higher_hand_loses_both() -> None:
    lines = settled("2c 2d 3c 3h 4d 4h As", PLAYER)
    assert short(lines["ante"]) == ("lose", None, 0, "GNW-6.7")
    assert short(lines["play"]) == ("lose", None, 0, "GNW-6.7")


@pytest.mark.clause("GNW-6.8")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("2c 2d 3c 3h 4d 4h Ac", "5c 5d 6c 6h 7d 7h As"),
        (PLAYER, ZERO_PAIRS),
        (ZERO_QUADS_TRIPS, PLAYER),
    ],
)
def test_an_exact_tie_pushes_both(player: str, dealer: str) -> None:
    lines = settled(player, dealer)
    assert short(lines["ante"]) == ("push", None, 0, "GNW-6.8")
    assert short(lines["play"]) == ("push", None, 0, "GNW-6.8")
    over = after(dealt(player, dealer=dealer), decide(1, "play"))
    assert ": push." in game().say(over.state)


@pytest.mark.clause("GNW-6.9")
@pytest.mark.parametrize("dealer", [FOUR_QUEEN, FOUR_JACK])
def test_a_fold_loses_the_ante_alone(dealer: str) -> None:
    over = after(dealt(TWO_LOW, dealer=dealer, bonus=False), decide(1, "fold"))
    (line,) = over.lines()
    assert (line.spot, *short(line)) == ("ante", "lose", None, 0, "GNW-6.9")
    assert game().ending(over.state).clause == "GNW-6.9"
    assert game().say(over.state).endswith("high. Seat 1 folded.")


@pytest.mark.clause("GNW-6.10")
def test_takes_come_before_pays_by_seat_and_felt() -> None:
    current = dealt(TWO_LOW, "2d 5h 8c Th Js Qd Kh", "4c 4d 5c 5d 6c 6h Qs",
                    dealer="Kc Kd 4h 9h 9s Ts 6d")  # fmt: skip
    over = after(current, decide(1, "play"), decide(2, "play"), decide(3, "fold"))
    assert [(line.seat, line.spot, line.result) for line in over.lines()] == [
        (2, "ante", Result.LOSE),
        (2, "play", Result.LOSE),
        (2, "gin-bonus", Result.LOSE),
        (3, "ante", Result.LOSE),
        (1, "ante", Result.WIN),
        (1, "play", Result.WIN),
        (1, "gin-bonus", Result.WIN),
        (3, "gin-bonus", Result.WIN),
    ]
    # Takes 10 + 10 + 5 + 10, pays 10 + 10 + 5 and 2 to 1 on 5.
    assert sum(line.net for line in over.lines()) == 3500 - 3500
    said = game().say(over.state)
    assert "Seat 2 has four, Queen high and loses." in said
    assert "The bonus of seat 2 loses." in said
    assert "Seat 3 folded. The bonus of seat 3 pays 2 to 1: a score of one." in said


def test_pays_of_a_changed_edition_are_paid() -> None:
    rules = edition(pays__ante="2/1", pays__play="3/1", pays__ante_no_qualify="5/1")
    lines = settled("6c 6d 8c 8h 9d 9h As", "5c 5d 7c 7h 2d 2h 4s", of=rules)
    assert (lines["ante"].pays, lines["play"].pays) == (2000, 3000)
    assert settled(PLAYER, FOUR_QUEEN, of=rules)["ante"].pays == 5000


def test_nothing_is_settled_before_the_end() -> None:
    current: Round = dealt(TWO_LOW, dealer=FOUR_QUEEN)
    with pytest.raises(BrokenInvariant):
        game().settle(current.state)
