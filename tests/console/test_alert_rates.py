"""Monitors on simulated houses: an honest table rings no more often than the monitor states.

Every table is a house of its own: its record is read from the journal once its days are over. A
running one of flip~it would be judged only after a whole shoe, some 300 rounds. A rate far above
the usual one is asked for, so that few tables can tell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from scipy import stats

from pitboss.equipment.draws import SeededBits
from pitboss.equipment.tops import Face
from pitboss.floor import simulated as simulated_house
from pitboss.floor.simulated import HousePlan
from pitboss.games.needs import Need
from pitboss.games.rounds import draw_for
from pitboss.games.steps import Draw
from pitboss.protect.monitor.hold import INSIDE
from pitboss.protect.monitor.journal import JournalReader
from pitboss.protect.reports import report
from pitboss.protect.studies import StudyResult
from pitboss.store.store import Store
from tests.console.kit import UNTIL_MS, simulated
from tests.examples import in_soak
from tests.table.kit import edition_of, registry

GAMES = ("flip-it", "gin-and-win", "spin-n-win")
STATED = 0.2
LEVELS = (0.5, 0.2, 0.05, 0.01)
KINDS = {"counting", "shared hands", "biased Top", "voids"}
BOUND = 1e-3


def found_at(store: Store, game: str, number: int) -> dict[str, Any]:
    """What the monitor says of one table of a simulated house."""
    edition = edition_of(game)
    reader = JournalReader(store, game, edition.head.hash, f"{game}-{number}")
    assert isinstance(reader.read(), int) and reader.rounds
    options = {"records": tuple(reader.rounds), "alarm": STATED}
    made = report(registry().games[game].game, edition, "monitor", options)
    assert isinstance(made, StudyResult)
    return made.keys


@pytest.mark.parametrize(("houses", "tables", "days"), [(1, 1, 1), in_soak(20, 5, 3)])
def test_honest_tables_ring_no_more_often_than_stated(houses: int, tables: int, days: int) -> None:
    rates = Rates()
    for seed in range(11, 11 + houses):
        count = len(GAMES) * tables
        plan = HousePlan(seed=seed, until_ms=UNTIL_MS, days=days, tables=count, hours=1)
        with simulated(plan=plan) as store:
            for game, at in product(GAMES, range(tables)):
                rates.take(game, found_at(store, game, at + 1))
    rates.check()


@dataclass
class Rates:
    """How often each monitor of honest tables said how much, by table: tables are independent."""

    rung: dict[str, list[bool]] = field(default_factory=dict)
    """By game, whether any watch of a table rang at the rate that was asked for."""
    said: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    """By what was watched for and its place at the table: `at most` so many honest tables."""
    outside: dict[str, list[bool]] = field(default_factory=dict)
    """By bet, whether the hold lay outside its band."""

    def take(self, game: str, found: dict[str, Any]) -> None:
        self.rung.setdefault(game, []).append(bool(found["alerts"]))
        # A lapse is a fact of the record: dealers who write down what every void showed have none.
        assert not found["procedure"], game
        for place, watch in enumerate(found["watches"]):
            self.said.setdefault((watch["kind"], place), []).append(watch["at_most"])
        for row in found["hold"]:
            low, high = row["band"]
            outside = not low <= row["won"] <= high
            self.outside.setdefault(f"{game} {row['bet']}", []).append(outside)

    def check(self) -> None:
        """No share is further above its statement than chance allows, over all comparisons."""
        assert {kind for kind, _ in self.said} == KINDS
        every = [one for each in self.rung.values() for one in each]
        compared = [(game, each, STATED) for game, each in self.rung.items()]
        compared += [("all", every, STATED)]
        compared += [
            (f"{kind} {place} at {level}", [one <= level for one in each], level)
            for (kind, place), each in self.said.items()
            for level in LEVELS
        ]
        compared += [(f"hold of {bet}", each, 1 - INSIDE) for bet, each in self.outside.items()]
        for name, each, stated in compared:
            found = stats.binomtest(sum(each), len(each), stated, "greater")
            assert found.pvalue > BOUND / len(compared), (name, sum(each), len(each))


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
