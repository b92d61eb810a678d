"""What a view costs with its share of bets: a full house on a loop with virtual time.

Sockets only count frames and the store is in memory; everything else is the server's own. Nothing
waits, so the same bets come in every run however busy the machine is. Run, in turn with another
version: PYTHONPATH=OTHER/src python bench/view_cost.py [seconds] [tables]
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import os
import sys
import time
from itertools import count
from typing import Any

from pitboss.games.bets import least_stake
from pitboss.games.registry import Registry
from pitboss.pit.pit import Pit
from pitboss.pit.sealed import Seals
from pitboss.pit.wallet import Wallet
from pitboss.refusals import unwrap_or_raise
from pitboss.server import opening, run
from pitboss.server.accounts.people import HouseRole, People, Person
from pitboss.server.edge.logs import Log
from pitboss.server.edge.rate_limits import Bucket
from pitboss.server.edge.runtime import Runtime
from pitboss.server.house import House
from pitboss.server.live.connection import Connection
from pitboss.server.live.socket import serve_viewer
from pitboss.server.options import read_options
from pitboss.store.sqlite import MEMORY
from pitboss.store.store import open_store
from pitboss.table.events import TableOpened
from pitboss.table.state import Phase
from pitboss.units import SeatIndex

GAMES = (("spin-n-win", 7), ("gin-and-win", 6), ("flip-it", 7))
SPECTATORS, BETS_EACH = 6, 3
BEGAN_MS = 1_700_000_000_000
WARM_S = 5.0
BETS_MS, DECISION_MS = 4_500, 1_000


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose clock goes on by what it would have waited."""

    now_s = 0.0

    def __init__(self) -> None:
        super().__init__()
        selector: Any = self._selector  # type: ignore[attr-defined]
        look = selector.select

        def select(timeout: float | None = None) -> Any:
            found = look(0)
            self.now_s += 0 if found else max(0.0, timeout or 0.0)
            return found

        selector.select = select

    def time(self) -> float:
        return self.now_s


class Frames:
    """Where frames go."""

    is_open = is_taking = True

    def __init__(self) -> None:
        self.bytes = 0

    def write_frame(self, frame: bytes) -> None:
        self.bytes += len(frame)

    async def wait_until_taking(self) -> None:
        return


def open_house(loop: VirtualLoop) -> House:
    """A house without tables, in memory."""
    numbers = count()

    def clock() -> int:
        return BEGAN_MS + int(loop.now_s * 1000)

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(b"%d" % next(numbers)).digest(size)

    store = unwrap_or_raise(open_store(MEMORY, is_threaded=False))
    options = unwrap_or_raise(read_options({}, host="127.0.0.1", port=1))
    runtime = Runtime(options, Log(lambda _: None, clock), clock)
    pit = Pit(store, Registry(), Seals(b"k" * 32, entropy), clock)
    people = People(store.shared, session_ms=1)
    house = opening.assemble(runtime, pit, people, None, database=MEMORY)
    unwrap_or_raise(house.tables.recover())
    return house


def open_table(house: House, number: int) -> tuple[str, int]:
    game, seats = GAMES[number % len(GAMES)]
    pit, table = house.tables.pit, f"t{number}"
    head = unwrap_or_raise(unwrap_or_raise(pit.registry.find(game)).edition()).head
    opened = TableOpened(
        table=table,
        game=game,
        edition=head.key,
        edition_hash=head.hash,
        mode="sealed",
        seats=seats,
        bets_ms=BETS_MS,
        decision_ms=DECISION_MS,
    )
    unwrap_or_raise(pit.open_table(opened))
    return table, seats


async def visit(house: House, table: str, seat: int, frames: Frames) -> None:
    """A player who bets in every round and takes the last option, or a spectator at seat 0."""
    tables, inbox = house.tables, asyncio.Queue[dict[str, Any]]()
    person = Person(f"{table}-{seat}", f"n{seat}", HouseRole.PLAYER, True) if seat else None

    async def send(_: Any) -> None:
        return

    def say(message: dict[str, Any]) -> None:
        inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def ask(kind: str, **more: object) -> None:
        say({"kind": "ask", "id": f"c{next(ids)}", "act": {"kind": kind, "seat": seat, **more}})

    ids, bucket = count(), Bucket(6_000, 1_000)
    one = Connection(table, person, "x", "a", bucket, 64, frames, house.live.views)
    serving = asyncio.create_task(serve_viewer(house.live, one, inbox.get, send))
    say({"kind": "hello"})
    if person is None:
        await serving
        return
    Wallet(tables.pit.store, tables.runtime.clock).refill(person.id, client_id=f"f{person.id}")
    await asyncio.sleep(0.1 + seat * 0.01)
    ask("take-seat")
    round_id, placed = None, 0
    for turn in count():
        await asyncio.sleep(0.2 + 0.3 * ((seat * 7 + turn) % 8) / 8)
        state = tables.pit.desks[table].state
        if state.current is None or seat not in state.current.seats:
            continue
        if seat in state.awaited:
            pending = getattr(state.current.need, "pending", ())
            mine = next(one for one in pending if one.actor == seat)
            ask("decide", option=str(mine.options[-1].key))
        if state.round_id != round_id:
            round_id, placed = state.round_id, 0
        felt = state.rules.game.spots(state.current.state, SeatIndex(seat))
        spots = [spot for spot in felt if spot.closed is None]
        if state.phase is Phase.BETTING and placed < BETS_EACH and spots:
            placed += 1
            spot = spots[(seat + placed) % len(spots)]
            ask("place-bet", spot=str(spot.key), stake=int(least_stake(spot, state.limits)))


async def measure(loop: VirtualLoop, seconds: float, tables: int) -> None:
    house, frames = open_house(loop), Frames()
    work = [house.tables.drive(lambda: None), house.live.views.run(lambda: None)]
    for number in range(tables):
        table, seats = open_table(house, number)
        places = [*range(1, seats + 1), *[0] * SPECTATORS]
        work += [visit(house, table, seat, frames) for seat in places]
    tasks = [asyncio.create_task(one) for one in work]
    await asyncio.sleep(WARM_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*run.GC_EVERY)
    desks, views = house.tables.pit.desks.values(), house.runtime.metrics.views
    before = views._value.get(), sum(desk.version for desk in desks), frames.bytes
    began_s = time.process_time()
    await asyncio.sleep(seconds)
    used_s = time.process_time() - began_s
    after = views._value.get(), sum(desk.version for desk in desks), frames.bytes
    sent, records, size = (now - then for now, then in zip(after, before, strict=True))
    print(
        f"{used_s / sent * 1e6:.1f} us of processor by view, {used_s / records * 1e6:.0f} a record:"
        f" {sent:.0f} views of {size / sent:.0f} bytes, {records} records",
        flush=True,
    )
    # Whoever still serves would only be in the way of the end.
    os._exit(0 if all(not task.done() for task in tasks) else 1)


def main() -> None:
    loop = VirtualLoop()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    asyncio.set_event_loop(loop)
    loop.run_until_complete(measure(loop, seconds, tables))


if __name__ == "__main__":
    main()
