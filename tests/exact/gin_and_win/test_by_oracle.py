"""Gin & Win solved equals the oracle that walks every deal through the rules of the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.equipment.cards import parse_cards
from pitboss.exact.distributions import Distribution
from pitboss.exact.gin_and_win import decision_values
from pitboss.exact.oracle import Joint, joint_distribution
from pitboss.exact.solvers import game_figures
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.units import Credits, SpotKey

UNIT = Credits(100)
ANTE, PLAY, BONUS = SpotKey("ante"), SpotKey("play"), SpotKey("gin-bonus")

SMALL = {
    "nine cards": {"ranks": "A23", "suits": "cdh", "hand": "3", "score": "2", "rank": "2"},
    "ten cards": {"ranks": "A2345", "suits": "cd", "hand": "3", "score": "2", "rank": "4"},
    "loose qualifier": {"ranks": "A2345", "suits": "cd", "hand": "3", "score": "3", "rank": "3"},
    "pairs only": {"ranks": "A234", "suits": "cdh", "hand": "2", "score": "2", "rank": "3"},
}


@pytest.fixture(scope="module")
def folder() -> GameFolder:
    return unwrap(Registry().find("gin-and-win"))


def small_edition(folder: GameFolder, name: str) -> HasHead:
    values = SMALL[name]
    changes = {f"cards.{key}": values[key] for key in ("ranks", "suits", "hand")}
    changes |= {f"qualifier.{key}": values[key] for key in ("score", "rank")}
    return unwrap(folder.edition(changes={**changes, "table.seats": "1"}))


def of_spots(joint: Joint, *wanted: int) -> dict[Fraction, Fraction]:
    """The distribution of the sum of some of the spots, per unit."""
    chances: dict[Fraction, Fraction] = {}
    for nets, chance in joint.items():
        net = Fraction(sum(nets[at] for at in wanted), UNIT)
        chances[net] = chances.get(net, Fraction(0)) + chance
    return chances


def chances_of(distribution: Distribution) -> dict[Fraction, Fraction]:
    return {o.net: Fraction(o.count, distribution.total) for o in distribution.outcomes}


@pytest.mark.parametrize("name", SMALL)
def test_the_solver_equals_the_oracle(folder: GameFolder, name: str) -> None:
    edition = small_edition(folder, name)
    stakes = ((ANTE, UNIT), (BONUS, UNIT))
    joint = joint_distribution(folder.game, edition, stakes, spots=(ANTE, PLAY, BONUS))
    base, bonus = game_figures(folder.game, edition).bets
    walked = of_spots(joint, 0, 1)
    mean = sum((net * chance for net, chance in walked.items()), Fraction(0))
    assert base.distribution.mean == mean
    assert chances_of(base.distribution) == walked
    assert chances_of(bonus.distribution) == of_spots(joint, 2)


def test_the_value_of_the_document_s_hand(folder: GameFolder) -> None:
    cards = parse_cards("Ac Ah 7d 8d Jd 3s 2c")
    assert isinstance(cards, tuple)
    values = decision_values(unwrap(folder.edition()), cards)
    assert values["fold"] == -1
    assert Fraction(1, 2) < values["play"] < 2
