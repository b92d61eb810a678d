"""Strategies: how a player decides, found by the game's name; and the table that drives bets.

A module `players/<game>` that defines `strategies(edition)` gives a game its strategies by name,
the best one first; a game without decisions needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.exact.figures import BetFigures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.needs import NeedDecisions
from pitboss.games.parts import find_part
from pitboss.games.rounds import Round
from pitboss.games.steps import Bet, Decide
from pitboss.players.plans import BetPlan
from pitboss.players.wagers import wagers_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import SeatIndex

BEST = "best"

Decider = Callable[[Round, SeatIndex], Decide | None]
"""What a seat decides now; None where it owes nothing."""


def hasty(current: Round, seat: SeatIndex) -> Decide | None:
    """The option the table takes for a seat that does not act."""
    need = current.need
    if isinstance(need, NeedDecisions):
        for pending in need.pending:
            if pending.actor == seat:
                return Decide(seat, pending.hasty)
    return None


def strategies_of(game: AnyGame, edition: HasHead) -> Mapping[str, Decider]:
    """Every strategy of the game by name, the best one first."""
    make = find_part("players", game, "strategies")
    return {BEST: hasty} if make is None else make(edition)


def untouched_bets(game: AnyGame, edition: HasHead) -> frozenset[str]:
    """Bets whose figures hold under every strategy; all of them where nothing is decided."""
    find = find_part("players", game, "untouched_bets")
    if find is None:
        return frozenset(wager.name for wager in wagers_of(game, edition))
    found: frozenset[str] = find(edition)
    return found


def strategy_figures(game: AnyGame, edition: HasHead, name: str) -> tuple[BetFigures, ...]:
    """Exact figures of bets that a strategy other than the best changes, where they are known."""
    find = find_part("players", game, "strategy_figures")
    return () if find is None else find(edition, name)


def find_strategy(game: AnyGame, edition: HasHead, name: str) -> Decider | Refusal:
    """The strategy of that name, or the names there are."""
    known = strategies_of(game, edition)
    if name in known:
        return known[name]
    return Refusal(
        RefusalCode.UNKNOWN_OPTION,
        f"{game.title} has no strategy '{name}'; choose from {', '.join(known)}.",
    )


@dataclass(frozen=True, slots=True)
class TableBot:
    """A player who bets by a betting table and decides by a strategy.

    The row of the table is handed in and out, so that a bot can be replayed.
    """

    plan: BetPlan
    decider: Decider = hasty

    def bets(self, current: Round, seat: SeatIndex, row: int) -> tuple[Bet, ...]:
        """The stakes of the row on every spot of it that is open and takes so much now."""
        spots = {spot.key: spot for spot in current.game.spots(current.state, seat)}
        return tuple(
            Bet(seat, key, stake)
            for key, stake in self.plan.rows[row].stakes
            if (spot := spots[key]).closed is None and (spot.most is None or stake <= spot.most)
        )

    def decide(self, current: Round, seat: SeatIndex) -> Decide | None:
        return self.decider(current, seat)

    def next_row(self, row: int, net: int) -> int:
        """The row after a round that netted this much."""
        follows = self.plan.rows[row]
        if net == 0:
            return follows.pushed
        return follows.won if net > 0 else follows.lost
