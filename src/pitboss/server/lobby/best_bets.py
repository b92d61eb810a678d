"""Figures for the lobby: the exact edge of each game's best bet, worked out once off the loop.

Until a figure is known the lobby shows none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.exact.kept_figures import keep_figures
from pitboss.games.bet_names import bet_names
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.registry import Registry
from pitboss.refusals import Refusal
from pitboss.report.figures import Kind, show
from pitboss.server.edge.errors import Denial
from pitboss.server.edge.side_threads import HOUSE, SideThreads


@dataclass(frozen=True, slots=True)
class BestBet:
    label: str
    edge: Fraction

    @property
    def percent(self) -> str:
        return show(self.edge, kind=Kind.PERCENT, typeset=False)

    @property
    def fraction(self) -> str:
        return f"{self.edge.numerator}/{self.edge.denominator}"


def best_bet(game: AnyGame, edition: HasHead) -> BestBet:
    """The bet with the lowest exact edge; the first of several.

    A bet that is made only behind another, as its limit says, is nobody's choice by itself.
    """
    spots = game.all_spots(edition)
    behind = {str(spot.key) for spot in spots if spot.times is not None}
    alone = (bet for bet in keep_figures(game, edition).bets if bet.bet not in behind)
    found = min(alone, key=lambda bet: bet.house_edge)
    return BestBet(bet_names(spots)(found.bet), found.house_edge)


@dataclass(slots=True)
class Figures:
    registry: Registry
    threads: SideThreads
    known: dict[str, BestBet] = field(default_factory=dict)

    async def work_out(self) -> None:
        for key, folder in self.registry.games.items():
            edition = folder.edition()
            if not isinstance(edition, Refusal):
                found = await self.threads.run(HOUSE, best_bet, folder.game, edition)
                if isinstance(found, Denial):
                    return
                self.known[key] = found
