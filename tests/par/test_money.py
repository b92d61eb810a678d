"""Win per hour, hold and chips: against plain arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from pitboss.exact.distributions import Distribution
from pitboss.games.bet_names import bet_names
from pitboss.games.bets import least_stake
from pitboss.par.earnings import earning
from pitboss.par.groups import groups_of
from pitboss.par.hold import bands, rounds_until_ahead
from pitboss.par.rounding import breakages, rounded_down
from pitboss.par.terms import Terms, terms_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import Credits
from tests.par.kit import chosen, terms


def test_the_win_of_an_hour_is_edge_times_pace_times_seats_times_bet() -> None:
    choice = chosen("spin-n-win")
    own = terms(choice)
    assert (own.pace_low, own.pace_high, own.seats, own.average_bet) == (45, 55, 7, 1000)
    found = earning(choice.figures().bets[0], own)
    assert found.per_seat == Fraction(50 * 1000, 64)
    assert found.table == tuple(Fraction(pace * 7 * 1000, 64) for pace in (45, 50, 55))


def test_a_bet_that_is_not_always_offered_wins_less() -> None:
    choice = chosen("flip-it")
    bonus = choice.figures().bets[-1]
    found = earning(bonus, terms(choice))
    assert found.per_seat == bonus.house_edge * bonus.offered * 60 * 1000


def test_hold_bands_are_the_edge_and_standard_errors() -> None:
    spread = chosen("spin-n-win").figures().bets[0].distribution
    band = bands(spread)[0]
    assert band.edge == Fraction(1, 64)
    assert math.isclose(band.high(2), 1 / 64 + 2 * spread.standard_deviation / 10)
    assert math.isclose(band.low(3), 1 / 64 - 3 * spread.standard_deviation / 10)


def test_the_house_is_ahead_after_nine_variances_over_the_edge_squared() -> None:
    spread = Distribution.of_counts({Fraction(-1): 3, Fraction(1): 1})
    assert rounds_until_ahead(spread) == 27  # 9 * 3/4 over 1/4
    assert rounds_until_ahead(Distribution.of_counts({Fraction(1): 1})) is None


def test_rounding_down_by_hand() -> None:
    """One chip on red: one Top pays nothing, two Tops pay one."""
    spread = chosen("spin-n-win").figures().bets[0].distribution
    edge = rounded_down(spread, stake=Credits(100), chip=Credits(100))
    assert edge == Fraction(25, 64) - Fraction(9, 64)
    assert rounded_down(spread, stake=Credits(200), chip=Credits(100)) == Fraction(1, 64)
    five = rounded_down(spread, stake=Credits(500), chip=Credits(100))
    assert five == (Fraction(25 * 5, 64) - Fraction(30 * 2, 64) - Fraction(9 * 5, 64)) / 5


def test_only_stakes_that_cannot_be_paid_are_listed() -> None:
    choice = chosen("spin-n-win")
    spots = choice.folder.game.all_spots(choice.edition)
    names = bet_names(spots)
    found = breakages(groups_of(choice.figures(), names), spots, choice.edition.head.limits)
    assert {one.group.first.bet for one in found} == {
        "single:red",
        "combo:red-green",
        "combo:yellow-red",
    }
    assert all(one.stake % one.exact_stake for one in found)
    assert all(one.edge > one.group.first.house_edge for one in found)
    flip = chosen("flip-it")
    cards = flip.folder.game.all_spots(flip.edition)
    groups = groups_of(flip.figures(), bet_names(cards))
    assert not breakages(groups, cards, flip.edition.head.limits)


def test_the_smallest_stake_is_within_the_limits() -> None:
    choice = chosen("spin-n-win", changes={"table.chip": "1.00", "table.minimum": "3.00"})
    spots = {spot.key: spot for spot in choice.folder.game.all_spots(choice.edition)}
    limits = choice.edition.head.limits
    assert least_stake(spots["single:red"], limits) == 400  # type: ignore[index]
    assert least_stake(spots["single:yellow"], limits) == 300  # type: ignore[index]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"pace": 0}, RefusalCode.WRONG_COUNT),
        ({"seats": 8}, RefusalCode.NO_SUCH_SEAT),
        ({"seats": 0}, RefusalCode.NO_SUCH_SEAT),
        ({"average_bet": "0.50"}, RefusalCode.BELOW_MINIMUM),
        ({"average_bet": "1000.50"}, RefusalCode.ABOVE_MAXIMUM),
        ({"average_bet": "ten"}, RefusalCode.BAD_AMOUNT),
        ({"payout_limit": "-1"}, RefusalCode.NOT_POSITIVE),
    ],
)
def test_terms_that_cannot_be_are_refused(asked: dict[str, int | str], code: RefusalCode) -> None:
    refusal = terms_of(chosen("spin-n-win").edition.head, **asked)  # type: ignore[arg-type]
    assert isinstance(refusal, Refusal)
    assert refusal.code is code


def test_terms_given_are_taken() -> None:
    head = chosen("spin-n-win").edition.head
    found = terms_of(head, pace=30, seats=3, average_bet="25", payout_limit="50000")
    assert found == Terms(30, 30, 3, Credits(2500), Credits(5_000_000))
    assert found.paces == (30,)
