"""Recovery: every table rebuilt and compared; trouble with the store refuses, never guesses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.pit.requests import Request
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.backend import unavailable
from pitboss.store.records import Answer, Commit, Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase
from tests.pit.kit import Floor, floor, floor_on

PACE = (5_000, 5_000, 500)
ALICE = Actor(Role.PLAYER, "alice")


def playing() -> Floor:
    house = floor()
    house.open("spin-n-win", mode="sealed", pace=PACE)
    house.sit("alice", "bob")
    house.run_until(Phase.BETTING)
    house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    return house


def test_a_restart_rebuilds_the_same_table_and_goes_on() -> None:
    house = playing()
    again = floor_on(house.store, clock=house.clock, seed=b"other")
    assert again.pit.recover() == ("T1",)
    assert again.state() == house.state()
    assert again.pit.desks["T1"].snapshot == house.pit.desks["T1"].snapshot
    again.run_until(Phase.WAITING)
    again.audit()


def assert_quarantined(house: Floor) -> None:
    """The house opens without the table, which takes no command and keeps its stakes."""
    held = house.store.balance("stake:T1:1")
    assert house.pit.recover() == ()
    assert set(house.pit.quarantined) == {"T1"}
    refused = house.ask("alice", cmd.TakeDownBet(1, "single:red"))
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.TAMPERED
    assert "cannot be replayed" in refused.sentence
    house.clock.now_ms += 60_000
    assert house.tick() == 0
    assert house.store.balance("stake:T1:1") == held


def test_a_table_that_differs_from_its_journal_is_not_served() -> None:
    house = playing()
    desk = house.pit.desks["T1"]
    other = floor()
    other.open("spin-n-win", mode="sealed", pace=PACE)
    desk.snapshot = replace(desk.snapshot, state=other.state())
    assert_quarantined(house)


def test_a_felt_that_differs_from_the_ledger_is_not_served() -> None:
    house = playing()
    backend: Any = house.store.backend
    backend._writer().execute("UPDATE holds SET amount = 2000")
    assert_quarantined(house)
    assert_quarantined(floor_on(house.store, clock=house.clock))


class Troubled:
    """A real store whose commits fail for a while: before they are written, or after."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.mode = "well"

    def append(self, commit: Commit) -> Answer:
        if self.mode == "before":
            return unavailable("the disk is full")
        answer = self.store.append(commit)
        return unavailable("the connection was cut") if self.mode == "after" else answer

    def commit(self, commit: Commit) -> asyncio.Future[Answer]:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        future.set_result(self.append(commit))
        return future

    def replay(self, stream: str, *, after: int = 0) -> Any:
        if self.mode == "deaf":
            return iter([unavailable("the server is gone")])
        return self.store.replay(stream, after=after)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


@pytest.mark.parametrize("mode", ["before", "after"])
def test_no_bet_counts_that_was_not_acknowledged_and_none_counts_twice(mode: str) -> None:
    first = playing()
    troubled = Troubled(first.store)
    house = floor_on(troubled, clock=first.clock)  # type: ignore[arg-type]
    assert isinstance(house.pit.recover(), tuple)
    troubled.mode = mode
    request = Request("T1", "again", Command(ALICE, cmd.PlaceBet(1, "single:blue", 5000)))
    for _ in range(3):
        refused = house.submit(request)
        if isinstance(refused, Committed):
            assert mode == "after" and refused.is_repeat
        else:
            assert refused.code is RefusalCode.STORE_UNAVAILABLE
            assert house.pit.trouble is not None
    troubled.mode = "well"
    answer = house.submit(request)
    assert isinstance(answer, Committed)
    assert answer.is_repeat == (mode == "after")
    assert house.pit.trouble is None
    assert house.credits("alice") == 1000_00 - 1000 - 5000
    house.audit()


def test_no_bet_is_taken_while_the_journal_cannot_be_read() -> None:
    first = playing()
    troubled = Troubled(first.store)
    house = floor_on(troubled, clock=first.clock)  # type: ignore[arg-type]
    assert isinstance(house.pit.recover(), tuple)
    house.pit.desks["T1"].must_resync = True
    troubled.mode = "deaf"
    request = Request("T1", "x", Command(ALICE, cmd.PlaceBet(1, "single:blue", 5000)))
    refused = house.submit(request)
    assert isinstance(refused, Refusal) and refused.code is RefusalCode.STORE_UNAVAILABLE
    assert house.tick() == 0
    assert house.credits("alice") == 1000_00 - 1000
    troubled.mode = "well"
    assert isinstance(house.submit(request), Committed)
    house.audit()


@pytest.mark.untraced
def test_two_processes_serve_one_table(store: Store) -> None:
    """Both tick and both take bets; whatever one writes the other sees before it decides."""
    one = floor_on(store, seed=b"one")
    one.open("spin-n-win", mode="sealed", pace=PACE)
    two = floor_on(store, clock=one.clock, seed=b"two")
    assert isinstance(two.pit.recover(), tuple)
    ends = [one.pit.listen(), two.pit.listen()]
    one.fund("alice", "bob")
    one.do("alice", cmd.TakeSeat(1))
    two.do("bob", cmd.TakeSeat(2))
    for number in range(4):
        for _ in range(100):
            if one.state().phase is Phase.BETTING:
                break
            one.clock.now_ms += 300
            one.tick()
            two.tick()
            one.pit.view("T1")
        request = Request("T1", f"a{number}", Command(ALICE, cmd.PlaceBet(1, "single:blue", 1000)))
        answers = {one.submit(request), two.submit(request), one.submit(request)}
        assert len(answers) == 1 and isinstance(answers.pop(), Committed)
        two.submit(Request("T1", f"b{number}", Command(Actor(Role.PLAYER, "bob"), cmd.SayReady(2))))
        for _ in range(100):
            one.clock.now_ms += 300
            one.tick()
            two.tick()
            for house in (one, two):
                house.pit.view("T1")
            if one.state().number > number and one.state().phase is Phase.WAITING:
                break
    for end in ends:
        end()
    for house in (one, two):
        assert house.pit.desks["T1"].catch_up() is None
    assert one.state() == two.state()
    assert one.state().number >= 4
    one.audit()
