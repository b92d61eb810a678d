"""The first page: what the house keeps on each bet."""

from __future__ import annotations

from pitboss.par.pages.words import percent_words, short
from pitboss.par.sheet import Sheet
from pitboss.report.blocks import (
    Block,
    Callout,
    CalloutKind,
    Chart,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
)
from pitboss.report.figures import Kind
from pitboss.report.plots import Axis, Bar, BarChart
from pitboss.report.tables import fraction, number, percent, table, text


def overview(sheet: Sheet, *, charts: bool) -> Section:
    blocks: list[Block] = [*_notices(sheet), _key_figures(sheet), _table(sheet), *_lives(sheet)]
    if charts:
        blocks.append(_chart(sheet))
    return Section("House edge", tuple(blocks))


def _notices(sheet: Sheet) -> list[Block]:
    notices: list[Block] = []
    if sheet.choice.changes:
        fields = ", ".join(f"{name} = {value}" for name, value in sheet.choice.changes.items())
        words = f"This is not a shipped edition: {fields}. Its state is {sheet.head.approval}."
        notices.append(Callout(CalloutKind.WARNING, words, "Changed edition"))
    reading = sheet.choice.reading
    if reading is not None:
        words = f"All figures depart from the ruling on {reading.clause}. {reading.sentence}"
        notices.append(Callout(CalloutKind.WARNING, words, f"Read as {reading.key}"))
    return notices


def _key_figures(sheet: Sheet) -> KeyFigures:
    by_edge = sorted(sheet.groups, key=lambda group: group.first.house_edge)
    low, high = by_edge[0], by_edge[-1]
    wild = max(sheet.groups, key=lambda group: group.first.distribution.standard_deviation)
    items = [KeyFigure("Lowest edge", percent_words(low.first.house_edge), low.name)]
    if len(by_edge) > 1:
        items.append(KeyFigure("Highest edge", percent_words(high.first.house_edge), high.name))
    deviation = f"{wild.first.distribution.standard_deviation:.3f}"
    items.append(KeyFigure("Largest deviation", deviation, f"{wild.name}, per unit"))
    wrong = sum(not one.agrees for one in sheet.claims)
    if sheet.claims:
        count = f"{len(sheet.claims) - wrong} of {len(sheet.claims)}"
        items.append(KeyFigure("Printed figures right", count, "the document's own claims"))
    return KeyFigures(tuple(items))


def _table(sheet: Sheet) -> Table:
    bets, names = sheet.figures.bets, sheet.names
    raised = any(bet.average_wager != 1 for bet in bets)
    exact = any(short(bet.house_edge) is not None for bet in bets)
    caption = f"Every bet of edition {sheet.head.key}, per unit bet"
    caption += ", the first stake before it is raised." if raised else "."
    if any(short(bet.house_edge) is None for bet in bets):
        caption += " Longer fractions are on the page of their bet."
    wagers = (
        percent("Element of risk", "element_of_risk", 4),
        number("Average wager", "average_wager", 4),
    )
    return table(
        bets,
        text("Bet", lambda bet: names(bet.bet)),
        percent("House edge", "house_edge", 4),
        *((fraction("Exactly", lambda bet: short(bet.house_edge)),) if exact else ()),
        *(wagers if raised else ()),
        percent("Hit frequency", "distribution.hit_frequency", 4),
        number("Std. deviation", "distribution.standard_deviation", 4),
        number("Skewness", "distribution.skewness", 4, signed=True),
        caption=caption,
    )


def _lives(sheet: Sheet) -> list[Block]:
    """Bets that live across rounds: what their edge is divided by makes a difference."""
    lasting = [bet for bet in sheet.figures.bets if bet.rounds != 1]
    if not lasting:
        return []
    names = sheet.names
    words = (
        "Some bets stay on the felt for several rounds, so their edge can be given in three ways:"
        " per bet made, per bet that is won or lost (pushes left out), and per round that the bet"
        " is on the felt. All money is the edge on both bets together, where one is made to its"
        " limit behind the other."
    )
    shown = table(
        lasting,
        text("Bet", lambda bet: names(bet.bet)),
        percent("Per bet made", "house_edge", 4),
        percent("Per bet decided", "edge_resolved", 4),
        percent("Per round", "edge_per_round", 4),
        number("Rounds", "rounds", 4),
        percent("All money", "all_money", 4),
        caption="Bets that stay for several rounds, and how many rounds they stay on average.",
    )
    return [Paragraph(words), shown]


def _chart(sheet: Sheet) -> Chart:
    groups = sorted(sheet.groups, key=lambda group: group.first.house_edge)
    bars = tuple(
        Bar(group.name, group.first.house_edge, str(short(group.first.house_edge) or ""))
        for group in groups
    )
    axis = Axis("House edge per unit bet", kind=Kind.PERCENT, places=4)
    return Chart(BarChart(bars, axis), "House edge by bet, exact, lowest first.")
