"""The sheet in every format, opened and read back."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from pypdf import PdfReader

from pitboss.par.document import render_sheet
from pitboss.par.to_json import sheet_json
from pitboss.report.formats import ReportFormat
from pitboss.units import show_fraction
from tests.late import openpyxl
from tests.par.kit import REGISTRY, VERSION, sheet

GAMES = tuple(REGISTRY.games)
BET_KEYS = {
    "bet", "unit", "house_edge", "element_of_risk", "average_wager", "hit_frequency",
    "standard_deviation", "outcomes",
}  # fmt: skip


def keys(game: str) -> dict[str, Any]:
    own = sheet(game)
    return sheet_json(own.choice, own.figures, version=VERSION)


@pytest.mark.parametrize("game", GAMES)
def test_json_has_exactly_the_documented_keys(game: str) -> None:
    document = json.loads(render_sheet(sheet(game), ReportFormat.JSON))
    assert document == json.loads(json.dumps(keys(game)))
    assert document.keys() == {
        "game", "edition", "edition_hash", "version", "bets", "strategy", "claims",
    }  # fmt: skip
    for bet in document["bets"]:
        assert bet.keys() - {"by_row"} == BET_KEYS
        assert ("by_row" in bet) == (bet["bet"] == "bonus")
        for name in ("house_edge", "element_of_risk", "average_wager", "hit_frequency"):
            assert bet[name].keys() == {"fraction", "percent"}
            exact = Fraction(bet[name]["fraction"])
            assert bet[name]["percent"] == pytest.approx(float(exact * 100), rel=1e-15)
        for outcome in bet["outcomes"]:
            assert outcome.keys() == {"net", "count", "probability"}
            assert "/" in outcome["net"] and "/" in outcome["probability"]
    for claim in document["claims"]:
        assert claim.keys() == {"bet", "source", "claimed", "exact", "agrees"}
        assert isinstance(claim["agrees"], bool)


@pytest.mark.parametrize("game", GAMES)
def test_json_outcomes_give_the_edge_and_the_deviation(game: str) -> None:
    for bet in keys(game)["bets"]:
        nets = [(Fraction(o["net"]), Fraction(o["probability"])) for o in bet["outcomes"]]
        total = sum(o["count"] for o in bet["outcomes"])
        assert sum(p for _, p in nets) == 1
        mean = sum((n * p for n, p in nets), Fraction(0))
        assert -mean == Fraction(bet["house_edge"]["fraction"])
        square = sum((n * n * p for n, p in nets), Fraction(0))
        assert bet["standard_deviation"] ** 2 == pytest.approx(float(square - mean**2), rel=1e-12)
        assert all(Fraction(o["count"], total) == Fraction(o["probability"])
                   for o in bet["outcomes"])  # fmt: skip
        risk = Fraction(bet["element_of_risk"]["fraction"])
        assert risk * Fraction(bet["average_wager"]["fraction"]) == -mean


def test_the_bonus_has_its_rows_in_json() -> None:
    bonus = keys("flip-it")["bets"][-1]
    rows = bonus["by_row"]
    assert [row["row"] for row in rows] == ["pair", "two-pair", "three", "four", "royal-draw"]
    assert all(row.keys() == {"row", "probability", "house_edge"} for row in rows)
    chances = [Fraction(row["probability"]) for row in rows]
    edges = [Fraction(row["house_edge"]["fraction"]) for row in rows]
    mixed = sum((p * e for p, e in zip(chances, edges, strict=True)), Fraction(0)) / sum(chances)
    assert mixed == Fraction(bonus["house_edge"]["fraction"])


@cache
def rendered(game: str, form: ReportFormat) -> bytes:
    return render_sheet(sheet(game), form)


@cache
def pdf_words(game: str) -> str:
    content = rendered(game, ReportFormat.PDF)
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


@pytest.mark.parametrize("game", GAMES)
def test_the_pdf_says_every_bet_its_edge_and_the_hash(game: str) -> None:
    own, words = sheet(game), pdf_words(game)
    assert own.head.hash in words
    joined = re.sub(r"\s+", " ", words)
    for bet in own.figures.bets:
        assert own.names(bet.bet) in joined
        assert f"{float(bet.house_edge) * 100:.3f}"[:5] in joined
    for one in own.effects:
        assert one.reading.clause in joined


def test_the_pdf_names_the_misprint() -> None:
    words = re.sub(r"\s+", " ", pdf_words("spin-n-win"))
    assert "4.6785%" in words
    assert "two neighbouring digits are swapped" in words


class Words(HTMLParser):
    """The text of a page, and every address it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.loads: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name == "src"]


@pytest.mark.parametrize("game", GAMES)
def test_the_html_stands_alone_and_links_its_certificate(game: str) -> None:
    content = rendered(game, ReportFormat.HTML).decode()
    page = Words()
    page.feed(content)
    words = " ".join(" ".join(page.text).split())
    assert not page.loads
    assert sheet(game).head.hash in words
    assert 'href="certificate.json"' in content
    assert all(sheet(game).names(bet.bet) in words for bet in sheet(game).figures.bets)


@pytest.mark.parametrize("game", GAMES)
def test_the_xlsx_sums_counts_by_live_formulas(game: str) -> None:
    content = rendered(game, ReportFormat.XLSX)
    live = openpyxl.load_workbook(io.BytesIO(content))
    kept = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    found = 0
    for name in live.sheetnames:
        for row in live[name].iter_rows():
            for cell in row:
                match = re.fullmatch(r"=SUM\((\w+):(\w+)\)", str(cell.value))
                if match is None:
                    continue
                cells = [one for line in kept[name][match[1] : match[2]] for one in line]
                total = sum(float(one.value or 0) for one in cells)
                assert kept[name][cell.coordinate].value == pytest.approx(total, abs=1e-12)
                found += 1
    assert found >= 3 * len(sheet(game).groups)


@pytest.mark.parametrize("game", GAMES)
def test_the_csv_holds_the_exact_counts(game: str) -> None:
    text = render_sheet(sheet(game), ReportFormat.CSV).decode()
    rows = list(csv.reader(io.StringIO(text)))
    cells = {cell for row in rows for cell in row}
    for bet in sheet(game).figures.bets:
        assert all(str(outcome.count) in cells for outcome in bet.distribution.outcomes)


@pytest.mark.parametrize("form", [ReportFormat.PDF, ReportFormat.XLSX, ReportFormat.HTML])
def test_the_same_sheet_is_the_same_bytes(form: ReportFormat) -> None:
    assert render_sheet(sheet("spin-n-win"), form) == rendered("spin-n-win", form)


def test_the_text_of_a_narrow_page_keeps_every_number() -> None:
    words = render_sheet(sheet("spin-n-win", "50000"), ReportFormat.TABLE).decode()
    assert max(map(len, words.splitlines())) <= 100
    assert "50,000" in words
    exact = [one.limited_edge for one in sheet("spin-n-win", "50000").exposure if one.limit_chance]
    assert all(str(one) in words for one in exact)
    assert show_fraction(Fraction(3, 64)) in words
