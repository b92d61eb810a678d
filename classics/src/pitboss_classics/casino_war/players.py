"""Strategies: war on every tie, which is best, or surrender."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.gamekit import Decide, NeedDecisions
from pitboss.gamekit.proof import Decider, TableRound
from pitboss_classics.casino_war import SURRENDER, WAR, Edition
from pitboss_classics.casino_war.exact import best_bet


def strategies(edition: Edition) -> Mapping[str, Decider]:
    surrenders = best_bet(edition).average_wager == 1
    best, other = (SURRENDER, WAR) if surrenders else (WAR, SURRENDER)
    return {"best": _always(best), f"always-{other}": _always(other)}


def _always(option: str) -> Decider:
    def decide(current: TableRound, seat: int) -> Decide | None:
        need = current.need
        pending = need.pending if isinstance(need, NeedDecisions) else ()
        return next((Decide(one.actor, option) for one in pending if one.actor == seat), None)

    return decide
