"""How fast the oracle walks: cases of equally likely draws accounted for in a second.

Run from the project's root: `.venv/bin/python bench/oracle.py`. A case is one bet and one result of
a round of one draw, one bet and one roll of a position that it can be in, or one deal of cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import comb, perm
from pathlib import Path

from pitboss.exact.oracle import joint_distribution
from pitboss.exact.solvers import oracle_figures
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import unwrap
from pitboss.units import Credits, SpotKey

TURNS, WORK_S = 4, 1.0
FIRST = 28_700
"""Cases a second of the first oracle, which walked each bet of Spin N Win by itself."""
CLASSICS = Path(__file__).parents[1] / "classics" / "src" / "pitboss_classics"
UNIT = Credits(1000)

ONE_DRAW = {
    "spin-n-win": 12 * 8 * 8,
    "roulette": 157 * 37,
    "sic-bo": 50 * 6**3,
    "big-six": 7 * 54,
    "craps": 647 * 36,
}
"""Bets and results; for craps the positions of 35 bets, each with every roll."""

DEALS: dict[str, tuple[dict[str, str], tuple[str, ...], int]] = {
    "baccarat": (
        {"cards.decks": "1", "cards.ranks": "369K"},
        ("player",),
        comb(16, 2) * comb(14, 2) * perm(12, 2),
    ),
    "casino-war": ({"cards.decks": "1", "cards.ranks": "3579"}, ("ante",), perm(16, 7)),
    "three-card": ({"cards.ranks": "TJQ"}, ("ante",), comb(12, 3) * comb(9, 3)),
    "let-it-ride": ({"cards.ranks": "9TJ"}, ("base",), comb(12, 3) * perm(9, 2)),
    "flip-it": (
        {
            "cards.decks": "1",
            "cards.jokers": "0",
            "cards.ranks": "27T",
            "options.cut_undealt": "0",
        },
        ("inside:red", "inside:odd", "inside:low", "call:2", "call:7"),
        perm(12, 5),
    ),
    "gin-and-win": (
        {
            "cards.ranks": "A23",
            "cards.hand": "3",
            "qualifier.score": "2",
            "qualifier.rank": "2",
            "table.seats": "1",
        },
        ("ante", "gin-bonus"),
        comb(12, 3) * comb(9, 3),
    ),
}
"""Fewer cards than a table deals from: changes of the edition, what is bet, and how many deals."""


def best_of(work: Callable[[], object]) -> float:
    """The processor time of the quickest turn: other work on the machine slows some of them."""
    took: list[float] = []
    while len(took) < TURNS or sum(took) < WORK_S:
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return min(took)


def walks(registry: Registry) -> Iterator[tuple[str, int, Callable[[], object]]]:
    """Each game, its cases, and the walk over them."""
    for game, cases in ONE_DRAW.items():
        entry = registry.games[game]
        yield game, cases, partial(oracle_figures, entry.game, unwrap(entry.edition()))
    for game, (changes, spots, deals) in DEALS.items():
        entry = registry.games[game]
        edition = unwrap(entry.edition(changes=changes))
        stakes = tuple((SpotKey(spot), UNIT) for spot in spots)
        yield game, deals, partial(joint_distribution, entry.game, edition, stakes)


def main() -> None:
    for game, cases, walk in walks(Registry((GAMES_FOLDER, CLASSICS))):
        rate = cases / best_of(walk)
        print(f"{game:<12} {cases:>11,} cases {rate:>13,.0f} a second {rate / FIRST:>7,.1f} times")


if __name__ == "__main__":
    main()
