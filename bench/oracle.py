"""How fast the oracle walks: cases of equally likely draws accounted for in a second.

Run from the project's root: `.venv/bin/python bench/oracle.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pitboss.exact.oracle import joint_distribution
from pitboss.exact.solvers import oracle_figures
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import unwrap
from pitboss.units import Credits, SpotKey

TURNS = 8
CLASSICS = Path(__file__).parents[1] / "classics" / "src" / "pitboss_classics"


def best_of(work: Callable[[], object]) -> float:
    """The processor time of the quickest turn."""
    took = []
    for _ in range(TURNS):
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return min(took)


def main() -> None:
    registry = Registry((GAMES_FOLDER, CLASSICS))
    for game, branches in (("roulette", 157 * 37), ("sic-bo", 50 * 216)):
        entry = registry.games[game]
        edition = unwrap(entry.edition())
        took = best_of(partial(oracle_figures, entry.game, edition))
        print(f"{game}: {branches:,} bets and results, {branches / took:,.0f} a second")
    entry = registry.games["baccarat"]
    edition = unwrap(entry.edition(changes={"cards.decks": "1", "cards.ranks": "369K"}))
    stakes = ((SpotKey("player"), Credits(1000)),)
    took = best_of(partial(joint_distribution, entry.game, edition, stakes))
    deals = 16 * 15 // 2 * (14 * 13 // 2) * 12 * 11
    print(f"baccarat of four ranks: {deals:,} deals, {deals / took:,.0f} a second")


if __name__ == "__main__":
    main()
