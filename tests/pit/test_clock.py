"""The house clock: steady through jumps of the wall clock, never back, jumps told once."""

from __future__ import annotations

from pathlib import Path

from pitboss.ledger.limits import DAY_MS
from pitboss.pit.clock import HouseClock
from pitboss.pit.pit import Pit
from pitboss.pit.sealed import Seals
from pitboss.pit.self_checks import record_jump, run_checks
from pitboss.pit.software import Software
from pitboss.pit.wallet import Wallet
from pitboss.store.records import Committed
from pitboss.store.store import Store
from tests.floor.simulation import Clocks
from tests.pit.kit import KEY, floor
from tests.store.house import NOW_MS
from tests.table.kit import registry

HOUR_MS = 3_600_000


def test_a_jump_of_the_wall_clock_moves_nothing() -> None:
    clocks = Clocks()
    clock = HouseClock.start(clocks.wall, clocks.steady)
    clocks.pass_ms(1_000)
    assert clock.now() == NOW_MS + 1_000
    for jump in (HOUR_MS, -2 * HOUR_MS, DAY_MS):
        clocks.wall_ms += jump
        assert clock.now() == NOW_MS + 1_000
    assert clock.jump() == DAY_MS - HOUR_MS
    assert clock.jump() is None
    clocks.pass_ms(5)
    assert clock.now() == NOW_MS + 1_005


def test_a_restart_with_a_clock_that_went_back_starts_at_the_newest_record() -> None:
    clocks = Clocks(wall_ms=NOW_MS - HOUR_MS)
    clock = HouseClock.start(clocks.wall, clocks.steady, not_before_ms=NOW_MS)
    assert clock.now() == NOW_MS
    clocks.pass_ms(10)
    assert clock.now() == NOW_MS + 10


def test_a_day_on_the_wall_clock_raises_no_limit() -> None:
    house = floor()
    clocks = Clocks()
    clock = HouseClock.start(clocks.wall, clocks.steady)
    store: Store = house.store
    wallet = Wallet(store, clock.now)
    assert isinstance(wallet.refill("alice", client_id="f"), Committed)
    assert isinstance(wallet.set_limit("alice", "stake", 500, client_id="a"), Committed)
    assert isinstance(wallet.set_limit("alice", "stake", 50_000, client_id="b"), Committed)
    clocks.wall_ms += 2 * DAY_MS
    limits = wallet.limits("alice")
    assert isinstance(limits, dict)
    assert [state.in_force for state in limits.values()] == [500]
    clocks.pass_ms(DAY_MS)
    later = wallet.limits("alice")
    assert isinstance(later, dict)
    assert [state.in_force for state in later.values()] == [50_000]
    assert isinstance(Pit(store, registry(), Seals(KEY, bytes), clock.now).recover(), tuple)


def test_a_jump_is_put_on_record_once(tmp_path: Path) -> None:
    house = floor()
    clocks = Clocks()
    clock = HouseClock.start(clocks.wall, clocks.steady)
    run_checks(house.pit)
    house.pit.watch_on = (clock, Software.start(now_ms=clock.now(), folder=tmp_path))
    run_checks(house.pit)
    clocks.wall_ms -= HOUR_MS
    run_checks(house.pit)
    run_checks(house.pit)
    assert record_jump(house.pit, clock) is None
    records = house.store.read("house")
    assert isinstance(records, tuple)
    assert [(e.kind, e.body) for r in records for e in r.events] == [
        ("clock.jumped", {"off_ms": -HOUR_MS})
    ]
