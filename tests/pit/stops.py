"""Stops: a store that ends the process before or after its N-th commit, and a house that goes on.

The store itself is real; only the caller is stopped. A restart is a new pit on the same store,
with other entropy and the same key, that knows nothing but the journal.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from pitboss.games.needs import NeedDecisions
from pitboss.pit.requests import Request
from pitboss.refusals import Refusal
from pitboss.store.records import Answer, Commit, Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.state import Phase, TableState
from pitboss.units import SeatIndex
from tests.pit.kit import Floor, Hand, floor_on
from tests.table.kit import setup

TURNS_MAX = 400


class Stopped(Exception):
    """The process ended here."""


@dataclass
class StoppingStore:
    """Passes everything to a real store and stops once, before or after one commit."""

    store: Store
    stop_at: int
    is_after: bool
    count: int = 0

    def append(self, commit: Commit) -> Answer:
        self.count += 1
        if self.count == self.stop_at and not self.is_after:
            raise Stopped
        answer = self.store.append(commit)
        if self.count == self.stop_at:
            raise Stopped
        return answer

    def commit(self, commit: Commit) -> asyncio.Future[Answer]:
        return asyncio.ensure_future(self.commit_late(commit))

    async def commit_late(self, commit: Commit) -> Answer:
        return self.append(commit)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


@dataclass
class Player:
    """Plays rounds at one table, sending again whatever was not answered."""

    house: Floor
    table: str
    name: str
    rounds: int

    def run(self) -> None:
        """Play until so many rounds are over."""
        for _ in range(TURNS_MAX):
            state = self.house.state(self.table)
            if state.number == self.rounds and state.current is None:
                return
            if not self.act(state):
                self.house.clock.now_ms += 500
                self.house.tick()
        raise AssertionError("the rounds never end")

    def act(self, state: TableState) -> bool:
        if state.occupant(1) is None:
            return self.send("sit", cmd.TakeSeat(1))
        if state.phase is Phase.BETTING and not state.has_stake(1):
            spot = self.house.spot(1, self.table)
            return self.send(f"bet-{state.number}", cmd.PlaceBet(1, spot, 1000))
        need = state.current.need if state.current else None
        if isinstance(need, NeedDecisions) and 1 in state.awaited:
            one = next(one for one in need.pending if one.actor == SeatIndex(1))
            decide = cmd.MakeDecision(1, str(one.options[0].key))
            return self.send(f"decide-{state.number}-{state.mark}", decide)
        return False

    def send(self, client_id: str, act: cmd.Act) -> bool:
        by = Actor(Role.PLAYER, self.name)
        answer = self.house.submit(Request(self.table, client_id, Command(by, act)))
        assert isinstance(answer, Committed), answer
        return True


def started(store: Any, clock: Hand, *, seed: bytes, table: str, game: str, name: str) -> Floor:
    """A house that was just started: it recovers, then opens what is not open yet."""
    house = floor_on(store, clock=clock, seed=seed)
    recovered = house.pit.recover((table,))
    assert isinstance(recovered, tuple), recovered
    opened = house.pit.open_table(
        setup(game, table=table, mode="sealed", pace=(2_000, 2_000, 1_000))
    )
    assert isinstance(opened, Committed), opened
    if house.store.balance(f"player:{name}") is None:
        filled = house.wallet.refill(name, client_id="fill")
        assert isinstance(filled, Committed), filled
    return house


@dataclass(frozen=True)
class Outcome:
    """How a stopped run went."""

    was_stopped: bool
    commits: int
    seen: TableState | None
    """What the journal said when the process stopped."""
    house: Floor


def run_with_stop(
    store: Store, *, game: str, table: str, name: str, stop_at: int, is_after: bool, rounds: int = 2
) -> Outcome:
    """Play rounds with one stop; after it a new process goes on to the end."""
    clock = Hand()
    stopping = StoppingStore(store, stop_at, is_after)
    seen: TableState | None = None
    was_stopped = False
    try:
        first = started(stopping, clock, seed=b"first", table=table, game=game, name=name)
        house = first
        Player(first, table, name, rounds).run()
    except Stopped:
        was_stopped = True
        house = started(store, clock, seed=b"second", table=table, game=game, name=name)
        seen = house.state(table)
        Player(house, table, name, rounds).run()
    return Outcome(was_stopped, stopping.count, seen, house)


def assert_played_on(outcome: Outcome, *, table: str, name: str) -> None:
    """Same cards, settled once, balances as the rounds say."""
    house, seen = outcome.house, outcome.seen
    settled: dict[str, int] = {}
    net = 0
    for record in house.store.replay(f"table:{table}"):
        assert not isinstance(record, Refusal)
        for event in record.events:
            if event.kind == "round.settled":
                round_id = str(event.body["round_id"])
                settled[round_id] = settled.get(round_id, 0) + 1
                net += sum(map(_net, event.body["lines"]))  # type: ignore[arg-type]
            if seen is not None and event.kind == "round.opened":
                same = event.body["number"] == seen.number and seen.current is not None
                assert not same or event.body["commitment"] == seen.commitment
    assert settled and set(settled.values()) == {1}
    up = sum(stake.amount for stake in house.state(table).stakes)
    assert house.credits(name) + up == 1000_00 + net
    last = house.state(table).last
    before = None if seen is None else seen.current
    if before is not None and last is not None and seen and last.round_id == seen.round_id:
        assert last.played.steps[: len(before.steps)] == before.steps


def _net(line: str) -> int:
    """What a line of the settlement is worth to the player: read from its text alone."""
    _, _, _, stake, result, _, pays, _ = line.split()
    whole = int(stake.replace(".", "")) if result == "lose" else -int(pays.replace(".", ""))
    return -whole
