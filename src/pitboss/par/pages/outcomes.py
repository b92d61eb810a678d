"""One page for each distribution: outcomes with their counts, moments, and the hold by rounds."""

from __future__ import annotations

from fractions import Fraction

from pitboss.par.groups import BetGroup
from pitboss.par.hold import SIGMAS, Band, bands, rounds_until_ahead
from pitboss.par.pages.words import net_words, percent_words
from pitboss.report import (
    Axis,
    Bar,
    Block,
    Chart,
    Column,
    ColumnChart,
    Definitions,
    FunnelChart,
    Kind,
    Section,
    Table,
    Text,
    show,
)

LONGEST_LINE = 50
"""Characters of a fraction that fit beside its figure."""

RAREST_PLAIN = Fraction(1, 200)
"""Outcomes rarer than this would vanish on a plain axis."""

FEW_OUTCOMES = 3
"""No more than these are as plain in a table as in a chart."""


def outcomes(group: BetGroup, *, charts: bool) -> Section:
    """Everything about one distribution."""
    blocks: list[Block] = [_figures(group), _table(group)]
    if charts and len(group.first.distribution.outcomes) > FEW_OUTCOMES:
        blocks.append(_columns(group))
    if charts:
        blocks.append(_funnel(group))
    blocks.append(_bands(group))
    return Section(f"Bet {group.name}", tuple(blocks), page=charts)


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
    spread = group.first.distribution
    columns = (
        Column("Net per unit", Kind.NUMBER, signed=True, places=4, key="net"),
        Column("To one", align=None),
        Column("Count", Kind.NUMBER, total=True, key="count"),
        Column(
            "Probability",
            Kind.PERCENT,
            places=6,
            total=True,
            key="p",
            formula="{count}/{count.total}",
        ),
        Column(
            "Contribution",
            Kind.NUMBER,
            places=8,
            signed=True,
            total=True,
            key="part",
            formula="{net}*{p}",
        ),
    )
    rows = tuple(
        (
            outcome.net,
            net_words(outcome.net),
            outcome.count,
            Fraction(outcome.count, spread.total),
            outcome.net * Fraction(outcome.count, spread.total),
        )
        for outcome in spread.outcomes
    )
    caption = "Outcomes over all equally likely cases; the contributions sum to the mean."
    return Table(columns, rows, caption)


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
    return Chart(chart, "How often each outcome comes.")


def _funnel(group: BetGroup) -> Chart:
    spread = group.first.distribution
    chart = FunnelChart(spread.house_edge, spread.standard_deviation)
    return Chart(chart, "The actual hold by number of rounds: 1, 2 and 3 standard deviations.")


def _bands(group: BetGroup) -> Table:
    words = [*(f"−{k}σ" for k in reversed(SIGMAS)), "Edge", *(f"+{k}σ" for k in SIGMAS)]
    columns = [Column("Rounds", Kind.NUMBER)]
    columns += [Column(heading, Kind.PERCENT, places=3) for heading in words]

    def row(band: Band) -> tuple[int | float | Fraction, ...]:
        lows = [band.low(sigmas) for sigmas in reversed(SIGMAS)]
        return (band.rounds, *lows, band.edge, *(band.high(sigmas) for sigmas in SIGMAS))

    rows = tuple(row(band) for band in bands(group.first.distribution))
    return Table(tuple(columns), rows, "Confidence bands of the actual hold, one unit a round.")
