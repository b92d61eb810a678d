"""A report's document as the blocks that a browser draws, words and charts only."""

from __future__ import annotations

from typing import Any

from pitboss.report.blocks import (
    Block,
    Bullets,
    Callout,
    Chart,
    Checklist,
    Definitions,
    Document,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    Verbatim,
    bookmark,
)
from pitboss.report.cells import cell_words
from pitboss.report.charts import NARROW, SCREEN, WIDE, draw
from pitboss.report.text import plain
from pitboss.server.protection.schemas import (
    AlertNote,
    ReportBlock,
    ReportColumn,
    ReportNote,
    ReportSection,
)

_MET = {True: "met", False: "not met", None: "open"}


def report_note(document: Document, keys: dict[str, Any]) -> ReportNote:
    """A document and its figures as a page."""
    return ReportNote(
        title=document.title,
        abstract=plain(document.abstract),
        facts=tuple((name, plain(value)) for name, value in document.facts),
        sections=tuple(map(_section, document.sections)),
        alerts=tuple(map(_alert, (*keys.get("alerts", ()), *keys.get("procedure", ())))),
        rounds=keys["rounds"] if isinstance(keys.get("rounds"), int) else None,
    )


def _section(section: Section) -> ReportSection:
    return ReportSection(heading=section.heading, blocks=tuple(map(_block, section.blocks)))


def _alert(keys: dict[str, Any]) -> AlertNote:
    return AlertNote(
        kind=str(keys["kind"]),
        who=str(keys["who"]),
        sentence=str(keys["sentence"]),
        chance=f"{float(keys['at_most']):.2g}" if "at_most" in keys else "",
        observations=int(keys.get("observations", 0)),
        rounds=tuple(map(str, keys["rounds"])),
    )


def _block(block: Block) -> ReportBlock:
    match block:
        case Paragraph():
            return ReportBlock(kind="paragraph", text=plain(block.text))
        case Callout():
            return ReportBlock(kind=block.kind.value, text=plain(block.text), title=block.heading)
        case Bullets():
            items = tuple(map(plain, block.items))
            return ReportBlock(kind="list", items=items, is_numbered=block.numbered)
        case Table():
            return _table(block)
        case Chart():
            return _chart(block)
        case KeyFigures():
            figures = tuple((f.label, plain(f.value), plain(f.note)) for f in block.items)
            return ReportBlock(kind="figures", pairs=figures)
        case Definitions():
            terms = tuple((plain(term), plain(meaning), "") for term, meaning in block.items)
            return ReportBlock(kind="terms", pairs=terms)
        case Checklist():
            checks = tuple((plain(i.text), _MET[i.met], plain(i.note)) for i in block.items)
            return ReportBlock(kind="terms", pairs=checks)
        case Verbatim():
            return ReportBlock(kind="paragraph", text=block.text)
        case _:
            return ReportBlock(kind="paragraph", text=plain(block))


def _table(table: Table) -> ReportBlock:
    rows = [*table.rows]
    totals = table.totals()
    if totals is not None:
        rows.append(totals)
    return ReportBlock(
        kind="table",
        text=plain(table.caption),
        columns=tuple(
            ReportColumn(heading=one.heading, align=one.alignment.value) for one in table.columns
        ),
        rows=tuple(
            tuple(cell_words(column, cell) for column, cell in zip(table.columns, row, strict=True))
            for row in rows
        ),
        lit=table.highlight,
    )


def _chart(chart: Chart) -> ReportBlock:
    name = ". ".join(word for word in (chart.plot.title, bookmark(chart.caption)) if word)
    return ReportBlock(
        kind="chart",
        text=plain(chart.caption),
        title=chart.plot.title,
        wide=draw(chart.plot, theme=SCREEN, width=WIDE, name=name),
        narrow=draw(chart.plot, theme=SCREEN, width=NARROW, name=name),
    )
