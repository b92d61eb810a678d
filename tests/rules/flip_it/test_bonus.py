"""FLP-5: when the bonus is offered, and what the fifth card must make."""

from __future__ import annotations

import pytest

from pitboss.games.flip_it.row import made_hand
from pitboss.games.rounds import take
from pitboss.games.settlement import Result
from pitboss.games.steps import Bet
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits, SpotKey
from tests.rules.flip_it.table import (
    ONE,
    ROWS,
    bet,
    cards,
    draw,
    edition,
    flip,
    laid,
    line,
    played,
    spot,
    start,
)

BONUS = Bet(ONE, SpotKey("bonus"), Credits(100))


@pytest.mark.clause("FLP-5.1")
@pytest.mark.parametrize("row", ROWS["none"])
def test_closed_when_the_row_offers_nothing(row: str) -> None:
    answer = take(laid(row), BONUS)
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.SPOT_CLOSED
    assert "the row shows no pair and no four to a royal flush" in answer.sentence


@pytest.mark.clause("FLP-5.1")
def test_closed_while_the_row_is_laid() -> None:
    answer = take(draw(start(), "Ac Ad"), BONUS)
    assert isinstance(answer, Refusal)
    assert answer.code is RefusalCode.NOT_NOW


@pytest.mark.clause("FLP-5.1", "FLP-5.2", "FLP-5.3")
@pytest.mark.parametrize(
    "row", [row for kind, rows in ROWS.items() if kind != "none" for row in rows]
)
def test_open_for_every_row_that_offers(row: str) -> None:
    assert spot(bet(laid(row), "bonus"), "bonus").closed is None


@pytest.mark.clause("FLP-5.3")
@pytest.mark.parametrize(
    ("row", "fifth", "result"),
    [
        ("Th Jh Qh Qh", "Qc", "FLP-5.5"),
        ("Th Jh Qh Qh", "Kh", "FLP-5.12"),
        ("Th Jh Qh Kh", "Ah", "FLP-5.11"),
        ("Th Jh Qh Kh", "Ad", "FLP-5.12"),
    ],
)
def test_a_repeated_rank_is_a_pair_and_no_royal_draw(row: str, fifth: str, result: str) -> None:
    assert line(row, fifth, "bonus").clause == result


@pytest.mark.clause("FLP-5.4")
@pytest.mark.parametrize(
    "row", ["Ac Ad Kh 2s", "Ac Ad Kh Ks", "Ac Ad Ah 2s", "Ac Ad Ah As", "Ac Kc Qc Jc"]
)
def test_what_the_row_showed_is_not_paid(row: str) -> None:
    settled = line(row, "7h", "bonus")
    assert (settled.result, settled.clause) == (Result.LOSE, "FLP-5.12")


@pytest.mark.clause("FLP-5.5", "FLP-5.6", "FLP-5.7", "FLP-5.8", "FLP-5.9", "FLP-5.10", "FLP-5.11")
@pytest.mark.parametrize(
    ("row", "fifth", "odds", "clause"),
    [
        ("Ac Ad Kh 2s", "Ac", "6/1", "FLP-5.5"),
        ("Ac Ad Kh 2s", "Kd", "2/1", "FLP-5.6"),
        ("Ac Ad Kh 2s", "2s", "2/1", "FLP-5.6"),
        ("Ac Ad Kh Ks", "Ah", "5/1", "FLP-5.7"),
        ("Ac Ad Kh Ks", "Kh", "5/1", "FLP-5.7"),
        ("Ac Ad Ah 2s", "As", "7/1", "FLP-5.8"),
        ("Ac Ad Ah 2s", "2s", "5/1", "FLP-5.9"),
        ("Ac Ad Ah As", "Ac", "12/1", "FLP-5.10"),
        ("Ac Kc Qc Jc", "Tc", "50/1", "FLP-5.11"),
        ("Ad Td Kd Jd", "Qd", "50/1", "FLP-5.11"),
        ("Ts Js Qs Ks", "As", "50/1", "FLP-5.11"),
    ],
)
def test_hands_the_fifth_card_makes(row: str, fifth: str, odds: str, clause: str) -> None:
    settled = line(row, fifth, "bonus")
    assert (str(settled.odds), settled.clause) == (odds, clause)


@pytest.mark.clause("FLP-5.12")
@pytest.mark.parametrize(
    ("row", "fifth"),
    [
        ("Ac Kc Qc Jc", "9c"),  # a flush
        ("Ac Kc Qc Jc", "Td"),  # a straight
        ("Ac Kc Qc Jc", "Kc"),  # a pair
        ("Kc Qc Jc Tc", "9c"),  # a straight flush that is not royal
        ("9c 9c 2c 3c", "4c"),  # a flush with the pair it had
    ],
)
def test_hands_on_no_paytable_lose(row: str, fifth: str) -> None:
    settled = line(row, fifth, "bonus")
    assert (settled.result, settled.pays, settled.clause) == (Result.LOSE, 0, "FLP-5.12")


@pytest.mark.clause("FLP-5.13")
@pytest.mark.parametrize(
    ("key", "five"),
    [
        ("call12-pay1", "12/1"),
        ("call10-pay1", "12/1"),
        ("call12-pay2", "14/1"),
        ("call10-pay2", "14/1"),
    ],
)
def test_both_paytables(key: str, five: str) -> None:
    of = edition(key)
    pays = [str(odds) for odds in spot(laid("Ac Ad Ah As", of), "bonus").odds]
    assert pays == ["50/1", five, "7/1", "6/1", "5/1", "2/1"]
    assert str(line("Ac Ad Ah As", "Ah", "bonus", of=of).odds) == five


@pytest.mark.clause("FLP-5.14")
def test_the_bonus_may_be_bet_alone() -> None:
    assert [n.spot for n in played("Ac Ad Kh 2s", "Ah", "bonus").lines()] == ["bonus"]


@pytest.mark.clause("FLP-5.15")
@pytest.mark.parametrize(
    ("fifth", "odds"), [("9c", "6/1"), ("9d", "6/1"), ("2c", "2/1"), ("2h", "2/1")]
)
def test_one_suit_takes_nothing_away(fifth: str, odds: str) -> None:
    assert str(line("9c 9c 2c 3c", fifth, "bonus").odds) == odds


def test_an_incomplete_row_makes_nothing() -> None:
    assert made_hand(cards("Ac Ad"), cards("Ah")[0]) is None


def test_each_spot_is_a_wager_of_its_own() -> None:
    table = flip(bet(laid("Ac Ad Kh 2s"), "bonus", "inside:red"), "Kd")
    assert {n.spot: n.result for n in table.lines()} == {
        "bonus": Result.WIN,
        "inside:red": Result.WIN,
    }
    wagers = [spot(table, key).wager for key in ("bonus", "inside:red", "call:2")]
    assert len(set(wagers)) == 3
