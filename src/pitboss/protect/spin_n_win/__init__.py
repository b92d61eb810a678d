"""Spin N Win: what a biased Top costs, how soon it is seen, and a test on recorded spins."""

from __future__ import annotations

from pitboss.games.spin_n_win.calls import INVALID_SPIN
from pitboss.protect.mistakes import MISTAKES
from pitboss.protect.monitor.study import monitor_study
from pitboss.protect.studies import Study, load_later

STUDIES = (
    Study(
        "bias",
        "What every bet is worth on biased Tops, and how soon a bias shows.",
        load_later("pitboss.protect.spin_n_win.report", "bias"),
        options=frozenset({"face", "records", "alarm"}),
    ),
    monitor_study(
        "Whether the Tops are fair and voids are honest, from a table's record.",
        load_later("pitboss.protect.spin_n_win.monitor", "look"),
        (INVALID_SPIN,),
    ),
    MISTAKES,
)
