"""Every result and every bet: the settlement, the printed table and a second oracle agree."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from pitboss.equipment.tops import Face
from pitboss.games.needs import NeedSpin
from pitboss.games.settlement import Result
from pitboss.games.spin_n_win.settle import verdict
from pitboss.units import Odds
from tests.rules.spin_n_win.oracle import FACES, POSTED, oracle_odds
from tests.rules.spin_n_win.printed import printed_rows
from tests.rules.spin_n_win.table import GAME, STANDARD, bet, folder, lines, spinning

SPOTS = {str(spot.key): spot for spot in STANDARD.spots}
PAIRS = [a + b for a, b in product("RGBYJ", repeat=2)]


def product_odds(spot: str, tops: str) -> Fraction | None:
    """What the product's rules say, through the function settlement uses."""
    odds = verdict(SPOTS[spot], (Face(tops[0]), Face(tops[1]))).odds
    return None if odds is None else odds.to_one


@pytest.mark.clause("SNW-1.1", "SNW-1.2")
def test_64_equally_likely_results_from_two_identical_tops() -> None:
    need = GAME.need(spinning(bet(1, "single:red")))
    assert isinstance(need, NeedSpin)
    top_a, top_b = need.tops
    assert top_a == top_b
    assert "".join(top_a.faces) == FACES
    results = Counter(product(top_a.faces, top_b.faces))
    assert sum(results.values()) == 64
    assert results[Face.RED, Face.GREEN] == 4
    assert results[Face.JOKER, Face.JOKER] == 1


@pytest.mark.clause("SNW-3.1", "SNW-3.2", "SNW-3.3", "SNW-3.4", "SNW-4.1", "SNW-4.2", "SNW-5.1")
def test_all_64_results_of_all_12_bets_agree_with_the_oracle() -> None:
    compared = 0
    for first, second in product(FACES, repeat=2):
        for spot in POSTED:
            tops = first + second
            assert product_odds(spot, tops) == oracle_odds(spot, tops), (spot, tops)
            compared += 1
    assert compared == 64 * 12
    assert set(POSTED) == set(SPOTS)


@pytest.mark.clause("SNW-5.1")
@pytest.mark.parametrize("tops", printed_rows())
def test_every_printed_row(tops: str) -> None:
    """A whole table of bets is settled against the row, through a played round."""
    printed = printed_rows()[tops]
    settled = lines(tops, *(bet(1, spot) for spot in SPOTS))
    paid = {line.spot: str(line.odds) for line in settled if line.result is Result.WIN}
    assert paid == printed
    assert {line.spot for line in settled if line.result is Result.LOSE} == set(SPOTS) - set(paid)
    for line in settled:
        if line.odds is not None:
            assert line.pays == line.odds.to_one * line.stake


@pytest.mark.clause("SNW-5.3")
def test_rows_the_document_leaves_out_are_the_mirror_of_printed_ones() -> None:
    missing = set(PAIRS) - set(printed_rows())
    assert missing == {"JR", "JG", "JB", "JY"}
    for tops in PAIRS:
        for spot in SPOTS:
            assert product_odds(spot, tops) == product_odds(spot, tops[::-1])
    for tops in missing:
        mirror = printed_rows()[tops[::-1]]
        assert {s: str(Odds(odds)) for s in SPOTS if (odds := product_odds(s, tops))} == mirror


@pytest.mark.clause("SNW-3.5")
@pytest.mark.parametrize("tops", ["RR", "RG", "GB", "YY", "BY"])
def test_no_colour_stands_for_a_joker(tops: str) -> None:
    assert product_odds("single:joker", tops) is None
    assert product_odds("combo:joker-joker", tops) is None


@pytest.mark.clause("SNW-4.3")
def test_joker_joker_needs_two_jokers() -> None:
    wins = [tops for tops in PAIRS if product_odds("combo:joker-joker", tops) is not None]
    assert wins == ["JJ"]
    assert product_odds("combo:joker-joker", "JJ") == 60


@pytest.mark.clause("SNW-4.4")
def test_one_colour_twice_loses_the_combo() -> None:
    assert product_odds("combo:red-green", "RR") is None
    assert product_odds("combo:red-green", "RY") is None
    assert product_odds("combo:green-blue", "RJ") is None


@pytest.mark.clause("SNW-4.5")
def test_a_combo_has_one_pay_and_a_single_bet_two() -> None:
    for key, spot in SPOTS.items():
        posted = POSTED[key]
        doubles = (posted, 2 * posted) if spot.area == "single" else (posted,)
        assert tuple(odds.to_one for odds in spot.odds) == doubles
    assert product_odds("combo:red-green", "JJ") == Fraction(5, 2)


@pytest.mark.clause("SNW-5.2")
def test_two_jokers_win_every_bet() -> None:
    settled = lines("JJ", *(bet(seat, spot) for seat in (1, 2) for spot in SPOTS))
    assert len(settled) == 24
    assert all(line.result is Result.WIN for line in settled)
    assert all(
        line.odds == SPOTS[line.spot].odds[-1] for line in settled if line.spot.startswith("single")
    )


CLAUSES = [
    ("RG", "single:red", "SNW-3.2"),
    ("RR", "single:red", "SNW-3.3"),
    ("JR", "single:red", "SNW-3.3"),
    ("GG", "single:red", "SNW-3.4"),
    ("GR", "combo:red-green", "SNW-4.1"),
    ("JR", "combo:red-green", "SNW-4.2"),
    ("JJ", "combo:red-green", "SNW-4.2"),
    ("JJ", "combo:joker-joker", "SNW-4.3"),
    ("RR", "combo:red-green", "SNW-4.4"),
    ("RJ", "combo:joker-joker", "SNW-4.4"),
]


@pytest.mark.parametrize(("tops", "spot", "clause"), CLAUSES)
def test_every_line_names_the_clause_that_decided_it(tops: str, spot: str, clause: str) -> None:
    (line,) = lines(tops, bet(1, spot))
    assert line.clause == clause
    assert clause in {known.number for known in folder().clauses()}
