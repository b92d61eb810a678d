"""The whole house from one seed with two processes, which write the same tables side by side.

What each process sends to the store is on its way until the seed delivers it, in the order in which
that process sent it; notices of the other's commits come at chosen moments or not at all. Commands
of a volley are planned on top of each other as a server plans them, with `submit`; in the middle of
one a process may end, and of what it had on its way some is committed and nobody told.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from pitboss.equipment.draws import SeededBits
from pitboss.pit.clock import HouseClock
from pitboss.pit.desk import actor_of
from pitboss.pit.pit import Pit
from pitboss.pit.requests import Request
from pitboss.pit.ticks import tick
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal
from pitboss.store.records import Answer, Commit, Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Command, Role
from tests.floor.simulation import PLAYERS, SEATS, TABLES, House, Ran, run
from tests.pit.kit import LOOP
from tests.pit.stops import StoppingStore
from tests.store.house import opened

IDLE_MAX = 10_000
STEPS = 4
"""Turns of the event loop between two deliveries."""
CRASH_EACH = 60
"""Of so many deliveries one finds its process ended."""

Outcome = Committed | Refusal | int | None


@dataclass
class LateStore(StoppingStore):
    """A store that commits at once or, while it is late, when `deliver` is called."""

    is_late: bool = False
    waiting: list[tuple[Commit, asyncio.Future[Answer]]] = field(default_factory=list)

    def commit(self, commit: Commit) -> asyncio.Future[Answer]:
        if not self.is_late:
            return super().commit(commit)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.append((commit, future))
        return future

    def deliver(self, count: int, *, is_told: bool = True) -> None:
        """Commit the first of what is on its way."""
        for commit, future in self.waiting[:count]:
            answer = self.store.append(commit)
            if is_told and not future.done():
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

    processes: list[Process] = field(default_factory=list)
    at: int = 0
    gathered: list[tuple[int, Request]] | None = None
    """Requests of a volley that is being made."""
    volleys: int = 0
    mid_crashes: int = 0
    """Processes that ended in the middle of a volley."""
    committed_late: int = 0
    """Commits delivered after one that the other process had sent in the same volley."""
    receipts: dict[tuple[str, str], Committed] = field(default_factory=dict)
    """Everything acknowledged, by sender and id."""

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
            self.pit.note_version(head.stream, head.version)

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

    def submit(self, request: Request) -> Committed | Refusal | None:
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
        tasks: list[tuple[int, asyncio.Task[Any]]] = [
            (n, LOOP.create_task(self.processes[n].pit.submit(request))) for n, request in asked
        ]
        if self.below(2):
            tasks += [(n, LOOP.create_task(tick(self.processes[n].pit))) for n in (0, 1)]
        self.counts.commands += len(asked)
        self.set_late(is_late=True)
        outcomes = LOOP.run_until_complete(self.landed(tasks))
        self.set_late(is_late=False)
        for (_, request), outcome in zip(asked, outcomes, strict=False):
            assert not isinstance(outcome, int)
            self.answered(request, outcome)

    def set_late(self, *, is_late: bool) -> None:
        for one in self.processes:
            one.store.is_late = is_late

    def answered(
        self, request: Request, answer: Committed | Refusal | None
    ) -> Committed | Refusal | None:
        if isinstance(answer, Committed):
            sender = actor_of(request.command), request.client_id
            assert self.receipts.setdefault(sender, answer) == answer
        return super().answered(request, answer)

    def rush(self, table: str, seat: int) -> None:
        """Somebody takes a seat and goes on as if it were theirs."""
        by = Actor(Role.PLAYER, self.one_of(PLAYERS))
        for act in (cmd.TakeSeat(seat), cmd.CommitSeed(seat, f"{self.below(1000):064x}")):
            self.number += 1
            self.submit(Request(table, f"m{self.number}", Command(by, act)))

    async def landed(self, tasks: list[tuple[int, asyncio.Task[Any]]]) -> list[Outcome]:
        """Deliver what is on its way, as the seed has it, until everybody is answered."""
        idle, before = 0, self.at
        while not all(task.done() for _, task in tasks):
            for _ in range(STEPS):
                await asyncio.sleep(0)
            on_the_way = [n for n in (0, 1) if self.processes[n].store.waiting]
            idle = 0 if on_the_way else idle + 1
            assert idle < IDLE_MAX, "somebody waits for nothing"
            if on_the_way:
                at = self.one_of(on_the_way)
                if self.below(CRASH_EACH) == 0:
                    await self.end(at, tasks)
                self.committed_late += at != before
                before = at
                self.processes[at].store.deliver(1 + self.below(3))
            if self.below(6) == 0:
                self.go_to(self.below(2))
                self.hear()
        return [None if task.cancelled() else task.result() for _, task in tasks]

    async def end(self, at: int, tasks: list[tuple[int, asyncio.Task[Any]]]) -> None:
        """A process ends with commits on their way; the first of them may have arrived."""
        self.mid_crashes += 1
        gone = self.processes[at]
        gone.store.deliver(self.below(len(gone.store.waiting) + 1), is_told=False)
        gone.store.waiting.clear()
        dead = [task for n, task in tasks if n == at]
        for task in dead:
            task.cancel()
        await asyncio.gather(*dead, return_exceptions=True)
        self.go_to(at)
        self.crash()
        self.set_late(is_late=True)

    def close(self) -> None:
        for one in self.processes:
            one.store.stop_at = 0
        self.hear()
        self.wait(0)  # A tick reads what the other process wrote before anything is looked at.
        super().close()
        for (actor, client_id), receipt in self.receipts.items():
            kept = self.store.first_answer(actor=actor, client_id=client_id)
            assert isinstance(kept, Committed), f"{client_id} of {actor} is gone"
            assert (kept.version, kept.head) == (receipt.version, receipt.head)


def simulated_two(seed: int, turns: int, *, where: str = ":memory:") -> Ran:
    """One seed on a store of its own."""
    with opened(where, is_threaded=False) as store:
        return simulate_two(store, seed, turns)


def simulate_two(store: Store, seed: int, turns: int) -> Ran:
    """Run two processes from a seed, and audit what they wrote."""
    return run(TwoHouses(store, SeededBits(b"two houses %d" % seed)), turns)
