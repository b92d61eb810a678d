"""flip~it: how a counter beats it, and a monitor of its tables."""

from __future__ import annotations

from pitboss.games.flip_it.rules import EXPOSED_CARD
from pitboss.protect.mistakes import MISTAKES
from pitboss.protect.monitor.study import monitor_study
from pitboss.protect.studies import Study, load_later

STUDIES = (
    Study(
        "counting",
        "What a player who remembers the cards earns, by cut card.",
        load_later("pitboss.protect.flip_it.report", "counting"),
        options=frozenset({"undealt", "continuous"}),
        samples=4_000_000,
        error=0.0001,
        quick=2048,
        first=256,
        full=8192,
    ),
    monitor_study(
        "Whether a player's stakes follow the cards, from the record of a table.",
        load_later("pitboss.protect.flip_it.monitor", "look"),
        (EXPOSED_CARD.key,),
    ),
    MISTAKES,
)
