"""Visitors of a house under load: players who bet in every round, and spectators.

Each is a socket that follows its table as a browser does and writes down how long things took.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any, NamedTuple

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
    phase: str
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
    version: int = 0
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
    decides_after_s: float = 0.0
    """How long a player thinks about a decision."""


class Asked(NamedTuple):
    """What was sent, when, and whether it was a bet."""

    at: float
    is_bet: bool
    text: str


class Person(NamedTuple):
    """Who somebody is to the house, and what says so in their requests."""

    id: str
    cookie: str
    csrf: str

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": self.cookie, "x-csrf-token": self.csrf}


@dataclass
class Visitor:
    """One socket: a player in a seat, or a spectator."""

    origin: str
    table: str
    person: Person | None
    seat: int
    sheet: Sheet
    serial: int = 0
    waiting: dict[str, Asked] = field(default_factory=dict)
    known: set[Bet] = field(default_factory=set)
    follower: Follower = field(default_factory=Follower)
    views: int = 0
    view: View | None = None
    version: int = 0
    """How far the table had come in the last view."""
    round_id: str | None = None
    placed: int = 0
    opened: ClientConnection | None = None
    """Where the table is in sight."""
    is_thinking: bool = False
    """Whether a bet is about to be sent."""

    @property
    def figures(self) -> Figures:
        return self.sheet.figures

    async def stay(self, *, until: float) -> None:
        """Be at the table until a time."""
        try:
            await self.look(until=until)
        except TimeoutError:
            if asyncio.get_running_loop().time() < until:
                self.figures.errors.append("a socket could not be opened in 30 s")
        except (OSError, WebSocketException) as problem:
            if not self.figures.turned_away:
                self.figures.errors.append(repr(problem))

    async def look(self, *, until: float) -> None:
        """Open the socket and follow the table until it ends or the time is over."""
        where = self.origin.replace("http", "ws") + f"/ws/table/{self.table}"
        headers = {"cookie": self.person.cookie} if self.person else {}
        async with connect(
            where, origin=self.origin, additional_headers=headers, compression=None,  # type: ignore[arg-type]
            open_timeout=30, ping_interval=None, max_queue=None,
        ) as opened:  # fmt: skip
            await opened.send(json.dumps({"kind": "hello", "seen": self.version}))
            try:
                async with asyncio.timeout_at(until):
                    await self._read(opened)
            finally:
                self.opened = None

    async def _read(self, opened: ClientConnection) -> None:
        async for text in opened:
            now = time.perf_counter()
            message = READ.decode(text)
            if message.kind == "answer":
                self.take_answer(message, now)
            elif message.kind == "welcome":
                whole = msgspec.json.decode(message.view)
                view = {name: whole[name] for name in VIEW_PARTS}
                self.follower.greet({"number": message.number, "view": view})
                self.opened = opened
                await self.greet()
            elif message.kind == "changed":
                await self._saw(self._follow(message, len(text)), now)
            elif message.kind == "ping":
                await opened.send('{"kind":"pong"}')
            elif message.kind == "closing":
                self.figures.turned_away.append(message.sentence)

    def _follow(self, message: Message, size: int) -> View:
        """The parts of the view that a visitor reads."""
        if self.views:
            self.figures.sizes.append(size)
        self.views += 1
        self.version = message.version
        parts = {
            path: value
            for path, value in message.changes.items()
            if path.partition(".")[0] in VIEW_PARTS
        }
        sent = {"number": message.number, "after": message.after, "changes": parts}
        return msgspec.convert(self.follower.take(sent), View)

    async def greet(self) -> None:
        """Send again what has no answer, as a browser does after a break, under the same ids."""
        for asked in tuple(self.waiting.values()):
            await self._send(asked.text)

    def take_answer(self, message: Message, now: float) -> None:
        started, is_bet, _ = self.waiting.pop(message.id)
        if message.refused is not None:
            self.figures.refuse(message.refused.code)
            # Whoever was asked to wait tries again, though nothing may change meanwhile.
            asyncio.get_running_loop().call_later(
                AGAIN_S, lambda: asyncio.ensure_future(self._again())
            )
        elif is_bet:
            self.figures.acks.append((now - started) * 1000)

    async def _again(self) -> None:
        if self.view is not None and self.opened is not None:
            with contextlib.suppress(WebSocketException):
                await self._play(self.view)

    async def _saw(self, view: View, now: float) -> None:
        bets = set(view.bets)
        for bet in bets - self.known:
            asked = self.sheet.sent.get((self.table, bet.seat, bet.spot, bet.stake))
            if asked is not None and bet.seat != self.seat:
                self.figures.states.append((now - asked) * 1000)
        self.known, self.view = bets, view
        if self.seat:
            await self._play(view)

    @property
    def is_busy(self) -> bool:
        """Whether a bet is on its way, or about to be."""
        return bool(self.waiting) or self.is_thinking

    async def _play(self, view: View) -> None:
        offers = {offer.act: offer.names for offer in view.offers}
        if view.viewer != self.seat:
            if str(self.seat) in offers.get("take-seat", ()) and not self.is_busy:
                await self._ask({"kind": "take-seat", "seat": self.seat})
        elif "decide" in offers and not self.is_busy:
            act = {"kind": "decide", "seat": self.seat, "option": offers["decide"][-1]}
            self._think(act, self.sheet.decides_after_s)
        elif "place-bet" in offers:
            await self._bet(view, offers["place-bet"])

    async def _bet(self, view: View, spots: tuple[str, ...]) -> None:
        if view.round_id is not None and view.round_id != self.round_id:
            self.round_id, self.placed = view.round_id, 0
            self.figures.rounds.add(view.round_id)
        if self.placed >= self.sheet.bets_each or self.is_busy or not spots:
            return
        self.placed += 1
        spot = spots[(self.seat + self.placed) % len(spots)]
        unit = next(one for one in view.spots if one.spot == spot)
        self.serial += 1
        # Another amount each time, so that a stake is told from the one before it.
        stake = unit.minimum + unit.unit * (self.serial % 20)
        asked = time.perf_counter()
        self.sheet.sent[self.table, self.seat, spot, stake] = asked
        act: Json = {"kind": "place-bet", "seat": self.seat, "spot": spot, "stake": stake}
        act["round"] = view.round_id or ""
        # Players think: bets of a table do not all come in one moment.
        self._think(act, 0.2 + 0.3 * ((self.seat * 7 + self.serial) % 8) / 8)

    def _think(self, act: Json, for_s: float) -> None:
        self.is_thinking = True
        asyncio.get_running_loop().call_later(
            for_s, lambda: asyncio.ensure_future(self._later(act))
        )

    async def _later(self, act: Json) -> None:
        self.is_thinking, is_bet = False, act["kind"] == "place-bet"
        if is_bet:
            asked = time.perf_counter()
            self.sheet.sent[self.table, self.seat, act["spot"], act["stake"]] = asked
        with contextlib.suppress(WebSocketException):
            await self._ask(act, is_bet=is_bet)

    def name_ask(self) -> str:
        """An id for what is asked next."""
        return f"{self.seat}.{self.serial}.{time.time_ns()}"

    async def _ask(self, act: Json, *, is_bet: bool = False) -> None:
        self.serial += 1
        name = self.name_ask()
        text = json.dumps({"kind": "ask", "id": name, "act": act})
        self.waiting[name] = Asked(time.perf_counter(), is_bet, text)
        await self._send(text)

    async def _send(self, text: str) -> None:
        """Send where the table is in sight; else it is sent when it is again."""
        if self.opened is not None:
            await self.opened.send(text)


async def crowd(
    origins: Sequence[str],
    sheet: Sheet,
    *,
    seats: int,
    spectators: int,
    seconds: float,
    prefix: str,
    kind: Callable[..., Visitor] = Visitor,
) -> None:
    """A full house for so long; with several processes each table is played at one of them."""
    origin = origins[0]
    opened: list[str] = []
    people: list[tuple[str, Person, int]] = []
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
            answer = await http.post("/api/tables", json={"game": game}, headers=host.headers)
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
                people.append((table, one, seat))
    # A pause of this process would be read as one of the house.
    gc.collect()
    gc.freeze()
    sheet.players = len(people)
    sheet.full.set()
    until = asyncio.get_running_loop().time() + seconds
    where = dict(zip(opened, cycle(origins), strict=False))
    visitors = [kind(where[table], table, person, seat, sheet) for table, person, seat in people]
    visitors += [
        kind(where[table], table, None, 0, sheet)
        for table in islice(cycle(opened), spectators if opened else 0)
    ]
    await asyncio.gather(*(visitor.stay(until=until) for visitor in visitors))


async def enter(http: httpx.AsyncClient, name: str) -> Person | None:
    http.cookies.clear()
    answer = await http.post("/api/guest", json={"name": name})
    if answer.status_code != 200:
        return None
    token = http.cookies["pitboss"]
    http.cookies.clear()
    me = answer.json()
    return Person(me["person"], f"pitboss={token}", me["csrf"])
