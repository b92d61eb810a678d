"""Figures: what the mathematics of one bet of one edition comes to.

The common shape in which every game's solver answers, so that sheets, simulation and protection
need not know games.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.exact.distributions import Distribution


@dataclass(frozen=True, slots=True)
class RowFigures:
    """A bet given what the player sees when it is offered, such as a bonus by the row."""

    row: str
    probability: Fraction
    """How often the row occurs among all rounds."""
    distribution: Distribution


@dataclass(frozen=True, slots=True)
class BetFigures:
    """One bet, per unit: the net distribution, and how much is wagered on average."""

    bet: str
    """The spot key; a base game of several spots has a name of its own, such as `ante-play`."""
    unit: str
    """What one unit is: the stake, or the Ante of a game that raises it."""
    distribution: Distribution
    average_wager: Fraction = Fraction(1)
    """Units wagered on average, raises included."""
    offered: Fraction = Fraction(1)
    """How often the bet is offered; the figures are per unit bet when it is."""
    rows: tuple[RowFigures, ...] = ()
    rounds: Fraction = Fraction(1)
    """Rounds that the bet lies on the felt until it is decided, on average."""
    all_money: Fraction | None = None
    """The edge on all money, where the bet is made to its limit behind another one."""

    @property
    def edge_resolved(self) -> Fraction:
        """The edge on bets that are won or lost, pushes left out."""
        pushed = self.distribution.probability(Fraction(0))
        return self.house_edge / (1 - pushed) if pushed < 1 else self.house_edge

    @property
    def edge_per_round(self) -> Fraction:
        """The edge by round that the bet lies on the felt."""
        return self.house_edge / self.rounds

    @property
    def house_edge(self) -> Fraction:
        return self.distribution.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_wager


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a strategy card: hands that are decided alike, or nearly."""

    hand: str
    decision: str
    """`play`, `fold`, or `mostly play` and `mostly fold` where single hands differ."""
    hands: int
    played: int
    cost: Fraction
    """Units lost on average by deciding the whole line in this one way."""


@dataclass(frozen=True, slots=True)
class GameFigures:
    """All bets of one edition, and how they were found."""

    bets: tuple[BetFigures, ...]
    method: str
    """How the figures were found, in a sentence a lab can follow."""
    strategy: tuple[str, ...] = ()
    """How to play the base game best, in sentences; empty where nothing is decided."""
