"""The report of a floor: day, month and year to date, fact beside theory, marks and their notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Any

from pitboss.floor.alerts import Alert
from pitboss.floor.book import FloorBook, FloorLine, Row, month_rows, sum_spans
from pitboss.floor.periods import SHIFTS, Span, day_at, day_number
from pitboss.floor.theory import ONE_IN_20
from pitboss.games.standing import DAY
from pitboss.refusals import Refusal
from pitboss.report.blocks import (
    Block,
    Bullets,
    Chart,
    Document,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    slug,
)
from pitboss.report.blocks import Table as TableBlock
from pitboss.report.figures import Kind, show
from pitboss.report.plots import Axis, Bar, ColumnChart, LineChart, Series
from pitboss.report.tables import money, number, percent, table, text
from pitboss.store.tallies import HOUR

SPAN_TITLES = {Span.DAY: "Day", Span.MONTH: "Month to date", Span.YEAR: "Year to date"}
GROUPS = ("table", "game", "dealer", "shift")
Lines = dict[str, tuple[FloorLine, ...]]


@dataclass(frozen=True, slots=True)
class FloorReport:
    """Everything a report says, before it is laid out."""

    day: date
    spans: Mapping[Span, Lines]
    totals: Mapping[Span, FloorLine]
    days: tuple[tuple[date, FloorLine], ...]
    """Every day of the month so far."""
    hours: tuple[tuple[int, FloorLine], ...]
    """Every hour of the day that had play."""
    notes: Mapping[str, Alert]


def floor_report(
    book: FloorBook, day: date, notes: Mapping[str, Alert] | None = None
) -> FloorReport | Refusal:
    spans: dict[Span, Lines] = {}
    totals: dict[Span, FloorLine] = {}
    month = month_rows(book, day)
    if isinstance(month, Refusal):
        return month
    summed = sum_spans(book, day, month)
    if isinstance(summed, Refusal):
        return summed
    for span, rows in summed.items():
        spans[span] = {name: book.lines(rows, group) for name, group in book.groupings().items()}
        totals[span] = book.line("House", rows)
    hours = book.read(HOUR, day_number(day) * 24, day_number(day) * 24 + 23)
    if isinstance(hours, Refusal):
        return hours
    return FloorReport(
        day,
        spans,
        totals,
        tuple((day_at(at), line) for at, line in group_periods(book, month, len(SHIFTS))),
        tuple((at % 24, line) for at, line in group_periods(book, hours, 1)),
        notes or {},
    )


def group_periods(book: FloorBook, rows: list[Row], size: int) -> tuple[tuple[int, FloorLine], ...]:
    """A line for every so many periods that had play, in order."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row[0].period // size, []).append(row)
    return tuple((at, book.line("", found[at])) for at in sorted(found))


def mark_id(span: Span, day: date, group: str, name: str) -> str:
    """The id of the alert that a marked line is."""
    return f"deviation.{day}.{span}.{group}.{slug(name)}"


def marked_lines(report: FloorReport) -> tuple[tuple[str, Span, str, FloorLine], ...]:
    """Every line outside its 95% interval: its id, span, group and the line."""
    return tuple(
        (mark_id(span, report.day, group, line.name), span, group, line)
        for span, lines in report.spans.items()
        for group in GROUPS
        for line in lines[group]
        if line.mark
    )


def describe_mark(line: FloorLine) -> str:
    """Why a line is marked, in a sentence."""
    deviations = line.deviations or 0.0
    side = "more" if deviations > 0 else "less"
    chance = "1 in 100" if line.mark == "99%" else "1 in 20"
    return (
        f"The house won {show(line.tally.win, kind=Kind.MONEY)} where"
        f" {show(round(line.theory.expected), kind=Kind.MONEY)} was expected:"
        f" {abs(deviations):.2f} standard deviations {side}. An honest table strays this far in at"
        f" most {chance} such periods."
    )


def report_document(report: FloorReport, *, charts: bool = True) -> Document:
    sections = [_summary(report, charts=charts)]
    for group in GROUPS:
        blocks: list[Block] = [
            _table(report.spans[span][group], group, SPAN_TITLES[span]) for span in Span
        ]
        sections.append(Section(f"By {group}", tuple(blocks), page=group == GROUPS[0]))
    sections += [_investigations(report), _method()]
    return Document(
        title="Floor report",
        subtitle=f"{report.day:{DAY}}",
        sections=tuple(sections),
        facts=(("Day", f"{report.day:{DAY}}"), ("Hours", "UTC"), ("Credits", "practice only")),
        abstract="Drop, win, handle and the win that exact edges expect of the bets that were made,"
        " by table, game, dealer and shift.",
    )


def _table(lines: tuple[FloorLine, ...], group: str, title: str) -> TableBlock:
    return table(
        lines,
        text(group.capitalize(), "name"),
        number("Rounds", "tally.rounds", total=True),
        money("Drop", "tally.drop", total=True),
        money("Win", "tally.win", total=True, signed=True),
        percent("Win/drop", "win_to_drop", 1),
        money("Handle", "tally.handle", total=True),
        money(
            "Expected",
            lambda line: round(line.theory.expected) if line.is_known else None,
            total=True,
        ),
        number("Std. dev.", "deviations", 2, signed=True),
        text("Mark", "mark"),
        caption=title,
        highlight=tuple(at for at, line in enumerate(lines) if line.mark == "99%"),
    )


def _summary(report: FloorReport, *, charts: bool) -> Section:
    day, month = report.totals[Span.DAY], report.totals[Span.MONTH]
    marks = marked_lines(report)
    figures = KeyFigures(
        (
            KeyFigure("Win", show(day.tally.win, kind=Kind.MONEY), "on the day"),
            KeyFigure("Drop", show(day.tally.drop, kind=Kind.MONEY), "on the day"),
            KeyFigure("Expected", show(round(day.theory.expected), kind=Kind.MONEY), "on the day"),
            KeyFigure("Deviation", _sigma(day), "standard deviations, on the day"),
            KeyFigure("Deviation", _sigma(month), "month to date"),
            KeyFigure("Marks", str(len(marks)), "outside 95%"),
        )
    )
    blocks: list[Block] = [figures, *_corrections(report)]
    if charts and len(report.days) > 1:
        blocks.append(Chart(win_chart([line for _, line in report.days]), _BAND))
    if charts and report.hours:
        blocks.append(Chart(drop_chart(report.hours), "Drop by hour of the day, UTC."))
    return Section("Summary", tuple(blocks))


def _corrections(report: FloorReport) -> list[Block]:
    """Rounds that were corrected after settlement, where there were any."""
    tally = report.totals[Span.MONTH].tally
    if not tally.corrections:
        return []
    rounds = "1 round was" if tally.corrections == 1 else f"{tally.corrections} rounds were"
    paid = show(tally.corrected, kind=Kind.MONEY)
    return [
        Paragraph(
            f"{rounds} corrected after settlement this month, each signed by a pit boss; players"
            f" received {paid}. The win includes it on the day it was signed."
        )
    ]


_BAND = "The house's win so far, and the band that holds 95 of 100 honest houses on any one day."


def _sigma(line: FloorLine) -> str:
    return "none" if line.deviations is None else f"{line.deviations:+.2f}".replace("-", "−")


def win_chart(lines: list[FloorLine]) -> LineChart:
    """The cumulative win over the days of a month, what was expected of it, and its band."""
    wins = list(accumulate(line.tally.win / 100 for line in lines))
    means = list(accumulate(float(line.theory.expected) / 100 for line in lines))
    spreads = [
        ONE_IN_20 * float(variance) ** 0.5 / 100
        for variance in accumulate(line.theory.variance for line in lines)
    ]

    def series(label: str, values: list[float]) -> Series:
        return Series(label, ((0.0, 0.0), *((float(at), y) for at, y in enumerate(values, 1))))

    return LineChart(
        (
            series("win", wins),
            series("expected", means),
            series("upper bound", [m + s for m, s in zip(means, spreads, strict=True)]),
            series("lower bound", [m - s for m, s in zip(means, spreads, strict=True)]),
        ),
        x=Axis("Days with play, month to date", places=0),
        y=Axis("Credits"),
        title="Cumulative win",
    )


def drop_chart(hours: tuple[tuple[int, FloorLine], ...]) -> ColumnChart:
    columns = tuple(Bar(f"{hour:02}", line.tally.drop / 100) for hour, line in hours)
    return ColumnChart(columns, x=Axis("Hour"), y=Axis("Credits"), title="Drop by hour")


def pace_chart(hours: tuple[tuple[int, FloorLine], ...]) -> ColumnChart:
    """Rounds in every hour with play."""
    columns = tuple(Bar(f"{hour:02}", line.tally.rounds) for hour, line in hours)
    return ColumnChart(columns, x=Axis("Hour"), y=Axis("Rounds"), title="Pace")


def _investigations(report: FloorReport) -> Section:
    marks = marked_lines(report)
    if not marks:
        return Section(
            "Marks and investigations",
            (Paragraph("No line lies outside its 95% interval."),),
        )
    items = []
    for key, span, group, line in marks:
        alert = report.notes.get(key)
        written = "Not investigated yet." if alert is None or not alert.note else alert.note
        head = f"{SPAN_TITLES[span]}, {group} {line.name}, beyond {line.mark}."
        items.append(f"{head} {describe_mark(line)} Investigation: {written}")
    return Section(
        "Marks and investigations",
        (
            Paragraph(
                "Of 100 honest lines about five are marked at 95% and one at 99%. A mark is a"
                " reason to look; what was found is written down in the console."
            ),
            Bullets(tuple(items)),
        ),
        page=True,
    )


def _method() -> Section:
    return Section(
        "How to read it",
        (
            Paragraph(
                "Expected is every stake at the exact house edge of its bet. A standard deviation"
                " comes from the exact second moments of the bets and the stakes of each round."
                " Where seats have hands of their own, only a bound is known on how they vary"
                " together, and that bound is used. Rounds are treated as independent. Totals add"
                " up the lines as printed, so those of the expected win differ by hundredths."
            ),
            Paragraph(
                "Drop is what players brought to a table: a stake covered by chips that are already"
                " there adds nothing. Days and shifts are UTC: night from 00:00, day from 08:00,"
                " swing from 16:00."
            ),
        ),
    )


def report_json(report: FloorReport) -> dict[str, Any]:
    return {
        "date": report.day.isoformat(),
        **{
            span.value: {
                "house": _line_json(report.totals[span]),
                **{group: [_line_json(line) for line in lines] for group, lines in found.items()},
            }
            for span, found in report.spans.items()
        },
        "marks": [
            {"mark": key, "line": line.name, "sentence": describe_mark(line)}
            for key, _, _, line in marked_lines(report)
        ],
    }


def _line_json(line: FloorLine) -> dict[str, Any]:
    expected = line.theory.expected
    return {
        "name": line.name,
        "rounds": line.tally.rounds,
        "drop": line.tally.drop,
        "win": line.tally.win,
        "handle": line.tally.handle,
        "corrections": line.tally.corrections,
        "corrected": line.tally.corrected,
        "expected": f"{expected.numerator}/{expected.denominator}" if line.is_known else None,
        "standard_deviation": line.theory.deviation if line.is_known else None,
        "deviations": line.deviations,
        "mark": line.mark or None,
    }
