"""The terminal: a document printed on a rich console that the caller passes in.

No word of a document is read as console markup.
"""

from __future__ import annotations

from rich import box
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as Words

from pitboss.report import blocks
from pitboss.report.figures import MINUS, Kind
from pitboss.report.formulas import Formula
from pitboss.report.sparks import chart_lines
from pitboss.report.text import Emphasis, Link, Mono, Strong, Text, pieces, plain

_STYLES: dict[type[object], str] = {
    Strong: "bold",
    Emphasis: "italic",
    Mono: "cyan",
    Link: "underline",
}
GAP = 2
_HUES = {
    blocks.CalloutKind.NOTE: "blue",
    blocks.CalloutKind.WARNING: "bold red",
    blocks.CalloutKind.FINDING: "bold yellow",
}


def render_terminal(document: blocks.Document, *, console: Console) -> None:
    console.print(Words(_printable(document.title), style="bold"))
    if document.subtitle:
        console.print(Words(_printable(document.subtitle), style="italic"))
    if document.all_facts:
        console.print()
        console.print(_pairs([(styled(name), styled(text)) for name, text in document.all_facts]))
    if plain(document.abstract):
        console.print()
        console.print(styled(document.abstract))
    for section, labelled in document.numbered():
        console.print()
        console.rule(Words(_printable(section.heading), style="bold"), align="left", style="dim")
        for block, label in labelled:
            console.print()
            for item in _block(block, label, console.width):
                console.print(item)


def styled(text: Text) -> Words:
    """Inline text with its marks as terminal styles."""
    words = Words()
    for piece in pieces(text):
        words.append(_printable(plain(piece)), style=_STYLES.get(type(piece), ""))
    return words


def _printable(words: str) -> str:
    """Words without the control characters that could drive the terminal."""
    return "".join(
        c if c in "\n\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words
    )


def _block(block: blocks.Block, label: str, width: int) -> list[RenderableType]:
    match block:
        case blocks.Paragraph():
            return [styled(block.text)]
        case blocks.Table():
            return [_caption(label, block.caption), _table(block, width)]
        case blocks.Chart():
            lines = "\n".join(
                _printable(line).replace(MINUS, "-") for line in chart_lines(block.plot, width)
            )
            return [_caption(label, block.caption), Words(lines, no_wrap=True)]
        case blocks.Callout():
            title = Words(f"{_printable(block.heading)}: ", style=_HUES[block.kind])
            return [title.append_text(styled(block.text))]
        case blocks.Definitions():
            return [_pairs([(styled(term), styled(meaning)) for term, meaning in block.items])]
        case blocks.Checklist():
            return [_check(item) for item in block.items]
        case blocks.Bullets():
            return [_bullet(block, place, text) for place, text in enumerate(block.items, 1)]
        case blocks.KeyFigures():
            return [_figures(block)]
        case blocks.Verbatim():
            return [Padding(Words(_printable(block.text)), (0, 0, 0, 4))]
        case Formula():
            return [Padding(styled(block), (0, 0, 0, 4))]


def _caption(label: str, caption: Text) -> Words:
    return Words(f"{label}. ", style="bold").append_text(styled(caption))


def _table(table: blocks.Table, width: int) -> Grid:
    """The table, or where the console is too narrow for it each row as a list of pairs."""
    totals = table.totals()
    rows = [_cells(table, row) for row in table.rows]
    last = _cells(table, totals) if totals is not None else [""] * len(table.columns)
    widths = _widths(table, [*rows, last], width - 2 - GAP * len(table.columns))
    if widths is None:
        return _records(table, rows if totals is None else [*rows, last])
    grid = Grid(
        box=box.SIMPLE_HEAD, show_footer=totals is not None, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for column, footer, wide in zip(table.columns, last, widths, strict=True):
        grid.add_column(
            Words(_printable(column.heading)),
            Words(footer, style="bold"),
            justify=column.alignment.value,
            width=wide,
        )
    for row, cells in enumerate(rows):
        grid.add_row(
            *(Words(words) for words in cells), style="bold" if row in table.highlight else None
        )
    return grid


def _cells(table: blocks.Table, row: tuple[blocks.Cell, ...]) -> list[str]:
    return [
        _printable(column.words(cell)).replace(MINUS, "-")
        for column, cell in zip(table.columns, row, strict=True)
    ]


def _widths(table: blocks.Table, rows: list[list[str]], room: int) -> list[int] | None:
    """A width for each column, or None where even wrapped text would not leave room for numbers.

    A number is never cut or broken: text and headings wrap at their spaces instead.
    """
    least, most = [], []
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in rows]
        parts = [part for words in cells for part in words.split()]
        whole = parts if column.kind is Kind.TEXT else cells
        heading = _printable(column.heading)
        least.append(max(map(cell_len, (*whole, *heading.split())), default=1))
        most.append(max(map(cell_len, (*cells, heading)), default=1))
    spare = room - sum(least)
    if spare < 0:
        return None
    widths = list(least)
    for place, (low, high) in enumerate(zip(least, most, strict=True)):
        given = min(spare, high - low)
        widths[place] += given
        spare -= given
    return widths


def _records(table: blocks.Table, rows: list[list[str]]) -> Grid:
    pairs = []
    for cells in rows:
        for column, words in zip(table.columns, cells, strict=True):
            pairs.append((Words(_printable(column.heading)), Words(words)))
        pairs.append((Words(), Words()))
    return _pairs(pairs[:-1])


def _pairs(rows: list[tuple[Words, Words]]) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in rows:
        grid.add_row(name, value)
    return grid


def _figures(block: blocks.KeyFigures) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for item in block.items:
        value = styled(item.value)
        value.stylize("bold")
        grid.add_row(Words(_printable(item.label), style="dim"), value, styled(item.note))
    return grid


def _check(item: blocks.CheckItem) -> Words:
    mark = {None: "[ ] ", True: "[x] ", False: "[!] "}[item.met]
    words = Words(mark).append_text(styled(item.text)).append(f" ({item.state})", style="dim")
    return words.append_text(styled(("; ", plain(item.note)))) if plain(item.note) else words


def _bullet(block: blocks.Bullets, place: int, text: Text) -> Words:
    mark = f"{place}. " if block.numbered else "• "
    return Words(mark, style="dim").append_text(styled(text))
