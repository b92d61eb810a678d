"""A bet by what the player sees when it is offered."""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.figures import BetFigures
from pitboss.report import Axis, Bar, BarChart, Block, Chart, Column, Kind, Section, Table


def by_row(bet: BetFigures, *, charts: bool) -> Section:
    """Each row with how often it occurs and what the house keeps on it."""
    columns = (
        Column("Row"),
        Column("Of all rounds", Kind.PERCENT, places=6, total=True),
        Column("Of all offers", Kind.PERCENT, places=4, total=True),
        Column("House edge", Kind.PERCENT, places=4),
        Column("Exactly", Kind.FRACTION),
        Column("Hit frequency", Kind.PERCENT, places=4),
        Column("Std. deviation", Kind.NUMBER, places=4),
    )
    rows = tuple(
        (
            row.row,
            row.probability,
            Fraction(row.probability, bet.offered),
            row.distribution.house_edge,
            row.distribution.house_edge,
            row.distribution.hit_frequency,
            row.distribution.standard_deviation,
        )
        for row in bet.rows
    )
    caption = f"The bet {bet.bet} by the row that offers it."
    blocks: list[Block] = [Table(columns, rows, caption)]
    if charts:
        bars = tuple(Bar(row.row, row.distribution.house_edge) for row in bet.rows)
        axis = Axis("House edge given the row", kind=Kind.PERCENT, places=4)
        blocks.append(Chart(BarChart(bars, axis), "A player who sees the row can choose."))
    return Section(f"{bet.bet.capitalize()} by row", tuple(blocks))
