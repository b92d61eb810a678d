"""The first page: what the house keeps on each bet."""

from __future__ import annotations

from pitboss.exact.figures import BetFigures
from pitboss.par.pages.words import bet_cell, percent_words, short
from pitboss.par.sheet import Sheet
from pitboss.report import (
    Axis,
    Bar,
    BarChart,
    Block,
    Callout,
    CalloutKind,
    Cell,
    Chart,
    Column,
    KeyFigure,
    KeyFigures,
    Kind,
    Section,
    Table,
)


def overview(sheet: Sheet, *, charts: bool) -> Section:
    """Key figures, all bets in one table, the edges as bars."""
    blocks: list[Block] = [*_notices(sheet), _key_figures(sheet), _table(sheet)]
    if charts:
        blocks.append(_chart(sheet))
    return Section("House edge", tuple(blocks))


def _notices(sheet: Sheet) -> list[Block]:
    notices: list[Block] = []
    if sheet.choice.changes:
        fields = ", ".join(f"{name} = {text}" for name, text in sheet.choice.changes.items())
        notices.append(
            Callout(
                CalloutKind.WARNING,
                f"This is no shipped edition: {fields}. Its state is {sheet.head.approval}.",
                "Changed edition",
            )
        )
    if sheet.choice.reading is not None:
        reading = sheet.choice.reading
        notices.append(
            Callout(
                CalloutKind.WARNING,
                f"All figures follow another reading of {reading.clause} than the ruling."
                f" {reading.sentence}",
                f"Read as {reading.key}",
            )
        )
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
    bets = sheet.figures.bets
    raised = any(bet.average_wager != 1 for bet in bets)
    exact = any(short(bet.house_edge) is not None for bet in bets)
    columns = [Column("Bet"), Column("House edge", Kind.PERCENT, places=4)]
    columns += [Column("Exactly", Kind.FRACTION)] if exact else []
    if raised:
        columns += [
            Column("Element of risk", Kind.PERCENT, places=4),
            Column("Average wager", Kind.NUMBER, places=4),
        ]
    columns += [
        Column("Hit frequency", Kind.PERCENT, places=4),
        Column("Std. deviation", Kind.NUMBER, places=4),
        Column("Skewness", Kind.NUMBER, places=4, signed=True),
    ]

    def row(bet: BetFigures) -> tuple[Cell, ...]:
        spread = bet.distribution
        edge = (bet.house_edge, short(bet.house_edge)) if exact else (bet.house_edge,)
        wagers = (bet.element_of_risk, bet.average_wager) if raised else ()
        rest = (spread.hit_frequency, spread.standard_deviation, spread.skewness)
        return (bet_cell(bet.bet), *edge, *wagers, *rest)

    caption = f"Every bet of edition {sheet.head.key}, per unit bet"
    caption += ", the first stake before it is raised." if raised else "."
    if any(short(bet.house_edge) is None for bet in bets):
        caption += " Longer fractions stand on the page of their bet."
    return Table(tuple(columns), tuple(row(bet) for bet in bets), caption)


def _chart(sheet: Sheet) -> Chart:
    groups = sorted(sheet.groups, key=lambda group: group.first.house_edge)
    bars = tuple(
        Bar(group.name, group.first.house_edge, str(short(group.first.house_edge) or ""))
        for group in groups
    )
    axis = Axis("House edge per unit bet", kind=Kind.PERCENT, places=4)
    return Chart(BarChart(bars, axis), "House edge by bet, exact, lowest first.")
