"""Strategies: let bets ride that win on average, which is best, or always, or never."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitboss.gamekit import Card, Decide, NeedDecisions
from pitboss.gamekit.proof import Decider, TableRound
from pitboss_classics.let_it_ride import BACK, COMMUNITY, RIDE, Edition
from pitboss_classics.let_it_ride.exact import riding_hands, shape_of


def strategies(edition: Edition) -> Mapping[str, Decider]:
    riding = riding_hands(edition)
    return {
        "best": _riding(lambda cards: shape_of(cards) in riding),
        "always-ride": _riding(lambda _cards: True),
        "never-ride": _riding(lambda _cards: False),
    }


def _riding(is_riding: Callable[[Sequence[Card]], bool]) -> Decider:
    def decide(current: TableRound, seat: int) -> Decide | None:
        need, state = current.need, current.state
        pending = need.pending if isinstance(need, NeedDecisions) else ()
        own = state.cards(f"seat {seat}") + state.cards(COMMUNITY)
        option = RIDE if is_riding(own) else BACK
        return next((Decide(one.actor, option) for one in pending if one.actor == seat), None)

    return decide
