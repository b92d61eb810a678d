"""The whole house from one seed with two processes, which write the same tables side by side.

What each process sends to the store is on its way until the seed delivers it, in the order in which
that process sent it; notices of the other's commits come at chosen moments or not at all. Commands
of a volley are planned on top of each other as a server plans them, with `submit_async`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from pitboss.equipment.draws import SeededBits
from pitboss.pit.clock import HouseClock
from pitboss.pit.house import Pit
from pitboss.pit.requests import Receipt, Request
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal
from pitboss.store.front import Store
from pitboss.store.records import Answer, Commit
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from tests.floor.simulation import PLAYERS, SEATS, TABLES, House, Ran, run
from tests.pit.stops import StoppingStore
from tests.store.house import opened

IDLE_MAX = 10_000
STEPS = 4
"""Turns of the event loop between two deliveries."""

Outcome = Receipt | Refusal | int


@dataclass
class LateStore(StoppingStore):
    """A store that commits what is on its way when it is told to."""

    waiting: list[tuple[Commit, asyncio.Future[Answer]]] = field(default_factory=list)

    async def commit(self, commit: Commit) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.append((commit, future))
        return await future

    def deliver(self, count: int) -> None:
        """Commit the first of what is on its way."""
        for commit, future in self.waiting[:count]:
            answer = self.store.append(commit)
            if not future.done():
                future.set_result(answer)
        del self.waiting[:count]


@dataclass
class Process:
    """One process of the house."""

    pit: Pit
    wallet: Wallet
    clock: HouseClock
    store: LateStore


@dataclass
class TwoHouses(House):
    """Two processes on one store; whatever happens happens at one of them."""

    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    processes: list[Process] = field(default_factory=list)
    at: int = 0
    gathered: list[tuple[int, Request]] | None = None
    """Requests of a volley that is being made."""
    volleys: int = 0

    def way(self) -> StoppingStore:
        return LateStore(self.store, 0, is_after=False)

    def start(self) -> None:
        """Start the process that is looked at; at the beginning, both."""
        for at in (self.at,) if self.processes else (0, 1):
            super().start()
            assert isinstance(self.stopping, LateStore)
            made = Process(self.pit, self.wallet, self.clock, self.stopping)
            self.processes[at : at + 1] = [made]

    def go_to(self, at: int) -> None:
        """Look at one of the processes."""
        self.at, here = at, self.processes[at]
        self.pit, self.wallet, self.clock = here.pit, here.wallet, here.clock
        self.stopping = here.store

    def hear(self) -> None:
        """A process hears how far every table goes."""
        heads = self.store.heads()
        assert isinstance(heads, tuple)
        for head in heads:
            self.pit.heard(head.stream, head.version)

    def turn(self) -> None:
        self.go_to(self.below(2))
        if self.below(3):
            super().turn()
        else:
            self.volley()
        if self.below(2):
            self.go_to(self.below(2))
            self.hear()

    def jump(self) -> None:
        """Two processes have two clocks: which record is the later one is not theirs to say."""

    def submit(self, request: Request) -> Receipt | Refusal | None:
        if self.gathered is None:
            return super().submit(request)
        self.gathered.append((self.at, request))
        return None

    # Volleys.

    def volley(self) -> None:
        """Several people, and sometimes the clocks, at one table of both processes at once."""
        self.volleys += 1
        self.gathered = []
        at = self.one_of(TABLES)
        for _ in range(2 + self.below(5)):
            self.go_to(self.below(2))
            if self.below(3):
                self.play(at)
            else:
                self.rush(at[0], 1 + self.below(SEATS))
        asked, self.gathered = self.gathered, None
        tasks: list[asyncio.Task[Any]] = [
            self.loop.create_task(self.processes[n].pit.submit_async(request))
            for n, request in asked
        ]
        if self.below(2):
            tasks += [self.loop.create_task(one.pit.tick_async()) for one in self.processes]
        self.counts.commands += len(asked)
        outcomes = self.loop.run_until_complete(self.landed(tasks))
        for (_, request), outcome in zip(asked, outcomes, strict=False):
            assert not isinstance(outcome, int)
            self.answered(request, outcome)

    def rush(self, table: str, seat: int) -> None:
        """Somebody takes a seat and goes on as if it were theirs."""
        by = Actor(Role.PLAYER, self.one_of(PLAYERS))
        for act in (cmd.TakeSeat(seat), cmd.CommitSeed(seat, f"{self.below(1000):064x}")):
            self.number += 1
            self.submit(Request(table, f"m{self.number}", Command(by, act)))

    async def landed(self, tasks: list[asyncio.Task[Any]]) -> list[Outcome]:
        """Deliver what is on its way, as the seed has it, until everybody is answered."""
        idle = 0
        while not all(task.done() for task in tasks):
            for _ in range(STEPS):
                await asyncio.sleep(0)
            on_the_way = [one for one in self.processes if one.store.waiting]
            idle = 0 if on_the_way else idle + 1
            assert idle < IDLE_MAX, "somebody waits for nothing"
            if on_the_way:
                self.one_of(on_the_way).store.deliver(1 + self.below(3))
            if self.below(6) == 0:
                self.go_to(self.below(2))
                self.hear()
        return [task.result() for task in tasks]

    def close(self) -> None:
        for one in self.processes:
            one.store.stop_at = 0
        self.hear()
        super().close()
        self.loop.close()


def simulated_two(seed: int, turns: int, *, where: str = ":memory:") -> Ran:
    """One seed on a store of its own."""
    with opened(where, is_threaded=False) as store:
        return simulate_two(store, seed, turns)


def simulate_two(store: Store, seed: int, turns: int) -> Ran:
    """Run two processes from a seed, and audit what they wrote."""
    return run(TwoHouses(store, SeededBits(b"two houses %d" % seed)), turns)
