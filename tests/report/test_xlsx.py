"""XLSX: opened and read back; live formulas whose cached values are what they compute."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.invariants import BrokenInvariant
from pitboss.report.blocks import Cell, Column, Document, Paragraph, Section, Table
from pitboss.report.figures import Kind
from pitboss.report.text import Mono
from pitboss.report.xlsx import render_xlsx, sheet_names
from tests.examples import examples
from tests.late import openpyxl
from tests.report.sample import BETS, HASH, edge, sample

DATE = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


def workbooks(document: Document) -> tuple[Any, Any]:
    """The workbook twice: its formulas, and the values kept beside them."""
    content = render_xlsx(document, created=DATE)
    formulas = openpyxl.load_workbook(io.BytesIO(content))
    values = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    return formulas, values


def one_table(columns: tuple[Column, ...], rows: tuple[tuple[Cell, ...], ...]) -> Document:
    return Document("t", (Section("s", (Table(columns, rows),)),))


@pytest.fixture(scope="module")
def books() -> tuple[Any, Any]:
    return workbooks(sample())


def find(sheet: Any, words: str) -> Any:
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value == words]
    assert cells, f"{words!r} is not on the sheet"
    return cells[0]


def computed(sheet: Any, formula: str) -> Fraction:
    """What a formula of sums, products and quotients over cells comes to, exactly."""
    formula = formula.removeprefix("=")
    if match := re.fullmatch(r"SUM\((\w+):(\w+)\)", formula):
        cells = [cell for row in sheet[match[1] : match[2]] for cell in row]
        return sum((_value(sheet, cell.value) for cell in cells), Fraction(0))
    parts = re.split(r"([*/])", formula)
    result = _value(sheet, parts[0])
    for sign, part in zip(parts[1::2], parts[2::2], strict=True):
        value = _value(sheet, part)
        result = result * value if sign == "*" else result / value
    return result


def _value(sheet: Any, part: object) -> Fraction:
    if isinstance(part, int | float):
        return Fraction(part)
    words = str(part).replace("$", "")
    if words.startswith("="):
        return computed(sheet, words)
    if re.fullmatch(r"[A-Z]+\d+", words):
        return _value(sheet, sheet[words].value)
    return Fraction(words)


def live_cells(books: tuple[Any, Any]) -> list[tuple[Any, Any, Any]]:
    formulas, values = books
    return [
        (sheet, cell, values[sheet.title][cell.coordinate].value)
        for sheet in formulas
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]


def test_every_formula_computes_the_value_kept_beside_it(books: tuple[Any, Any]) -> None:
    cells = live_cells(books)
    assert len(cells) == 50
    for sheet, cell, kept in cells:
        assert float(computed(sheet, cell.value)) == pytest.approx(kept, abs=1e-12)


def test_sums_and_derived_columns_are_live(books: tuple[Any, Any]) -> None:
    formulas, values = books
    sheet = formulas["Outcome distribution"]
    total = find(sheet, "Total").row
    assert sheet.cell(total, 2).value == f"=SUM(B{total - 3}:B{total - 1})"
    assert sheet.cell(total - 1, 3).value == f"=B{total - 1}/$B${total}"
    assert sheet.cell(total - 1, 4).value == f"=A{total - 1}*C{total - 1}"
    kept = values["Outcome distribution"]
    assert kept.cell(total, 2).value == 64
    assert kept.cell(total, 3).value == 1
    assert kept.cell(total, 4).value == float(-edge("single:red"))


def test_bets_hold_exact_fractions_as_text_and_percents_as_divisions(
    books: tuple[Any, Any],
) -> None:
    formulas, values = books
    for bet in BETS:
        row = find(formulas["Bets"], bet).row
        assert formulas["Bets"].cell(row, 2).value == str(edge(bet))
        assert formulas["Bets"].cell(row, 3).value == f"={edge(bet)}"
        assert values["Bets"].cell(row, 3).value == float(edge(bet))
        assert formulas["Bets"].cell(row, 3).number_format == "0.0000%"
        assert formulas["Bets"].cell(row, 6).number_format == "#,##0.00"


def test_headings_stay_in_sight_and_columns_are_wide_enough(books: tuple[Any, Any]) -> None:
    sheet = books[0]["Bets"]
    assert sheet.freeze_panes == f"A{find(sheet, 'single:red').row}"
    assert sheet.column_dimensions["A"].width >= max(map(len, BETS))


def test_front_sheet_names_the_edition_and_leads_to_every_section(books: tuple[Any, Any]) -> None:
    front = books[0]["Summary"]
    assert front["A1"].value == "Spin N Win: PAR sheet"
    find(front, HASH)
    links = {cell.value for row in front.iter_rows() for cell in row if cell.hyperlink}
    assert links == {section.heading for section in sample().sections}


def test_every_chart_is_there(books: tuple[Any, Any]) -> None:
    charts = {sheet.title: len(sheet._charts) for sheet in books[0] if sheet._charts}
    assert charts == {
        "Overview": 1,
        "Outcome distribution": 2,
        "Volatility": 1,
        "Simulation": 3,
    }


def test_the_same_document_gives_the_same_bytes() -> None:
    assert render_xlsx(sample(), created=DATE) == render_xlsx(sample(), created=DATE)
    other = render_xlsx(sample(), created=DATE.replace(year=2027))
    assert other != render_xlsx(sample(), created=DATE)


def test_it_is_dated_as_told(books: tuple[Any, Any]) -> None:
    assert books[0].properties.created.replace(tzinfo=UTC) == DATE
    with pytest.raises(BrokenInvariant):
        render_xlsx(sample(), created=datetime(2026, 3, 1))  # noqa: DTZ001


def test_integers_beyond_fifteen_digits_keep_all_of_them_as_text() -> None:
    big = 6_071_092_516_387_201
    columns = (Column("Net"), Column("Count", Kind.NUMBER, total=True, key="c"))
    formulas, values = workbooks(one_table(columns, (("a", big), ("b", 3))))
    sheet = formulas["s"]
    column = find(sheet, "Count, all digits").column
    assert sheet.cell(find(sheet, "a").row, column).value == str(big)
    total = find(sheet, "Total").row
    assert sheet.cell(total, column).value == str(big + 3)
    assert sheet.cell(total, column - 1).value.startswith("=SUM(")
    assert values["s"].cell(total, column - 1).value == big + 3


def test_huge_fractions_are_plain_numbers() -> None:
    share = Fraction(10**16 + 1, 3 * 10**16)
    _, values = workbooks(one_table((Column("p", Kind.PERCENT),), ((share,),)))
    cell = values["s"].cell(find(values["s"], "p").row + 1, 1)
    assert cell.value == pytest.approx(float(share), rel=1e-15)


def test_words_are_never_formulas() -> None:
    rows = (("=1+1",), (Mono("@x"),), (("+", Fraction(1, 2)),))
    formulas, _ = workbooks(one_table((Column("Words"),), rows))
    sheet = formulas["s"]
    for words in ("=1+1", "@x", "+1/2"):
        assert find(sheet, words).data_type == "s"


def test_marks_money_and_empty_cells() -> None:
    columns = (
        Column("ok", Kind.MARK),
        Column("win", Kind.MONEY, signed=True, total=True),
        Column("x", Kind.NUMBER),
    )
    rows = ((True, 1250, float("inf")), (False, -50, None))
    _, values = workbooks(one_table(columns, rows))
    sheet = values["s"]
    row = find(sheet, "yes").row
    assert [cell.value for cell in sheet[row]][:3] == ["yes", 12.5, "inf"]
    assert [cell.value for cell in sheet[row + 1]][:3] == ["no", -0.5, None]
    assert sheet.cell(row + 2, 2).value == 12
    assert sheet.cell(row, 2).number_format == "+#,##0.00;-#,##0.00;#,##0.00"


def test_sheet_names_are_legal_and_different() -> None:
    headings = ["A/B: [x]", "x" * 40, "x" * 40 + "y", "Summary", "'", "Chart data", "History"]
    sections = tuple(Section(h, (), anchor=f"s{n}") for n, h in enumerate(headings))
    names = sheet_names(Document("t", sections))
    assert len({name.lower() for name in names}) == len(names)
    assert all(0 < len(name) <= 31 for name in names)
    assert not any(set(name) & set("[]:*?/\\") for name in names)
    assert (
        openpyxl.load_workbook(
            io.BytesIO(render_xlsx(Document("t", sections), created=DATE))
        ).sheetnames
        == names
    )


@examples(40)
@given(st.text(max_size=60))
def test_any_text_can_be_opened_again(text: str) -> None:
    table = Table((Column(text),), ((text,),), text)
    section = Section(text, (Paragraph(text), table), anchor="s")
    formulas, _ = workbooks(Document(text, (section,), text, ((text, text),), text, text))
    assert formulas.sheetnames[0] == "Summary"


def test_a_name_of_rare_letters_is_cut_where_a_spreadsheet_counts() -> None:
    document = Document("Title", (Section("0" * 24 + "\U00010000" * 8, ()),))
    assert sheet_names(document)[1] == "0" * 24 + "\U00010000" * 3
