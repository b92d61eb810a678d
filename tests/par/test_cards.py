"""The card for a table: the dealer's procedure, and every result with what it pays."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from pitboss.games.game_folder import GameFolder
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
    shown = {
        (plain(row[0]), plain(row[1])): tuple(str(one).replace("\u00a0", " ") for one in row[3:])  # type: ignore[arg-type]
        for row in chart.rows
    }
    assert shown["● Red", "▲ Green"] == ("Red, Green 1 to 2", "Red-Green 5 to 2")
    assert shown["● Red", "★ Joker"] == (
        "Red, Yellow 1 to 1; Green, Blue 1 to 2; Joker 3 to 1",
        "Red-Green, Red-Blue 5 to 2; Yellow-Red 9 to 2",
    )
    assert shown["★ Joker", "★ Joker"] == (
        "Red, Green, Blue 1 to 1; Yellow 2 to 1; Joker 6 to 1",
        (
            "Red-Green, Red-Blue, Green-Blue 5 to 2; "
            "Yellow-Red, Yellow-Green, Yellow-Blue 9 to 2; Joker-Joker 60 to 1"
        ),
    )


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
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([0-9. ]+)\]", pdf)
    assert set(boxes) == {size}


@pytest.mark.parametrize("paper", list(Paper))
def test_the_chart_of_spin_n_win_lies_on_one_page(paper: Paper) -> None:
    card = card_document(folder_of("spin-n-win"), edition_of("spin-n-win"))
    chart = replace(card, sections=card.sections[-1:])
    pdf = render_document(chart, ReportFormat.PDF, paper=paper)
    title_and_chart = 2
    assert pdf.count(b"/MediaBox") == title_and_chart


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("game", ["spin-n-win", "gin-and-win", "flip-it"])
def test_no_page_of_a_card_is_nearly_empty(game: str, paper: Paper) -> None:
    pdf = render_document(
        card_document(folder_of(game), edition_of(game)), ReportFormat.PDF, paper=paper
    )
    lines = [len(page.extract_text().splitlines()) for page in PdfReader(BytesIO(pdf)).pages]
    assert min(lines) >= 12, lines
