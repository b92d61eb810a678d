"""Gin & Win: what shared hands, flashed cards and dealers' mistakes cost, and a monitor."""

from __future__ import annotations

from dataclasses import replace

from pitboss.protect.mistakes import MISTAKES
from pitboss.protect.monitor.study import monitor_study
from pitboss.protect.studies import Study, load_later

STUDIES = (
    Study(
        "collusion",
        "What players who show each other their hands can earn.",
        load_later("pitboss.protect.gin_and_win.report", "collusion"),
        options=frozenset({"players"}),
        samples=4_000_000,
        error=0.0005,
        quick=20_000,
        first=2048,
    ),
    Study(
        "exposure",
        "What exposed dealer cards, folded hands face up and small signals are worth.",
        load_later("pitboss.protect.gin_and_win.report", "exposure"),
        options=frozenset({"flashed", "signal"}),
        samples=200_000,
        error=0.001,
        quick=200,
        first=512,
    ),
    monitor_study(
        "Whether decisions fit hands that the seat could not see, from a record.",
        load_later("pitboss.protect.gin_and_win.monitor", "look"),
    ),
    replace(MISTAKES, make=load_later("pitboss.protect.gin_and_win.mistakes", "gin_mistakes")),
)
