"""What the casino floor asks: exposure, win per hour, and chips."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.contract import Spot
from pitboss.games.editions import Limits
from pitboss.par.earnings import earning
from pitboss.par.exposure import Scenario, spot_mosts
from pitboss.par.pages.words import bet_cell, names, short
from pitboss.par.rounding import breakages, smallest_stake
from pitboss.par.seat_results import Crowd
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
    Text,
)
from pitboss.units import Credits, show_credits

NO_CHANGE = "No bet alone and no table reaches the limit: no edge changes."


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
        blocks.insert(1, Callout(CalloutKind.NOTE, limit_words(limit), "Aggregate payout limit"))
        blocks += [_under_limit(sheet.exposure), _exact_limited(sheet.exposure)]
    if sheet.crowd is not None and limit is not None:
        known = how_known(sheet.exposure, sheet.crowd, limits=limits, limit=limit)
        blocks.append(Paragraph(known))
    return Section("Exposure", tuple(blocks))


def limit_words(limit: Credits) -> str:
    """What an aggregate payout limit does."""
    return (
        f"No more than {show_credits(limit)} is paid in winnings in one round; all winners"
        " share it in proportion. (A table that Pitboss deals refuses stakes that could win"
        " more instead, and then no edge changes.)"
    )


def how_known(
    exposure: tuple[Scenario, ...], crowd: Crowd, *, limits: Limits, limit: Credits
) -> str:
    """What is assumed and proved where seats have results of their own."""
    alone = Fraction(limit, limits.maximum) >= crowd.undisturbed
    text = "Hands are decided as is best without a limit"
    if alone:
        text += "; for a seat alone at the table that is best with this limit too"
    if all(one.limited_edge == one.limited_most for one in exposure):
        return f"{text}."
    return (
        f"{text}. One seat is exact. Seats of a table have results of their own, from one deck and"
        " against one dealer: where the edge of a table is given as a bracket, both ends are"
        " exact fractions and the edge is proved to lie between them. How often the limit then"
        " cuts is not known."
    )


def _scenarios(sheet: Sheet) -> Table:
    # Where all bets win at once there is no lost stake to take, and one column says it all.
    takes = any(one.winnings != one.house_loss for one in sheet.exposure)
    columns = (
        Column("Bets made"),
        Column("Seats", Kind.NUMBER),
        Column("Most paid", Kind.MONEY),
        *((Column("House loses", Kind.MONEY),) if takes else ()),
        Column("How often", Kind.PERCENT, places=4),
        Column("House edge", Kind.PERCENT, places=4),
    )
    rows = tuple(
        (
            one.what,
            one.seats,
            *((one.winnings, one.house_loss) if takes else (one.winnings,)),
            one.chance,
            one.edge,
        )
        for one in sheet.exposure
    )
    return Table(columns, rows, "The worst round for a seat and for the table.")


def _under_limit(exposure: tuple[Scenario, ...]) -> Table:
    """The edge under the limit, from and to where it is known as a bracket only."""
    bracket = any(one.limited_edge != one.limited_most for one in exposure)
    edges = ("Edge from", "to") if bracket else ("Edge with limit",)
    columns = (
        Column("Bets made"),
        Column("Seats", Kind.NUMBER),
        Column("House edge", Kind.PERCENT, places=4),
        Column("Limit cuts", Kind.PERCENT, places=4),
        *(Column(title, Kind.PERCENT, places=4) for title in edges),
    )
    rows = tuple(
        (
            one.what,
            one.seats,
            one.edge,
            one.limit_chance,
            *(one.limited_edge, one.limited_most)[: len(edges)],
        )
        for one in exposure
    )
    return Table(columns, rows, "The house edge when no more than the limit is paid.")


def _exact_limited(exposure: tuple[Scenario, ...]) -> Block:
    """The exact edge wherever the limit changes it, or both ends of its bracket."""
    items: list[tuple[Text, Text]] = []
    for one in exposure:
        if one.limited_edge is None or not one.is_cut:
            continue
        name = f"{one.what}, {one.seats} {'seat' if one.seats == 1 else 'seats'}"
        if one.limited_edge == one.limited_most:
            items.append((name, one.limited_edge))
        elif one.limited_most is not None:
            items.append((name, (one.limited_edge, " to ", one.limited_most)))
    if not items:
        return Paragraph(NO_CHANGE)
    return Definitions(tuple(items))


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
