"""The rules as a document: numbered in order, every ruling marked, every clause sourced."""

from __future__ import annotations

import pytest

from pitboss.games.clauses import Clause
from tests.rules.spin_n_win.table import folder

CLAUSES = folder().clauses()


def test_clauses_are_numbered_in_order_under_their_heading() -> None:
    last = (1, 0)
    for clause in CLAUSES:
        prefix, _, number = clause.number.partition("-")
        major, minor = map(int, number.split("."))
        assert prefix == "SNW"
        assert (major, minor) in {(last[0], last[1] + 1), (last[0] + 1, 1)}
        assert clause.heading.startswith(f"{major} ")
        last = (major, minor)
    assert last == (9, 1)


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: str(clause.number))
def test_a_ruling_says_so_and_everything_else_names_a_line(clause: Clause) -> None:
    if clause.is_ruling:
        assert clause.source.startswith("ruling; ")
    else:
        assert clause.source.startswith("Spin N Win document, ")
        assert " line" in clause.source
