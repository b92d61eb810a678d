"""Exposure: the worst round by hand, and the edge under a limit over all bets at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from pitboss.par.exposure import Scenario, most_paid
from tests.par.kit import chosen, sheet

FACES = "rrggbbyj"
PAYS = {"r": Fraction(1, 2), "g": Fraction(1, 2), "b": Fraction(1, 2), "y": Fraction(1),
        "j": Fraction(3)}  # fmt: skip
COMBOS = {"rg": Fraction(5, 2), "rb": Fraction(5, 2), "gb": Fraction(5, 2), "yr": Fraction(9, 2),
          "yg": Fraction(9, 2), "yb": Fraction(9, 2), "jj": Fraction(60)}  # fmt: skip


def scenario(game: str, what: str, seats: int, limit: str | None = None) -> Scenario:
    found = [
        one for one in sheet(game, limit).exposure if (one.file_key, one.seats) == (what, seats)
    ]
    assert len(found) == 1
    return found[0]


def won_by_hand(pair: tuple[str, ...]) -> list[Fraction]:
    """What each of the twelve bets nets on a spin, written from the document."""
    nets = []
    for colour, pay in PAYS.items():
        times = sum(face in (colour, "j") for face in pair)
        nets.append(pay * times if times else Fraction(-1))
    for combo, pay in COMBOS.items():
        one, two = combo[0], combo[1]
        ways = {(one, two), (two, one)}
        hit = any(all(f in (w, "j") for f, w in zip(pair, way, strict=True)) for way in ways)
        nets.append(pay if hit else Fraction(-1))
    return nets


def test_two_jokers_win_every_bet_of_every_seat() -> None:
    most = sum(won_by_hand(("j", "j")), Fraction(0))
    assert most == 92
    one = scenario("spin-n-win", "every bet", 7)
    assert one.winnings == one.house_loss == most * 7 * 100_000
    assert one.chance == Fraction(1, 64)


@pytest.mark.parametrize(("seats", "limit"), [(1, 30_000), (7, 30_000), (7, 500_000)])
def test_the_edge_of_a_table_under_a_limit_by_hand(seats: int, limit: int) -> None:
    found = scenario("spin-n-win", "every bet", seats, str(limit))
    kept, cut = Fraction(0), 0
    for pair in product(FACES, repeat=2):
        nets = [net * seats * 1000 for net in won_by_hand(pair)]
        won = sum((net for net in nets if net > 0), Fraction(0))
        lost = -sum((net for net in nets if net < 0), Fraction(0))
        kept += lost - min(won, Fraction(limit))
        cut += won > limit
    assert found.limited_edge == kept / 64 / (12 * seats * 1000)
    assert found.limit_chance == Fraction(cut, 64)


def test_one_bet_under_a_limit() -> None:
    found = scenario("spin-n-win", "combo:joker-joker", 1, "30000")
    assert found.edge == Fraction(3, 64)
    assert found.limited_edge == Fraction(63, 64) - Fraction(30, 64)
    assert scenario("spin-n-win", "single:yellow", 1, "30000").limited_edge == Fraction(1, 16)


def test_a_ten_to_king_that_makes_the_royal_is_the_worst_flip() -> None:
    """A colour, Odd or Even, High, the rank called at 12, the royal at 50; the rest is lost."""
    one = scenario("flip-it", "every bet", 1)
    assert one.winnings == (1 + 1 + 1 + 12 + 50) * 100_000
    assert one.house_loss == (65 - 14) * 100_000
    rows, fifths = 4 * 4 * 8**4, 8
    assert one.chance == Fraction(416, 440) * Fraction(rows * fifths, comb(416, 4) * 412)


@pytest.mark.parametrize("game", ["spin-n-win", "flip-it"])
def test_all_bets_at_once_agree_with_each_bet_alone(game: str) -> None:
    choice = chosen(game)
    joint_of = choice.study.joint
    assert joint_of is not None
    joint = joint_of(choice.edition)
    assert sum(joint.values()) == 1
    for at, bet in enumerate(choice.figures().bets):
        offered = sum((p for nets, p in joint.items() if nets[at] is not None), Fraction(0))
        assert offered == bet.offered
        for outcome in bet.distribution.outcomes:
            chance = sum((p for nets, p in joint.items() if nets[at] == outcome.net), Fraction(0))
            assert chance / offered == Fraction(outcome.count, bet.distribution.total)


def test_a_spot_pays_its_highest_odds_on_the_largest_stake() -> None:
    choice = chosen("spin-n-win")
    spots = choice.folder.game.all_spots(choice.edition)
    most = {str(spot.key): most_paid(spot, choice.edition.head.limits) for spot in spots}
    assert most["single:joker"] == 600_000
    assert most["combo:joker-joker"] == 6_000_000
