"""Spin N Win: what a biased Top costs, how soon it is seen, and a test on recorded spins."""

from __future__ import annotations

from pitboss.protect.mistakes import mistakes
from pitboss.protect.monitor.watching import OPTIONS as MONITOR_OPTIONS
from pitboss.protect.spin_n_win.monitor import monitor
from pitboss.protect.spin_n_win.report import bias
from pitboss.protect.studies import Study

STUDIES = (
    Study(
        "bias",
        "Every bet on Tops that are not fair, and how soon that is seen.",
        bias,
        options=frozenset({"face", "records", "alarm"}),
    ),
    Study(
        "monitor",
        "The record of a table: who plays, and who deals, as only hidden knowledge explains.",
        monitor,
        options=MONITOR_OPTIONS,
    ),
    Study("mistakes", "What dealers' slips cost, by how often they happen.", mistakes),
)
