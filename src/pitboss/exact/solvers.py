"""Solvers: the exact figures of any edition, by its game's own solver or by the oracle.

A folder `exact/<game>` that defines `figures(edition)` is the solver of that game; a game without
one is small enough for the oracle or has no sheet.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from fractions import Fraction
from typing import cast

from pitboss.equipment.cards import Card
from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.oracle import joint_distribution
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.units import Credits

Solver = Callable[[HasHead], GameFigures]
Values = Callable[[HasHead, tuple[Card, ...]], dict[str, Fraction]]


def game_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet of the edition, exactly."""
    solver = _found(game, "figures")
    return oracle_figures(game, edition) if solver is None else cast(Solver, solver)(edition)


def decision_values(
    game: AnyGame, edition: HasHead, cards: tuple[Card, ...]
) -> dict[str, Fraction] | None:
    """What each decision on a hand nets on average, per unit; None where nothing is decided."""
    values = _found(game, "decision_values")
    return None if values is None else cast(Values, values)(edition, cards)


def _found(game: AnyGame, name: str) -> object | None:
    """A function of the game's own solver, or None where it has none."""
    module = f"pitboss.exact.{game.key.replace('-', '_')}"
    if importlib.util.find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), name, None)


def oracle_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet by itself, walked through the rules of the live table."""
    unit = Credits(edition.head.limits.maximum)
    bets = []
    for spot in game.all_spots(edition):
        joint = joint_distribution(game, edition, ((spot.key, unit),))
        chances = {Fraction(nets[0], unit): chance for nets, chance in joint.items()}
        bets.append(BetFigures(spot.key, "stake", Distribution.of_probabilities(chances)))
    return GameFigures(tuple(bets), "Every chance walked through the rules of the table.")
