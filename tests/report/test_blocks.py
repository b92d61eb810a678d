"""The block model: sums, fitting cells, links that lead somewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.invariants import BrokenInvariant
from pitboss.report.blocks import (
    Align,
    Callout,
    CalloutKind,
    Cell,
    Column,
    Document,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    slug,
)
from pitboss.report.figures import Kind
from pitboss.report.formulas import Formula, Index, Over, Power, Root, Row, Token, tokens
from pitboss.report.plots import Bar, BarChart, FunnelChart, Series
from pitboss.report.text import Link, Mono, Strong, plain
from tests.report.sample import sample

COUNTS = (Column("Net"), Column("Count", Kind.NUMBER, total=True))


def test_totals_are_exact_sums_under_their_label() -> None:
    table = Table(
        (Column("Net"), Column("p", Kind.FRACTION, total=True), Column("x", Kind.NUMBER)),
        (("a", Fraction(1, 3), 1), ("b", Fraction(2, 3), 2), ("c", None, 3)),
    )
    assert table.totals() == ("Total", Fraction(1), None)


def test_no_totals_without_a_summed_column() -> None:
    assert Table((Column("Net"),), (("a",),)).totals() is None


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        (Kind.TEXT, 3),
        (Kind.NUMBER, "3"),
        (Kind.NUMBER, True),
        (Kind.MARK, 1),
        (Kind.PERCENT, "3%"),
    ],
)
def test_a_cell_must_fit_its_column(kind: Kind, cell: Cell) -> None:
    with pytest.raises(BrokenInvariant, match="does not fit"):
        Table((Column("x", kind),), ((cell,),))


def test_a_row_must_be_as_long_as_the_headings() -> None:
    with pytest.raises(BrokenInvariant, match="cells"):
        Table(COUNTS, (("a",),))


def test_only_numbers_can_be_summed() -> None:
    with pytest.raises(BrokenInvariant, match="summed"):
        Column("Net", total=True)


@pytest.mark.parametrize(
    ("formula", "problem"), [("{none}", "no column"), ("{net.total}", "no total")]
)
def test_a_formula_names_columns_that_exist(formula: str, problem: str) -> None:
    columns = (Column("Net", Kind.NUMBER, key="net"), Column("x", Kind.NUMBER, formula=formula))
    with pytest.raises(BrokenInvariant, match=problem):
        Table(columns, ((1, 1),))


def test_keys_are_different() -> None:
    with pytest.raises(BrokenInvariant, match="share a key"):
        Table((Column("a", key="k"), Column("b", key="k")), ())


def test_highlight_names_a_row() -> None:
    with pytest.raises(BrokenInvariant, match="no such row"):
        Table(COUNTS, (("a", 1),), highlight=(1,))


def test_columns_align_by_kind() -> None:
    assert Column("a").alignment is Align.LEFT
    assert Column("a", Kind.MONEY).alignment is Align.RIGHT
    assert Column("a", Kind.MARK).alignment is Align.CENTRE


def test_a_link_leads_to_a_section_of_the_document() -> None:
    text = Paragraph(Link("there", "#second"))
    Document("t", (Section("First", (text,)), Section("Second", ())))
    with pytest.raises(BrokenInvariant, match="no section"):
        Document("t", (Section("First", (text,)),))


@pytest.mark.parametrize("target", ["javascript:alert(1)", "", "//elsewhere", "data:text/html,x"])
def test_a_link_never_runs_anything(target: str) -> None:
    with pytest.raises(BrokenInvariant):
        Link("x", target)


def test_two_sections_never_share_an_anchor() -> None:
    with pytest.raises(BrokenInvariant, match="anchor"):
        Document("t", (Section("One", ()), Section("one!", ())))


def test_every_link_of_the_sample_is_found() -> None:
    targets = [link.target for link in sample().links()]
    assert targets == ["#method", "certificate.json", "#volatility"]


def test_slugs_are_plain() -> None:
    assert slug("Win per hour (±2σ)") == "win-per-hour-2"
    assert slug("…") == "section"


def test_plain_text_keeps_every_word() -> None:
    text = ("a ", Strong("b"), " ", Fraction(3, 64), " ", Mono("c"), " ", Fraction(4))
    assert plain(text) == "a b 3/64 c 4"


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (Formula.of("y = ", Over("x", Root("n"))), "y = x/√n"),
        (Formula.of(Over(Row("a + b"), 2)), "(a + b)/2"),
        (Formula.of(Power(Row("(x - m)"), 2)), "(x - m)^2"),
        (Formula.of(Index("c", "i"), Root("n")), "c_i√n"),
        (Formula.of(Fraction(1, 64)), "1/64"),
    ],
)
def test_formulas_in_one_line(formula: Formula, words: str) -> None:
    assert formula.plain() == words


def test_strings_in_formulas_are_cut_into_kinds() -> None:
    assert tokens("x =  max 1,024.5%") == [
        (Token.VARIABLE, "x"),
        (Token.SIGN, "="),
        (Token.SPACE, "  "),
        (Token.WORD, "max"),
        (Token.NUMBER, "1,024.5%"),
    ]


def test_a_callout_without_a_title_is_called_by_its_kind() -> None:
    assert Callout(CalloutKind.WARNING, "x").heading == "Warning"
    assert Callout(CalloutKind.WARNING, "x", "Mind this").heading == "Mind this"


def test_empty_plots_and_figures_are_defects() -> None:
    with pytest.raises(BrokenInvariant):
        BarChart(())
    with pytest.raises(BrokenInvariant):
        BarChart((Bar("a", float("nan")),))
    with pytest.raises(BrokenInvariant):
        FunnelChart(0.1, 0.0)
    with pytest.raises(BrokenInvariant):
        Series("a", ())
    with pytest.raises(BrokenInvariant):
        KeyFigures(())
