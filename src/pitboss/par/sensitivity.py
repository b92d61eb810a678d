"""Sensitivity: the exact change in edge under every other reasonable reading of a ruling."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.exact.figures import GameFigures
from pitboss.par.choices import Choice
from pitboss.par.difference import BetChange
from pitboss.par.studies import Reading


@dataclass(frozen=True, slots=True)
class Effect:
    """One reading and what it changes; no bets when it changes no edge."""

    reading: Reading
    bets: tuple[BetChange, ...]


def effect(choice: Choice, ruled: GameFigures, reading: Reading) -> Effect:
    """One reading against the edition as it is ruled."""
    found = {bet.bet: bet for bet in choice.figures_read_as(reading, ruled).bets}
    changes = tuple(BetChange(bet.bet, bet, found.get(bet.bet)) for bet in ruled.bets)
    return Effect(reading, tuple(one for one in changes if one.edge_change))
