"""A full house on loopback, measured: `scripts/load.py --seats 105 --spectators 95 --seconds 600`.

The server runs as an operator starts it, in a process of its own on a fresh SQLite file; every
player and spectator is a socket of this process, so both share the machine. Players bet in every
round, which takes about five seconds. Measured are bet to acknowledgement, bet to every other
viewer having been sent it, the bytes of a view after a socket's first, and the server's processor
time by view sent. Then somebody simulates from the page, now and then, which must not be
felt at the tables. Then three times as many come at once: somebody must be asked to wait, and ten
seconds after they left the house must be as quick as before. With --report the figures are written
to docs/evidence/load.md; the exit code tells whether every aim was met.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import resource
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from load_figures import Figures, Meter, judged, percentile, told
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pitboss.table.changes import Follower

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "evidence" / "load.md"
GAMES = ("spin-n-win", "gin-and-win", "flip-it")
SIMULATED = "gin-and-win"
SLOWER_MAX = 1.2
TURNS = 6
"""How often it is measured without and with a simulation: some minutes are busier than others."""
SEATS = 7
BETS_EACH = 3
RECOVER_S, AFTER_S = 10, 30
AGAIN_S = 1.0
PROGRAM = "from pitboss.cli import main; raise SystemExit(main())"
SETTINGS = {
    "PITBOSS_BETS_MS": "4500",
    "PITBOSS_DECISION_MS": "1000",
    "PITBOSS_BETWEEN_MS": "0",
    "PITBOSS_ENTRIES_PER_MIN": "100000",
    "PITBOSS_REQUESTS_PER_S": "10000",
    "PITBOSS_REQUESTS_BURST": "10000",
    "PITBOSS_SOCKETS_PER_ADDRESS": "1000",
    "PITBOSS_HALF_OPEN_PER_ADDRESS": "10000",
    "PITBOSS_HALF_OPEN_MAX": "10000",
    "PITBOSS_HANDSHAKES_PER_S": "10000",
    "PITBOSS_HANDSHAKES_BURST": "10000",
    "PITBOSS_TABLES_PER_PERSON": "1000",
}
Json = dict[str, Any]


class Named(msgspec.Struct):
    act: str
    names: tuple[str, ...]


class Bet(msgspec.Struct, frozen=True):
    seat: int
    spot: str
    stake: int


class Spot(msgspec.Struct):
    spot: str
    minimum: int
    unit: int


class View(msgspec.Struct):
    """What a visitor reads of a view; the rest is skipped as it comes."""

    viewer: int
    round_id: str | None
    bets: tuple[Bet, ...]
    spots: tuple[Spot, ...]
    offers: tuple[Named, ...]


class Code(msgspec.Struct):
    code: str


class Message(msgspec.Struct):
    kind: str
    number: int = 0
    after: int = 0
    view: msgspec.Raw = msgspec.Raw()
    changes: dict[str, Any] = {}
    id: str = ""
    refused: Code | None = None
    sentence: str = ""


READ = msgspec.json.Decoder(Message)
VIEW_PARTS = frozenset(View.__struct_fields__)


@dataclass
class Sheet:
    """Where visitors who stay write what they measure; another page for each part of the run."""

    figures: Figures = field(default_factory=Figures)
    sent: dict[tuple[str, int, str, int], float] = field(default_factory=dict)
    """When a stake was asked for, by table, seat, spot and amount."""
    is_full: bool = False
    """Whether everybody is on the way in: opening the tables is no part of what views cost."""


@dataclass
class Visitor:
    """One socket: a player in a seat, or a spectator."""

    origin: str
    table: str
    cookie: str
    seat: int
    sheet: Sheet
    serial: int = 0
    waiting: dict[str, tuple[float, bool]] = field(default_factory=dict)
    known: set[Bet] = field(default_factory=set)
    follower: Follower = field(default_factory=Follower)
    views: int = 0
    view: View | None = None
    round_id: str | None = None
    placed: int = 0

    @property
    def figures(self) -> Figures:
        return self.sheet.figures

    async def stay(self, *, until: float) -> None:
        """Be at the table until a time."""
        where = self.origin.replace("http", "ws") + f"/ws/table/{self.table}"
        headers = {"cookie": self.cookie} if self.cookie else {}
        try:
            async with connect(
                where, origin=self.origin, additional_headers=headers, compression=None,  # type: ignore[arg-type]
                open_timeout=30, ping_interval=None, max_queue=None,
            ) as opened:  # fmt: skip
                await opened.send(json.dumps({"kind": "hello"}))
                async with asyncio.timeout_at(until):
                    await self._read(opened)
        except TimeoutError:
            if asyncio.get_running_loop().time() < until:
                self.figures.errors.append("a socket could not be opened in 30 s")
        except (OSError, WebSocketException) as problem:
            if not self.figures.turned_away:
                self.figures.errors.append(repr(problem))

    async def _read(self, opened: ClientConnection) -> None:
        async for text in opened:
            now = time.perf_counter()
            message = READ.decode(text)
            if message.kind == "answer":
                self._answered(opened, message, now)
            elif message.kind == "welcome":
                whole = msgspec.json.decode(message.view)
                view = {name: whole[name] for name in VIEW_PARTS}
                self.follower.greet({"number": message.number, "view": view})
            elif message.kind == "changed":
                await self._saw(opened, self._follow(message, len(text)), now)
            elif message.kind == "ping":
                await opened.send('{"kind":"pong"}')
            elif message.kind == "closing":
                self.figures.turned_away.append(message.sentence)

    def _follow(self, message: Message, size: int) -> View:
        """The parts of the view that a visitor reads."""
        if self.views:
            self.figures.sizes.append(size)
        self.views += 1
        parts = {
            path: value
            for path, value in message.changes.items()
            if path.partition(".")[0] in VIEW_PARTS
        }
        sent = {"number": message.number, "after": message.after, "changes": parts}
        return msgspec.convert(self.follower.take(sent), View)

    def _answered(self, opened: ClientConnection, message: Message, now: float) -> None:
        started, is_bet = self.waiting.pop(message.id)
        if message.refused is not None:
            self.figures.refuse(message.refused.code)
            # Whoever was asked to wait tries again, though nothing may change meanwhile.
            asyncio.get_running_loop().call_later(
                AGAIN_S, lambda: asyncio.ensure_future(self._again(opened))
            )
        elif is_bet:
            self.figures.acks.append((now - started) * 1000)

    async def _again(self, opened: ClientConnection) -> None:
        if self.view is not None:
            with contextlib.suppress(WebSocketException):
                await self._play(opened, self.view)

    async def _saw(self, opened: ClientConnection, view: View, now: float) -> None:
        bets = set(view.bets)
        for bet in bets - self.known:
            asked = self.sheet.sent.get((self.table, bet.seat, bet.spot, bet.stake))
            if asked is not None and bet.seat != self.seat:
                self.figures.states.append((now - asked) * 1000)
        self.known, self.view = bets, view
        if self.seat:
            await self._play(opened, view)

    async def _play(self, opened: ClientConnection, view: View) -> None:
        offers = {offer.act: offer.names for offer in view.offers}
        if view.viewer != self.seat:
            if str(self.seat) in offers.get("take-seat", ()) and not self.waiting:
                await self._ask(opened, {"kind": "take-seat", "seat": self.seat})
        elif "decide" in offers and not self.waiting:
            act = {"kind": "decide", "seat": self.seat, "option": offers["decide"][-1]}
            await self._ask(opened, act)
        elif "place-bet" in offers:
            await self._bet(opened, view, offers["place-bet"])

    async def _bet(self, opened: ClientConnection, view: View, spots: tuple[str, ...]) -> None:
        if view.round_id is not None and view.round_id != self.round_id:
            self.round_id, self.placed = view.round_id, 0
            self.figures.rounds.add(view.round_id)
        if self.placed >= BETS_EACH or self.waiting or not spots:
            return
        self.placed += 1
        spot = spots[(self.seat + self.placed) % len(spots)]
        unit = next(one for one in view.spots if one.spot == spot)
        self.serial += 1
        # Another amount each time, so that a stake is told from the one before it.
        stake = unit.minimum + unit.unit * (self.serial % 20)
        asked = time.perf_counter()
        self.sheet.sent[self.table, self.seat, spot, stake] = asked
        act = {"kind": "place-bet", "seat": self.seat, "spot": spot, "stake": stake}
        # Players think: bets of a table do not all come in one moment.
        asyncio.get_running_loop().call_later(
            0.2 + 0.3 * ((self.seat * 7 + self.serial) % 8) / 8,
            lambda: asyncio.ensure_future(self._later(opened, act)),
        )
        self.waiting["later"] = (asked, False)

    async def _later(self, opened: ClientConnection, act: Json) -> None:
        self.waiting.pop("later", None)
        asked = time.perf_counter()
        self.sheet.sent[self.table, self.seat, act["spot"], act["stake"]] = asked
        try:
            await self._ask(opened, act, is_bet=True)
        except WebSocketException:
            return

    async def _ask(self, opened: ClientConnection, act: Json, *, is_bet: bool = False) -> None:
        self.serial += 1
        name = f"{self.seat}.{self.serial}.{time.time_ns()}"
        self.waiting[name] = (time.perf_counter(), is_bet)
        await opened.send(json.dumps({"kind": "ask", "id": name, "act": act}))


async def crowd(
    origin: str, sheet: Sheet, *, seats: int, spectators: int, seconds: float, prefix: str
) -> None:
    """A full house for so long."""
    opened: list[tuple[str, int]] = []
    people: list[tuple[str, str, int]] = []
    limits = httpx.Limits(max_connections=8)
    async with httpx.AsyncClient(
        base_url=origin, headers={"origin": origin}, limits=limits, timeout=60
    ) as http:
        # A table of fewer than seven seats leaves some standing: another table seats them.
        number, wanted = -1, seats
        while wanted > 0:
            number += 1
            game = GAMES[number % len(GAMES)]
            host = await _guest(http, f"{prefix}h{number}")
            if host is None:
                sheet.figures.turned_away.append("The house is too busy.")
                wanted -= SEATS
                continue
            answer = await http.post("/api/tables", json={"game": game}, headers=host)
            if answer.status_code != 201:
                sheet.figures.turned_away.append(answer.json()["sentence"])
                wanted -= SEATS
                continue
            table = answer.json()["table"]
            taken = min(wanted, {"gin-and-win": 6}.get(game, SEATS))
            wanted -= taken
            opened.append((table, taken))
            for seat in range(1, taken + 1):
                one = await _guest(http, f"{prefix}{number}s{seat}")
                if one is None:
                    sheet.figures.turned_away.append("The house is too busy.")
                    continue
                people.append((table, one["cookie"], seat))
    # A pause of this process would be read as one of the house.
    gc.collect()
    gc.freeze()
    sheet.is_full = True
    until = asyncio.get_running_loop().time() + seconds
    visitors = [Visitor(origin, table, cookie, seat, sheet) for table, cookie, seat in people]
    visitors += [
        Visitor(origin, opened[at % len(opened)][0], "", 0, sheet)
        for at in range(spectators if opened else 0)
    ]
    await asyncio.gather(*(visitor.stay(until=until) for visitor in visitors))


async def simulating(origin: str, seconds: float) -> None:
    """Somebody who starts one simulation after the other from the page, and watches them."""
    until = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=origin, headers={"origin": origin}, timeout=60) as http:
        headers = await _guest(http, "watcher")
        if headers is None:
            raise SystemExit("nobody could start a simulation")
        page = (await http.get(f"/api/simulate/{SIMULATED}", headers=headers)).json()
        form = {"game": SIMULATED, "rounds": page["rounds_max"], "seed": "7"}
        while time.monotonic() < until:
            begun = (await http.post("/api/simulations", json=form, headers=headers)).json()
            news = f"/api/simulations/{begun['id']}/news"
            async with http.stream("GET", news, headers=headers) as told:
                async for _ in told.aiter_lines():
                    if time.monotonic() > until:
                        break
            # What goes on by itself for a while would be felt where none is meant to be.
            await http.post(f"/api/simulations/{begun['id']}/stop", headers=headers)


async def listening(origin: str, sheet: Sheet, meter: Meter) -> None:
    """Read off once a second how late the house says it runs, and what views cost it."""
    async with httpx.AsyncClient(base_url=origin, timeout=60) as http:
        while True:
            await asyncio.sleep(1)
            lines = (await http.get("/metrics")).text.splitlines()
            said = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
            sheet.figures.lags.append(float(said["pitboss_lag_seconds"]) * 1000)
            counted = sheet.figures if sheet.is_full else Figures()
            meter.read(counted, views=int(float(said["pitboss_views_total"])))


async def _guest(http: httpx.AsyncClient, name: str) -> dict[str, str] | None:
    http.cookies.clear()
    answer = await http.post("/api/guest", json={"name": name})
    if answer.status_code != 200:
        return None
    token = http.cookies["pitboss"]
    http.cookies.clear()
    return {"cookie": f"pitboss={token}", "x-csrf-token": answer.json()["csrf"]}


def start(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The server, as an operator starts it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", str(port)]
    said = folder / "said"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--database", str(folder / "h.db"), "--log", str(folder / "log.jsonl")],
            stdout=out,
            stderr=out,
            env={**os.environ, **SETTINGS},
        )
    for _ in range(600):
        if b"Pitboss is open" in said.read_bytes():
            return process, f"http://127.0.0.1:{port}"
        time.sleep(0.1)
    process.kill()
    raise SystemExit(f"the server did not start: {said.read_text()}")


async def whole(
    given: argparse.Namespace, origin: str, meter: Meter
) -> tuple[list[str], list[str]]:
    """Everything that is measured, as lines of a report, and what was missed."""
    full, calm, beside = Figures(), Figures(), Figures()
    inside, over, after = Figures(), Figures(), Figures()
    size = {"seats": given.seats, "spectators": given.spectators}
    rest = 2 * given.beside + (given.over + RECOVER_S + AFTER_S if given.over else 0)
    sheet = Sheet()
    house = asyncio.create_task(
        crowd(origin, sheet, **size, seconds=given.seconds + rest, prefix="a")
    )
    ear = asyncio.create_task(listening(origin, sheet, meter))
    minutes = [Figures() for _ in range(max(1, round(given.seconds / 60)))]
    for minute in minutes:
        sheet.figures = minute
        await asyncio.sleep(given.seconds / len(minutes))
        full.take(minute)
    for _ in range(TURNS if given.beside else 0):
        sheet.figures = calm
        await asyncio.sleep(given.beside / TURNS)
        sheet.figures = beside
        await simulating(origin, given.beside / TURNS)
    if given.over:
        sheet.figures = inside
        twice = {name: 2 * count for name, count in size.items()}
        await crowd(origin, Sheet(over), **twice, seconds=given.over, prefix="b")
        sheet.figures = Figures()
        await asyncio.sleep(RECOVER_S)
        sheet.figures = after
    await house
    ear.cancel()
    lines, missed = told("full house", full), judged("full house", full)
    if given.beside:
        lines += told("in turn: without a simulation", calm)
        lines += told("in turn: with a simulation from the page", beside)
        slower = percentile(beside.acks, 0.99) / percentile(calm.acks, 0.99)
        if not slower <= SLOWER_MAX:
            missed.append(f"{slower:.2f} times as long with a simulation, aim {SLOWER_MAX}")
    if given.over:
        lines += told("three times that: who was there before", inside)
        lines += told("three times that: who came", over)
        lines += told("the same house, ten seconds after they left", after)
        missed += judged("ten seconds after", after)
        if "busy" in after.refused:
            missed.append(f"ten seconds after: {after.refused['busy']} still asked to wait")
        away, refused = len(over.turned_away), {**inside.refused, **over.refused}
        if not away and not refused:
            missed.append("three times as many and nobody was asked to wait")
        lines.append(
            f"\nWhile three times as many wanted in, {away} were turned away"
            f" {sorted(set(over.turned_away))}, asks were refused {refused}, and"
            f" {len(over.errors) + len(inside.errors)} errors were seen; ten seconds after"
            f" they left asks were refused {after.refused}."
        )
    each = ", ".join(f"{percentile(minute.acks, 0.99):.0f}" for minute in minutes)
    lines.append(f"\nBet to acknowledgement, p99 of the full house minute by minute: {each} ms.")
    lines.append(
        f"\n{len(full.rounds)} rounds, refusals {full.refused}, errors {len(full.errors)}"
        f" {sorted(set(full.errors))[:3]}."
    )
    return lines, missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seats", type=int, default=105)
    parser.add_argument("--spectators", type=int, default=95)
    parser.add_argument(
        "--beside", type=float, default=120, help="seconds without, and as many with a simulation"
    )
    parser.add_argument("--over", type=float, default=60, help="seconds of three times as many")
    parser.add_argument("--report", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, origin = start(Path(folder))
        busy = os.getloadavg()[0]
        try:
            lines, missed = uvloop.run(whole(given, origin, Meter(process.pid)))
        finally:
            process.terminate()
            code = process.wait(60)
            said = (Path(folder) / "said").read_text("utf-8").splitlines()[1:]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    about = (
        f"`scripts/load.py --seconds {given.seconds:.0f}`: {given.seats} seats taken"
        f" and {given.spectators} spectators on SQLite, server and clients on the same"
        f" {os.cpu_count()} cores ({platform.machine()}, load average {busy:.1f} at the start)."
        f" The server used {used.ru_utime + used.ru_stime:.0f} s of processor time in all."
    )
    head = ["# Load", "", about, "", "| | what | count | median | p99 | longest |"]
    head.append("| --- | --- | --- | --- | --- | --- |")
    if said:
        missed.append(f"the server complained {len(said)} times, last: {said[-1]}")
    tail = [f"\nThe server ended with {code}. " + (f"Missed: {missed}." if missed else "All met.")]
    text = "\n".join([*head, *lines, *tail]) + "\n"
    print(text)
    if given.report:
        REPORT.write_text(text, encoding="utf-8")
    return 1 if missed or code else 0


if __name__ == "__main__":
    raise SystemExit(main())
