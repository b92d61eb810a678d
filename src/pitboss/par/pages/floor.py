"""What the casino floor asks: exposure, win per hour, and chips."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.bets import least_stake
from pitboss.games.editions import Limits
from pitboss.games.paytables import describe_pays
from pitboss.games.spots import Spot
from pitboss.par.earnings import earning
from pitboss.par.exposure import Scenario, most_paid
from pitboss.par.pages.words import short
from pitboss.par.rounding import breakages
from pitboss.par.seat_results import SeatResults
from pitboss.par.sheet import Sheet
from pitboss.report.blocks import (
    Block,
    Callout,
    CalloutKind,
    Definitions,
    Paragraph,
    Section,
    Table,
)
from pitboss.report.tables import Field, fraction, money, number, percent, table, text
from pitboss.report.text import Text
from pitboss.units import Credits, say_credits

NO_CHANGE = "No bet and no table reaches the limit, so no edge changes."


def earnings(sheet: Sheet) -> Section:
    terms = sheet.terms
    win = table(
        [(group.name, earning(group.first, terms)) for group in sheet.groups],
        text("Bet", lambda row: row[0]),
        money("One seat an hour", lambda row: row[1].per_seat),
        money("Std. deviation", lambda row: row[1].deviation),
        *(_at_pace(at, pace) for at, pace in enumerate(terms.paces)),
        caption="Win per hour.",
    )
    pace = " to ".join(str(one) for one in dict.fromkeys((terms.pace_low, terms.pace_high)))
    words = (
        f"At {pace} rounds an hour, with {terms.seats} seats and an average bet of"
        f" {say_credits(terms.average_bet)} in every round that offers the bet. One seat is"
        " calculated at the middle of the pace, with the standard deviation of one hour."
    )
    return Section("Theoretical win", (Paragraph(words), win))


def _at_pace(at: int, pace: int) -> Field:
    return money(f"Table at {pace}", lambda row: row[1].table[at])


def exposure(sheet: Sheet) -> Section:
    """The most a round can pay, for a spot, a seat and the table."""
    limits, limit = sheet.head.limits, sheet.terms.payout_limit
    blocks: list[Block] = [
        Paragraph(
            f"Every bet at the largest stake of {say_credits(limits.maximum)}. Winnings are paid"
            " on top of the stakes returned; the house loses them less the stakes it takes."
        ),
        _scenarios(sheet),
    ]
    if limit is not None:
        blocks.insert(1, Callout(CalloutKind.NOTE, limit_words(limit), "Aggregate payout limit"))
        blocks += [_under_limit(sheet.exposure), _exact_limited(sheet.exposure)]
    if sheet.seat_results is not None and limit is not None:
        known = how_known(sheet.exposure, sheet.seat_results, limits=limits, limit=limit)
        blocks.append(Paragraph(known))
    return Section("Exposure", tuple(blocks))


def limit_words(limit: Credits) -> str:
    return (
        f"No more than {say_credits(limit)} in winnings is paid in one round; the winners share it"
        " in proportion. (A table that Pitboss deals refuses stakes that could win more, so no edge"
        " changes there.)"
    )


def how_known(
    exposure: tuple[Scenario, ...], seat_results: SeatResults, *, limits: Limits, limit: Credits
) -> str:
    """What is assumed, and what is proved, where seats hold different hands."""
    alone = Fraction(limit, limits.maximum) >= seat_results.undisturbed
    words = "Hands are played by the best strategy without a limit"
    if alone:
        words += "; for a seat alone at the table it is the best with this limit too"
    if all(one.limited_edge == one.limited_most for one in exposure):
        return f"{words}."
    return (
        f"{words}. The figures of one seat are exact. Several seats hold different hands from one"
        " deck against one dealer; where the edge of a table is given as a range, both ends are"
        " exact fractions and the edge is proved to lie between them. How often the limit then"
        " applies is not known."
    )


def _scenarios(sheet: Sheet) -> Table:
    # Where all bets win at once there is no lost stake to take, and one column says it all.
    takes = any(one.winnings != one.house_loss for one in sheet.exposure)
    return table(
        sheet.exposure,
        text("Bets made", "what"),
        number("Seats", "seats"),
        money("Most paid", "winnings"),
        *((money("House loses", "house_loss"),) if takes else ()),
        percent("How often", "chance", 4),
        percent("House edge", "edge", 4),
        caption="The worst round for one seat and for the whole table.",
    )


def _under_limit(exposure: tuple[Scenario, ...]) -> Table:
    """The edge under the limit, from and to where it is known as a bracket only."""
    bracket = any(one.limited_edge != one.limited_most for one in exposure)
    return table(
        exposure,
        text("Bets made", "what"),
        number("Seats", "seats"),
        percent("House edge", "edge", 4),
        percent("Limit cuts", "limit_chance", 4),
        percent("Edge from" if bracket else "Edge with limit", "limited_edge", 4),
        *((percent("to", "limited_most", 4),) if bracket else ()),
        caption="The house edge when no more than the limit is paid.",
    )


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
    limits, names = sheet.head.limits, sheet.names
    stakes = table(
        _alike(sheet.spots),
        text("Spots", lambda alike: names.several([spot.key for spot in alike])),
        text("Pays", lambda alike: describe_pays(alike[0])),
        money("Smallest stake", lambda alike: least_stake(alike[0], limits)),
        money("Largest stake", lambda _: limits.maximum),
        money("Most it pays", lambda alike: most_paid(alike[0], limits)),
        caption=f"Stakes by spot. The smallest is the least that {say_credits(limits.chip)} chips"
        " can pay exactly.",
    )
    intro = Paragraph(
        "The table refuses a stake that cannot be paid exactly at every odds its spot can win, so"
        " rounding never changes an edge."
    )
    broken = breakages(sheet.groups, sheet.spots, limits)
    if not broken:
        return Section("Chips", (intro, stakes))
    rounded = table(
        broken,
        text("Bet", lambda one: one.group.one_name),
        money("Smallest chip", "chip"),
        money("Exact from", "exact_stake"),
        money("Stake of one chip", "stake"),
        percent("House edge", "group.first.house_edge", 4),
        percent("Rounded down", "edge", 4),
        fraction("Exactly", lambda one: short(one.edge)),
        caption="The edge if such stakes were accepted and wins rounded down to a chip.",
    )
    return Section("Chips", (intro, stakes, rounded))


def _alike(spots: tuple[Spot, ...]) -> tuple[tuple[Spot, ...], ...]:
    """Spots of one area that pay the same odds, together."""
    found: dict[object, list[Spot]] = {}
    for spot in spots:
        found.setdefault((spot.area, spot.odds), []).append(spot)
    return tuple(tuple(alike) for alike in found.values())
