"""The sheet as a report: pages in the order in which a reader asks."""

from __future__ import annotations

from pitboss.par.pages.change import change
from pitboss.par.pages.checks import claims, readings, strategy
from pitboss.par.pages.floor import chips, earnings, exposure
from pitboss.par.pages.method import method
from pitboss.par.pages.outcomes import by_row, outcomes
from pitboss.par.pages.overview import overview
from pitboss.par.sheet import Sheet
from pitboss.par.to_json import sheet_json
from pitboss.report.blocks import Document, Section
from pitboss.report.formats import Paper, ReportFormat, json_bytes, render_document
from pitboss.report.text import Link, Text

TITLE = "PAR sheet"
ABSTRACT = (
    "Every figure on this sheet follows from integer counts of equally likely cases; none is"
    " sampled. For how they were counted see "
)


def render_sheet(sheet: Sheet, form: ReportFormat, paper: Paper = Paper.A4) -> bytes:
    if form is ReportFormat.JSON:
        keys = sheet_json(sheet.choice, sheet.figures, version=sheet.version, against=sheet.against)
        return json_bytes(keys)
    document = sheet_document(sheet, charts=form is not ReportFormat.TABLE)
    return render_document(document, form, paper=paper)


def sheet_document(sheet: Sheet, *, charts: bool = True) -> Document:
    """The whole sheet; without charts for a terminal."""
    head = sheet.head
    facts: list[tuple[str, Text]] = [
        ("Edition", f"{head.key}: {head.title}"),
        ("Document", head.document),
        ("State", str(head.approval)),
        ("Limits", f"{head.limits}, {head.seats_max} seats"),
        ("Made by", f"Pitboss {sheet.version}"),
    ]
    if sheet.certificate:
        facts.append(("Certificate", Link(sheet.certificate, sheet.certificate)))
    return Document(
        title=f"{sheet.choice.folder.game.title}: {TITLE}",
        subtitle="Probability and accounting report",
        sections=_sections(sheet, charts=charts),
        facts=tuple(facts),
        edition_hash=head.hash,
        abstract=(ABSTRACT, Link("Method", "#method"), "."),
    )


def _sections(sheet: Sheet, *, charts: bool) -> tuple[Section, ...]:
    sections = [overview(sheet, charts=charts)]
    if sheet.against is not None:
        sections.append(change(sheet.against))
    sections += [claims(sheet), readings(sheet), strategy(sheet.choice, sheet.figures, sheet.card)]
    sections += [exposure(sheet), earnings(sheet), chips(sheet)]
    sections += [outcomes(group, charts=charts) for group in sheet.groups]
    sections += [
        by_row(bet, sheet.names(bet.bet), charts=charts) for bet in sheet.figures.bets if bet.rows
    ]
    return (*sections, method(sheet))
