"""Monitors on simulated houses: an honest table rings no more often than the monitor states.

Every table is a house of its own: its record is read from the journal and watched as a running one
is. A rate far above the usual one is asked for, so that few tables can tell.
"""

from __future__ import annotations

from typing import Any

import pytest
from scipy import stats

from pitboss.equipment.draws import SeededBits
from pitboss.equipment.tops import Face
from pitboss.floor import simulated as simulated_house
from pitboss.floor.simulated import HousePlan
from pitboss.games.contract import Need
from pitboss.games.rounds import draw_for
from pitboss.games.steps import Draw
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.reports import report
from pitboss.protect.studies import StudyResult
from pitboss.store.store import Store
from tests.console.kit import UNTIL_MS, simulated
from tests.examples import in_soak
from tests.table.kit import edition_of, registry

GAMES = ("flip-it", "gin-and-win", "spin-n-win")
STATED = 0.2
BOUND = 1e-3


def found_at(store: Store, game: str, number: int) -> dict[str, Any]:
    """What the monitor says of one table of a simulated house."""
    edition = edition_of(game)
    reader = JournalReader(store, game, edition.head.hash, f"{game}-{number}")
    assert isinstance(reader.read(), int) and reader.rounds
    options = {"records": tuple(reader.rounds), "alarm": STATED, "running": True}
    made = report(registry().games[game].game, edition, "monitor", options)
    assert isinstance(made, StudyResult)
    return made.keys


@pytest.mark.parametrize(("tables", "days"), [(2, 1), in_soak(30, 4)])
def test_honest_tables_ring_no_more_often_than_stated(tables: int, days: int) -> None:
    plan = HousePlan(seed=11, until_ms=UNTIL_MS, days=days, tables=len(GAMES) * tables, hours=1)
    with simulated(plan=plan) as store:
        found = {game: [found_at(store, game, at + 1) for at in range(tables)] for game in GAMES}
    for game, each in found.items():
        rung = sum(bool(one["alerts"]) for one in each)
        assert stats.binomtest(rung, tables, STATED, "greater").pvalue > BOUND, game
        # A lapse is a fact of the record: dealers who write down what every void showed have none.
        assert not any(one["procedure"] for one in each), game
    every = sum(bool(one["alerts"]) for each in found.values() for one in each)
    assert stats.binomtest(every, len(GAMES) * tables, STATED, "greater").pvalue > BOUND


def test_a_simulated_house_with_a_loaded_top_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(need: Need, source: SeededBits) -> Draw | None:
        """Top A shows the joker in the place of red."""
        drawn = draw_for(need, source)
        if drawn is None or drawn.shown[0] is not Face.RED:
            return drawn
        return Draw((Face.JOKER, *drawn.shown[1:]))

    monkeypatch.setattr(simulated_house, "draw_for", loaded)
    plan = HousePlan(seed=11, until_ms=UNTIL_MS, days=1, tables=3, hours=1)
    with simulated(plan=plan) as store:
        alerts = found_at(store, "spin-n-win", 1)["alerts"]
    assert [one["who"] for one in alerts] == ["Top A"]
