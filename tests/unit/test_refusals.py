"""Refusals: a closed list with a fixed precedence; invariants stop the program."""

from __future__ import annotations

import pytest

from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import PRECEDENCE, Refusal, RefusalCode, accepted, first_of


def test_precedence_is_the_order_of_the_list() -> None:
    assert list(PRECEDENCE) == list(RefusalCode)
    assert PRECEDENCE[RefusalCode.UNKNOWN_SPOT] < PRECEDENCE[RefusalCode.ABOVE_MAXIMUM]


def test_the_first_in_precedence_is_reported() -> None:
    late = Refusal(RefusalCode.ABOVE_MAXIMUM, "Too much.")
    early = Refusal(RefusalCode.UNKNOWN_SPOT, "No such spot.")
    assert first_of((late, None, early)) is early
    assert first_of((None, None)) is None
    assert str(early) == "No such spot."


def test_codes_are_unique_kebab_words() -> None:
    values = [str(code) for code in RefusalCode]
    assert len(set(values)) == len(values)
    assert all(value == value.lower().replace("_", "-") for value in values)


def test_a_broken_invariant_stops() -> None:
    check(True, "holds")
    with pytest.raises(BrokenInvariant, match="does not hold"):
        check(False, "does not hold")


def test_a_refused_step_that_cannot_be_refused_stops() -> None:
    assert accepted(5) == 5
    with pytest.raises(BrokenInvariant, match="Too much"):
        accepted(Refusal(RefusalCode.ABOVE_MAXIMUM, "Too much."))
