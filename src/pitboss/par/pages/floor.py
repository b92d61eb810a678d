"""What the casino floor asks: exposure, win per hour, and chips.

May import report and par; called by `par.document`.
"""

from __future__ import annotations

from pitboss.games.contract import Spot
from pitboss.games.editions import Limits
from pitboss.par.earnings import earning
from pitboss.par.exposure import Scenario, spot_mosts
from pitboss.par.pages.words import bet_cell, names, short
from pitboss.par.rounding import breakages, smallest_stake
from pitboss.par.sheet import Sheet
from pitboss.report import (
    Block,
    Callout,
    CalloutKind,
    Cell,
    Column,
    Definitions,
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
    blocks: list[Block] = [
        Paragraph(
            f"Every bet at the largest stake of {show_credits(limits.maximum)}. What is paid is"
            " the winnings beside the stakes; what the house loses is that less the stakes taken."
        ),
        _scenarios(sheet),
    ]
    if limit is not None:
        text = (
            f"No more than {show_credits(limit)} is paid in winnings in one round; all winners"
            " share it in proportion."
        )
        blocks.insert(1, Callout(CalloutKind.NOTE, text, "Aggregate payout limit"))
        blocks.append(_exact_limited(sheet.exposure))
    if sheet.choice.study.joint is None:
        blocks.append(
            Paragraph(
                "Seats have results of their own here, so the edge of a whole table under a limit"
                " depends on who plays and is not given."
            )
        )
    return Section("Exposure", tuple(blocks))


def _scenarios(sheet: Sheet) -> Table:
    # Where all bets win at once there is no lost stake to take, and one column says it all.
    takes = any(one.winnings != one.house_loss for one in sheet.exposure)
    columns = [
        Column("Bets made"),
        Column("Seats", Kind.NUMBER),
        Column("Most paid", Kind.MONEY),
        *((Column("House loses", Kind.MONEY),) if takes else ()),
        Column("How often", Kind.PERCENT, places=4),
        Column("House edge", Kind.PERCENT, places=4),
    ]
    limited = sheet.terms.payout_limit is not None
    if limited:
        columns += [
            Column("Limit cuts", Kind.PERCENT, places=4),
            Column("Edge with limit", Kind.PERCENT, places=4),
        ]
    rows: list[tuple[Cell, ...]] = []
    for one in sheet.exposure:
        most = (one.winnings, one.house_loss) if takes else (one.winnings,)
        row = (one.what, one.seats, *most, one.chance, one.edge)
        rows.append((*row, one.limit_chance, one.limited_edge) if limited else row)
    return Table(tuple(columns), tuple(rows), "The worst round for a seat and for the table.")


def _exact_limited(exposure: tuple[Scenario, ...]) -> Block:
    """The exact edge wherever the limit changes it."""
    items = tuple(
        (f"{one.what}, {one.seats} {'seat' if one.seats == 1 else 'seats'}", one.limited_edge)
        for one in exposure
        if one.limited_edge is not None and one.limit_chance
    )
    if not items:
        return Paragraph("No bet alone and no table reaches the limit: no edge changes.")
    return Definitions(items)


def chips(sheet: Sheet) -> Section:
    """The smallest stake of each spot, and what rounding down would cost."""
    limits = sheet.head.limits
    stakes = Table(
        (
            Column("Spots"),
            Column("Pays"),
            Column("Smallest stake", Kind.MONEY),
            Column("Largest stake", Kind.MONEY),
            Column("Most it pays", Kind.MONEY),
        ),
        tuple(_spot_row(alike, limits) for alike in _alike(sheet.spots)),
        f"Stakes by spot; the smallest is what chips of {show_credits(limits.chip)} pay exactly.",
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
                bet_cell(one.group.short),
                one.chip,
                one.exact_stake,
                one.stake,
                one.group.first.house_edge,
                one.edge,
                short(one.edge),
            )
            for one in broken
        ),
        "What the edge would be if such stakes were taken and wins rounded down to a chip.",
    )
    return Section("Chips", (intro, stakes, table))


def _spot_row(alike: tuple[Spot, ...], limits: Limits) -> tuple[Cell, ...]:
    most = spot_mosts(alike[:1], limits)[0].winnings
    pays = ", ".join(odds.spoken() for odds in alike[0].odds)
    least = smallest_stake(alike[0], limits)
    return bet_cell(names([spot.key for spot in alike])), pays, least, limits.maximum, most


def _alike(spots: tuple[Spot, ...]) -> tuple[tuple[Spot, ...], ...]:
    """Spots of one area that pay the same odds, together."""
    found: dict[object, list[Spot]] = {}
    for spot in spots:
        found.setdefault((spot.area, spot.odds), []).append(spot)
    return tuple(tuple(alike) for alike in found.values())
