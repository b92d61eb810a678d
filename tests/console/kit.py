"""A small simulated house for the tests of tallies, reports and the console."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

from pitboss.floor.counting import count_house
from pitboss.floor.simulated import HousePlan, simulate_house
from pitboss.store.store import Store
from tests.store.house import opened
from tests.table.kit import registry

LAST = date(2026, 3, 1)
UNTIL_MS = 1_772_409_599_999
"""The end of the last day; the day before lies in February."""
PLAN = HousePlan(seed=5, until_ms=UNTIL_MS, days=2, tables=3, hours=1)


def simulated(where: str = ":memory:", plan: HousePlan = PLAN) -> Store:
    """A house that was played and counted."""
    store = opened(where, is_threaded=False)
    rounds = simulate_house(store, registry(), plan, lambda *_: None)
    assert count_house(store) == rounds
    return store


@cache
def _file() -> bytes:
    """The usual house, played once for all tests of a process."""
    with simulated() as store:
        backend = store.backend
        with backend._lock:  # type: ignore[attr-defined]
            played: bytes = backend._writer().serialize()  # type: ignore[attr-defined]
    return played


def copied(where: Path) -> Store:
    """A copy of the usual house."""
    where.write_bytes(_file())
    return opened(str(where), is_threaded=False)
