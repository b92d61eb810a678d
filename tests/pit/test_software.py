"""Software that changed under a running house: found at the next look, nothing new begins."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pitboss.package import PACKAGE
from pitboss.pit.clock import HouseClock
from pitboss.pit.requests import Request
from pitboss.pit.self_checks import check_software, run_checks
from pitboss.pit.software import EACH_MS, Software
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from tests.pit.kit import Floor, floor
from tests.store.house import NOW_MS
from tests.table.kit import setup

FILES = (
    "games/spin_n_win/editions/standard.toml",
    "games/spin_n_win/settle.py",
    "store/migrations/0001_journal.sql",
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of everything that runs."""
    copy = tmp_path / "pitboss"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    return copy


def watched(package: Path) -> Floor:
    """A house with a bet on the felt that looks after the copy."""
    house = floor()
    house.open("spin-n-win", mode="sealed", pace=(2_000, 2_000, 1_000))
    house.sit("alice")
    house.run_until(Phase.BETTING)
    clock = HouseClock.start(house.clock, house.clock)
    house.pit.watch_on = (clock, Software.start(now_ms=house.clock(), folder=package))
    return house


def bet(house: Floor, client_id: str) -> Committed | Refusal:
    act = cmd.PlaceBet(1, "single:red", 1000)
    return house.submit(Request("T1", client_id, Command(Actor(Role.PLAYER, "alice"), act)))


@pytest.mark.parametrize("name", FILES)
def test_one_changed_byte_stops_bets_and_lets_the_round_end(package: Path, name: str) -> None:
    house = watched(package)
    first = bet(house, "first")
    assert isinstance(first, Committed)
    path = package / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    run_checks(house.pit)
    assert house.pit.halted is None, "a day has not passed"
    (changed,) = check_software(house.pit)
    assert changed == name
    second = bet(house, "second")
    assert isinstance(second, Refusal) and second.code.value == "tampered"
    assert changed in second.sentence
    assert bet(house, "first") == first, "what was answered stays answered"
    house.run_until(Phase.WAITING)
    last = house.state().last
    assert last is not None and not last.is_void
    for _ in range(20):
        house.clock.now_ms += 1_000
        house.tick()
    assert house.state().phase is Phase.WAITING, "no round is opened any more"
    assert isinstance(house.pit.open_table(setup("flip-it", table="T2")), Refusal)
    house.audit()


def test_a_change_is_found_within_a_day_and_recorded_once(package: Path) -> None:
    house = watched(package)
    (package / "games" / "new.py").write_text("x = 1\n")
    (package / "units.py").unlink()
    house.clock.now_ms += EACH_MS
    run_checks(house.pit)
    run_checks(house.pit)
    assert house.pit.halted is not None
    check_software(house.pit)
    records = house.store.read("house")
    assert isinstance(records, tuple)
    notes = [e for r in records for e in r.events if e.kind == "software.changed"]
    assert [note.body["files"] for note in notes] == [["games/new.py", "units.py"]]
    recovered = house.pit.recover()
    assert isinstance(recovered, tuple)
    assert house.pit.desks["T1"].halted is not None, "a table that is rebuilt stays halted"


def test_software_that_is_what_it_was(package: Path) -> None:
    house = watched(package)
    _, software = house.pit.watch_on or pytest.fail("the house watches")
    assert len(software.files) > 100
    assert software.digest == Software.start(now_ms=0, folder=package).digest
    assert check_software(house.pit) == ()
    assert isinstance(bet(house, "first"), Committed)
    assert check_software(floor().pit) == ()


def test_software_is_looked_at_again_when_the_time_was_set_back(package: Path) -> None:
    software = Software.start(now_ms=NOW_MS, folder=package)
    assert not software.is_due(NOW_MS + EACH_MS - 1) and software.is_due(NOW_MS + EACH_MS)
    assert software.is_due(NOW_MS - 1)
