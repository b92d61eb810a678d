"""How fast the oracle walks: cases of equally likely draws accounted for in a second.

Run from the project's root: `.venv/bin/python bench/oracle.py`.
"""

from __future__ import annotations

import time
from pathlib import Path

from pitboss.exact.oracle import joint_distribution
from pitboss.exact.solvers import oracle_figures
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import unwrap
from pitboss.units import Credits, SpotKey

CLASSICS = Path(__file__).parents[1] / "classics" / "src" / "pitboss_classics"


def main() -> None:
    registry = Registry((GAMES_FOLDER, CLASSICS))
    for game, branches in (("roulette", 157 * 37), ("sic-bo", 50 * 216)):
        entry = registry.games[game]
        edition = unwrap(entry.edition())
        begun = time.process_time()
        oracle_figures(entry.game, edition)
        took = time.process_time() - begun
        print(f"{game}: {branches:,} bets and results, {branches / took:,.0f} a second")
    entry = registry.games["baccarat"]
    edition = unwrap(entry.edition(changes={"cards.decks": "1", "cards.ranks": "369K"}))
    begun = time.process_time()
    joint_distribution(entry.game, edition, ((SpotKey("player"), Credits(1000)),))
    took = time.process_time() - begun
    deals = 16 * 15 // 2 * (14 * 13 // 2) * 12 * 11
    print(f"baccarat of four ranks: {deals:,} deals, {deals / took:,.0f} a second")


if __name__ == "__main__":
    main()
