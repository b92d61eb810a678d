"""The best play of Gin & Win as a plan for the kernel.

May import the game's edition, its exact decisions and its kernel; called by the model.
"""

from __future__ import annotations

from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.simulate.kernels.gin_and_win import Plan, plan_by_strength, qualifying_below


def best_plan(edition: GinEdition) -> Plan:
    """Every hand as is best for it."""
    qualifier = edition.qualifier
    return plan_by_strength(
        play_below=qualifying_below(score=qualifier.score, highest=qualifier.height)
    )
