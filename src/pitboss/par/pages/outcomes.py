"""Distributions: outcomes with their counts, moments, the hold by rounds, and edges by row."""

from __future__ import annotations

from fractions import Fraction
from operator import methodcaller

from pitboss.exact.figures import BetFigures
from pitboss.par.groups import BetGroup
from pitboss.par.hold import SIGMAS, bands, rounds_until_ahead
from pitboss.par.pages.words import net_words, percent_words
from pitboss.report.blocks import Block, Chart, Definitions, Section, Table
from pitboss.report.figures import Kind, show
from pitboss.report.plots import Axis, Bar, BarChart, ColumnChart, FunnelChart
from pitboss.report.tables import fraction, number, percent, table, text
from pitboss.report.text import Text

LONGEST_LINE = 50
"""Characters of a fraction that fit beside its figure."""

RAREST_PLAIN = Fraction(1, 200)
"""Outcomes rarer than this would vanish on a plain axis."""

FEW_OUTCOMES = 3
"""No more than these are as plain in a table as in a chart."""


def outcomes(group: BetGroup, *, charts: bool) -> Section:
    blocks: list[Block] = [_figures(group), _table(group)]
    if charts and len(group.first.distribution.outcomes) > FEW_OUTCOMES:
        blocks.append(_columns(group))
    if charts:
        blocks.append(_funnel(group))
    blocks.append(_bands(group))
    return Section(f"Bet: {group.name}", tuple(blocks), page=charts)


def _figures(group: BetGroup) -> Definitions:
    bet, spread = group.first, group.first.distribution
    items: list[tuple[Text, Text]] = [("House edge", _share(bet.house_edge))]
    if bet.average_wager != 1:
        items.append(("Element of risk", _share(bet.element_of_risk)))
        items.append(("Average wager", _value(bet.average_wager)))
        items.append(("Units raised", _share(bet.average_wager - 1)))
    items += [
        ("Mean", _value(spread.mean, signed=True)),
        ("Variance", _value(spread.variance)),
        ("Standard deviation", f"{spread.standard_deviation:.6f}"),
        ("Skewness", f"{spread.skewness:+.6f}".replace("-", "−")),
        ("Hit frequency", _share(spread.hit_frequency)),
    ]
    if bet.offered != 1:
        items.append(("Offered", _share(bet.offered)))
    ahead = rounds_until_ahead(spread)
    if ahead is not None:
        items.append(("Hold above zero, 3σ", f"after {ahead:,} rounds"))
    return Definitions(tuple(items))


def _share(value: Fraction) -> Text:
    return (percent_words(value), " = ", value)


def _value(value: Fraction, *, signed: bool = False) -> Text:
    words = show(value, places=6, signed=signed)
    # A fraction that fills a line helps no reader; the certificate has its counts.
    return (words, " = ", value) if len(str(value)) <= LONGEST_LINE else words


def _table(group: BetGroup) -> Table:
    total = group.first.distribution.total
    return table(
        group.first.distribution.outcomes,
        number("Net per unit", "net", 4, signed=True, key="net"),
        text("To one", lambda one: net_words(one.net)),
        number("Count", "count", total=True, key="count"),
        percent(
            "Probability",
            lambda one: Fraction(one.count, total),
            6,
            total=True,
            key="p",
            formula="{count}/{count.total}",
        ),
        number(
            "Contribution",
            lambda one: one.net * Fraction(one.count, total),
            8,
            signed=True,
            total=True,
            key="part",
            formula="{net}*{p}",
        ),
        caption="Outcomes over all equally likely cases; the contributions sum to the mean.",
    )


def _columns(group: BetGroup) -> Chart:
    spread = group.first.distribution
    chances = [Fraction(outcome.count, spread.total) for outcome in spread.outcomes]
    log = min(chances) < RAREST_PLAIN
    bars = tuple(
        Bar(net_words(outcome.net), chance)
        for outcome, chance in zip(spread.outcomes, chances, strict=True)
    )
    label = "Probability, log scale" if log else "Probability"
    chart = ColumnChart(bars, x=Axis("Net per unit"), y=Axis(label, kind=Kind.PERCENT, log=log))
    return Chart(chart, "How often each outcome occurs.")


def _funnel(group: BetGroup) -> Chart:
    spread = group.first.distribution
    chart = FunnelChart(spread.house_edge, spread.standard_deviation)
    return Chart(chart, "The actual hold by number of rounds: 1, 2 and 3 standard deviations.")


def _bands(group: BetGroup) -> Table:
    lows = ((f"−{k}σ", methodcaller("low", k)) for k in reversed(SIGMAS))
    highs = ((f"+{k}σ", methodcaller("high", k)) for k in SIGMAS)
    return table(
        bands(group.first.distribution),
        number("Rounds", "rounds"),
        *(percent(heading, value, 3) for heading, value in lows),
        percent("Edge", "edge", 3),
        *(percent(heading, value, 3) for heading, value in highs),
        caption="Confidence bands of the actual hold, one unit a round.",
    )


def by_row(bet: BetFigures, name: str, *, charts: bool) -> Section:
    """A bet by what the player sees when it is offered: how often, and what the house keeps."""
    rows = table(
        bet.rows,
        text("Row", "row"),
        percent("Of all rounds", "probability", 6, total=True),
        percent("Of all offers", lambda row: Fraction(row.probability, bet.offered), 4, total=True),
        percent("House edge", "distribution.house_edge", 4),
        fraction("Exactly", "distribution.house_edge"),
        percent("Hit frequency", "distribution.hit_frequency", 4),
        number("Std. deviation", "distribution.standard_deviation", 4),
        caption=f"{name} by the row that offers it.",
    )
    blocks: list[Block] = [rows]
    if charts:
        bars = tuple(Bar(row.row, row.distribution.house_edge) for row in bet.rows)
        axis = Axis("House edge given the row", kind=Kind.PERCENT, places=4)
        caption = "The edge by row: a player who sees the row can choose when to bet."
        blocks.append(Chart(BarChart(bars, axis), caption))
    return Section(f"{name} by row", tuple(blocks))
