"""A pit for tests: a store, a clock set by hand, entropy from a seed, players with credits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from pitboss.equipment.draws import SeededBits
from pitboss.ledger.accounts import player_account
from pitboss.pit.pit import Pit
from pitboss.pit.requests import Request
from pitboss.pit.sealed import Seals
from pitboss.pit.ticks import tick
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.store.store import Store
from pitboss.table import commands as cmd
from pitboss.table.commands import Act, Actor, Command, Role
from pitboss.table.state import Phase, TableState
from pitboss.units import SeatIndex
from tests.store.house import NOW_MS, assert_sound, opened
from tests.table.kit import every_game, setup

KEY = b"house key of the tests, 32 bytes"
TICKS_MAX = 200
T = TypeVar("T")
LOOP = asyncio.new_event_loop()
"""Shared by every test of a process, because a lock belongs to the loop it was first used on."""


def on_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine of the pit to its end.

    Whatever a pit that stopped had begun beside it is gone with it.
    """
    try:
        return LOOP.run_until_complete(work)
    finally:
        # All at once: one after the other, those that wait would go on meanwhile, and which of them
        # would depend on where tasks lie in memory.
        left = asyncio.all_tasks(LOOP)
        for task in left:
            task.cancel()
        if left:
            LOOP.run_until_complete(asyncio.wait(left))


@dataclass
class Hand:
    """The clock on the wall, moved by hand."""

    now_ms: int = NOW_MS

    def __call__(self) -> int:
        return self.now_ms


@dataclass
class Floor:
    """A pit and everything a test needs around it."""

    store: Store
    clock: Hand
    pit: Pit
    wallet: Wallet
    ids: count[int] = field(default_factory=lambda: count(1))

    def open(self, game: str, **options: object) -> None:
        """Open a table of that game."""
        receipt = self.pit.open_table(setup(game, **options))  # type: ignore[arg-type]
        assert isinstance(receipt, Committed), receipt

    def fund(self, *players: str) -> None:
        """Give players their first stack."""
        for name in players:
            receipt = self.wallet.refill(name, client_id=f"fund-{name}")
            assert isinstance(receipt, Committed), receipt

    def ask(self, by: Actor | str, act: Act, *, table: str = "T1") -> Committed | Refusal:
        """Send a command with a fresh id."""
        actor = Actor(Role.PLAYER, by) if isinstance(by, str) else by
        return self.submit(Request(table, f"c{next(self.ids)}", Command(actor, act)))

    def submit(self, request: Request) -> Committed | Refusal:
        """Send a request and wait for its answer."""
        return on_loop(self.pit.submit(request))

    def tick(self) -> int:
        """Let the house do what is due."""
        return on_loop(tick(self.pit))

    def do(self, by: Actor | str, act: Act, *, table: str = "T1") -> Committed:
        """Send a command that must be taken."""
        answer = self.ask(by, act, table=table)
        assert isinstance(answer, Committed), (act, answer)
        return answer

    def refused(self, by: Actor | str, act: Act, *, table: str = "T1") -> str:
        """The code of a command that must be refused, and moves no credit."""
        before = self.store.heads()
        answer = self.ask(by, act, table=table)
        assert isinstance(answer, Refusal), act
        assert self.store.heads() == before
        return answer.code.value

    def sit(self, *names: str, table: str = "T1") -> None:
        """Players with credits take the seats from 1."""
        for seat, name in enumerate(names, 1):
            self.fund(name)
            self.do(name, cmd.TakeSeat(seat), table=table)

    def state(self, table: str = "T1") -> TableState:
        found = self.pit.state(table)
        assert isinstance(found, TableState)
        return found

    def credits(self, name: str) -> int:
        found = self.store.balance(player_account(name))
        assert isinstance(found, int), found
        return found

    def spot(self, seat: int = 1, table: str = "T1") -> str:
        """The first spot that is open to a seat."""
        state = self.state(table)
        assert state.current is not None, state.phase
        spots = state.rules.game.spots(state.current.state, SeatIndex(seat))
        return next(str(spot.key) for spot in spots if spot.closed is None)

    def run_until(self, phase: Phase, *, step_ms: int = 1_000, table: str = "T1") -> None:
        """Let the clock run until the table is in that phase."""
        for _ in range(TICKS_MAX):
            if self.state(table).phase is phase:
                return
            self.clock.now_ms += step_ms
            self.tick()
        raise AssertionError(f"{table} never got to {phase}")

    def audit(self) -> None:
        """The closing audit: books sound, every table equal to its journal."""
        assert_sound(self.store)
        recovered = self.pit.recover()
        assert isinstance(recovered, tuple), recovered
        assert self.pit.quarantined == {}


def floor(
    where: str = ":memory:", *, is_threaded: bool = False, seed: bytes = b"floor", key: bytes = KEY
) -> Floor:
    """A new pit on a store."""
    return floor_on(opened(where, is_threaded=is_threaded), seed=seed, key=key)


def floor_on(
    store: Store, *, clock: Hand | None = None, seed: bytes = b"floor", key: bytes = KEY
) -> Floor:
    """A pit on an open store, as after a restart."""
    hand = clock or Hand()
    bits = SeededBits(seed)

    def entropy(size: int) -> bytes:
        return bits.bits(8 * size).to_bytes(size, "big")

    pit = Pit(store, every_game(), Seals(key, entropy), hand)
    return Floor(store, hand, pit, Wallet(store, hand))
