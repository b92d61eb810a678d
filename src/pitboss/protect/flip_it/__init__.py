"""flip~it: how a counter beats it, and a monitor of its tables."""

from __future__ import annotations

from pitboss.protect.flip_it.monitor import monitor
from pitboss.protect.flip_it.report import counting
from pitboss.protect.mistakes import mistakes
from pitboss.protect.monitor.watching import OPTIONS as MONITOR_OPTIONS
from pitboss.protect.studies import Study

STUDIES = (
    Study(
        "counting",
        "What a player who remembers the cards earns, by cut card.",
        counting,
        options=frozenset({"undealt", "continuous"}),
        samples=4_000_000,
        error=0.0001,
        quick=2048,
        first=256,
        full=8192,
    ),
    Study(
        "monitor",
        "Whether the money of a seat follows the cards, on the record of a table.",
        monitor,
        options=MONITOR_OPTIONS,
    ),
    Study("mistakes", "What dealers' slips cost, by how often they happen.", mistakes),
)
