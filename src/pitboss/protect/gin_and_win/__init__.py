"""Gin & Win: what shared hands, flashed cards and dealers' mistakes cost, and a monitor."""

from __future__ import annotations

from pitboss.protect.gin_and_win.mistakes import gin_mistakes
from pitboss.protect.gin_and_win.monitor import monitor
from pitboss.protect.gin_and_win.report import collusion, exposure
from pitboss.protect.monitor.watching import OPTIONS as MONITOR_OPTIONS
from pitboss.protect.studies import Study

STUDIES = (
    Study(
        "collusion",
        "What players earn who show each other their hands.",
        collusion,
        options=frozenset({"players"}),
        samples=4_000_000,
        error=0.0005,
        quick=20_000,
        first=2048,
    ),
    Study(
        "exposure",
        "What dealer cards in sight, folded hands face up and small signals are worth.",
        exposure,
        options=frozenset({"flashed", "signal"}),
        samples=200_000,
        error=0.001,
        quick=200,
        first=512,
    ),
    Study(
        "monitor",
        "The record of a table: who plays, and who deals, as only hidden knowledge explains.",
        monitor,
        options=MONITOR_OPTIONS,
    ),
    Study("mistakes", "What dealers' slips cost, by how often they happen.", gin_mistakes),
)
