"""Claims: a print agrees when the exact value rounds half up to it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.editions import Claim
from pitboss.par.claims import check_claim, pace_range
from tests.par.kit import chosen, sheet


def claim(printed: str) -> Claim:
    return Claim(bet="x", figure="house-edge", printed=printed, source="line 1")


@pytest.mark.parametrize(
    ("printed", "exact", "agrees"),
    [
        ("7.0313%", Fraction(9, 128), True),  # 7.03125 is halfway and goes up
        ("7.0312%", Fraction(9, 128), False),
        ("7%", Fraction(9, 128), True),
        ("8%", Fraction(9, 128), False),
        ("1.5625 %", Fraction(1, 64), True),
        ("4.6785%", Fraction(3, 64), False),
        ("some", Fraction(3, 64), False),
    ],
)
def test_a_print_is_held_to_its_own_places(printed: str, exact: Fraction, agrees: bool) -> None:
    assert check_claim(claim(printed), exact).agrees is agrees


def test_one_print_of_the_first_document_differs_and_the_sheet_says_how() -> None:
    claims = sheet("spin-n-win").claims
    wrong = [one for one in claims if not one.agrees]
    assert [one.claim.bet for one in wrong] == ["combo:joker-joker"]
    assert wrong[0].exact == Fraction(3, 64)
    assert wrong[0].verdict == (
        "printed 0.0090 points too low; the exact value rounds to 4.6875%;"
        " two neighbouring digits are swapped"
    )
    assert len(claims) == 12 == len({one.claim.bet for one in claims})


def test_a_print_that_is_too_high_says_so() -> None:
    verdict = check_claim(claim("5.00%"), Fraction(3, 64)).verdict
    assert verdict == "printed 0.31 points too high; the exact value rounds to 4.69%"


def test_a_print_that_is_no_percentage_says_so() -> None:
    assert "not a percentage" in check_claim(claim("some"), Fraction(3, 64)).verdict


def test_the_documents_own_pace_is_a_range() -> None:
    assert pace_range(chosen("spin-n-win").edition.head) == (45, 55)
    assert pace_range(chosen("flip-it").edition.head) == (60, 60)
    faster = chosen("spin-n-win", changes={"table.rounds_per_hour": "70"})
    assert pace_range(faster.edition.head) == (70, 70)
