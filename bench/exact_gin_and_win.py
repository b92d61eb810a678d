"""Gin & Win solved exactly, beside looking at all 133,784,560 hands once, in one run.

Times are the best of several turns; cold ones are fresh processes with an empty cache folder.
Run: python bench/exact_gin_and_win.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import combinations

import numpy as np
from rich.console import Console
from rich.table import Table

from pitboss.exact.gin_and_win import (
    census,
    dealer_counts,
    patterns,
    qualifying_hands,
    score_ranking,
    subset_tables,
    ties,
)
from pitboss.exact.gin_and_win.hand_values import hand_value
from pitboss.exact.gin_and_win.parameters import GinParameters
from pitboss.exact.gin_and_win.scoring import strengths_into
from pitboss.exact.gin_and_win.solve import solve

TURNS = 3
HAND = (0b11, 0b10001100000, 0b1, 0b100)
# The high-water mark of a process that was just started; getrusage would show its parent's.
MEMORY = """
import sys
from pitboss.cli import main
sys.argv = {argv!r}
try:
    main()
except SystemExit:
    pass
marks = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(int(marks[0].split()[1]) // 1024, file=sys.stderr)
"""


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def forget() -> None:
    """Throw away every table kept in memory; compiled code stays."""
    for module in (qualifying_hands, census, dealer_counts, patterns, score_ranking, ties):
        for name in vars(module).values():
            if hasattr(name, "cache_clear"):
                name.cache_clear()
    subset_tables.make_subset_tables.cache_clear()


def afresh(work: Callable[[], object]) -> Callable[[], object]:
    def forgetful() -> object:
        forget()
        return work()

    return forgetful


def every_hand() -> None:
    """All hands scored once on one core: four cards, and every three below them at a time."""
    card = np.arange(52)
    bits = np.where(np.arange(4)[:, None] == card % 4, 1 << card // 4, 0).astype(np.uint16)
    places = np.array(list(combinations(range(52), 3)))[:, ::-1]
    places = places[np.lexsort(places.T[::-1])]
    triples = [np.bitwise_or.reduce(row[places], axis=1) for row in bits]
    ends = np.searchsorted(places[:, 0], np.arange(52))
    out = np.empty(places.shape[0], dtype=np.uint16)
    looked = 0
    for four in combinations(range(3, 52), 4):
        end = ends[four[0]]
        held = np.bitwise_or.reduce(bits[:, four], axis=1)
        c, d, h, s = (held[suit] | triples[suit][:end] for suit in range(4))
        strengths_into(c, d, h, s, out[:end])
        looked += end
    if looked != 133_784_560:
        raise ValueError("a hand was missed")


def cold(argv: list[str]) -> tuple[float, int]:
    """A first run ever: seconds and mebibytes of a process with nothing compiled or cached."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PITBOSS_CACHE_DIR": folder}
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", MEMORY.format(argv=argv)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return time.perf_counter() - start, int(done.stderr.split()[-1])


def main() -> None:
    baseline = min(seconds(every_hand) for _ in range(2))
    table = Table("work", "seconds", "allowed", "times faster than every hand once")
    table.add_row("every hand once, one core", f"{baseline:.2f}", "", "1")
    qualifiers = iter(range(1, 1000))
    works: list[tuple[str, float, Callable[[], object]]] = [
        ("solve, all tables made anew", 0.5, afresh(lambda: solve(GinParameters(11)))),
        (
            "solve, another qualifier",
            0.5,
            lambda: solve(GinParameters(5 + next(qualifiers) % 9)),
        ),
        ("one hand's value, tables made anew", 1.0, afresh(lambda: value(HAND))),
        ("table of all 6,009,159 classes", 2.0, afresh(tabled)),
        ("solve by that table", 3.0, afresh(lambda: census.solve_by_census(GinParameters(11)))),
    ]
    tabled()
    for name, allowed, work in works:
        best = min(seconds(work) for _ in range(TURNS))
        table.add_row(name, f"{best:.3f}", f"{allowed}", f"{baseline / best:.0f}")
    took, megabytes = min(cold(["pitboss", "par", "gin-and-win"]) for _ in range(TURNS))
    table.add_row(f"pitboss par gin-and-win, first run, {megabytes} MB", f"{took:.2f}", "4", "")
    console = Console()
    console.print(table)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    console.print(f"Largest memory of this process: {peak} MB (the table of all classes: 1 GiB).")


def value(masks: tuple[int, ...]) -> object:
    return hand_value(masks, GinParameters(11))


def tabled() -> object:
    return census.take_census(GinParameters(11)).play_values()


if __name__ == "__main__":
    main()
