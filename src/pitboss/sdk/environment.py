"""A Gymnasium-style environment for games with one seat and decisions.

It has the methods and return values of a Gymnasium environment without needing that package. The
exact value of every action is in `info`, so that a policy can be compared with best play.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from pitboss.equipment.cards import Card, show_cards
from pitboss.equipment.draws import SeededBits
from pitboss.games.needs import NeedDecisions, NeedNothing, Pending
from pitboss.games.rounds import Round as RulesRound
from pitboss.games.rounds import begin, draw_for, take
from pitboss.games.steps import Bet, CloseBets, Decide
from pitboss.refusals import Refusal, RefusalCode, Refused, unwrap, unwrap_or_raise
from pitboss.sdk.game import Amount, Game, load, to_credits
from pitboss.units import SeatIndex, SpotKey

SEAT = SeatIndex(1)
ALONE = f"seat {SEAT}"


class DecisionEnv:
    """One seat that decides; a round is an episode, the reward is its net in first stakes."""

    def __init__(self, game: Game, bet: str, stake: Amount) -> None:
        self.game = game
        self._folder, self._edition = game._folder, game._edition
        self._bet = Bet(SEAT, SpotKey(bet), to_credits(stake))
        self._bits = SeededBits(b"0")
        self._round: RulesRound | None = None
        self._cards: tuple[Card, ...] = ()
        self.actions: tuple[str, ...] = ()
        """The options open now, in the order of their numbers."""

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a round up to the first decision: observation and info."""
        if seed is not None:
            self._bits = SeededBits(str(seed).encode())
        current = unwrap_or_raise(begin(self._folder.game, self._edition, seats=(SEAT,)))
        for step in (self._bet, CloseBets()):
            current = unwrap_or_raise(take(current, step))
        self._cards = ()
        return self._advance(current)

    def step(self, action: int | str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Decide; observation, reward, whether the round is over, False, and info."""
        if self._round is None or not self.actions:
            raise Refused(Refusal(RefusalCode.NOT_NOW, "Call reset() to deal a round first."))
        option = self.actions[action] if isinstance(action, int) else action
        current = unwrap_or_raise(take(self._round, Decide(SEAT, option)))
        observation, info = self._advance(current)
        is_over = not self.actions
        net = sum(line.net for line in self._round.lines()) if is_over else 0
        return observation, net / self._bet.stake, is_over, False, info

    def _advance(self, current: RulesRound) -> tuple[dict[str, Any], dict[str, Any]]:
        while not isinstance(need := current.need, NeedDecisions | NeedNothing):
            draw = draw_for(need, self._bits)
            if draw is None:
                sentence = f"{self.game.title} asks for more than one decision-maker; use rounds."
                raise Refused(Refusal(RefusalCode.NOT_NOW, sentence))
            if getattr(need, "place", "") == ALONE:
                self._cards += tuple(card for card in draw.shown if isinstance(card, Card))
            current = unwrap(take(current, draw))
        self._round = current
        pending = _pending(need)
        self.actions = () if pending is None else tuple(one.key for one in pending.options)
        view: Any = self._folder.game.view(current.state, SEAT)
        return msgspec.to_builtins(view), {"actions": self.actions, "values": self._values()}

    def _values(self) -> dict[str, Fraction]:
        if not self.actions or not self._cards:
            return {}
        return self.game.decision_values(show_cards(self._cards))


def _pending(need: object) -> Pending | None:
    if not isinstance(need, NeedDecisions):
        return None
    return next((one for one in need.pending if one.actor == SEAT), None)


def make_env(
    game: str | Game, *, bet: str, stake: Amount = 10, edition: str | None = None
) -> DecisionEnv:
    """An environment of a game in which one seat decides, with one bet a round."""
    return DecisionEnv(load(game, edition) if isinstance(game, str) else game, bet, stake)
