"""The limit on what a whole table is paid, where seats have results of their own.

What the limit keeps back on average is bracketed by two exact fractions; docs/how-it-works proves
each bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from pitboss.par.seat_results import SeatCase, SeatResults

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Bracket:
    """At least and at most; equal where the value is known."""

    least: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands that pairs of seats do not tell apart."""

    name: str
    least_own: Fraction
    most_own: Fraction
    most: Fraction
    """The most that a seat with such a hand wins."""


@dataclass(frozen=True, slots=True)
class Table:
    """Some seats under a limit in units; `sure` kinds reach it by themselves."""

    seat_results: SeatResults
    seats: int
    limit: Fraction
    sure: tuple[Kind, ...]
    others: tuple[Kind, ...]
    """All other kinds, those that can win most first."""

    def mean(self, kinds: tuple[Kind, ...], *, above: Fraction) -> Fraction:
        """What a seat wins above an amount on average, counting only hands of these kinds."""
        names = {kind.name for kind in kinds}
        return sum(
            (
                case.chance * (case.winnings - above)
                for case in self.seat_results.cases
                if case.kind in names and case.winnings > above
            ),
            NOTHING,
        )

    def pair(self, one: Kind, two: Kind) -> Fraction:
        return self.seat_results.pairs.get((one.name, two.name), NOTHING)

    def both(self, kinds: tuple[Kind, ...]) -> Fraction:
        """How often two given seats both hold one of these kinds."""
        return sum((self.pair(one, two) for one, two in product(kinds, repeat=2)), NOTHING)


def kept_back(seat_results: SeatResults, *, seats: int, limit: Fraction) -> Bracket:
    """What the limit keeps back of a round's winnings on average, in units."""
    kinds = _kinds(seat_results.cases)
    sure = tuple(kind for kind in kinds if kind.least_own >= limit)
    others = tuple(kind for kind in kinds if kind.least_own < limit)
    table = Table(seat_results, seats, limit, sure, others)
    if seats * kinds[0].most <= limit:
        return Bracket(NOTHING, NOTHING)
    if seats == 1:
        exact = table.mean(kinds, above=limit)
        return Bracket(exact, exact)
    alike = seats * table.mean(kinds, above=limit / seats)
    parted = _sure_sum(table, most=True) + min(
        _shared_out(table), _anchored(table), _by_pairs(table)
    )
    alone = seats * table.mean(kinds, above=limit)
    on_average = seats * table.mean(kinds, above=NOTHING) - limit
    least = max(alone, on_average, _sure_least(table), NOTHING)
    return Bracket(least, min(alike, parted))


def _kinds(cases: tuple[SeatCase, ...]) -> tuple[Kind, ...]:
    names = dict.fromkeys(case.kind for case in cases if case.chance)
    kinds = []
    for name in names:
        own = [case for case in cases if case.kind == name and case.chance]
        kinds.append(
            Kind(
                name,
                least_own=min(case.own for case in own),
                most_own=max(case.own for case in own),
                most=max(case.winnings for case in own),
            )
        )
    return tuple(sorted(kinds, key=lambda kind: kind.most, reverse=True))


def _sure_sum(table: Table, *, most: bool) -> Fraction:
    """For each seat with a sure kind, all winnings of the round above the limit, bounded."""
    kinds = (*table.sure, *table.others)
    total = table.mean(table.sure, above=table.limit)
    for one in table.sure:
        beside = sum(
            (table.pair(one, two) * (two.most_own if most else two.least_own) for two in kinds),
            NOTHING,
        )
        shared = table.seat_results.beside[one.name] if most else NOTHING
        total += (table.seats - 1) * (beside + shared)
    return table.seats * total


def _sure_least(table: Table) -> Fraction:
    """Rounds with two sure seats are counted twice: taken off at the most they can be worth.

    To them come single seats of other kinds above the limit, less those beside a sure one.
    """
    seats = table.seats
    twice = comb(seats, 2) * _two_sure(table)
    over = max((kind.most - table.limit for kind in table.others), default=NOTHING)
    names = {kind.name for kind in table.sure}
    sure = sum((case.chance for case in table.seat_results.cases if case.kind in names), NOTHING)
    single = seats * table.mean(table.others, above=table.limit)
    single -= seats * (seats - 1) * max(over, NOTHING) * sure
    return _sure_sum(table, most=False) - twice + max(single, NOTHING)


def _two_sure(table: Table) -> Fraction:
    """With two given seats sure: all winnings above the limit on average, at most.

    A third seat wins at most some amount, and more only with a kind that is rare beside one
    sure seat; the amount that bounds best is taken.
    """
    kinds, both = (*table.sure, *table.others), table.both(table.sure)
    own = sum(
        (table.pair(one, two) * (one.most + two.most) for one, two in
         product(table.sure, repeat=2)), NOTHING
    )  # fmt: skip

    def third(amount: Fraction) -> Fraction:
        rare = (
            table.pair(one, two) * max(two.most - amount, NOTHING)
            for one, two in product(table.sure, kinds)
        )
        return amount * both + sum(rare, NOTHING)

    others = (table.seats - 2) * min(third(kind.most) for kind in kinds)
    return own - table.limit * both + others


def _shared_out(table: Table) -> Fraction:
    """No sure seat: every seat answers for its part of the limit."""
    return table.seats * table.mean(table.others, above=table.limit / table.seats)


def _anchored(table: Table) -> Fraction:
    """No sure seat: one seat has more than its part, and the others must win what is missing."""
    seats, limit = table.seats, table.limit
    anchors = tuple(kind for kind in table.others if kind.most * seats > limit)
    total = table.mean(anchors, above=limit)
    for one, two in product(anchors, table.others):
        missing = max(limit - one.most, NOTHING) / (seats - 1)
        total += (seats - 1) * table.pair(one, two) * max(two.most - missing, NOTHING)
    return seats * total


def _by_pairs(table: Table) -> Fraction:
    """No sure seat: rounds that need two seats or more of the highest kinds, paid by pairs."""
    bounds = [_shared_out(table)]
    for many in range(1, len(table.others) + 1):
        high, rest = table.others[:many], table.others[many:]
        top, low = high[0].most, rest[0].most if rest else NOTHING
        excess = [_excess(table, count, top=top, low=low) for count in range(table.seats + 1)]
        if excess[0] or excess[1]:
            continue
        worst = max(one / comb(count, 2) for count, one in enumerate(excess) if count >= 2)
        bounds.append(worst * comb(table.seats, 2) * table.both(high))
    return min(bounds)


def _excess(table: Table, count: int, *, top: Fraction, low: Fraction) -> Fraction:
    """The most above the limit when so many seats have high kinds."""
    return max(count * top + (table.seats - count) * low - table.limit, NOTHING)
