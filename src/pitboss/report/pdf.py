"""PDF: typeset by typst with its embedded faces alone, the same bytes for the same document."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib.resources import files

import typst

from pitboss.invariants import check
from pitboss.report.blocks import (
    Block,
    Bullets,
    Callout,
    Cell,
    Chart,
    CheckItem,
    Checklist,
    Column,
    Definitions,
    Document,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    Verbatim,
    bookmark,
)
from pitboss.report.cells import cell_text, cell_words
from pitboss.report.charts import PAPER, draw
from pitboss.report.charts.words import width
from pitboss.report.figures import Kind
from pitboss.report.formulas import Formula
from pitboss.report.numbering import numbered
from pitboss.report.text import Mono, Text
from pitboss.report.typeset import array, literal, typst_cell, typst_formula, typst_text

# Points: a table's type, its smallest, and about how wide a page's text is.
BODY = 9.5
SMALLEST = 6.5
MEASURE = 440.0
# The embedded face is narrower than the screen faces that `width` allows for.
NARROWER = 0.85


def render_pdf(document: Document, *, timestamp: datetime, paper: str = "a4") -> bytes:
    """The document as PDF, dated as told; `paper` is a typst name such as `a4` or `us-letter`."""
    check(timestamp.tzinfo is not None, "a timestamp needs its zone")
    source = typst_source(document, paper=paper).encode()
    seconds = int(timestamp.timestamp())
    try:
        return _compile(source, seconds, archival=True)
    except typst.TypstError:
        # Some word holds a letter outside the embedded faces: it is shown as a box instead.
        return _compile(source, seconds, archival=False)


def _compile(source: bytes, seconds: int, *, archival: bool) -> bytes:
    # Archival PDF that a screen reader can follow; both standards forbid unknown letters.
    return typst.compile(
        source,
        format="pdf",
        ignore_system_fonts=True,
        timestamp=seconds,
        pdf_standards=["a-2a", "ua-1"] if archival else [],
    )


@cache
def _template() -> str:
    return files("pitboss.report").joinpath("templates/sheet.typ").read_text("utf-8")


def typst_source(document: Document, *, paper: str = "a4") -> str:
    """The whole typst source: our template, then one call for each block."""
    title = literal(document.title)
    mark = literal(document.short_hash)
    parts = [
        _template(),
        f"#show: body => setup({title}, {mark}, {literal(paper)}, body)",
        _front(document),
    ]
    if len(document.sections) > 3:
        parts.append("#contents()")
    for section, blocks in numbered(document):
        parts.append(_heading(section))
        parts += [f"#{_block(block, label)}" for block, label in blocks]
    return "\n".join(parts)


def _front(document: Document) -> str:
    facts: list[tuple[str, Text]] = list(document.facts)
    if document.edition_hash:
        facts.append(("Edition hash", Mono(document.edition_hash)))
    rows = array([f"({literal(name)}, {typst_text(value)})" for name, value in facts])
    title, subtitle = literal(document.title), literal(document.subtitle)
    return f"#front({title}, {subtitle}, {rows}, {_optional(document.abstract)})"


def _optional(text: Text) -> str:
    return "none" if text in {"", ()} else typst_text(text)


def _heading(section: Section) -> str:
    fresh = "true" if section.page else "false"
    return f"#part({literal(section.heading)}, {literal(section.target)}, {fresh})"


def _block(block: Block, label: str) -> str:
    match block:
        case Paragraph():
            return f"par({typst_text(block.text)})"
        case Table():
            return _table(block, label)
        case Chart():
            return _chart(block, label)
        case Callout():
            kind, title = literal(block.kind), literal(block.heading)
            return f"callout({kind}, {title}, {typst_text(block.text)})"
        case Definitions():
            return f"definitions({_rows(block.items)})"
        case Checklist():
            return f"checklist({array([_check(item) for item in block.items])})"
        case Bullets():
            kind = "enum" if block.numbered else "list"
            return f"{kind}({', '.join(typst_text(item) for item in block.items)})"
        case KeyFigures():
            figures = [
                f"({literal(f.label)}, {typst_text(f.value)}, {_optional(f.note)})"
                for f in block.items
            ]
            return f"figures({array(figures)})"
        case Verbatim():
            return f"verbatim({literal(block.text)})"
        case Formula():
            return typst_formula(block, display=True)


def _rows(items: tuple[tuple[Text, Text], ...]) -> str:
    return array([f"({typst_text(term)}, {typst_text(meaning)})" for term, meaning in items])


def _check(item: CheckItem) -> str:
    state = "open" if item.met is None else "met" if item.met else "unmet"
    return f"({typst_text(item.text)}, {literal(state)}, {_optional(item.note)})"


def _table(table: Table, label: str) -> str:
    columns = table.columns
    rows = [
        array([typst_cell(c, cell) for c, cell in zip(columns, row, strict=True)])
        for row in table.rows
    ]
    totals = table.totals()
    last = "none"
    if totals is not None:
        cells = zip(columns, totals, strict=True)
        last = array([typst_text(cell_text(column, cell)) for column, cell in cells])
    arguments = [
        literal(label),
        typst_text(table.caption),
        *_widths(table),
        array([column.alignment.value for column in columns]),
        array([literal(column.heading) for column in columns]),
        array(rows),
        last,
        array([str(row) for row in table.highlight]),
    ]
    return f"data({', '.join(arguments)})"


def _widths(table: Table) -> tuple[str, str]:
    """The columns' widths and the size of type: numbers on one line, words share what is left."""
    rows = (*table.rows, *(() if (totals := table.totals()) is None else (totals,)))
    wanted = [
        max(
            width(words, BODY) * NARROWER
            for words in (column.heading, *_words(column, rows, place))
        )
        + 1.6 * BODY
        for place, column in enumerate(table.columns)
    ]
    size = max(SMALLEST, BODY * min(1.0, MEASURE / sum(wanted)))
    if size == SMALLEST:
        return array(["auto"] * len(wanted)), f"{size}pt"
    words = [column.kind is Kind.TEXT for column in table.columns]
    shares = [f"{want:.0f}fr" for want in wanted]
    if any(words):
        shares = [s if text else "auto" for s, text in zip(shares, words, strict=True)]
    return array(shares), f"{size:.2f}pt"


def _words(column: Column, rows: tuple[tuple[Cell, ...], ...], place: int) -> list[str]:
    return [cell_words(column, row[place]) for row in rows]


def _chart(chart: Chart, label: str) -> str:
    name = ". ".join(word for word in (label, chart.plot.title, bookmark(chart.caption)) if word)
    drawing = draw(chart.plot, theme=PAPER, name=name)
    caption = typst_text(chart.caption)
    return f"plot({literal(label)}, {caption}, {literal(drawing)}, {literal(name)})"
