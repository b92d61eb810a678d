"""Exact figures of Spin N Win and flip~it: whole sheets, and bets at any shoe.

    python bench/exact_tables.py

Each figure stands beside a straightforward way to the same answer, timed in the same run.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table

from pitboss.equipment.cards import parse_card
from pitboss.equipment.shoe import Composition
from pitboss.exact.flip_it import record_of
from pitboss.exact.flip_it.shoes import ShoeOdds, card_index, counts_of
from pitboss.exact.solvers import game_figures, oracle_figures
from pitboss.games.flip_it.row import made_hand
from pitboss.games.registry import Registry
from pitboss.invariants import check
from pitboss.refusals import unwrap

MICRO = 1e-6
ROW = ("7c", "7d", "2h", "Ks")


def best(work: Callable[[], object], turns: int, repeats: int) -> float:
    """Seconds of one turn, the best of several repeats."""
    times = []
    for _ in range(repeats):
        started = perf_counter()
        for _ in range(turns):
            work()
        times.append((perf_counter() - started) / turns)
    return min(times)


def main() -> int:
    table = Table("work", "seconds", "allowed", "baseline", "its seconds", "ratio")

    def row(work: str, seconds: float, allowed: str, baseline: str, slow: float) -> None:
        ratio = f"{slow / seconds:,.1f} x"
        table.add_row(work, f"{seconds:.3g}", allowed, baseline, f"{slow:.3g}", ratio)

    flip = unwrap(Registry().find("flip-it"))
    edition = record_of(unwrap(flip.edition()))
    cards = tuple(unwrap(parse_card(name)) for name in ROW)
    undealt = unwrap(Composition.full(edition.deck).without(cards))
    odds, counts = ShoeOdds.of(edition), counts_of(undealt)
    indices = [card_index(card) for card in cards]

    def card_by_card() -> Fraction:
        net = Fraction(0)
        for card, held in undealt.entries:
            made = made_hand(cards, card)
            net += held * (-1 if made is None else edition.bonus_odds(made[0]).to_one)
        return net / undealt.total

    check(odds.expected("bonus", counts, indices) == card_by_card(), "both ways agree")
    slow = best(card_by_card, 200, 3)
    for bet in ("inside:red", "call:7", "bonus"):
        once = best(partial(odds.expected, bet, counts, indices), 2000, 5)
        row(f"{bet} at any shoe", once, "2e-05", "bonus card by card in Python", slow)
    many, rows = np.tile(counts, (100_000, 1)), np.tile(np.array(indices), (100_000, 1))
    batch = best(lambda: odds.expected_many(many, rows), 1, 3) / len(many)
    row("all 19 bets, one of 100,000 shoes", batch, "", "bonus card by card in Python", slow)
    spin = unwrap(Registry().find("spin-n-win"))
    standard = unwrap(spin.edition())
    solved = best(lambda: game_figures(spin.game, standard), 20, 3)
    walked = best(lambda: oracle_figures(spin.game, standard), 1, 1)
    row("Spin N Win, all bets", solved, "", "the oracle, through the rules", walked)
    command = [sys.executable, "-c", "from pitboss.cli import main; main(['par', 'spin-n-win'])"]
    whole = best(lambda: subprocess.run(command, capture_output=True, check=True), 1, 3)
    bare = [sys.executable, "-c", "import cyclopts, rich.table"]
    empty = best(lambda: subprocess.run(bare, capture_output=True, check=True), 1, 3)
    row("pitboss par spin-n-win", whole, "1", "an empty process with its libraries", empty)
    Console(width=120).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
