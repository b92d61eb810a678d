"""Solvers: the exact figures of any edition, by its game's own solver or by the oracle.

A folder `exact/<game>` that defines `figures(edition)` is the solver of that game; a game
without one is small enough for the oracle or has no sheet. May import exact and games; called
by par, simulate, protect and cli.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from fractions import Fraction
from typing import cast

from pitboss.exact.distributions import Distribution
from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.oracle import joint_distribution
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.units import Credits

Solver = Callable[[HasHead], GameFigures]


def game_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet of the edition, exactly."""
    module = f"pitboss.exact.{game.key.replace('-', '_')}"
    if importlib.util.find_spec(module) is not None:
        return cast(Solver, importlib.import_module(module).figures)(edition)
    return oracle_figures(game, edition)


def oracle_figures(game: AnyGame, edition: HasHead) -> GameFigures:
    """Every bet by itself, walked through the rules of the live table."""
    unit = Credits(edition.head.limits.maximum)
    bets = []
    for spot in game.all_spots(edition):
        joint = joint_distribution(game, edition, ((spot.key, unit),))
        chances = {Fraction(nets[0], unit): chance for nets, chance in joint.items()}
        bets.append(BetFigures(spot.key, "stake", Distribution.of_probabilities(chances)))
    return GameFigures(tuple(bets), "Every chance walked through the rules of the table.")
