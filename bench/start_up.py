"""Seconds until a command or an import is done, beside an empty interpreter in the same run.

Every turn runs each once, in turn, so that a busy machine slows all alike; the best of the turns
counts. What is judged is the difference to the empty interpreter. Run: python bench/start_up.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

TURNS = 15
SOURCE = str(Path(__file__).parents[1] / "src")
RUN = "from pitboss.cli import main; raise SystemExit(main())"
SETTLE = ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=10")
EDGES = "import pitboss; pitboss.load('spin-n-win').edges()"
MEASURED: dict[str, tuple[tuple[str, ...], float]] = {
    "an empty interpreter": (("-c", ""), 0.0),
    "pitboss --help": (("-c", RUN, "--help"), 0.25),
    "pitboss settle": (("-c", RUN, *SETTLE), 0.35),
    "import pitboss": (("-c", "import pitboss; pitboss.load"), 0.15),
    "load and edges of Spin N Win": (("-c", EDGES), 0.45),
}


def seconds(arguments: tuple[str, ...]) -> tuple[float, float]:
    """How long a process took, and its own time on a processor."""
    before = os.times()
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": SOURCE},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    took = time.perf_counter() - began
    after = os.times()
    used = after.children_user + after.children_system
    return took, used - before.children_user - before.children_system


def main() -> None:
    """Measure all in turn and print the best of each."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in MEASURED}
    for _ in range(TURNS):
        for name, (arguments, _) in MEASURED.items():
            found[name].append(seconds(arguments))
    empty = min(took for took, _ in found["an empty interpreter"])
    for name, (_, most) in MEASURED.items():
        took = min(took for took, _ in found[name])
        used = min(used for _, used in found[name])
        wanted = f"; {took - empty:.3f} s more than empty, wanted {most} s" if most else ""
        print(f"{name}: {took:.3f} s, {used:.3f} s of processor time{wanted}")


if __name__ == "__main__":
    main()
