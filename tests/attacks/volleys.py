"""Volleys: guests fire at the same seats, spots and decisions of one table at two processes.

What was acknowledged is compared with the journal: each acknowledged command is there once, no seat
is given away twice, the rules replay every record, and a second model predicts every balance.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss.equipment.draws import SeededBits, draw_below
from pitboss.pit.audit import check_tables
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.store.store import Store
from pitboss.table.changes import Follower
from tests.floor.simulation import read_journal
from tests.server.kit import PATIENCE_S, PATIENT, Json
from tests.server.test_two_processes import Outside, serving
from tests.store.house import assert_sound, opened
from tests.table.kit import registry

TABLE = "spin-n-win-1"
GUESTS = 6
SEATS = 3
"""So few seats are fought for that most volleys meet at one of them."""
ASKS_MAX = 3
WIDE = {
    "PITBOSS_MESSAGES_PER_S": "100000",
    "PITBOSS_MESSAGES_BURST": "100000",
    "PITBOSS_REQUESTS_PER_S": "100000",
    "PITBOSS_REQUESTS_BURST": "100000",
    "PITBOSS_HANDSHAKES_PER_S": "10000",
    "PITBOSS_HANDSHAKES_BURST": "10000",
    "PITBOSS_SOCKETS_PER_ADDRESS": "1000",
    "PITBOSS_FIGURE_WORKERS": "0",
    "PITBOSS_PROOFS_WARMED": "0",
    "PITBOSS_STOP_MS": "1000",
    # A round is over as soon as its last decision is made, however fast volleys follow each other.
    "PITBOSS_REVEAL_MS": "0",
}


@dataclass
class Tally:
    """What was fired, and what became of it."""

    volleys: int = 0
    asks: int = 0
    acknowledged: int = 0
    restarts: int = 0
    rounds: int = 0
    acks: list[tuple[str, str, Json]] = field(default_factory=list)
    """Player, id and act of what was acknowledged since the last audit."""


@dataclass
class Gun:
    """A guest's socket at one process."""

    player: str
    socket: ClientConnection
    view: Json = field(default_factory=dict)
    follower: Follower = field(default_factory=Follower)
    answers: dict[str, asyncio.Future[bool]] = field(default_factory=dict)

    async def read(self) -> None:
        """Take frames until the socket ends."""
        async for text in self.socket:
            message = json.loads(text)
            self.see(message)
            if message["kind"] == "answer":
                self.answers.pop(message["id"]).set_result(message["refused"] is None)
            elif message["kind"] == "ping":
                await self.socket.send(json.dumps({"kind": "pong"}))

    def see(self, message: Json) -> None:
        if message["kind"] == "welcome":
            self.follower.greet(message)
        elif message["kind"] == "changed":
            self.view = self.follower.take(message)

    async def fire(self, name: str, act: Json) -> bool:
        """Whether an ask was acknowledged."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.answers[name] = answer
        await self.socket.send(json.dumps({"kind": "ask", "id": name, "act": act}))
        async with asyncio.timeout(PATIENCE_S):
            return await answer

    def act(self, bits: SeededBits, seat: int) -> Json:
        """Something to ask: for the seat that everybody wants, or at one's own."""
        own = int(self.view.get("viewer", -1))
        if own < 1:
            return {"kind": "take-seat", "seat": seat}
        mine = [one for one in self.view["awaited"] if one["actor"] == own]
        if mine and draw_below(bits, 4):
            return {"kind": "decide", "seat": own, "option": mine[0]["in_default"]}
        dice = draw_below(bits, 8)
        if dice == 0:
            return {"kind": "leave-seat", "seat": own}
        if dice == 1:
            return {"kind": "commit-seed", "seat": own, "hash": f"{draw_below(bits, 1000):064x}"}
        if dice < 4:
            return {"kind": "ready", "seat": own}
        spot = self.view["spots"][draw_below(bits, len(self.view["spots"]))]
        if dice == 4:
            return {"kind": "take-down", "seat": own, "spot": spot["spot"]}
        stake = spot["minimum"] * (1 + draw_below(bits, 3))
        return {"kind": "place-bet", "seat": own, "spot": spot["spot"], "stake": stake}


@contextmanager
def two_servers(url: str, folder: Path) -> Iterator[list[Outside]]:
    """Two processes on one database, started side by side."""
    with ExitStack() as stack, ThreadPoolExecutor(2) as starters:
        contexts = [serving(url, folder, more=WIDE) for _ in range(2)]
        starting = [starters.submit(one.__enter__) for one in contexts]
        for one, future in zip(contexts, starting, strict=True):
            if future.exception() is None:
                stack.push(one)
        yield [future.result() for future in starting]


def fire_volleys(
    url: str, folder: Path, tally: Tally, *, volleys: int, each: int, seed: bytes
) -> None:
    """Fire volleys; after each so many both processes are stopped, audited and started again."""
    bits = SeededBits(seed)
    people: list[tuple[str, str]] = []
    while tally.volleys < volleys:
        with two_servers(url, folder) as servers:
            if not people:
                guests = [servers[n % 2].guest(f"Guest {n}") for n in range(GUESTS)]
                people = [(guest.id, guest.cookie) for guest in guests]
            count = min(each, volleys - tally.volleys)
            asyncio.run(_fire(servers, people, tally, bits, count))
        tally.restarts += 1
        with opened(url) as store:
            audit(store, tally)


async def _fire(
    servers: list[Outside],
    people: list[tuple[str, str]],
    tally: Tally,
    bits: SeededBits,
    count: int,
) -> None:
    guns = [[await _gun(server, *person) for person in people] for server in servers]
    reading = [asyncio.create_task(gun.read()) for row in guns for gun in row]
    try:
        for _ in range(count):
            await _volley(guns, tally, bits)
    finally:
        for row in guns:
            for gun in row:
                await gun.socket.close()
        await asyncio.gather(*reading, return_exceptions=True)


async def _gun(server: Outside, player: str, cookie: str) -> Gun:
    socket = await connect(
        f"ws://127.0.0.1:{server.port}/ws/table/{TABLE}",
        origin=Origin(server.origin),
        additional_headers={"cookie": cookie},
        compression=None,
        proxy=None,
        **PATIENT,
    )
    await socket.send(json.dumps({"kind": "hello", "seen": 0, "takes_over": True}))
    gun = Gun(player, socket)
    while not gun.view:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE_S))
        gun.see(message)
    return gun


async def _volley(guns: list[list[Gun]], tally: Tally, bits: SeededBits) -> None:
    """Everybody fires at once, some at both processes with the same id."""
    tally.volleys += 1
    seat = 1 + draw_below(bits, SEATS)
    fired: list[tuple[Gun, str, Json]] = []
    for at in range(len(guns[0])):
        side = draw_below(bits, 2)
        for number in range(1 + draw_below(bits, ASKS_MAX)):
            gun = guns[side][at]
            act = gun.act(bits, seat)
            name = f"v{tally.volleys}-{number}"
            fired.append((gun, name, act))
            if draw_below(bits, 4) == 0:
                fired.append((guns[1 - side][at], name, act))
    taken = await asyncio.gather(*(gun.fire(name, act) for gun, name, act in fired))
    tally.asks += len(fired)
    for (gun, name, act), is_taken in zip(fired, taken, strict=True):
        if is_taken:
            tally.acks.append((gun.player, name, act))


def audit(store: Store, tally: Tally) -> None:
    """The books, the rules, the acknowledgements and the model all say the same."""
    assert_sound(store)
    findings = check_tables(store, registry())
    assert not isinstance(findings, Refusal), findings
    assert findings.faults == () and findings.mended == (), findings
    stream = f"table:{TABLE}"
    records = {}
    owners: dict[int, str] = {}
    for record in store.replay(stream):
        assert not isinstance(record, Refusal), record
        records[record.version] = record
        for event in record.events:
            if event.kind == "seat.taken":
                seat, player = event.body["seat"], event.body["player"]
                assert isinstance(seat, int) and isinstance(player, str)
                assert seat not in owners, f"seat {seat} was given to {player} as well"
                owners[seat] = player
            elif event.kind == "seat.left":
                seat = event.body["seat"]
                assert isinstance(seat, int)
                del owners[seat]
    for player, name, act in tally.acks:
        answer = store.first_answer(actor=f"player:{player}", client_id=name)
        assert isinstance(answer, Committed), f"{name} of {player} is gone"
        tally.acknowledged += 1
        if act["kind"] == "take-seat":
            first = records[answer.version].events[0]
            assert (first.body["seat"], first.body["player"]) == (act["seat"], player)
    tally.acks.clear()
    model, _ = read_journal(store)
    for player, purse in model.purses.items():
        assert store.balance(f"player:{player}") == purse, player
    tally.rounds = len(model.rounds_over)
