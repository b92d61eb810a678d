"""A game of one draw: bets, one draw for everybody, settlement. The shortest way to a new game.

A subclass says what can be bet, what is drawn and what each stake wins.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from pitboss.equipment.shown import Shown
from pitboss.games.contract import E
from pitboss.games.dealt import DealtGame
from pitboss.games.dealt_state import DealtState
from pitboss.games.editions import SEATS_MAX
from pitboss.games.layout import Place
from pitboss.games.needs import AnyDraw, Need, NeedNothing
from pitboss.games.settlement import Verdict
from pitboss.games.spots import PlacedBet
from pitboss.units import SeatIndex


class OneDrawGame(DealtGame[E]):
    """Bets, one draw of any equipment, settlement."""

    seats_max = SEATS_MAX

    @abstractmethod
    def equipment(self, edition: E) -> AnyDraw:
        """What is drawn, from fresh equipment in every round."""

    @abstractmethod
    def judge(self, edition: E, bet: PlacedBet, shown: Shown) -> Verdict:
        """What this stake wins when this shows."""

    def next_need(self, state: DealtState[E]) -> Need:
        return NeedNothing() if state.draws else self.equipment(state.edition)

    def places(self, state: DealtState[E], viewer: SeatIndex) -> tuple[Place, ...]:
        drawn = self.equipment(state.edition)
        return super().places(state, viewer) or (Place(drawn.place, "", drawn.kind, ()),)

    def verdict(self, state: DealtState[E], bet: PlacedBet) -> Verdict:
        return self.judge(state.edition, bet, state.shown)

    def verdicts(self, state: DealtState[E]) -> Iterable[Verdict]:
        judge, edition, shown = self.judge, state.edition, state.shown
        return [judge(edition, bet, shown) for bet in state.bets]
