"""Spin N Win exactly: the solver equals the oracle, alone and jointly, on any Tops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isclose

import pytest

from pitboss.exact.distributions import Distribution
from pitboss.exact.oracle import joint_distribution
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.exact.spin_n_win import joint
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal
from pitboss.units import Credits

EDGES = {
    **dict.fromkeys(("single:red", "single:green", "single:blue", "single:joker"), "1/64"),
    "single:yellow": "1/16",
    **dict.fromkeys(("combo:red-green", "combo:red-blue", "combo:green-blue"), "9/128"),
    **dict.fromkeys(("combo:yellow-red", "combo:yellow-green", "combo:yellow-blue"), "7/128"),
    "combo:joker-joker": "3/64",
}

UNIT = Credits(100)


def covariance(joint: Mapping[tuple[Fraction, ...], Fraction], first: int, second: int) -> Fraction:
    """The covariance of two bets, from the joint probabilities of their net results."""
    product = sum((p * nets[first] * nets[second] for nets, p in joint.items()), Fraction(0))
    return product - mean_of(joint, first) * mean_of(joint, second)


def mean_of(joint: Mapping[tuple[Fraction, ...], Fraction], bet: int) -> Fraction:
    return sum((p * nets[bet] for nets, p in joint.items()), Fraction(0))


def weighted_sum(
    joint: Mapping[tuple[Fraction, ...], Fraction], weights: Iterable[Fraction]
) -> Distribution:
    """The distribution of a seat that bets these amounts on the joint bets."""
    stakes = tuple(weights)
    chances: dict[Fraction, Fraction] = {}
    for nets, chance in joint.items():
        net = sum((stake * n for stake, n in zip(stakes, nets, strict=True)), Fraction(0))
        chances[net] = chances.get(net, Fraction(0)) + chance
    return Distribution.of_probabilities(chances)


@pytest.fixture(scope="module")
def folder() -> GameFolder:
    found = Registry().find("spin-n-win")
    assert isinstance(found, GameFolder)
    return found


def edition_of(folder: GameFolder, changes: dict[str, str] | None = None) -> HasHead:
    edition = folder.edition(changes=changes)
    assert not isinstance(edition, Refusal), edition
    return edition


def test_the_edges_are_those_of_sixty_four_results(folder: GameFolder) -> None:
    """Red, by hand: 30 results pay a half, 9 pay one, 25 lose: 15 + 9 - 25 = -1 of 64."""
    figures = game_figures(folder.game, edition_of(folder))
    assert {bet.bet: str(bet.house_edge) for bet in figures.bets} == EDGES
    assert all(bet.distribution.total == 64 for bet in figures.bets)
    assert all(bet.element_of_risk == bet.house_edge for bet in figures.bets)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"tops.joker": "3", "tops.red": "1"},
        {"tops.yellow": "0"},
        {"pays.combo_red_green": "7/3", "pays.single_joker": "5"},
        {"pays.single_red": "7/11"},
    ],
    ids=str,
)
def test_the_solver_equals_the_oracle(folder: GameFolder, changes: dict[str, str]) -> None:
    edition = edition_of(folder, {**changes, "table.chip": "0.01", "table.maximum": "600.00"})
    solved = game_figures(folder.game, edition)
    walked = oracle_figures(folder.game, edition)
    for fast, slow in zip(solved.bets, walked.bets, strict=True):
        assert fast.bet == slow.bet
        cases = fast.distribution.total
        chances = {
            o.net: Fraction(o.count, slow.distribution.total) for o in slow.distribution.outcomes
        }
        assert Distribution.of_probabilities(chances, cases=cases) == fast.distribution


def test_the_joint_distribution_equals_the_oracle(folder: GameFolder) -> None:
    edition = edition_of(folder)
    spots = folder.game.all_spots(edition)
    walked = joint_distribution(folder.game, edition, tuple((s.key, UNIT) for s in spots))
    assert {tuple(Fraction(n, UNIT) for n in nets): p for nets, p in walked.items()} == joint(
        edition
    )


def test_a_seat_on_several_bets_has_exact_volatility(folder: GameFolder) -> None:
    """Red 10 and Red-Green 2: the variance is that of the sum, covariance included."""
    edition = edition_of(folder)
    together = joint(edition)
    stakes = [Fraction(0)] * 12
    stakes[0], stakes[5] = Fraction(10), Fraction(2)
    seat = weighted_sum(together, stakes)
    red, combo = covariance(together, 0, 0), covariance(together, 5, 5)
    assert seat.variance == 100 * red + 4 * combo + 40 * covariance(together, 0, 5)
    assert seat.mean == 10 * mean_of(together, 0) + 2 * mean_of(together, 5)
    assert isclose(seat.standard_deviation**2, float(seat.variance))
