"""One page for each distribution: outcomes with their counts, moments, and the hold by rounds.

May import report and par; called by `par.document`.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.par.groups import BetGroup
from pitboss.par.hold import SIGMAS, Band, bands, rounds_until_ahead
from pitboss.par.pages.words import net_words, percent_words
from pitboss.par.sheet import Sheet
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

RAREST_PLAIN = Fraction(1, 200)
"""Outcomes rarer than this would vanish on a plain axis."""


def outcomes(sheet: Sheet, group: BetGroup, *, charts: bool) -> Section:
    """Everything about one distribution."""
    blocks: list[Block] = [_figures(group), _table(group)]
    if charts:
        blocks.append(_columns(group))
        blocks.append(_funnel(group))
    blocks.append(_bands(group))
    return Section(f"Bet {group.name}", tuple(blocks), page=charts)


def _figures(group: BetGroup) -> Definitions:
    bet, spread = group.first, group.first.distribution
    items: list[tuple[Text, Text]] = [
        ("House edge", (percent_words(bet.house_edge), " = ", bet.house_edge)),
        ("Mean", (show(spread.mean, places=6, signed=True), " = ", spread.mean)),
        ("Variance", (show(spread.variance, places=6), " = ", spread.variance)),
        ("Standard deviation", f"{spread.standard_deviation:.6f}"),
        ("Skewness", f"{spread.skewness:+.6f}".replace("-", "−")),
        ("Hit frequency", (percent_words(spread.hit_frequency), " = ", spread.hit_frequency)),
    ]
    if bet.average_wager != 1:
        items.insert(
            1,
            ("Element of risk", (percent_words(bet.element_of_risk), " = ", bet.element_of_risk)),
        )
        items.insert(
            2, ("Average wager", (show(bet.average_wager, places=6), " = ", bet.average_wager))
        )
    if bet.offered != 1:
        items.append(("Offered", (percent_words(bet.offered), " = ", bet.offered)))
    ahead = rounds_until_ahead(spread)
    if ahead is not None:
        items.append(("Hold above zero, 3σ", f"after {ahead:,} rounds"))
    return Definitions(tuple(items))


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
