"""Reports: documents made of small blocks, rendered to screen, CSV, HTML, PDF and XLSX.

Layer 1: knows no game.

Build a document from this package, then call one renderer (each in a module of its own, so
that a heavy library is imported only when it is used):

    Document(title, sections, subtitle="", facts=((name, Text), ...), edition_hash="", abstract="")
    Section(heading, blocks, anchor="", page=False)

Blocks
    Paragraph(text)
    KeyFigures((KeyFigure(label, value, note=""), ...))          one to six headline numbers
    Table(columns, rows, caption="", total_label="Total", highlight=())
        Column(heading, kind=Kind.TEXT, align=None, places=None, signed=False, total=False,
               key="", formula="")
        Kind: TEXT (Text), NUMBER (int, float, Fraction), FRACTION (Fraction, set as n/d),
              PERCENT (a share: 0.05 or Fraction(1, 20) is 5%), MONEY (integer minor units),
              MARK (bool: yes or no). None is an empty cell in every kind.
        `total=True` sums a column: exact here, a live formula in XLSX.
        `formula="{count}/{count.total}"` makes a column live in XLSX; the key names columns.
    Chart(plot, caption="")
    Callout(CalloutKind.NOTE | WARNING | FINDING, text, title="")
    Definitions(((term, meaning), ...))
    Checklist((CheckItem(text, met=None | True | False, note=""), ...))
    Bullets(items, numbered=False)
    Verbatim(text)
    Formula.of(*parts)                                            set as a display formula

Text is a string, a Fraction (set as a real fraction), `Strong`, `Emphasis`, `Mono`,
`Link(text, target)`, `Formula`, or a tuple of these. Parts of a formula: str, int, Fraction,
`Row.of(...)`, `Over(top, bottom)`, `Power(base, exponent)`, `Index(base, index)`,
`Root(inside)`, `Choose(total, chosen)`.

Plots (all take `title=""`; `Axis(label="", kind=Kind.NUMBER, places=None, log=False, low, high)`)
    BarChart((Bar(label, value, note=""), ...), axis)            horizontal bars
    ColumnChart((Bar, ...), x, y)                                 outcomes; `y=Axis(log=True)`
    FunnelChart(mean, deviation, rounds_low, rounds_high, x, y)   1, 2, 3 sigma bands of the hold
    ConvergenceChart((Running(rounds, mean, error), ...), exact, sigmas=2.0, x, y)
    LineChart((Series(label, ((x, y), ...)), ...), x, y, references=(Reference(label, value),),
              steps=False)
    Histogram((Bin(low, high, count), ...), x, y, curve=((x, y), ...), curve_label, references)

Renderers
    pitboss.report.terminal.render_terminal(document, *, console) -> None
    pitboss.report.delimited.render_csv(document) -> bytes;  table_csv(table) -> str
    pitboss.report.html.render_html(document) -> bytes
    pitboss.report.pdf.render_pdf(document, *, timestamp, paper="a4") -> bytes   aware datetime
    pitboss.report.xlsx.render_xlsx(document, *, created) -> bytes     aware datetime
    pitboss.report.charts.draw(plot, *, theme=PAPER, width=WIDE, name="") -> str   SVG
    pitboss.report.sparks.chart_lines(plot, width=80) -> list[str];  sparkline(values) -> str
    pitboss.report.files.write_file(path, content) -> Refusal | None   atomic
    pitboss.report.files.zip_bytes({name: content}) -> bytes           same bytes every run
"""

from pitboss.report.blocks import (
    Align,
    Block,
    Bullets,
    Callout,
    CalloutKind,
    Cell,
    Chart,
    CheckItem,
    Checklist,
    Column,
    Definitions,
    Document,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    Verbatim,
)
from pitboss.report.figures import Kind, round_half_up, show
from pitboss.report.formulas import Choose, Formula, Index, Over, Part, Power, Root, Row
from pitboss.report.plots import (
    Axis,
    Bar,
    BarChart,
    Bin,
    ColumnChart,
    ConvergenceChart,
    FunnelChart,
    Histogram,
    LineChart,
    Plot,
    Reference,
    Running,
    Series,
)
from pitboss.report.text import Emphasis, Link, Mono, Strong, Text, plain

__all__ = [
    "Align",
    "Axis",
    "Bar",
    "BarChart",
    "Bin",
    "Block",
    "Bullets",
    "Callout",
    "CalloutKind",
    "Cell",
    "Chart",
    "CheckItem",
    "Checklist",
    "Choose",
    "Column",
    "ColumnChart",
    "ConvergenceChart",
    "Definitions",
    "Document",
    "Emphasis",
    "Formula",
    "FunnelChart",
    "Histogram",
    "Index",
    "KeyFigure",
    "KeyFigures",
    "Kind",
    "LineChart",
    "Link",
    "Mono",
    "Over",
    "Paragraph",
    "Part",
    "Plot",
    "Power",
    "Reference",
    "Root",
    "Row",
    "Running",
    "Section",
    "Series",
    "Strong",
    "Table",
    "Text",
    "Verbatim",
    "plain",
    "round_half_up",
    "show",
]
