"""PDF: opened and read back; the same bytes each run; no word is ever markup."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
import typst
from hypothesis import example, given
from hypothesis import strategies as st
from pypdf import PdfReader

from pitboss.invariants import BrokenInvariant
from pitboss.report.blocks import Column, Document, Paragraph, Section, Table, Verbatim
from pitboss.report.figures import Kind
from pitboss.report.formulas import Formula, Over
from pitboss.report.pdf import render_pdf
from pitboss.report.text import Link, Mono, Strong
from pitboss.report.typeset import literal
from tests.examples import examples
from tests.report.sample import BETS, HASH, sample

DATE = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)

# Letters that the embedded faces hold and that a reader gives back one for one.
KNOWN = [chr(c) for c in range(0x21, 0x7F)] + list("äßéñøπσμΩ−×±≤≥½€§©♠♥♦♣")


def read(document: Document) -> PdfReader:
    return PdfReader(io.BytesIO(render_pdf(document, timestamp=DATE)))


def words(reader: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


@pytest.fixture(scope="module")
def sheet() -> PdfReader:
    return read(sample())


def test_every_bet_stands_in_the_table_with_its_fraction_and_percent(sheet: PdfReader) -> None:
    text = words(sheet)
    assert "combo:joker-joker 3/64 4.6875% 1.5625%" in text
    assert "combo:red-green 9/128 7.0313% 26.5625%" in text
    assert all(bet in text for bet in BETS)


def test_every_page_carries_the_edition_and_its_number(sheet: PdfReader) -> None:
    count = len(sheet.pages)
    assert count >= 6
    for number, page in enumerate(sheet.pages, start=1):
        text = page.extract_text()
        assert f"Edition {HASH[:12]}" in text
        assert f"page {number} of {count}" in text
        assert "Spin N Win: PAR sheet" in text
    assert HASH in words(sheet)


def test_charts_bring_their_words_along(sheet: PdfReader) -> None:
    text = words(sheet)
    assert "Figure 7." in text
    assert "clear of zero after 1,934 rounds" in text


def test_it_is_dated_titled_and_has_bookmarks(sheet: PdfReader) -> None:
    assert sheet.metadata is not None
    assert sheet.metadata.title == "Spin N Win: PAR sheet"
    assert sheet.metadata.creation_date == DATE
    titles = [str(entry["/Title"]) for entry in sheet.outline if not isinstance(entry, list)]
    assert titles == [section.heading for section in sample().sections]


def test_it_is_archival_and_accessible(sheet: PdfReader) -> None:
    root: Any = sheet.trailer["/Root"]
    about = root["/Metadata"].get_data().decode()
    assert "pdfaid:part" in about
    assert "pdfuaid:part" in about
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("en")


def test_only_embedded_faces_are_used(sheet: PdfReader) -> None:
    faces = set()
    for page in sheet.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"].get_object()
            assert {"/FontFile2", "/FontFile3"} & set(descriptor)
            faces.add(str(inner["/BaseFont"]).split("+")[1])
    assert any("Libertinus" in face for face in faces)
    assert all(face.startswith(("Libertinus", "DejaVu", "NewCM")) for face in faces)


def test_the_same_document_gives_the_same_bytes() -> None:
    first = render_pdf(sample(), timestamp=DATE)
    assert first == render_pdf(sample(), timestamp=DATE)
    assert first != render_pdf(sample(), timestamp=DATE.replace(year=2027))


def test_a_date_needs_its_zone() -> None:
    with pytest.raises(BrokenInvariant):
        render_pdf(sample(), timestamp=datetime(2026, 3, 1))  # noqa: DTZ001


def test_long_fractions_and_formulas_read_back() -> None:
    value = Fraction(-201_934_511_057_353, 6_071_092_516_387_200)
    table = Table((Column("Edge", Kind.FRACTION, total=True),), ((value,),))
    blocks = (table, Formula.of("x = ", Over("a", 12345)), Paragraph((Fraction(7), " left")))
    text = words(read(Document("t", (Section("s", blocks),))))
    assert str(value).replace("-", "−") in text
    assert "12345" in text
    assert "7 left" in text


def test_paper_can_be_american() -> None:
    pdf = render_pdf(Document("t", ()), timestamp=DATE, paper="us-letter")
    box = PdfReader(io.BytesIO(pdf)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (612, 792)


def test_letters_outside_the_faces_still_give_a_pdf() -> None:
    document = Document("賭場", (Section("한국", (Paragraph("🂡 and more"),)),))
    reader = read(document)
    assert "and more" in words(reader)


def test_wide_tables_stay_on_the_page() -> None:
    columns = tuple(Column(f"Column {n}", Kind.NUMBER) for n in range(12))
    table = Table(columns, (tuple(10**8 + n for n in range(12)),))
    text = words(read(Document("t", (Section("s", (table,)),))))
    for n in range(12):
        assert f"{10**8 + n:,}" in text.replace("\n", "")


@examples(150)
@given(st.text(max_size=60))
def test_a_literal_stands_for_exactly_its_words(text: str) -> None:
    shown = "".join(_shown(c) for c in text.replace("\r\n", "\n").replace("\r", "\n"))
    shown = shown.replace("\N{SOFT HYPHEN}", "")
    source = f"#metadata({literal(text)}) <it>".encode()
    found = typst.query(source, "<it>", field="value", one=True, ignore_system_fonts=True)
    assert json.loads(found) == shown


def test_half_a_surrogate_pair_is_replaced() -> None:
    assert literal("a\ud800b") == '"a\N{REPLACEMENT CHARACTER}b"'


def _shown(c: str) -> str:
    hidden = c not in "\n\t" and (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0)
    return "\N{REPLACEMENT CHARACTER}" if hidden else c


@examples(40)
@given(st.text(max_size=80))
@example("0\N{SOFT HYPHEN}")
@example("\N{ZERO WIDTH SPACE}")
@example('\\"#[*_$`~@<->]//*')
def test_any_text_anywhere_compiles(text: str) -> None:
    document = Document(
        text,
        (
            Section(
                text,
                (
                    Paragraph((text, Strong(text), Mono(text), Link(text, "#here"))),
                    Table((Column(text),), ((text,),), text),
                    Verbatim(text),
                    Formula.of(text, Over(text, text)),
                ),
                anchor="here",
            ),
        ),
        subtitle=text,
        facts=((text, text),),
        edition_hash=text,
        abstract=text,
    )
    assert render_pdf(document, timestamp=DATE).startswith(b"%PDF-")


@examples(40)
@given(st.lists(st.text(KNOWN, min_size=1, max_size=12), min_size=1, max_size=6))
def test_any_known_text_reads_back(parts: list[str]) -> None:
    text = " ".join(parts)
    reader = read(Document("t", (Section("s", (Paragraph(Mono(text)),)),)))
    found = "".join(words(reader).split())
    assert "".join(text.split()) in found
