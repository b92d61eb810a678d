"""XLSX: one sheet for each section, numbers as numbers, sums live, the same bytes each run."""

from __future__ import annotations

import io
import math
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import xlsxwriter

from pitboss.invariants import check
from pitboss.report import blocks
from pitboss.report.charts.canvas import clean
from pitboss.report.formulas import Formula
from pitboss.report.text import Text, plain
from pitboss.report.xlsx.formats import Formats
from pitboss.report.xlsx.native import DATA_SHEET, ROWS_HIGH, ChartWriter
from pitboss.report.xlsx.tables import TableWriter, lane_widths, lanes_of

_NARROWEST, _NAMES, _WIDEST = 12.0, 22.0, 52.0
_NAMED = (blocks.KeyFigures, blocks.Definitions, blocks.Checklist)
_SPAN = 6
_NAME_UNITS = 31
_LINE = 15.5
"""The height of a line of words, in points."""
# A spreadsheet's cell holds no more letters than this.
_LETTERS_LIMIT = 32_000


def render_xlsx(document: blocks.Document, *, created: datetime) -> bytes:
    """The document as a workbook, dated as told."""
    check(created.tzinfo is not None, "a date of creation needs its zone")
    buffer = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    workbook = xlsxwriter.Workbook(buffer, options)
    workbook.set_properties(
        {
            "title": clean(document.title),
            "subject": clean(document.subtitle),
            "author": "Pitboss",
            "comments": f"Edition {document.edition_hash}" if document.edition_hash else "",
            "created": created.replace(tzinfo=None),
        }
    )
    _fill(workbook, document)
    workbook.close()
    return buffer.getvalue()


def _fill(workbook: Any, document: blocks.Document) -> None:
    formats = Formats(workbook)
    names = sheet_names(document)
    front = workbook.add_worksheet(names[0])
    sheets = [workbook.add_worksheet(name) for name in names[1:]]
    drawn = any(isinstance(b, blocks.Chart) for s in document.sections for b in s.blocks)
    data = workbook.add_worksheet(DATA_SHEET) if drawn else None
    charts = ChartWriter(workbook, data)
    _front(front, formats, document, names[1:])
    for sheet, (section, labelled) in zip(sheets, document.numbered(), strict=True):
        SheetWriter(sheet, formats, charts).section(section, labelled)
    for sheet in (front, *sheets):
        sheet.hide_gridlines(2)
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L{_footer(document)}&Rpage &P of &N")


def _footer(document: blocks.Document) -> str:
    words = f"{document.title}  {document.short_hash}".replace("&", "&&")
    return clean(words)[:200]


def sheet_names(document: blocks.Document) -> list[str]:
    """A name for the front sheet and one for each section: short, legal and different."""
    names: list[str] = []
    taken = {DATA_SHEET.lower(), "history"}
    for wanted in ("Summary", *(section.heading for section in document.sections)):
        plain_name = re.sub(r"[\[\]:*?/\\']+", " ", blocks.bookmark(clean(wanted))).strip()
        base = _cut(plain_name, _NAME_UNITS).strip() or "Sheet"
        name, count = base, 1
        while name.lower() in taken:
            count += 1
            tail = f" {count}"
            name = _cut(base, _NAME_UNITS - len(tail)) + tail
        taken.add(name.lower())
        names.append(name)
    return names


def _cut(words: str, units: int) -> str:
    """The beginning of a text: a spreadsheet counts letters in units of two bytes."""
    return words.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore")


def _front(sheet: Any, formats: Formats, document: blocks.Document, names: list[str]) -> None:
    sheet.set_column(0, 0, 22)
    sheet.set_column(1, 1, 80)
    sheet.write_string(0, 0, clean(document.title), formats.named("title"))
    sheet.write_string(1, 0, clean(document.subtitle), formats.named("subtitle"))
    row = 3
    for name, value in document.all_facts:
        sheet.write_string(row, 0, clean(name), formats.named("name"))
        sheet.write_string(row, 1, _say(value), formats.named("words"))
        row += 1
    if plain(document.abstract):
        sheet.write_string(row + 1, 1, _say(document.abstract), formats.named("words"))
        row += 2
    for name in names:
        row += 1
        sheet.write_url(row, 1, f"internal:'{name}'!A1", formats.named("link"), name)


def _say(text: Text) -> str:
    return clean(plain(text))[:_LETTERS_LIMIT]


def _check(item: blocks.CheckItem) -> tuple[str, str]:
    note = f" ({_say(item.note)})" if plain(item.note) else ""
    return item.state, _say(item.text) + note


def _list(block: blocks.Bullets) -> str:
    marks = [f"{place}." if block.numbered else "•" for place in range(1, len(block.items) + 1)]
    items = zip(marks, block.items, strict=True)
    return "\n".join(f"{mark} {_say(text)}" for mark, text in items)


@dataclass(slots=True)
class SheetWriter:
    """Writes one section down its sheet; `row` is the next free row."""

    sheet: Any
    formats: Formats
    charts: ChartWriter
    row: int = 0
    span: int = _SPAN
    room: float = 80.0
    widths: tuple[float, ...] = ()

    def section(
        self, section: blocks.Section, labelled: tuple[tuple[blocks.Block, str], ...]
    ) -> None:
        """The heading and every block under it."""
        tables = [block for block in section.blocks if isinstance(block, blocks.Table)]
        named = any(isinstance(block, _NAMED) for block in section.blocks)
        self._columns(tables, first=_NAMES if named else _NARROWEST)
        for at in range(self.span):
            self.sheet.write_blank(0, at, None, self.formats.named("heading"))
        self.sheet.write_string(0, 0, clean(section.heading), self.formats.named("heading"))
        self.row = 2
        for block, label in labelled:
            self._block(block, label, alone=len(tables) == 1)
            self.row += 1

    def _columns(self, tables: list[blocks.Table], *, first: float) -> None:
        widths = [first] + [_NARROWEST] * (self.span - 1)
        for table in tables:
            lanes = lanes_of(table)
            self.span = max(self.span, len(lanes))
            widths += [_NARROWEST] * (self.span - len(widths))
            for at, wanted in enumerate(lane_widths(table, lanes)):
                widths[at] = min(max(widths[at], wanted), _WIDEST)
        self.room, self.widths = sum(widths), tuple(widths)
        for at, wide in enumerate(widths):
            self.sheet.set_column(at, at, wide)

    def _block(self, block: blocks.Block, label: str, *, alone: bool) -> None:
        match block:
            case blocks.Paragraph():
                self._words(_say(block.text))
            case blocks.Table():
                self._table(block, label, alone=alone)
            case blocks.Chart():
                self._chart(block, label)
            case blocks.Callout():
                words = f"{block.heading}: {_say(block.text)}"
                self._words(words, self.formats.callout(block.kind))
            case blocks.Definitions():
                self._pairs([(_say(term), _say(meaning)) for term, meaning in block.items])
            case blocks.Checklist():
                self._pairs([_check(item) for item in block.items])
            case blocks.Bullets():
                self._words(_list(block))
            case blocks.KeyFigures():
                self._figures(block)
            case blocks.Verbatim():
                self._words(_say(block.text), self.formats.named("mono"))
            case Formula():
                self._words(_say(block))

    def _words(self, words: str, look: Any = None) -> None:
        """Words over the sheet's whole width, the row as high as they need."""
        look = look or self.formats.named("words")
        lines = sum(math.ceil(len(line) / (self.room * 0.95)) or 1 for line in words.split("\n"))
        self.sheet.merge_range(self.row, 0, self.row, self.span - 1, "", look)
        self.sheet.write_string(self.row, 0, words, look)
        self.sheet.set_row(self.row, _LINE * max(lines, 1))
        self.row += 1

    def _pairs(self, pairs: list[tuple[str, str]]) -> None:
        for name, words in pairs:
            look = self.formats.named("words")
            self.sheet.write_string(self.row, 0, name, self.formats.named("name"))
            self.sheet.merge_range(self.row, 1, self.row, self.span - 1, "", look)
            self.sheet.write_string(self.row, 1, words, look)
            lines = math.ceil(len(words) / (self.room * 0.75)) or 1
            self.sheet.set_row(self.row, _LINE * lines)
            self.row += 1

    def _figures(self, block: blocks.KeyFigures) -> None:
        for item in block.items:
            self.sheet.write_string(self.row, 0, clean(item.label), self.formats.named("name"))
            self.sheet.write_string(self.row, 1, _say(item.value), self.formats.named("figure"))
            self.sheet.write_string(self.row, 3, _say(item.note), self.formats.named("name"))
            self.sheet.set_row(self.row, 24)
            self.row += 1

    def _caption(self, label: str, caption: Text) -> None:
        words = f"{label}. {_say(caption)}".rstrip()
        self.sheet.write_string(self.row, 0, words, self.formats.named("caption"))
        self.row += 1

    def _table(self, table: blocks.Table, label: str, *, alone: bool) -> None:
        self._caption(label, table.caption)
        first = self.row + 1
        if alone and first < 12:
            self.sheet.freeze_panes(first, 0)
        writer = TableWriter(self.sheet, self.formats, table, lanes_of(table), first)
        self.sheet.set_row(first - 1, _LINE * writer.head_lines(self.widths))
        self.row = writer.write()

    def _chart(self, chart: blocks.Chart, label: str) -> None:
        self._caption(label, chart.caption)
        self.sheet.insert_chart(self.row, 0, self.charts.add(chart.plot, label))
        self.row += ROWS_HIGH
