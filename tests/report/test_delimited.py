"""CSV: bare numbers, exact fractions, nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pitboss.report.blocks import Column, Document, Section, Table
from pitboss.report.delimited import render_csv, table_csv
from pitboss.report.figures import Kind
from tests.report.sample import BETS, edge, sample


def rows(words: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(words, newline="")))


def test_a_table_has_headings_bare_numbers_and_totals() -> None:
    table = Table(
        (
            Column("Net", Kind.NUMBER, signed=True, places=1),
            Column("Count", Kind.NUMBER, total=True),
            Column("Share", Kind.PERCENT, places=2),
            Column("Edge", Kind.FRACTION, total=True),
            Column("Win", Kind.MONEY),
            Column("Deviation", Kind.NUMBER),
            Column("Agrees", Kind.MARK),
        ),
        (
            (Fraction(1, 2), 1_000_000, Fraction(1, 3), Fraction(1, 64), 123_450, 0.1, True),
            (-1, 5, None, Fraction(3, 64), -50, None, False),
        ),
    )
    assert rows(table_csv(table)) == [
        ["Net", "Count", "Share (%)", "Edge", "Win", "Deviation", "Agrees"],
        ["0.5", "1000000", "33.33", "1/64", "1234.50", "0.1", "yes"],
        ["-1.0", "5", "", "3/64", "-0.50", "", "no"],
        ["Total", "1000005", "", "1/16", "", "", ""],
    ]


def test_one_table_stands_alone() -> None:
    table = Table((Column("a"),), (("b",),))
    assert render_csv(Document("t", (Section("s", (table,)),))) == b"a\r\nb\r\n"


def test_several_tables_stand_under_their_headings() -> None:
    found = rows(render_csv(sample()).decode())
    headings = [row[0] for row in found if row and row[0].startswith("Table ")]
    assert [heading.split(":")[0] for heading in headings] == [f"Table {n}" for n in (1, 2, 3, 4)]
    for bet in BETS:
        assert [bet, str(edge(bet))] in [row[:2] for row in found]


def test_no_tables_give_an_empty_file() -> None:
    assert render_csv(Document("t", ())) == b""


def test_words_that_a_spreadsheet_would_run_are_quoted() -> None:
    words = table_csv(Table((Column("a"),), (("=1+1",), ("@x",), ("-x",), ("plain",))))
    assert rows(words)[1:] == [["'=1+1"], ["'@x"], ["'-x"], ["plain"]]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))))
def test_any_words_read_back(texts: list[str]) -> None:
    table = Table((Column("a"), Column("b", Kind.NUMBER)), tuple((text, 1) for text in texts))
    found = [row[0] for row in rows(table_csv(table))[1:]]
    assert [words.removeprefix("'") for words in found] == [t.removeprefix("'") for t in texts]
