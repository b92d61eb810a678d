"""The card for a table: the dealer's procedure, and every result with what it pays."""

from __future__ import annotations

import re

import pytest

from pitboss.games.registry import GameFolder
from pitboss.par.pages.cards import card_document
from pitboss.par.spin_n_win import outcome_chart
from pitboss.refusals import Refusal
from pitboss.report.formats import Paper, ReportFormat, render_document
from pitboss.report.html import render_html
from pitboss.report.text import Coloured, plain
from pitboss.report.typeset import typst_text
from tests.table.kit import edition_of, registry


def folder_of(game: str) -> GameFolder:
    found = registry().find(game)
    assert not isinstance(found, Refusal)
    return found


def test_the_chart_of_spin_n_win_has_64_results_in_25_rows() -> None:
    chart = outcome_chart(edition_of("spin-n-win"))
    assert len(chart.rows) == 25
    totals = chart.totals()
    assert totals is not None and totals[2] == 64
    shown = {(plain(row[0]), plain(row[1])): (row[3], row[4]) for row in chart.rows}  # type: ignore[arg-type]
    assert shown["● Red", "▲ Green"] == ("Red 1 to 2, Green 1 to 2", "Red-Green 5 to 2")
    singles, combos = shown["★ Joker", "★ Joker"]
    assert str(singles).count(" to ") == 5
    assert str(combos).count(" to ") == 7 and "60 to 1" in str(combos)


@pytest.mark.parametrize("game", ["spin-n-win", "gin-and-win", "flip-it"])
def test_every_game_has_a_card_with_its_procedure_and_pays(game: str) -> None:
    folder = folder_of(game)
    page = render_html(card_document(folder, edition_of(game))).decode()
    prefix = folder.game.clause_prefix
    assert "procedure card" in page and "Outcomes and pays" in page
    assert page.count(f"{prefix}-") > 10


def test_a_colour_is_set_and_its_words_stay_words() -> None:
    words = Coloured('● "Red"', "#c2202f")
    assert typst_text(words) == '(text(fill: rgb("#c2202f"), weight: 600, "● \\"Red\\""))'
    assert plain(words) == '● "Red"'


@pytest.mark.parametrize(
    ("paper", "size"), [(Paper.A4, b"595.2756 841.8898"), (Paper.LETTER, b"612 792")]
)
def test_a_card_is_set_for_its_paper(paper: Paper, size: bytes) -> None:
    document = card_document(folder_of("flip-it"), edition_of("flip-it"))
    pdf = render_document(document, ReportFormat.PDF, paper=paper)
    boxes = set(re.findall(rb"/MediaBox ?\[0 0 ([0-9. ]+)\]", pdf))
    assert boxes == {size}
