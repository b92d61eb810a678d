"""GNW-7: the Gin Bonus, line by line, in both editions."""

from __future__ import annotations

import pytest

from pitboss.games.contract import HandScore
from pitboss.games.settlement import Result
from tests.rules.gin_and_win.felt import (
    FOUR_JACK,
    FOUR_QUEEN,
    TWO_LOW,
    after,
    cards,
    dealt,
    decide,
    edition,
    game,
    settled,
)

LINES = [
    pytest.param("Ac Ad Ah As Kc Kd Kh", "quads-trips", 1000, 500,
                 marks=pytest.mark.clause("GNW-7.4")),
    pytest.param("2h 4h 6h 8h Th Qc Qd", "flush5-pair", 25, 20,
                 marks=pytest.mark.clause("GNW-7.5")),
    pytest.param("2h 4h 6h 8h Th Qh 2c", "flush5-pair", 25, 20,
                 marks=pytest.mark.clause("GNW-7.5")),
    pytest.param("Ac 2c 3c 4c 5c 5d 5h", "flush5-pair", 25, 20,
                 marks=pytest.mark.clause("GNW-7.5", "GNW-7.3")),
    pytest.param("9c 9d 9h 9s 2h 3h 4h", "quads-flush3", 10, 8,
                 marks=pytest.mark.clause("GNW-7.6")),
    pytest.param("2c 2d 3c 3h 4d 4h 4s", "zero", 4, 4, marks=pytest.mark.clause("GNW-7.7")),
    pytest.param("2h 4h 6h 8h Th Qh Kh", "zero", 4, 4, marks=pytest.mark.clause("GNW-7.7")),
    pytest.param("5c 5d 6c 6h 7d 7h Ks", "one", 2, 2, marks=pytest.mark.clause("GNW-7.8")),
    pytest.param("Ac Ah 9d 8d Jd 7s 6c", "two-low", 1, 1, marks=pytest.mark.clause("GNW-7.9")),
    pytest.param("Kc Kh 9d 8d Jd 7s As", "two-low", 1, 1,
                 marks=pytest.mark.clause("GNW-7.9")),
    pytest.param("Ac Ah 9d Td Jd 8s 6c", None, 0, 0, marks=pytest.mark.clause("GNW-7.9")),
    pytest.param("2c 2d 3c 3h As 4d 6h", None, 0, 0, marks=pytest.mark.clause("GNW-7.10")),
    pytest.param("Kc Jd 9h 7s 5h 3c 2d", None, 0, 0, marks=pytest.mark.clause("GNW-7.10")),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "line", "washington", "ten"), LINES)
def test_each_line_pays(hand: str, line: str | None, washington: int, ten: int) -> None:
    for key, odds in (("wsgc-2017", washington), ("ten", ten)):
        score = game().score_hand(edition(key), cards(hand))
        assert isinstance(score, HandScore)
        assert score.bonus_line == line
        assert (score.bonus_odds is None) == (line is None)
        assert score.bonus_odds is None or score.bonus_odds.to_one == odds


CLAUSES = {
    "Ac Ad Ah As Kc Kd Kh": "GNW-7.4",
    "2h 4h 6h 8h Th Qc Qd": "GNW-7.5",
    "9c 9d 9h 9s 2h 3h 4h": "GNW-7.6",
    "2c 2d 3c 3h 4d 4h 4s": "GNW-7.7",
    "5c 5d 6c 6h 7d 7h Ks": "GNW-7.8",
    "Ac Ah 9d 8d Jd 7s 6c": "GNW-7.9",
    "Kc Jd 9h 7s 5h 3c 2d": "GNW-7.10",
}


@pytest.mark.clause("GNW-7.1")
@pytest.mark.parametrize(("hand", "clause"), CLAUSES.items())
def test_each_line_names_its_clause(hand: str, clause: str) -> None:
    line = settled(hand, "Qs Qh Js Jc Jh Ts Tc")["gin-bonus"]
    assert line.clause == clause


@pytest.mark.clause("GNW-7.1")
@pytest.mark.parametrize(
    "dealer",
    [
        "2d 2h 4c 4h 5d 5h 5s",  # zero: the player loses
        "Kc Kd Kh 9c 8c 5h 2s",  # four: the player wins
        FOUR_QUEEN,  # does not qualify
        "Kc Kd Qc Qd Qh 3h 2s",  # Three and Two as well: a push
    ],
)
def test_the_bonus_does_not_look_at_the_dealer(dealer: str) -> None:
    line = settled(TWO_LOW, dealer)["gin-bonus"]
    assert (line.result, line.pays, line.clause) == (Result.WIN, 500, "GNW-7.9")


@pytest.mark.clause("GNW-7.2")
def test_a_folded_hand_keeps_its_bonus() -> None:
    lines = settled(TWO_LOW, FOUR_JACK, "fold")
    assert (lines["gin-bonus"].result, lines["gin-bonus"].clause) == (Result.WIN, "GNW-7.9")
    assert lines["ante"].result is Result.LOSE
    lost = edition(readings__bonus_on_fold="loses")
    lines = settled(TWO_LOW, FOUR_JACK, "fold", of=lost)
    assert (lines["gin-bonus"].result, lines["gin-bonus"].clause) == (Result.LOSE, "GNW-7.2")
    over = after(dealt(TWO_LOW, dealer=FOUR_JACK, of=lost), decide(1, "fold"))
    assert "The bonus of seat 1 loses." in game().say(over.state)
    assert settled(TWO_LOW, FOUR_JACK, of=lost)["gin-bonus"].result is Result.WIN


@pytest.mark.clause("GNW-7.3")
def test_the_bonus_ignores_how_the_hand_was_set() -> None:
    hand = "Ac 2c 3c 4c 5c 5d 5h"
    over = after(
        dealt(hand, dealer="Kd Kh Qd Qh Jd Jh 9s"),
        decide(1, "play", "5c 5d 5h | Ac 2c 3c 4c"),
    )
    (line,) = (one for one in over.lines() if one.spot == "gin-bonus")
    assert (str(line.odds), line.clause) == ("25/1", "GNW-7.5")


@pytest.mark.clause("GNW-7.9")
@pytest.mark.parametrize(
    ("hand", "lower", "higher"),
    [
        ("Ac Ah 9d 8d Jd 6s 5c", "two-low", None),
        ("Ac Ah 9d 8d Jd 7s 5c", "two-low", None),
        ("Ac Ah 9d 8d Jd Qs 7c", None, "two-low"),
        ("Ac Ah 9d 8d Jd Qs Kc", None, "two-low"),
        ("Ac Ah 9d 8d Jd Qs 6c", None, None),
    ],
)
def test_seven_or_better_means_seven_or_lower(
    hand: str, lower: str | None, higher: str | None
) -> None:
    for reading, line in (("lower", lower), ("higher", higher)):
        score = game().score_hand(edition(readings__seven_or_better=reading), cards(hand))
        assert isinstance(score, HandScore)
        assert score.bonus_line == line


def test_a_high_ace_is_not_low() -> None:
    hand = cards("Kc Kh 9d 8d Jd 6s Ac")
    for ace, line in (("low", "two-low"), ("high", None)):
        score = game().score_hand(edition(readings__ace=ace), hand)
        assert isinstance(score, HandScore)
        assert score.bonus_line == line
