"""Records of a document that a browser draws."""

from __future__ import annotations

from pitboss.server.edge.schemas import Page


class ReportColumn(Page, frozen=True):
    """A column of a table: its heading and how its cells stand."""

    heading: str
    align: str


class ReportBlock(Page, frozen=True):
    """A part of a report; which fields count depends on its kind."""

    kind: str
    """`paragraph`, `finding`, `note`, `warning`, `list`, `table`, `chart`, `formula`, `figures` or
    `terms`."""
    text: str = ""
    title: str = ""
    items: tuple[str, ...] = ()
    is_numbered: bool = False
    pairs: tuple[tuple[str, str, str], ...] = ()
    """Terms and figures: a name, its value, a remark."""
    columns: tuple[ReportColumn, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lit: tuple[int, ...] = ()
    """Rows that a reader should not miss."""
    wide: str = ""
    """A chart for a desk, as SVG whose colours are classes; a formula as MathML."""
    narrow: str = ""


class ReportSection(Page, frozen=True):
    """A heading and what stands under it."""

    heading: str
    anchor: str
    is_folded: bool
    """Whether it has a page of its own in print, and is folded on a screen."""
    blocks: tuple[ReportBlock, ...]


class DocumentNote(Page, frozen=True):
    """A document: what it is about, and its sections."""

    title: str
    abstract: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[ReportSection, ...]
