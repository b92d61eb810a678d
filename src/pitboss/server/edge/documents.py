"""Documents as a browser draws them: words, tables and the SVG charts of the printed report."""

from __future__ import annotations

from fractions import Fraction

from pitboss.report import blocks
from pitboss.report.charts import NARROW, SCREEN, WIDE, draw
from pitboss.report.figures import Kind, show
from pitboss.report.formulas import Formula
from pitboss.report.markup import html_formula
from pitboss.report.text import Text, pieces, plain
from pitboss.server.edge.document_schemas import (
    DocumentNote,
    ReportBlock,
    ReportColumn,
    ReportSection,
)

_MET = {True: "met", False: "not met", None: "open"}


def document_note(document: blocks.Document) -> DocumentNote:
    return DocumentNote(
        title=document.title,
        abstract=_words(document.abstract),
        facts=tuple((name, _words(value)) for name, value in document.facts),
        sections=tuple(map(section_note, document.sections)),
    )


def section_note(section: blocks.Section) -> ReportSection:
    return ReportSection(
        heading=section.heading,
        anchor=section.target,
        is_folded=section.page,
        blocks=tuple(map(_block, section.blocks)),
    )


def _block(block: blocks.Block) -> ReportBlock:
    match block:
        case blocks.Paragraph():
            return ReportBlock(kind="paragraph", text=_words(block.text))
        case blocks.Callout():
            return ReportBlock(kind=block.kind.value, text=_words(block.text), title=block.heading)
        case blocks.Bullets():
            items = tuple(map(_words, block.items))
            return ReportBlock(kind="list", items=items, is_numbered=block.numbered)
        case blocks.Table():
            return _table(block)
        case blocks.Chart():
            return _chart(block)
        case blocks.KeyFigures():
            figures = tuple((f.label, _words(f.value), _words(f.note)) for f in block.items)
            return ReportBlock(kind="figures", pairs=figures)
        case blocks.Definitions():
            terms = tuple((_words(term), _words(meaning), "") for term, meaning in block.items)
            return ReportBlock(kind="terms", pairs=terms)
        case blocks.Checklist():
            checks = tuple((_words(i.text), _MET[i.met], _words(i.note)) for i in block.items)
            return ReportBlock(kind="terms", pairs=checks)
        case blocks.Verbatim():
            return ReportBlock(kind="paragraph", text=block.text)
        case Formula():
            drawn = str(html_formula(block, display=True))
            return ReportBlock(kind="formula", text=block.plain(), wide=drawn)


def _table(table: blocks.Table) -> ReportBlock:
    return ReportBlock(
        kind="table",
        text=_words(table.caption),
        columns=tuple(
            ReportColumn(heading=one.heading, align=one.alignment.value) for one in table.columns
        ),
        rows=tuple(
            tuple(
                _words(column.text(cell)) for column, cell in zip(table.columns, row, strict=True)
            )
            for row in table.all_rows()
        ),
        lit=table.highlight,
    )


def _words(text: Text) -> str:
    """Plain text; a fraction with a real minus sign."""
    return "".join(
        show(piece, kind=Kind.FRACTION) if isinstance(piece, Fraction) else plain(piece)
        for piece in pieces(text)
    )


def _chart(chart: blocks.Chart) -> ReportBlock:
    name = chart.name()
    return ReportBlock(
        kind="chart",
        text=_words(chart.caption),
        title=chart.plot.title,
        wide=draw(chart.plot, theme=SCREEN, width=WIDE, name=name),
        narrow=draw(chart.plot, theme=SCREEN, width=NARROW, name=name),
    )
