"""A house under load, to be killed: `python -m tests.floor.load STORE LIFE`.

Every acknowledged command is told on standard output after it was acknowledged and before
anything else happens; whoever kills the process compares that with what the store still holds.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from datetime import UTC, datetime

from pitboss.games.needs import NeedDecisions
from pitboss.pit.clock import HouseClock
from pitboss.pit.pit import Pit
from pitboss.pit.requests import Request
from pitboss.pit.sealed import Seals
from pitboss.pit.ticks import tick
from pitboss.pit.wallet import Wallet
from pitboss.store.records import Committed
from pitboss.table import commands as cmd
from pitboss.table.commands import Act, Actor, Command, Role
from pitboss.table.state import Phase, TableState
from pitboss.units import SeatIndex
from tests.entropy import seeded
from tests.floor.simulation import CHANGES
from tests.pit.kit import KEY
from tests.store.house import opened
from tests.table.kit import every_game, setup

TABLES = (
    ("S1", "spin-n-win"),
    ("G1", "gin-and-win"),
    ("F1", "flip-it"),
    ("C1", "craps"),
    ("R1", "let-it-ride"),
    ("B1", "baccarat"),
    ("W1", "casino-war"),
    ("L1", "roulette"),
)
SEATS = 3
TICK_S = 0.002


def now_ms() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


class Load:
    """Players at every seat who bet as fast as they are answered."""

    def __init__(self, where: str, life: str) -> None:
        self.life = life
        self.store = opened(where)
        clock = HouseClock.start(now_ms, now_ms)
        self.pit = Pit(self.store, every_game(), Seals(KEY, seeded(f"load {life}")), clock.now)
        self.wallet = Wallet(self.store, clock.now)
        recovered = self.pit.recover()
        if not isinstance(recovered, tuple):
            raise SystemExit(f"recovery refused: {recovered}")
        if self.pit.quarantined:
            raise SystemExit(f"tables are broken: {self.pit.quarantined}")
        for table, game in TABLES:
            pace = (30, 20, 5)
            changes = CHANGES.get(game, ())
            opening = setup(
                game, table=table, mode="sealed", seats=SEATS, pace=pace, changes=changes
            )
            self.pit.open_table(opening)

    async def run(self) -> None:
        players = [self.player(table, seat) for table, _ in TABLES for seat in range(1, SEATS + 1)]
        self.pit.listen()
        await asyncio.gather(self.house(), *players)

    async def house(self) -> None:
        while True:
            await tick(self.pit)
            await asyncio.sleep(TICK_S)

    async def player(self, table: str, seat: int) -> None:
        name = f"p-{table}-{seat}"
        number = 0
        while True:
            number += 1
            state = self.pit.state(table)
            act = next_act(state, seat, number) if isinstance(state, TableState) else None
            if act is None:
                await asyncio.sleep(TICK_S)
                continue
            client_id = f"{self.life}-{table}-{seat}-{number}"
            request = Request(table, client_id, Command(Actor(Role.PLAYER, name), act))
            answer = await self.pit.submit(request)
            if isinstance(answer, Committed):
                told(f"{name} {client_id} {answer.version}\n")
            else:
                await asyncio.to_thread(self.wallet.refill, name, client_id=f"f-{client_id}")
                await asyncio.sleep(TICK_S)


def next_act(state: TableState, seat: int, number: int) -> Act | None:
    """What this seat does next."""
    if state.occupant(seat) is None:
        return cmd.TakeSeat(seat)
    current = state.current
    if current is None:
        return None
    digest = hashlib.sha256(f"{seat} {number}".encode()).digest()
    need = current.need
    if isinstance(need, NeedDecisions) and seat in state.awaited:
        one = next(one for one in need.pending if one.actor == seat)
        return cmd.MakeDecision(seat, str(one.options[digest[0] % len(one.options)].key))
    if state.phase is not Phase.BETTING:
        return None
    spots = [s for s in current.game.spots(current.state, SeatIndex(seat)) if s.closed is None]
    spot = spots[digest[0] % len(spots)] if state.has_stake(seat) else spots[0]
    return cmd.PlaceBet(seat, str(spot.key), 200 * (1 + digest[1] % 20))


def told(line: str) -> None:
    """Say it with one write, so that a kill never leaves half a line."""
    os.write(1, line.encode())


if __name__ == "__main__":
    asyncio.run(Load(sys.argv[1], sys.argv[2]).run())
