"""Forked histories: what two processes wrote when only the number of a record was compared.

Each is built from commands that were really planned, on states that never were together, and put
into the journal by the store itself: hash chain, moves and balances all agree.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import count

from msgspec.structs import replace

from pitboss.pit.desk import CommitPlan
from pitboss.pit.requests import Request
from pitboss.table import commands as cmd
from pitboss.table.commands import Act, Actor, Command, Role
from pitboss.table.state import Phase
from tests.pit.kit import Floor, floor, floor_on
from tests.store.house import done

PACE = (5_000, 5_000, 500)
HOUSE = Actor(Role.HOUSE, "house")


def player(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


def planned(house: Floor, by: Actor, client_id: str, act: Act, *, table: str = "T1") -> CommitPlan:
    """A command on its way to the store."""
    desk = house.pit.desks[table]
    plan = desk.plan(Request(table, client_id, Command(by, act)), now_ms=house.clock())
    assert isinstance(plan, CommitPlan), plan
    desk.mark_sent(plan)
    return plan


def pair(where: str = ":memory:", *, is_betting: bool = False) -> tuple[Floor, Floor]:
    """Two pits that have seen the same journal."""
    one = floor(where, seed=b"one")
    one.open("spin-n-win", mode="sealed", pace=PACE)
    one.sit("alice")
    one.fund("bob", "carol")
    if is_betting:
        one.run_until(Phase.BETTING)
    two = floor_on(one.store, clock=one.clock, seed=b"two")
    two.ids = count(1_000)
    assert two.pit.recover() == ("T1",)
    return one, two


def forced(house: Floor, *plans: CommitPlan) -> None:
    """Commit what was planned wherever the journal ends."""
    for plan in plans:
        done(house.store.append(dataclasses.replace(plan.commit, expected=None)))


def two_owners(where: str) -> Floor:
    """Two players are acknowledged as owners of seat 2."""
    one, two = pair(where)
    sits = planned(one, player("bob"), "b1", cmd.TakeSeat(2))
    two.do("carol", cmd.TakeSeat(2))
    forced(one, sits)
    return one


def other_hold_ids(where: str) -> Floor:
    """A bet that was planned on one that never was has the next number."""
    one, _ = pair(where, is_betting=True)
    skip_a_hold(one, "alice")
    return one


def skip_a_hold(house: Floor, name: str, *, table: str = "T1") -> None:
    """Lay a stake of 100 with the number of a second bet, while there is no first."""
    planned(house, player(name), "a1", cmd.PlaceBet(1, "single:red", 500_00), table=table)
    bet = cmd.PlaceBet(1, "single:blue", 100_00)
    forced(house, planned(house, player(name), "a2", bet, table=table))


def held_after_settling(where: str) -> Floor:
    """A round was settled that another process had laid one more bet in."""
    one, two = pair(where, is_betting=True)
    one.do("alice", cmd.PlaceBet(1, "single:red", 100_00))
    two.pit.recover()
    late = planned(two, player("alice"), "late", cmd.PlaceBet(1, "single:blue", 100_00))
    one.run_until(Phase.WAITING)
    forced(two, late)
    return one


def anothers_seat(where: str) -> Floor:
    """Bob says ready at a seat that is carol's: no credit moves."""
    one, two = pair(where, is_betting=True)
    planned(one, player("bob"), "b1", cmd.TakeSeat(2))
    seed = planned(one, player("bob"), "b2", cmd.CommitSeed(2, "0" * 64))
    two.do("carol", cmd.TakeSeat(2))
    forced(one, seed)
    return one


def unpaid(where: str) -> Floor:
    """A bet that was laid without its stake."""
    one, _ = pair(where, is_betting=True)
    bet = planned(one, player("alice"), "a1", cmd.PlaceBet(1, "single:red", 100_00))
    forced(one, replace(bet, commit=dataclasses.replace(bet.commit, transfers=())))
    return one


FORKS: dict[str, Callable[[str], Floor]] = {
    one.__name__: one
    for one in (two_owners, other_hold_ids, held_after_settling, anothers_seat, unpaid)
}
