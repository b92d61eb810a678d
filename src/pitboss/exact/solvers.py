"""Solvers: the exact figures of any edition, by its game's own solver or by the oracle.

A folder `exact/<game>` that defines `figures(edition)` is the solver of that game; a game without
one is small enough for the oracle or has no sheet.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.equipment.cards import Card
from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.oracle import joint_distribution
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part
from pitboss.units import Credits


def game_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet of the edition, exactly."""
    solver = find_part("exact", game, "figures")
    return oracle_figures(game, edition) if solver is None else solver(edition)


def decision_values(
    game: AnyGame, edition: HasHead, cards: tuple[Card, ...]
) -> dict[str, Fraction] | None:
    """What each decision on a hand nets on average, per unit; None where nothing is decided."""
    find = find_part("exact", game, "decision_values")
    return None if find is None else find(edition, cards)


def oracle_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet by itself, walked through the rules of the live table."""
    unit = Credits(edition.head.limits.maximum)
    bets = []
    for spot in game.all_spots(edition):
        joint = joint_distribution(game, edition, ((spot.key, unit),))
        chances = {Fraction(nets[0], unit): chance for nets, chance in joint.items()}
        bets.append(BetFigures(spot.key, "stake", Distribution.of_probabilities(chances)))
    return GameFigures(tuple(bets), "Every chance walked through the rules of the table.")
