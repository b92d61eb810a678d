"""The block model: what a report says, before anything is rendered.

Every record is frozen and holds tuples only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from pitboss.invariants import check
from pitboss.report.figures import Kind, show
from pitboss.report.formulas import Formula
from pitboss.report.plots import Plot
from pitboss.report.text import Link, Mono, Text, pieces, plain

Cell: TypeAlias = int | float | Text | None
"""A number in a column of numbers, text in a column of text, None where nothing applies."""


YES, NO = "yes", "no"


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    CENTRE = "center"


@dataclass(frozen=True, slots=True)
class Column:
    """A table's column.

    `total` sums it in a last row (a live formula in XLSX). `key` names it for formulas;
    `formula` is written into each XLSX cell beside the cell's own value, with `{key}` for the
    same row's cell and `{key.total}` for another column's total, such as `{count}/{count.total}`.
    """

    heading: str
    kind: Kind = Kind.TEXT
    places: int | None = None
    signed: bool = False
    total: bool = False
    key: str = ""
    formula: str = ""

    def __post_init__(self) -> None:
        check(not self.total or self.kind in SUMMABLE, f"{self.heading!r} cannot be summed")

    @property
    def alignment(self) -> Align:
        if self.kind is Kind.MARK:
            return Align.CENTRE
        return Align.LEFT if self.kind is Kind.TEXT else Align.RIGHT

    def text(self, cell: Cell, *, typeset: bool = True) -> Text:
        """A cell as text; a fraction stays a fraction where a renderer can set one."""
        if cell is None:
            return ""
        if isinstance(cell, bool):
            return YES if cell else NO
        if self.kind is Kind.FRACTION and isinstance(cell, Fraction) and not self.signed:
            return cell
        if isinstance(cell, int | float | Fraction):
            return show(
                cell, kind=self.kind, places=self.places, signed=self.signed, typeset=typeset
            )
        return cell

    def words(self, cell: Cell, *, typeset: bool = True) -> str:
        return plain(self.text(cell, typeset=typeset))


# What a column's formula may name: `{key}` or `{key.total}`.
REFERENCES = re.compile(r"\{(\w+)(\.total)?\}")

SUMMABLE = frozenset({Kind.NUMBER, Kind.PERCENT, Kind.MONEY, Kind.FRACTION})


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; `highlight` lists the rows (from 0) a reader should not miss."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: Text = ""
    highlight: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check(len(self.columns) > 0, "a table needs a column")
        for row in self.rows:
            check(len(row) == len(self.columns), f"a row has {len(row)} cells: {row!r}")
            for column, cell in zip(self.columns, row, strict=True):
                check(fits(column.kind, cell), f"{cell!r} does not fit {column.heading!r}")
        check(all(0 <= row < len(self.rows) for row in self.highlight), "no such row")
        self._check_formulas()

    def _check_formulas(self) -> None:
        keys = {column.key: column for column in self.columns if column.key}
        named = [column.key for column in self.columns if column.key]
        check(len(keys) == len(named), f"two columns share a key: {named}")
        for column in self.columns:
            for key, total in REFERENCES.findall(column.formula):
                check(key in keys, f"{column.formula!r} names no column {key!r}")
                check(not total or keys[key].total, f"{key!r} has no total")

    def all_rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows, and their totals where there are any."""
        totals = self.totals()
        return self.rows if totals is None else (*self.rows, totals)

    def totals(self) -> tuple[Cell, ...] | None:
        """The last row, or None when no column is summed."""
        if not any(column.total for column in self.columns):
            return None
        sums: list[Cell] = [
            sum(cell for row in self.rows if isinstance(cell := row[place], int | float | Fraction))
            if column.total
            else None
            for place, column in enumerate(self.columns)
        ]
        if not self.columns[0].total:
            sums[0] = "Total"
        return tuple(sums)


def fits(kind: Kind, cell: Cell) -> bool:
    """Whether a cell's value is one that a column of this kind can hold."""
    if cell is None:
        return True
    if kind is Kind.TEXT:
        return not isinstance(cell, int | float)
    if kind is Kind.MARK or isinstance(cell, bool):
        return kind is Kind.MARK and isinstance(cell, bool)
    return isinstance(cell, int | Fraction | float)


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Chart:
    plot: Plot
    caption: Text = ""

    def name(self, label: str = "") -> str:
        """The chart in words, for readers who cannot see it."""
        return ". ".join(word for word in (label, self.plot.title, bookmark(self.caption)) if word)


class CalloutKind(StrEnum):
    NOTE = "note"
    WARNING = "warning"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class Callout:
    kind: CalloutKind
    text: Text
    title: str = ""

    @property
    def heading(self) -> str:
        return self.title or self.kind.value.capitalize()


@dataclass(frozen=True, slots=True)
class Definitions:
    items: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class CheckItem:
    """One condition: met, not met, or (None) still to be answered by a person."""

    text: Text
    met: bool | None = None
    note: Text = ""

    @property
    def state(self) -> str:
        return {None: "to be answered", True: "met", False: "not met"}[self.met]


@dataclass(frozen=True, slots=True)
class Checklist:
    items: tuple[CheckItem, ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A short list; `numbered` counts it."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class KeyFigure:
    label: str
    value: Text
    note: Text = ""


@dataclass(frozen=True, slots=True)
class KeyFigures:
    items: tuple[KeyFigure, ...]

    def __post_init__(self) -> None:
        check(0 < len(self.items) <= 6, "one to six key figures")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text kept letter by letter in a fixed-width face."""

    text: str


Words: TypeAlias = Paragraph | Callout | Definitions | Checklist | Bullets | Verbatim | Formula
Block: TypeAlias = Words | Table | Chart | KeyFigures


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its blocks; `anchor` is what links name, `page` starts a new page."""

    heading: str
    blocks: tuple[Block, ...]
    anchor: str = ""
    page: bool = False

    @property
    def target(self) -> str:
        return self.anchor or slug(self.heading)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report. The hash is shown in full once and in short on every page."""

    title: str
    sections: tuple[Section, ...]
    subtitle: str = ""
    facts: tuple[tuple[str, Text], ...] = ()
    edition_hash: str = ""
    abstract: Text = ""

    def __post_init__(self) -> None:
        targets = [section.target for section in self.sections]
        check(len(set(targets)) == len(targets), f"two sections share an anchor: {targets}")
        for link in self.links():
            if link.target.startswith("#"):
                check(link.target[1:] in targets, f"no section {link.target!r}")

    @property
    def all_facts(self) -> tuple[tuple[str, Text], ...]:
        """The facts, and the hash of the edition where there is one."""
        hashed = (("Edition hash", Mono(self.edition_hash)),) if self.edition_hash else ()
        return (*self.facts, *hashed)

    @property
    def short_hash(self) -> str:
        return self.edition_hash[:12]

    def numbered(self) -> Iterator[tuple[Section, tuple[tuple[Block, str], ...]]]:
        """Each section with its blocks and their labels: `Table 3`, `Figure 1`, or nothing."""
        counts = {"Table": 0, "Figure": 0}
        for section in self.sections:
            labelled: list[tuple[Block, str]] = []
            for block in section.blocks:
                name = {Table: "Table", Chart: "Figure"}.get(type(block), "")
                if name:
                    counts[name] += 1
                labelled.append((block, f"{name} {counts[name]}" if name else ""))
            yield section, tuple(labelled)

    def links(self) -> tuple[Link, ...]:
        texts = [self.abstract, *(value for _, value in self.facts)]
        texts += [text for section in self.sections for b in section.blocks for text in _texts(b)]
        return tuple(piece for text in texts for piece in pieces(text) if isinstance(piece, Link))


def _texts(block: Block) -> tuple[Text, ...]:
    match block:
        case Paragraph() | Callout():
            return (block.text,)
        case Chart():
            return (block.caption,)
        case Table():
            cells = (cell for row in block.rows for cell in row)
            words = (c for c in cells if c is not None and not isinstance(c, int | float))
            return (block.caption, *words)
        case Definitions():
            return tuple(text for item in block.items for text in item)
        case Checklist():
            return tuple(text for item in block.items for text in (item.text, item.note))
        case Bullets():
            return block.items
        case KeyFigures():
            return tuple(text for item in block.items for text in (item.value, item.note))
        case _:
            return ()


def slug(heading: str) -> str:
    """A heading as an anchor: lower-case letters, digits and single hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") or "section"


def bookmark(text: Text) -> str:
    """Words on one line, for a sheet's name or an alternative text."""
    return " ".join(plain(text).split())
