"""Honest bets under attack: milliseconds from a bet to its acknowledgement, one row per attack.

The server runs as an operator starts it, at shipped limits. Honest players bet from 127.0.0.1; the
attacker is a process of its own that comes from 127.0.0.2. A quiet row in the same run says what
the machine itself costs. A new attack is one function marked with `@attack`.
Run: python bench/attacks.py [--seconds 10] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.attacks.hostile_rounds import long_notation, wide_draw
from tests.browser import house as houses
from tests.table.kit import edition_of

HOSTILE = "127.0.0.2"
TABLES = ("spin-n-win-1", "flip-it-1")
PROOFS = ("spin-n-win/standard", "gin-and-win/ten", "flip-it/call10-pay1")
PLAYERS_EACH = 4
EVERY_S = 0.1
"""How often an honest player bets."""
WARM_S = 3.0
OLD_PER_TABLE = 1_000
"""Records that a table has before it is attacked, so that there is something to catch up on."""
P99_MS = 150
# Limits as shipped; bets stay open, so that a bet can be measured at any moment.
SHIPPED = dict.fromkeys(houses.SETTINGS, "") | {"PITBOSS_BETS_MS": "3600000"}


# --- the attacker -----------------------------------------------------------------------------


@dataclass(slots=True)
class Target:
    """The server as an attacker sees it, and how long the attack lasts."""

    port: int
    seconds: float
    until: float = 0
    streams: list[asyncio.StreamWriter] = field(default_factory=list)
    """Connections that the attacker keeps open."""

    @property
    def is_on(self) -> bool:
        """Whether the attack still goes on."""
        return time.monotonic() < self.until

    @property
    def origin(self) -> str:
        """The address that pages of the server come from."""
        return f"http://127.0.0.1:{self.port}"

    def head(self, path: str = "/", *lines: str, method: str = "GET") -> bytes:
        """A request's head."""
        first = (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}")
        return "\r\n".join((*first, f"Origin: {self.origin}", *lines, "", "")).encode()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from the attacker's address."""
        made = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HOSTILE, 0))
        self.streams.append(made[1])
        return made

    async def send(self, data: bytes) -> bytes:
        """Send something on a connection of its own; the beginning of what came back."""
        reader, writer = await self.open()
        try:
            writer.write(data)
            return await asyncio.wait_for(reader.read(4_096), self.seconds)
        except (OSError, TimeoutError):
            return b""
        finally:
            self.streams.remove(writer)
            writer.close()

    async def repeat(self, once: Callable[[], Awaitable[object]], *, at_a_time: int = 8) -> int:
        """Do something again and again, so many at a time, until the attack is over."""
        done = 0

        async def go_on() -> None:
            nonlocal done
            while self.is_on:
                with contextlib.suppress(OSError, httpx.HTTPError, WebSocketException):
                    await once()
                done += 1

        await asyncio.gather(*(go_on() for _ in range(at_a_time)))
        return done

    def client(self) -> httpx.AsyncClient:
        """A browser at the attacker's address."""
        transport = httpx.AsyncHTTPTransport(local_address=HOSTILE)
        headers = {"origin": self.origin}
        return httpx.AsyncClient(
            base_url=self.origin, headers=headers, transport=transport, timeout=self.seconds
        )


Attack = Callable[[Target], Awaitable[int]]
ATTACKS: dict[str, Attack] = {}


def attack(function: Attack) -> Attack:
    """Add an attack under its own name; it gives how often it struck."""
    ATTACKS[getattr(function, "__name__", "").replace("_", " ")] = function
    return function


@attack
async def fat_cookies(target: Target) -> int:
    """Cookie headers of 200 kB that take quadratic time to read."""
    head = target.head("/api/lobby", "Cookie: " + 'a="' + "\\" * 200_000 + '"')
    return await target.repeat(lambda: target.send(head))


@attack
async def cookies_within_limits(target: Target) -> int:
    """The largest Cookie header that is let in."""
    head = target.head("/api/lobby", "Cookie: " + 'a="' + "\\" * 8_000 + '"')
    return await target.repeat(lambda: target.send(head))


@attack
async def many_headers(target: Target) -> int:
    """Ten thousand headers."""
    head = target.head("/", *(f"X-{number}: {number}" for number in range(10_000)))
    return await target.repeat(lambda: target.send(head))


@attack
async def slow_heads(target: Target) -> int:
    """Connections that send a header a byte at a time and never finish."""
    return await _slowly(target, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")


@attack
async def slow_bodies(target: Target) -> int:
    """Forms whose body never comes."""
    head = target.head("/api/guest", "Content-Length: 9000", method="POST")
    return await _slowly(target, head)


async def _slowly(target: Target, begin: bytes) -> int:
    """Keep as many connections as there are places; each sends a byte now and then."""
    opened = 0
    while target.is_on:
        for writer in tuple(target.streams):
            if writer.is_closing():
                target.streams.remove(writer)
            else:
                writer.write(b"x")
        for _ in range(25):
            if len(target.streams) < 600:
                with contextlib.suppress(OSError):
                    _, writer = await target.open()
                    writer.write(begin)
                    opened += 1
        await asyncio.sleep(0.05)
    return opened


@attack
async def pipelined(target: Target) -> int:
    """Thousands of requests in one packet."""
    data = target.head("/api/lobby") * 2_000
    return await target.repeat(lambda: target.send(data), at_a_time=4)


async def _gets(target: Target, path: str) -> int:
    async with target.client() as client:
        return await target.repeat(lambda: client.get(path))


@attack
async def api_page(target: Target) -> int:
    """The page that describes the API, as fast as it comes."""
    return await _gets(target, "/api")


@attack
async def metrics_page(target: Target) -> int:
    """The meters, as fast as they come."""
    return await _gets(target, "/metrics")


@attack
async def lobby_page(target: Target) -> int:
    """The lobby, as fast as it comes."""
    return await _gets(target, "/api/lobby")


@attack
async def old_hellos(target: Target) -> int:
    """Sockets that saw the first record last and ask what happened since."""

    async def once() -> None:
        where = f"ws://127.0.0.1:{target.port}/ws/table/{TABLES[0]}"
        async with connect(
            where,
            origin=target.origin,  # type: ignore[arg-type]
            compression=None,
            local_addr=(HOSTILE, 0),
        ) as opened:
            await opened.send('{"kind":"hello","seen":1}')
            await opened.recv()

    return await target.repeat(once)


@attack
async def ping_frames(target: Target) -> int:
    """Sockets that send nothing but pings, as many as fit."""
    key = base64.b64encode(b"0123456789abcdef").decode()
    head = target.head(
        f"/ws/table/{TABLES[0]}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    pings = bytes([0x89, 0x80, 0, 0, 0, 0]) * 40_000

    async def once() -> None:
        reader, writer = await target.open()
        try:
            writer.write(head)
            await reader.read(4_096)
            while target.is_on and not writer.is_closing():
                writer.write(pings)
                await asyncio.wait_for(reader.read(1 << 20), 1)
                await writer.drain()
        except TimeoutError:
            pass
        finally:
            target.streams.remove(writer)
            writer.close()

    return await target.repeat(once)


@attack
async def check_round_flood(target: Target) -> int:
    """Round files as large as they may be, each made to keep a checker busy."""
    edition_hash = edition_of(TABLES[0].removesuffix("-1")).head.hash
    files = [wide_draw(), *(long_notation(edition_hash, number) for number in range(8))]
    serial = count()

    async def once() -> None:
        async with target.client() as client:
            text = files[next(serial) % len(files)]
            # With a cookie each file is another visitor's and replaces none.
            await client.get("/api/protect")
            await client.post("/api/check-round", json={"text": text})

    return await target.repeat(once)


@attack
async def job_queue_flood(target: Target) -> int:
    """Figures, studies, simulations and PDFs, each for another visitor."""
    serial = count()

    async def once() -> None:
        number = next(serial)
        async with target.client() as client:
            # With a cookie each job is another visitor's and replaces none.
            await client.get("/api/protect")
            match number % 4:
                case 0:
                    change = f"pays.single_red={number % 97 + 1}/{number // 97 + 100}"
                    await client.get("/api/figures/spin-n-win/standard", params={"changes": change})
                case 1:
                    await client.get(
                        f"/api/proofs/{PROOFS[number // 4 % len(PROOFS)]}/files/sheet.pdf"
                    )
                case 2:
                    form = {"game": "flip-it", "rounds": 1_000_000_000, "seed": str(number)}
                    await client.post("/api/simulations", json=form)
                case _:
                    form = {"options": {"undealt": str(number % 40 + 1)}, "is_precise": True}
                    await client.post("/api/protect/flip-it/counting", json=form)

    return await target.repeat(once)


def strike(name: str, port: int, seconds: float, struck: Any) -> None:
    """The attacker's process."""

    async def whole() -> int:
        target = Target(port, seconds, time.monotonic() + seconds)
        done = await ATTACKS[name](target)
        for writer in target.streams:
            writer.close()
        return done

    struck.put(asyncio.run(whole()))


# --- honest players -----------------------------------------------------------------------------


@dataclass(slots=True)
class Player:
    """Somebody in a seat who bets, and how long each acknowledgement took."""

    socket: ClientConnection
    seat: int
    acks: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    waiting: dict[str, float] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)
    serial: int = 0

    async def read(self) -> None:
        """Take everything the server sends."""
        async for text in self.socket:
            now = time.perf_counter()
            message = json.loads(text)
            if message["kind"] == "shown":
                self.view = message["view"]
            elif message["kind"] == "ping":
                await self.socket.send('{"kind":"pong"}')
            elif message["kind"] == "answer" and message["id"] in self.waiting:
                self.acks.append(1_000 * (now - self.waiting.pop(message["id"])))
                if message["refused"] is not None:
                    self.refused.append(message["refused"]["code"])

    async def ask(self, act: dict[str, Any]) -> None:
        """Send an act; the time until its answer counts."""
        self.serial += 1
        self.waiting[str(self.serial)] = time.perf_counter()
        message = {"kind": "ask", "id": str(self.serial), "act": {"seat": self.seat, **act}}
        await self.socket.send(json.dumps(message))

    async def bet(self, *, seconds: float) -> None:
        """Bet again and again, another stake each time; never two bets on their way."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            offers = {offer["act"]: offer["names"] for offer in self.view["offers"]}
            if not self.waiting and offers.get("place-bet"):
                spot = next(
                    one for one in self.view["spots"] if one["spot"] == offers["place-bet"][0]
                )
                stake = spot["minimum"] + spot["unit"] * (self.serial % 10)
                await self.ask({"kind": "place-bet", "spot": spot["spot"], "stake": stake})
            await asyncio.sleep(EVERY_S)
        await settle(lambda: not self.waiting)

    def forget(self) -> None:
        """Begin another row."""
        self.acks, self.refused = [], []


async def settle(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(120):
        while not is_so():
            await asyncio.sleep(0.02)


async def seat_players(port: int, stack: contextlib.AsyncExitStack) -> list[Player]:
    """Honest players in their seats."""
    origin = f"http://127.0.0.1:{port}"
    found = []
    for number in range(len(TABLES) * PLAYERS_EACH):
        table, seat = TABLES[number % len(TABLES)], number // len(TABLES) + 1
        async with httpx.AsyncClient(base_url=origin, headers={"origin": origin}) as client:
            (await client.post("/api/guest", json={"name": f"Honest {number}"})).raise_for_status()
            cookie = f"pitboss={client.cookies['pitboss']}"
        where = f"ws://127.0.0.1:{port}/ws/table/{table}"
        socket = await stack.enter_async_context(
            connect(where, origin=origin, additional_headers={"cookie": cookie}, compression=None)  # type: ignore[arg-type]
        )
        player = Player(socket, seat)
        stack.callback(asyncio.create_task(player.read()).cancel)
        await socket.send('{"kind":"hello"}')
        await settle(lambda one=player: bool(one.view))  # type: ignore[misc]
        await player.ask({"kind": "take-seat"})
        await settle(lambda one=player: one.view["viewer"] == one.seat)  # type: ignore[misc]
        found.append(player)
    return found


# --- the table ----------------------------------------------------------------------------------


def row(name: str, players: list[Player], struck: int) -> str:
    """What the honest players felt, as a line."""
    acks = sorted(ack for player in players for ack in player.acks)
    refused = [code for player in players for code in player.refused]
    p50, p99 = (acks[min(len(acks) - 1, int(len(acks) * part))] for part in (0.5, 0.99))
    codes = f" ({', '.join(sorted(set(refused)))})" if refused else ""
    counts = f"{struck:,} | {len(acks):,} | {p50:.1f} | {p99:.1f} | {acks[-1]:.1f}"
    return f"| {name} | {counts} | {len(refused)}{codes} |"


async def measure(port: int, names: list[str], seconds: float) -> None:
    """Every row, quiet ones first and last."""
    print("| attack | strikes | bets | p50 ms | p99 ms | max ms | refused |")
    print("|---|---:|---:|---:|---:|---:|---|")
    async with contextlib.AsyncExitStack() as stack:
        players = await seat_players(port, stack)
        await _bets(players, WARM_S)
        while min(player.serial for player in players) < OLD_PER_TABLE / PLAYERS_EACH:
            await _bets(players, WARM_S)
        for name in ("quiet", *names, "quiet again"):
            struck = 0
            for player in players:
                player.forget()
            if name in ATTACKS:
                struck = await _under(name, port, players, seconds)
            else:
                await _bets(players, seconds)
            print(row(name, players, struck), flush=True)


async def _bets(players: list[Player], seconds: float) -> None:
    await asyncio.gather(*(player.bet(seconds=seconds) for player in players))


async def _under(name: str, port: int, players: list[Player], seconds: float) -> int:
    """Bets while an attacker strikes."""
    context = multiprocessing.get_context("spawn")
    struck = context.Queue()
    attacker = context.Process(target=strike, args=(name, port, seconds, struck))
    attacker.start()
    try:
        await _bets(players, seconds)
        return int(await asyncio.to_thread(struck.get, timeout=seconds + 60))
    finally:
        await asyncio.to_thread(attacker.join, 10)
        attacker.kill()


def main() -> int:
    """One command, one table."""
    parser = argparse.ArgumentParser(description="Honest bets under attack.")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", nargs="*", choices=sorted(ATTACKS), default=None)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        web.mkdir()
        (web / "index.html").write_text("<!doctype html><title>Pitboss</title>")
        house = houses.House(Path(folder), web, dict(SHIPPED))
        house.start()
        try:
            asyncio.run(measure(house.port, chosen.only or list(ATTACKS), chosen.seconds))
        finally:
            house.kill()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
