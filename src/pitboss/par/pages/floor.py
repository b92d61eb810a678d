"""What the casino floor asks: exposure, win per hour, and chips.

May import report and par; called by `par.document`.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.par.earnings import earning
from pitboss.par.exposure import spot_mosts
from pitboss.par.pages.words import bet_cell
from pitboss.par.rounding import breakages, smallest_stake
from pitboss.par.sheet import Sheet
from pitboss.report import (
    Block,
    Callout,
    CalloutKind,
    Cell,
    Column,
    Kind,
    Paragraph,
    Section,
    Table,
)
from pitboss.units import show_credits


def earnings(sheet: Sheet) -> Section:
    """The theoretical win of an hour."""
    terms = sheet.terms
    columns = (
        Column("Bet"),
        Column("One seat an hour", Kind.MONEY),
        Column("Std. deviation", Kind.MONEY),
        *(Column(f"Table at {pace}", Kind.MONEY) for pace in terms.paces),
    )
    rows = tuple(
        (bet_cell(group.name), one.per_seat, one.deviation, *one.table)
        for group in sheet.groups
        for one in (earning(group.first, terms),)
    )
    pace = " to ".join(str(one) for one in dict.fromkeys((terms.pace_low, terms.pace_high)))
    text = (
        f"At {pace} rounds an hour, {terms.seats} seats and an average bet of"
        f" {show_credits(terms.average_bet)} on the bet in every round in which it is offered."
        " One seat is reckoned at the middle of the pace; its standard deviation is that of an"
        " hour."
    )
    return Section("Theoretical win", (Paragraph(text), Table(columns, rows, "Win per hour.")))


def exposure(sheet: Sheet) -> Section:
    """The most a round can pay, for a spot, a seat and the table."""
    limits, limit = sheet.head.limits, sheet.terms.payout_limit
    most = Table(
        (
            Column("Spot"),
            Column("Highest odds"),
            Column("Largest stake", Kind.MONEY),
            Column("Most it pays", Kind.MONEY),
        ),
        tuple(
            (bet_cell(one.spot.key), max(one.spot.odds).spoken(), limits.maximum, one.winnings)
            for one in spot_mosts(sheet.spots, limits)
        ),
        "The most one spot can pay at the largest stake.",
    )
    columns = [
        Column("Bets made"),
        Column("Seats", Kind.NUMBER),
        Column("Most paid", Kind.MONEY),
        Column("House loses", Kind.MONEY),
        Column("How often", Kind.PERCENT, places=6),
        Column("House edge", Kind.PERCENT, places=4),
    ]
    if limit is not None:
        columns += [
            Column("Limit cuts", Kind.PERCENT, places=6),
            Column("Edge with limit", Kind.PERCENT, places=4),
            Column("Exactly"),
        ]
    rows: list[tuple[Cell, ...]] = []
    for one in sheet.exposure:
        row: list[Cell] = [one.what, one.seats, one.winnings, one.house_loss, one.chance, one.edge]
        if limit is not None:
            exact = "" if one.limited_edge is None else str(one.limited_edge)
            row += [one.limit_chance, one.limited_edge, exact]
        rows.append(tuple(row))
    blocks: list[Block] = [
        Paragraph(
            f"Every bet at the largest stake of {show_credits(limits.maximum)}. What is paid is"
            " the winnings beside the stakes; the house's loss counts the lost stakes it takes."
        ),
        Table(tuple(columns), tuple(rows), "The worst round for a seat and for the table."),
        most,
    ]
    if limit is not None:
        blocks.insert(
            1,
            Callout(
                CalloutKind.NOTE,
                f"No more than {show_credits(limit)} is paid in winnings in one round; all winners"
                " share it in proportion.",
                "Aggregate payout limit",
            ),
        )
    if sheet.choice.study.joint is None:
        blocks.append(
            Paragraph(
                "Seats have results of their own here, so the edge of a whole table under a limit"
                " depends on how many play and is not given."
            )
        )
    return Section("Exposure", tuple(blocks))


def chips(sheet: Sheet) -> Section:
    """The smallest stake of each spot, and what rounding down would cost."""
    limits = sheet.head.limits
    stakes = Table(
        (Column("Spot"), Column("Pays"), Column("Smallest stake", Kind.MONEY)),
        tuple(
            (
                bet_cell(spot.key),
                ", ".join(odds.spoken() for odds in spot.odds),
                smallest_stake(spot, limits),
            )
            for spot in sheet.spots
        ),
        f"The smallest stake that chips of {show_credits(limits.chip)} pay exactly.",
    )
    intro = Paragraph(
        "A stake that could not be paid exactly at every odds its spot can win is refused, so"
        " rounding never changes an edge at this table."
    )
    broken = breakages(sheet.groups, sheet.spots, limits)
    if not broken:
        return Section("Chips", (intro, stakes))
    table = Table(
        (
            Column("Bet"),
            Column("Smallest chip", Kind.MONEY),
            Column("Exact from", Kind.MONEY),
            Column("Stake of one chip", Kind.MONEY),
            Column("House edge", Kind.PERCENT, places=4),
            Column("Rounded down", Kind.PERCENT, places=4),
            Column("Exactly", Kind.FRACTION),
        ),
        tuple(
            (
                bet_cell(one.group.name),
                one.chip,
                one.exact_stake,
                one.stake,
                one.group.first.house_edge,
                one.edge,
                Fraction(one.edge),
            )
            for one in broken
        ),
        "What the edge would be if such stakes were taken and wins rounded down to a chip.",
    )
    return Section("Chips", (intro, stakes, table))
