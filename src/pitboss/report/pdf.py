"""PDF: typeset by typst with its embedded faces alone, the same bytes for the same document."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib.resources import files

import typst

from pitboss.invariants import check
from pitboss.report import blocks
from pitboss.report.charts import PAPER, draw
from pitboss.report.charts.words import widest, width
from pitboss.report.figures import Kind
from pitboss.report.formulas import Formula
from pitboss.report.text import Mono, Text
from pitboss.report.typeset import array, literal, typst_cell, typst_formula, typst_text

# Points: a table's type, its smallest, and about how wide a page's text is.
BODY = 9.5
SMALLEST = 6.5
MEASURE = 440.0
# A column of words wider than this wraps.
LONG = 150.0
# A letter of the fixed-width face, in sizes of a table's type.
MONO = 0.5
# The embedded face is narrower than the screen faces that `width` allows for.
NARROWER = 0.85
BOLD = 1.1


def render_pdf(document: blocks.Document, *, timestamp: datetime, paper: str = "a4") -> bytes:
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


def typst_source(document: blocks.Document, *, paper: str = "a4") -> str:
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
    for section, labelled in document.numbered():
        parts.append(_heading(section))
        parts += [f"#{_block(block, label)}" for block, label in labelled]
    return "\n".join(parts)


def _front(document: blocks.Document) -> str:
    rows = array([f"({literal(name)}, {typst_text(text)})" for name, text in document.all_facts])
    title, subtitle = literal(document.title), literal(document.subtitle)
    return f"#front({title}, {subtitle}, {rows}, {_optional(document.abstract)})"


def _optional(text: Text) -> str:
    return "none" if text in {"", ()} else typst_text(text)


def _heading(section: blocks.Section) -> str:
    fresh = "true" if section.page else "false"
    return f"#part({literal(section.heading)}, {literal(section.target)}, {fresh})"


def _block(block: blocks.Block, label: str) -> str:
    match block:
        case blocks.Paragraph():
            return f"par({typst_text(block.text)})"
        case blocks.Table():
            return _table(block, label)
        case blocks.Chart():
            return _chart(block, label)
        case blocks.Callout():
            kind, title = literal(block.kind), literal(block.heading)
            return f"callout({kind}, {title}, {typst_text(block.text)})"
        case blocks.Definitions():
            terms = [f"({typst_text(term)}, {typst_text(what)})" for term, what in block.items]
            return f"definitions({array(terms)})"
        case blocks.Checklist():
            return f"checklist({array([_check(item) for item in block.items])})"
        case blocks.Bullets():
            kind = "enum" if block.numbered else "list"
            return f"{kind}({', '.join(typst_text(item) for item in block.items)})"
        case blocks.KeyFigures():
            figures = [
                f"({literal(f.label)}, {typst_text(f.value)}, {_optional(f.note)})"
                for f in block.items
            ]
            return f"figures({array(figures)})"
        case blocks.Verbatim():
            return f"verbatim({literal(block.text)})"
        case Formula():
            return typst_formula(block, display=True)


def _check(item: blocks.CheckItem) -> str:
    return f"({typst_text(item.text)}, {literal(item.state)}, {_optional(item.note)})"


def _table(table: blocks.Table, label: str) -> str:
    columns = table.columns
    rows = [
        array([typst_cell(c, cell) for c, cell in zip(columns, row, strict=True)])
        for row in table.rows
    ]
    totals = table.totals()
    last = "none"
    if totals is not None:
        cells = zip(columns, totals, strict=True)
        last = array([typst_text(column.text(cell)) for column, cell in cells])
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


def _widths(table: blocks.Table) -> tuple[str, str]:
    """The columns' widths and the size of type: only long words wrap, in what numbers leave."""
    wanted = [_wanted_width(table, place) for place in range(len(table.columns))]
    is_long = [want > LONG for want in wanted]
    size = BODY * min(1.0, MEASURE / sum(min(want, LONG) for want in wanted))
    if size < SMALLEST:
        return array(["auto"] * len(wanted)), f"{SMALLEST}pt"
    shares = [f"{want:.0f}fr" for want in wanted]
    if any(is_long):
        # By the root: one row of many words leaves the other column room for all its rows.
        shares = [
            f"{want**0.5:.2f}fr" if long else "auto"
            for want, long in zip(wanted, is_long, strict=True)
        ]
    return array(shares), f"{size:.2f}pt"


def _wanted_width(table: blocks.Table, place: int) -> float:
    """Points for a column on one line each; a number never counts as long."""
    column = table.columns[place]
    texts = [column.words(row[place]) for row in table.all_rows()]
    heading = width(column.heading, BODY) * BOLD
    mono = [len(c.text) for row in table.rows if isinstance(c := row[place], Mono)]
    words = max(heading, widest(texts, BODY)) * NARROWER
    want = max(words, max(mono, default=0) * MONO * BODY) + 1.6 * BODY
    return want if column.kind is Kind.TEXT else min(want, LONG)


def _chart(chart: blocks.Chart, label: str) -> str:
    name = chart.name(label)
    drawing = draw(chart.plot, theme=PAPER, name=name)
    caption = typst_text(chart.caption)
    return f"plot({literal(label)}, {caption}, {literal(drawing)}, {literal(name)})"
