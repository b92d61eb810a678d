"""Strategies: play the hands that are worth it, which is best, or play every hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.gamekit import Decide, NeedDecisions
from pitboss.gamekit.proof import Decider, TableRound
from pitboss_classics.three_card import FOLD, RAISE, Edition
from pitboss_classics.three_card.exact import lowest_played
from pitboss_classics.three_card.hands import Strength, strength


def strategies(edition: Edition) -> Mapping[str, Decider]:
    lowest = lowest_played(edition)
    return {
        "best": _playing(lambda hand: hand >= lowest),
        "always-play": _playing(lambda _hand: True),
    }


def _playing(is_played: Callable[[Strength], bool]) -> Decider:
    def decide(current: TableRound, seat: int) -> Decide | None:
        need = current.need
        pending = need.pending if isinstance(need, NeedDecisions) else ()
        own = strength(current.state.cards(f"seat {seat}"))
        option = RAISE if is_played(own) else FOLD
        return next((Decide(one.actor, option) for one in pending if one.actor == seat), None)

    return decide
