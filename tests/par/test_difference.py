"""Difference: fields, clauses and edges between two editions."""

from __future__ import annotations

from fractions import Fraction

from pitboss.par.difference import Difference, difference, flat
from tests.par.kit import chosen, read_as


def between(one: str, two: str) -> Difference:
    old, new = chosen("flip-it", one), chosen("flip-it", two)
    return difference(old, new, old_figures=old.figures(), new_figures=new.figures())


def test_fields_and_clauses_that_differ_are_named() -> None:
    found = between("call12-pay1", "call10-pay2")
    fields = {one.field: (one.old, one.new) for one in found.fields}
    assert fields == {"pays.call_it": ("12/1", "10/1"), "bonus.five_of_a_kind": ("12/1", "14/1")}
    assert [clause.number for clause in found.clauses] == ["FLP-4.4", "FLP-5.13"]


def test_the_change_of_each_edge_is_exact() -> None:
    found = {one.bet: one for one in between("call12-pay1", "call10-pay2").bets}
    assert found["call:7"].edge_change == Fraction(2 * 32, 440)
    assert found["inside:red"].edge_change == 0
    assert found["bonus"].edge_change is not None
    assert found["bonus"].edge_change < 0


def test_an_edition_does_not_differ_from_itself() -> None:
    found = between("call12-pay1", "call12-pay1")
    assert not found.fields
    assert not found.clauses
    assert all(one.edge_change == 0 for one in found.bets)


def test_a_reading_by_field_is_a_changed_field() -> None:
    old = chosen("flip-it")
    new = read_as(old, "shoe=continuous")
    found = difference(old, new, old_figures=old.figures(), new_figures=new.figures())
    assert [(one.field, one.new) for one in found.fields] == [("options.shoe", "continuous")]
    assert old.edition.head.hash != new.edition.head.hash


def test_fields_are_flattened_without_what_an_edition_is_about() -> None:
    data = {"about": {"title": "x"}, "table": {"seats": 7, "profiles": [], "open": True}}
    assert flat(data) == {"table.seats": "7", "table.profiles": "none", "table.open": "true"}
