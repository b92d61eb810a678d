"""Positions of dealt rounds, remembered: what showed before is applied and settled once.

A position is one state after bets are closed. Those that follow it are kept by what showed, cards
that the game calls alike taken as one, so that a round that has been seen is draws and look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.equipment.draws import BitSource, draw_below
from pitboss.equipment.shown import Shown
from pitboss.games.dealt import DealtGame
from pitboss.games.dealt_state import Start
from pitboss.games.needs import Need, NeedCards, NeedNothing
from pitboss.games.settlement import Line, Result
from pitboss.games.steps import Draw
from pitboss.refusals import unwrap
from pitboss.units import SeatIndex

KEPT_MAX = 200_000
"""Positions that are kept at once; beyond, what follows is worked out each time."""

Ended = tuple[tuple[SeatIndex, str, int, int], ...]
"""The stakes of a round that is over: seat, spot, net and stake, in minor units."""


class Position:
    """A position that waits for a draw, or the end of a round."""

    __slots__ = ("after", "cards", "carry", "ended", "need", "state")

    def __init__(self, state: Any, need: Need) -> None:
        self.state = state
        self.need = need
        self.cards: list[Card] = []
        self.after: dict[Hashable, Position] = {}
        self.ended: Ended | None = None
        self.carry: Any = None
        if isinstance(need, NeedCards):
            self.cards = [card for card, held in need.undealt.entries for _ in range(held)]

    def draw(self, source: BitSource) -> Shown:
        """What shows next, by the same bits as `need.draw`."""
        if not isinstance(self.need, NeedCards):
            return self.need.draw(source)  # type: ignore[union-attr]
        if self.need.count == 1:
            return (self.cards[draw_below(source, len(self.cards))],)
        left = self.cards.copy()
        return tuple([left.pop(draw_below(source, len(left))) for _ in range(self.need.count)])

    def first_alike(self, shown: Shown, alike: Callable[[Card], Hashable]) -> Shown:
        """The first cards there are that are like these: one position for all that are alike."""
        left, found = self.cards.copy(), []
        for one in shown:
            card = next(card for card in left if alike(card) == alike(one))  # type: ignore[arg-type]
            left.remove(card)
            found.append(card)
        return tuple(found)


class Positions:
    """The rounds of one game, edition and player that begin with fresh equipment."""

    def __init__(
        self,
        game: DealtGame[Any],
        alike: Callable[[Card], Hashable] | None,
        decide: Callable[[Any], Any],
        made_on: Callable[[Line], str],
        *,
        are_few: bool,
    ) -> None:
        """`decide` gives the state once every decision that is awaited was taken."""
        self.are_few = are_few
        self._game, self._alike, self._decide, self._made_on = game, alike, decide, made_on
        self._starts: dict[Hashable, Position] = {}
        self._felts: dict[Hashable, Position] = {}
        self._kept = 0

    def find_start(self, carry: Start) -> Position | None:
        """The position in which bets were closed after such a start before."""
        return self._starts.get((carry.memory, carry.up))

    def add_start(self, carry: Start, closed: Any) -> Position:
        # Every round begins without bets, so many starts share one felt.
        felt = (closed.memory, closed.bets)
        found = self._felts.get(felt) or self._make(closed)
        if self._kept < KEPT_MAX:
            self._starts[carry.memory, carry.up] = self._felts[felt] = found
            self._kept += 1
        return found

    def play(self, start: Position, source: BitSource) -> Position:
        """A round to its end."""
        here, alike = start, self._alike
        while here.ended is None:
            shown = here.draw(source)
            key: Hashable = shown
            if here.cards and alike is not None:
                key = tuple(map(alike, shown))  # type: ignore[arg-type]
            there = here.after.get(key)
            if there is None:
                if here.cards and alike is not None:
                    shown = here.first_alike(shown, alike)
                there = self._make(unwrap(self._game.apply(here.state, Draw(shown))))
                if self._kept < KEPT_MAX:
                    here.after[key] = there
                    self._kept += 1
            here = there
        return here

    def _make(self, state: Any) -> Position:
        decided = self._decide(state)
        need = self._game.need(decided)
        found = Position(decided, need)
        if isinstance(need, NeedNothing):
            found.ended, found.carry = self._settle(decided), self._game.carry(decided)
            found.state = None
        return found

    def _settle(self, state: Any) -> Ended:
        return end_of(self._game.settle(state), self._made_on)


def end_of(lines: tuple[Line, ...], made_on: Callable[[Line], str]) -> Ended:
    """What became of the stakes; one that stands is counted in the round that decides it."""
    return tuple(
        [
            (line.seat, made_on(line), line.net, line.stake)
            for line in lines
            if line.result is not Result.STANDS
        ]
    )
