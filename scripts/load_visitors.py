"""Visitors of a house under load: players who bet in every round, and spectators.

Each is a socket that follows its table as a browser does and writes down how long things took.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

import httpx
import msgspec
from load_figures import Figures
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pitboss.table.changes import Follower

GAMES = ("spin-n-win", "gin-and-win", "flip-it")
SEATS = 7
BETS_EACH = 3
AGAIN_S = 1.0
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
    full: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when everybody is on the way in: opening the tables is no part of what is measured."""
    players: int = 0
    """How many were let in to play; a busy house turns some away."""
    bets_each: int = BETS_EACH
    """How many bets a player makes in a round."""


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
        if self.placed >= self.sheet.bets_each or self.waiting or not spots:
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
    origins: Sequence[str],
    sheet: Sheet,
    *,
    seats: int,
    spectators: int,
    seconds: float,
    prefix: str,
) -> None:
    """A full house for so long; with several processes each table is played at one of them."""
    origin = origins[0]
    opened: list[str] = []
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
            host = await enter(http, f"{prefix}h{number}")
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
            opened.append(table)
            for seat in range(1, taken + 1):
                one = await enter(http, f"{prefix}{number}s{seat}")
                if one is None:
                    sheet.figures.turned_away.append("The house is too busy.")
                    continue
                people.append((table, one["cookie"], seat))
    # A pause of this process would be read as one of the house.
    gc.collect()
    gc.freeze()
    sheet.players = len(people)
    sheet.full.set()
    until = asyncio.get_running_loop().time() + seconds
    where = dict(zip(opened, cycle(origins), strict=False))
    visitors = [Visitor(where[table], table, cookie, seat, sheet) for table, cookie, seat in people]
    visitors += [
        Visitor(where[table], table, "", 0, sheet)
        for table in islice(cycle(opened), spectators if opened else 0)
    ]
    await asyncio.gather(*(visitor.stay(until=until) for visitor in visitors))


async def enter(http: httpx.AsyncClient, name: str) -> dict[str, str] | None:
    http.cookies.clear()
    answer = await http.post("/api/guest", json={"name": name})
    if answer.status_code != 200:
        return None
    token = http.cookies["pitboss"]
    http.cookies.clear()
    return {"cookie": f"pitboss={token}", "x-csrf-token": answer.json()["csrf"]}
