"""Refusals: a closed list with a fixed precedence; invariants stop the program."""

from __future__ import annotations

import pytest

from pitboss.games.registry import Registry
from pitboss.invariants import BrokenInvariant, check
from pitboss.refusals import (
    PRECEDENCE,
    Refusal,
    RefusalCode,
    Refused,
    first_of,
    raise_first,
    refuse,
    unwrap,
    unwrap_or_raise,
)


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
    assert unwrap(5) == 5
    with pytest.raises(BrokenInvariant, match="Too much"):
        unwrap(Refusal(RefusalCode.ABOVE_MAXIMUM, "Too much."))


def test_the_edge_raises_what_is_below_returned() -> None:
    refusal = Refusal(RefusalCode.BAD_FIELD, "No.", "table.chip")
    assert unwrap_or_raise(3) == 3
    with pytest.raises(Refused, match=r"No\.") as caught:
        unwrap_or_raise(refusal)
    assert caught.value.refusal is refusal
    with pytest.raises(Refused, match=r"No\."):
        raise_first(None, refusal)
    with pytest.raises(Refused, match=r"No\."):
        refuse(refusal.code, refusal.sentence)
    raise_first(None, None)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"table.seats": "99"}, RefusalCode.BAD_FIELD, "table.seats"),
        ({"table.chip": "x"}, RefusalCode.BAD_FIELD, "table.chip"),
        ({"table.seats": "many"}, RefusalCode.BAD_FIELD, "table.seats"),
        ({"table.none": "1"}, RefusalCode.UNKNOWN_FIELD, "table.none"),
    ],
)
def test_a_refusal_names_its_field_as_data(
    changes: dict[str, str], code: RefusalCode, field: str
) -> None:
    for entry in Registry().games.values():
        refusal = entry.edition(changes=changes)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.field) == (code, field)
