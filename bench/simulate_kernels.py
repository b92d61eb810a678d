"""Simulation kernels on one core, each beside what a careful user would write, in one run.

Every figure is the best of several turns, ours and the baseline's taken in alternation, so that
a noisy machine slows both. Run: python bench/simulate_kernels.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent))

from simulate_baselines import (
    native_sevens,
    numpy_flips,
    numpy_spins,
    rounds_by_search,
    strength_by_search,
)

from pitboss.exact.gin_and_win import scoring
from pitboss.games.gin_and_win.edition import GinEdition
from pitboss.games.registry import Registry
from pitboss.invariants import check
from pitboss.simulate.generator import Words, chunk_state
from pitboss.simulate.kernels import flip_it, gin_and_win, spin_n_win
from pitboss.simulate.kernels.flip_it_packets import OFFERED, Stakes
from pitboss.simulate.kernels.gin_and_win_plan import best_plan

TURNS = 5
DECK = np.array([*(card for card in range(52) for _ in range(8)), *[52] * 24], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Race:
    """One kernel and its baseline: how much each does in a turn, and how."""

    name: str
    least: float
    aim: float
    units: int
    ours: Callable[[], object]
    baseline: str
    their_units: int
    theirs: Callable[[], object]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run(race: Race) -> tuple[float, float]:
    """Units a second, ours and the baseline's; the first turn compiles and is not counted."""
    race.ours()
    race.theirs()
    turns = [(seconds(race.ours), seconds(race.theirs)) for _ in range(TURNS)]
    ours, theirs = (min(column) for column in zip(*turns, strict=True))
    return race.units / ours, race.their_units / theirs


def state(game: str) -> Words:
    return chunk_state(seed=1, game=game, edition="bench", chunk=0)


def spins() -> Race:
    lanes, source = state("spin-n-win"), np.random.default_rng(1)
    nets = np.arange(12 * 64, dtype=np.int64).reshape(12, 64)
    return Race(
        "Spin N Win, rounds, 12 bets",
        1_500e6,
        3_000e6,
        500_000_000,
        lambda: spin_n_win.tally_spins(lanes, rounds=500_000_000),
        "NumPy: two faces chosen, look-up",
        2_000_000,
        lambda: numpy_spins(source, 2_000_000, nets),
    )


def hands() -> Race:
    edition = Registry().games["gin-and-win"].edition()
    check(isinstance(edition, GinEdition), "the default edition is shipped")
    plan = best_plan(edition)  # type: ignore[arg-type]
    jack = gin_and_win.qualifying_below(score=4, highest=11)
    lanes, tally = state("gin-and-win"), np.zeros(48, dtype=np.int64)
    return Race(
        "Gin & Win, rounds, best play, bonus",
        20e6,
        40e6,
        10_000_000,
        lambda: gin_and_win.tally_hands(lanes, rounds=10_000_000, qualifying=jack, plan=plan),
        "all arrangements, compiled alike",
        40_000,
        lambda: rounds_by_search(lanes, 40_000, jack, tally),
    )


def flips() -> Race:
    lanes, source = state("flip-it"), np.random.default_rng(1)
    nets = np.full((18, 27), -1, dtype=np.int32)
    stakes = Stakes(nets, -OFFERED)
    shoes = np.tile(DECK, (400, 1))
    return Race(
        "flip~it, rounds, 19 bets, bonus by row",
        80e6,
        150e6,
        30_000_000,
        lambda: flip_it.tally_shoes(
            lanes, rounds=30_000_000, deck=DECK, cut_undealt=52, stakes=stakes
        ),
        "NumPy: whole shoes permuted",
        len(shoes) * 384,
        lambda: numpy_flips(source, shoes, 52),
    )


def scores() -> Race:
    players, _ = gin_and_win.trace_hands(state("hands"), rounds=500_000)
    c, d, h, s = (
        ((players >> np.uint64(shift)) & np.uint64(0x1FFF)).astype(np.uint16)
        for shift in (0, 13, 26, 39)
    )
    out = np.empty(len(players), dtype=np.uint16)
    some = [tuple(i for i in range(52) if hand >> i & 1) for hand in players[:100_000].tolist()]
    _check_search(some[:2_000], scoring.score_hands(c, d, h, s))

    def ours() -> None:
        for _ in range(200):
            scoring.strengths_into(c, d, h, s, out)

    return Race(
        "Gin & Win, hands scored from suit masks",
        300e6,
        1_000e6,
        200 * len(players),
        ours,
        "phevaluator, native seven-card call",
        len(some),
        lambda: native_sevens(some),
    )


def _check_search(some: list[tuple[int, ...]], strengths: np.ndarray) -> None:
    """The baseline must do the same work: it finds the same strengths."""
    good, covered = np.zeros(128, dtype=np.bool_), np.zeros(128, dtype=np.bool_)
    for cards, strength in zip(some, strengths, strict=False):
        ranks, suits = np.array(cards) % 13, np.array(cards) // 13
        found = strength_by_search(ranks, suits, good, covered)
        check(found == strength, f"the search finds another strength for {cards}")


def main() -> None:
    table = Table(title="Simulation kernels, one core, millions a second, best of 5 turns")
    for heading in ("what", "ours", "at least", "aim", "baseline", "its rate", "ratio"):
        table.add_column(heading, justify="left" if heading in {"what", "baseline"} else "right")
    reached = True
    for make in (spins, hands, flips, scores):
        race = make()
        ours, theirs = run(race)
        reached &= ours >= race.least
        table.add_row(
            race.name,
            f"{ours / 1e6:,.1f}",
            f"{race.least / 1e6:,.0f}",
            f"{race.aim / 1e6:,.0f}",
            race.baseline,
            f"{theirs / 1e6:,.3f}",
            f"{ours / theirs:,.0f} x",
        )
    console = Console(width=130)
    console.print(table)
    console.print("Every figure is at least what it must be." if reached else "TOO SLOW.")


if __name__ == "__main__":
    main()
