"""Exposure: the most that one round can cost, and the edge when that is limited.

Winnings are what is paid beside the stakes. A limit on the sum of a round's winnings pays every
winner in proportion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import GameFigures
from pitboss.games.bet_names import BetNames, bet_names
from pitboss.games.bets import most_on
from pitboss.games.editions import Limits
from pitboss.games.spots import Spot
from pitboss.invariants import check
from pitboss.par.groups import groups_of
from pitboss.par.seat_results import SeatResults
from pitboss.par.studies import Joint, SheetStudy
from pitboss.par.table_limit import kept_back
from pitboss.par.terms import Terms
from pitboss.units import Credits

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Case:
    """One result per unit on each bet made: how likely, what is paid, what the player nets."""

    chance: Fraction
    winnings: Fraction
    net: Fraction


@dataclass(frozen=True, slots=True)
class Scenario:
    """Some bets made at the largest stake, and what a round of them can cost."""

    seats: int
    what: str
    """The bets, as the felt calls them."""
    winnings: Fraction
    """The most that is paid beside the stakes, in minor units."""
    house_loss: Fraction
    """The most the house can lose in the round, when lost stakes are taken."""
    chance: Fraction | None = None
    """How often the most is paid, where that is known."""
    edge: Fraction | None = None
    limited_edge: Fraction | None = None
    """The edge under the limit; where only a bracket is known, at least."""
    limited_most: Fraction | None = None
    """The edge under the limit at most: the same where it is known."""
    limit_chance: Fraction | None = None
    """How often the limit cuts what is paid."""
    key: str = ""
    """The bets as files of figures name them, where that differs."""

    @property
    def file_key(self) -> str:
        return self.key or self.what

    @property
    def is_cut(self) -> bool:
        """Whether the limit changes the edge, as far as is known."""
        return self.limited_most not in (None, self.edge)


def most_paid(spot: Spot, limits: Limits) -> Fraction:
    """The most one spot can pay at the largest stake, in minor units."""
    return spot.top_odds.to_one * most_on(spot, limits)


def scenarios(
    figures: GameFigures,
    spots: tuple[Spot, ...],
    study: SheetStudy,
    *,
    limits: Limits,
    terms: Terms,
    joint: Joint | None,
    seat_results: SeatResults | None,
) -> tuple[Scenario, ...]:
    """Each bet alone, a whole seat, and a full table."""
    most, limit = limits.maximum, terms.payout_limit
    own = {str(spot.key): most_on(spot, limits) for spot in spots}
    names = bet_names(spots)
    if seat_results is not None:
        return _with_own_results(
            figures, names, study, limits=limits, terms=terms, seat_results=seat_results
        )
    found = []
    for group in groups_of(figures, names):
        cases = _alone(group.first.distribution)
        stake = own.get(group.first.bet, most)
        alone = _scenario(1, group.one_name, cases, stake=stake, limit=limit)
        found.append(replace(alone, key=group.file_key))
        if joint is not None and terms.seats > 1:
            all_stakes = Credits(stake * terms.seats)
            full = _scenario(terms.seats, group.one_name, cases, stake=all_stakes, limit=limit)
            found.append(replace(full, key=group.file_key))
    if joint is None:
        return (*found, *_sums(spots, study, limits, terms))
    cases, wagered = _together(joint), _bets_made(joint)
    found += [
        _scenario(
            seats, "every bet", cases, stake=Credits(most * seats), limit=limit, wagered=wagered
        )
        for seats in sorted({1, terms.seats})
    ]
    return tuple(found)


def _alone(distribution: Distribution) -> tuple[Case, ...]:
    return tuple(
        Case(Fraction(one.count, distribution.total), max(one.net, NOTHING), one.net)
        for one in distribution.outcomes
    )


def _together(joint: Joint) -> tuple[Case, ...]:
    cases = []
    for nets, chance in joint.items():
        made = [net for net in nets if net is not None]
        won = sum((net for net in made if net > 0), NOTHING)
        cases.append(Case(chance, won, sum(made, NOTHING)))
    return tuple(cases)


def _bets_made(joint: Joint) -> Fraction:
    """How many bets are made in a round on average, those not offered left out."""
    return sum(
        (chance * sum(net is not None for net in nets) for nets, chance in joint.items()), NOTHING
    )


def _scenario(
    seats: int,
    what: str,
    cases: tuple[Case, ...],
    *,
    stake: Credits,
    limit: Credits | None,
    wagered: Fraction = Fraction(1),
) -> Scenario:
    most = max(case.winnings for case in cases)
    edge = -sum((case.chance * case.net for case in cases), NOTHING) / wagered
    limited, cut = None, None
    if limit is not None:
        share = Fraction(limit, stake)
        over = [case for case in cases if case.winnings > share]
        unpaid = sum((case.chance * (case.winnings - share) for case in over), NOTHING)
        limited = edge + unpaid / wagered
        cut = sum((case.chance for case in over), NOTHING)
    return Scenario(
        seats=seats,
        what=what,
        winnings=most * stake,
        house_loss=max(case.net for case in cases) * stake,
        chance=sum((case.chance for case in cases if case.winnings == most), NOTHING),
        edge=edge,
        limited_edge=limited,
        limited_most=limited,
        limit_chance=cut,
    )


def _with_own_results(
    figures: GameFigures,
    names: BetNames,
    study: SheetStudy,
    *,
    limits: Limits,
    terms: Terms,
    seat_results: SeatResults,
) -> tuple[Scenario, ...]:
    """Seats with results of their own: one seat exactly, a table as closely as it is known."""
    most, limit = limits.maximum, terms.payout_limit
    seat = tuple(Case(one.chance, one.winnings, one.net) for one in seat_results.cases)
    bets = Fraction(seat_results.bets)
    found: list[Scenario] = []
    parts = (seat_results.shared_only(), seat_results.own_only())
    check(len(figures.bets) == len(parts), "one bet on the own cards, and one against the dealer")
    for bet, part in zip(figures.bets, parts, strict=True):
        cases = _alone(bet.distribution)
        alone = _scenario(1, names(bet.bet), cases, stake=most, limit=limit)
        alone = replace(alone, key=bet.bet)
        found.append(alone)
        if terms.seats > 1:
            found.append(_table(alone, part, seats=terms.seats, stake=most, limit=limit))
    whole = _scenario(1, "every bet", seat, stake=most, limit=limit, wagered=bets)
    found.append(whole)
    if terms.seats > 1:
        table = _table(whole, seat_results, seats=terms.seats, stake=most, limit=limit)
        found.append(replace(table, what=_every_bet(study)))
    return tuple(found)


def _every_bet(study: SheetStudy) -> str:
    return "every bet" if study.most_together else "every bet, at most"


def _table(
    one_seat: Scenario,
    seat_results: SeatResults,
    *,
    seats: int,
    stake: Credits,
    limit: Credits | None,
) -> Scenario:
    """Several seats that bet like this one; without a limit their edges are the same."""
    table = replace(
        one_seat,
        seats=seats,
        winnings=one_seat.winnings * seats,
        house_loss=one_seat.house_loss * seats,
        chance=None,
        limited_edge=None,
        limited_most=None,
        limit_chance=None,
    )
    if limit is None or one_seat.edge is None:
        return table
    kept = kept_back(seat_results, seats=seats, limit=Fraction(limit, stake))
    units = seats * seat_results.bets
    return replace(
        table,
        limited_edge=one_seat.edge + kept.least / units,
        limited_most=one_seat.edge + kept.most / units,
        limit_chance=None if kept.most else NOTHING,
    )


def _sums(
    spots: tuple[Spot, ...], study: SheetStudy, limits: Limits, terms: Terms
) -> tuple[Scenario, ...]:
    """Seat and table as the sum of their spots: reached, or no more than a bound."""
    seat = sum((most_paid(spot, limits) for spot in spots), NOTHING)
    return tuple(
        Scenario(seats, _every_bet(study), seat * seats, seat * seats)
        for seats in sorted({1, terms.seats})
    )
