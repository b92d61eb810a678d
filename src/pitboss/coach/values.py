"""Values: the exact worth of open bets and of decisions, for what one viewer has seen.

A module `coach/<game>` that defines `bet_values`, `decision` and `BASIS` is the coach of that game;
where there is none, or it has no answer now, a bet is worth what the sheet says.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from fractions import Fraction

from pitboss.coach.seen import Seen
from pitboss.exact.solvers import game_figures
from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.parts import find_part

EDITIONS_KEPT = 32
SHEET_BASIS = "The same in every round, whatever was seen before."


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """A decision of the viewer: owed, or made. Worths are minor units, all stakes included."""

    worths: dict[str, Fraction]
    made: str | None = None
    note: str = ""
    """What the worths leave out, in a sentence; empty where they leave out nothing."""

    @property
    def best(self) -> str:
        """The option worth most; the first of several."""
        return max(self.worths, key=lambda option: self.worths[option])

    @property
    def cost(self) -> Fraction:
        """What the decision made gave away against the best one; nothing while it is owed."""
        if self.made is None or self.made not in self.worths:
            return Fraction(0)
        return self.worths[self.best] - self.worths[self.made]


@dataclass(frozen=True, slots=True)
class Values:
    """The answer of the coach."""

    basis: str
    """What the numbers assume, in one sentence."""
    bets: dict[str, Fraction]
    """What one unit on a spot nets on average, by spot."""
    decision: DecisionValue | None = None


def values(game: AnyGame, edition: HasHead, seen: Seen) -> Values:
    """Everything that can be said now."""
    find_bets = find_part("coach", game, "bet_values")
    find_decision = find_part("coach", game, "decision")
    bets: dict[str, Fraction] | None = find_bets(edition, seen) if find_bets else None
    if bets is None:
        bets = sheet_values(game, edition)
    decision: DecisionValue | None = find_decision(edition, seen) if find_decision else None
    return Values(find_part("coach", game, "BASIS") or SHEET_BASIS, bets, decision)


def sheet_values(game: AnyGame, edition: HasHead) -> dict[str, Fraction]:
    """What one unit nets on average by the sheet, by the spot that is bet on."""
    key = game.key, str(edition.head.hash)
    if key not in _SHEETS:
        if len(_SHEETS) >= EDITIONS_KEPT:
            _SHEETS.popitem(last=False)
        _SHEETS[key] = _sheet(game, edition)
    return _SHEETS[key]


_SHEETS: OrderedDict[tuple[str, str], dict[str, Fraction]] = OrderedDict()


def _sheet(game: AnyGame, edition: HasHead) -> dict[str, Fraction]:
    by_bet = {bet.bet: bet.distribution.mean for bet in game_figures(game, edition).bets}
    groups: dict[str, list[str]] = {}
    for spot in game.all_spots(edition):
        groups.setdefault(spot.wager, []).append(str(spot.key))
    # Spots that are decided together are one bet, made on the first of them.
    named = {"-".join(keys): keys[0] for keys in groups.values()}
    return {named.get(bet, bet): mean for bet, mean in by_bet.items()}
