"""The terminal: everything said, nothing cut, no word read as markup."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from pitboss.report.blocks import Chart, Column, Document, Paragraph, Section, Table
from pitboss.report.figures import Kind
from pitboss.report.plots import Plot
from pitboss.report.sparks import bar_line, chart_lines, sparkline
from pitboss.report.terminal import render_terminal
from pitboss.report.text import Strong
from tests.examples import examples
from tests.report.sample import BETS, HASH, edge, sample


def printed(document: Document, width: int = 100, *, colour: bool = False) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
    )
    render_terminal(document, console=console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [200, 100, 80, 60, 44])
def test_no_number_is_cut_at_any_width(width: int) -> None:
    text = printed(sample(), width)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    for bet in BETS:
        assert bet in text
        assert str(edge(bet)) in text
    assert "100.0000%" in text
    assert "-0.015625" in text


def test_the_sheet_says_what_the_other_renderers_say() -> None:
    text = printed(sample())
    assert HASH in text
    for words in ("Table 4.", "Figure 7.", "[!] Smallest chip", "One claim differs:", "52/7"):
        assert words in text


def test_brackets_are_not_markup_and_control_letters_are_not_sent() -> None:
    words = "[bold]x[/bold] [red]"
    document = Document(words, (Section("s", (Paragraph((words, Strong("\x1b]0;title\x07"))),)),))
    text = printed(document, colour=True)
    assert text.count("[bold]x[/bold] [red]") == 2
    assert "\x1b]" not in text
    assert "\x07" not in text


def test_a_table_too_wide_becomes_a_list() -> None:
    columns = tuple(Column(f"c{n}", Kind.NUMBER) for n in range(10))
    table = Table(columns, (tuple(10**9 + n for n in range(10)),))
    text = printed(Document("t", (Section("s", (table,)),)), 40)
    for n in range(10):
        assert f"{10**9 + n:,}" in text


@pytest.mark.parametrize(
    ("share", "bar"), [(0, ""), (0.5, "██"), (0.53125, "██▏"), (1, "████"), (2, "████")]
)
def test_bars_fill_to_an_eighth_of_a_cell(share: float, bar: str) -> None:
    assert bar_line(share, 4) == bar


def test_sparklines_rise_with_their_values() -> None:
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([3, 3]) == "▁▁"
    assert sparkline([]) == ""
    assert sparkline([0, 0, 7, 7], cells=2) == "▁█"


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=300), st.integers(1, 60))
def test_sparklines_keep_to_their_cells(values: list[float], cells: int) -> None:
    assert 1 <= len(sparkline(values, cells)) <= cells


PLOTS = [b.plot for s in sample().sections for b in s.blocks if isinstance(b, Chart)]


@pytest.mark.parametrize("plot", PLOTS, ids=[type(plot).__name__ for plot in PLOTS])
def test_every_plot_has_lines_that_fit(plot: Plot) -> None:
    for width in (60, 80, 120):
        lines = chart_lines(plot, width)
        assert lines
        assert max(map(len, lines)) <= width


@examples(50)
@given(st.text(), st.fractions())
def test_any_words_can_be_printed(words: str, value: Fraction) -> None:
    table = Table((Column(words), Column("p", Kind.FRACTION)), ((words, value),), words)
    text = printed(Document(words, (Section(words, (table,), anchor="s"),)))
    assert "Table 1." in text
