"""A game's own solver beside the oracle: every chance of every bet, compared as fractions.

A game too large for the oracle names less equipment in its `exact.py`: `REDUCED`, changes of an
edition.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.exact.figures import BetFigures, GameFigures
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.games.editions import HasHead
from pitboss.games.game_folder import GameFolder
from pitboss.games.parts import find_part
from pitboss.refusals import Refusal

WALKED_MAX = 3_000
"""Positions of one step up to which a whole edition is walked: some seconds."""

Law = dict[Fraction, Fraction]


def has_solver(entry: GameFolder) -> bool:
    return find_part("exact", entry.game, "figures") is not None


def disagreement(entry: GameFolder, edition: HasHead) -> str | None:
    """What a game's solver and the oracle say differently; None where they agree.

    Compared on less equipment where the game names some, else on the edition itself; an edition
    that is too large raises `Refused`.
    """
    reduced: dict[str, str] | None = find_part("exact", entry.game, "REDUCED")
    if reduced is None:
        walked = oracle_figures(entry.game, edition, most=WALKED_MAX)
    else:
        less = entry.edition(edition.head.key, changes=reduced)
        if isinstance(less, Refusal):
            return f"REDUCED is refused: {less.sentence}"
        edition, walked = less, oracle_figures(entry.game, less)
    return _compare(walked, game_figures(entry.game, edition))


def _compare(walked: GameFigures, solved: GameFigures) -> str | None:
    right, given = ({bet.bet: bet for bet in one.bets} for one in (walked, solved))
    if right.keys() != given.keys():
        return f"The solver names {list(given)}, not {list(right)}."
    for name, bet in right.items():
        one = given[name]
        if (_law(bet), bet.average_wager) != (_law(one), one.average_wager):
            edges = f"{_percent(one)} by the solver, {_percent(bet)} by the oracle"
            return f"{name}: {edges}, or other chances."
    return None


def _law(bet: BetFigures) -> Law:
    return {one.net: bet.distribution.probability(one.net) for one in bet.distribution.outcomes}


def _percent(bet: BetFigures) -> str:
    return f"{float(100 * bet.house_edge):.2f}%"
