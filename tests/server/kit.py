"""A real server on loopback for tests, on a real file, and viewers that speak its socket."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss.cli.serve import this_world
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole, People
from pitboss.server.house import House
from pitboss.server.opening import open_house
from pitboss.server.options import Options, own_origins
from pitboss.server.run import HouseServer, make_server, serve
from pitboss.store.records import Committed
from pitboss.table.changes import Follower
from pitboss.table.events import TableOpened
from tests.deadlines import Deadline
from tests.entropy import next_seed, seeded
from tests.once import share_moments
from tests.plain_http import NO_TLS
from tests.store.house import opened
from tests.table.kit import registry, setup

GAMES = ("spin-n-win", "gin-and-win", "flip-it")
PATIENCE_S = 240
"""A busy machine is no failure, nor are kernels that are compiled for the first time."""
PATIENT: Any = {"open_timeout": PATIENCE_S, "ping_interval": None}
"""How a test dials: it never gives up a house that answers late, nor pings it by itself."""
FRAMES_MAX = 2_000
PASSWORD = "correct horse battery"  # noqa: S105
Json = dict[str, Any]


@contextmanager
def people_at(where: str, *, session_ms: int = 3_600_000) -> Iterator[People]:
    """The people of a house as another process has them."""
    with opened(where, is_threaded=False) as store:
        yield People(store.shared, session_ms=session_ms)


@dataclass(repr=False)
class Running:
    """A server in a thread of its own."""

    house: House
    server: HouseServer
    port: int
    log: list[str]
    workers: ThreadPoolExecutor | None = None
    running: Future[None] | None = None
    loop: asyncio.AbstractEventLoop | None = None
    clients: list[httpx.Client] = field(default_factory=list)
    host: str = "127.0.0.1"

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self, listener: socket.socket) -> None:
        ready = threading.Event()

        async def whole() -> None:
            self.loop = asyncio.get_running_loop()
            await serve(self.house, self.server, listener, ready=ready.set)

        self.workers = ThreadPoolExecutor(1)
        self.running = self.workers.submit(lambda: asyncio.run(whole()))
        assert ready.wait(PATIENCE_S)

    def stop(self) -> None:
        """Stop as a signal would, and let go of the files."""
        assert self.running is not None and self.workers is not None
        for client in self.clients:
            client.close()
        self.server.should_exit = True
        try:
            self.running.result(PATIENCE_S)
        finally:
            self.workers.shutdown()
            self.house.close()

    def kill(self) -> None:
        """A thread cannot be killed: it is stopped."""
        self.stop()

    def on_loop(self, work: Callable[[], Any]) -> Any:
        """Do something in the server's own thread."""
        assert self.loop is not None

        async def inside() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(inside(), self.loop).result(PATIENCE_S)

    def open(self, game: str, table: str, **options: Any) -> str:
        """Open a table with waits that only end by an act, unless told otherwise."""
        opened: TableOpened = setup(game, table=table, **{"mode": "sealed", **options})
        receipt = self.on_loop(lambda: self.house.tables.pit.open_table(opened))
        assert isinstance(receipt, Committed), receipt
        return table

    def client(self) -> httpx.Client:
        """A browser without a name."""
        made = httpx.Client(
            base_url=self.origin,
            headers={"origin": self.origin},
            timeout=PATIENCE_S,
            verify=NO_TLS,
        )
        self.clients.append(made)
        return made

    def guest(self, name: str) -> Guest:
        """A browser with a name."""
        client = self.client()
        answer = client.post("/api/guest", json={"name": name})
        assert answer.status_code == 200, answer.text
        client.headers["x-csrf-token"] = answer.json()["csrf"]
        return Guest(self, client, answer.json())

    def knows(self, guest: Guest) -> Guest:
        """The same person's browser, coming to this server."""
        client = self.client()
        client.cookies.set("pitboss", guest.http.cookies["pitboss"])
        client.headers["x-csrf-token"] = guest.me["csrf"]
        return Guest(self, client, guest.me)

    def staff(self, name: str, role: HouseRole) -> Guest:
        """Somebody with an account and a role."""
        guest = self.guest(name)
        answer = guest.http.post("/api/account", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        guest.me = answer.json()
        guest.http.headers["x-csrf-token"] = guest.me["csrf"]
        self.on_loop(lambda: self.house.tables.people.set_role(guest.id, role))
        return guest


@dataclass
class Guest:
    """A browser whose server knows a name."""

    running: Running
    http: httpx.Client
    me: Json

    @property
    def id(self) -> str:
        return str(self.me["person"])

    @property
    def cookie(self) -> str:
        return f"pitboss={self.http.cookies['pitboss']}"

    def balance(self) -> int:
        return int(self.http.get("/api/me").json()["balance"])

    @contextmanager
    def at(self, table: str, *, seen: int = 0) -> Iterator[Viewer]:
        """Open the socket of a table and say hello."""
        with viewer(self.running, table, cookie=self.cookie) as found:
            found.hello(seen=seen)
            yield found


@dataclass
class Viewer:
    """One socket, every frame it was sent, and the view that the changes in them make."""

    running: Running
    socket: ClientConnection
    frames: list[str] = field(default_factory=list)
    pictures: list[tuple[str, Json]] = field(default_factory=list)
    """Every frame of changes, and the whole view with them."""
    shown: Json = field(default_factory=dict)
    follower: Follower = field(default_factory=Follower)
    welcome: Json = field(default_factory=dict)
    is_mute: bool = False
    """Whether pings are left unanswered."""

    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def take(self, *, within_s: float = PATIENCE_S) -> Json:
        """The next frame; changes come as the whole view that they make."""
        assert len(self.frames) < FRAMES_MAX
        text = self.socket.recv(timeout=within_s)
        assert isinstance(text, str)
        self.frames.append(text)
        message: Json = json.loads(text)
        if message["kind"] == "welcome":
            self.follower.greet(message)
        elif message["kind"] == "changed":
            view = self.follower.take(message)
            assert view is not None, message
            message = self.shown = {
                "kind": "shown",
                "version": message["version"],
                "now_ms": message["now_ms"],
                "view": view,
            }
            self.pictures.append((text, message))
        elif message["kind"] == "ping" and not self.is_mute:
            self.send({"kind": "pong"})
        return message

    def until(self, is_it: Callable[[Json], bool]) -> Json:
        """The next frame of which this is true; pings alone do not keep this waiting for ever."""
        deadline = Deadline()
        while True:
            message = self.take(within_s=deadline.left_s)
            if is_it(message):
                return message

    def catch_up(self) -> None:
        """Take the frames that are here already."""
        with suppress(TimeoutError):
            while True:
                self.take(within_s=0)

    def drain(self) -> None:
        """Take frames until the socket is closed, which is raised."""
        self.until(lambda _: False)

    def hello(self, *, seen: int = 0, takes_over: bool = True) -> Json:
        self.send({"kind": "hello", "seen": seen, "takes_over": takes_over})
        self.welcome = self.until(lambda m: m["kind"] == "welcome")
        self.until(lambda m: m["kind"] == "shown")
        return self.welcome

    @property
    def view(self) -> Json:
        view: Json = self.shown["view"]
        return view

    def see(self, is_it: Callable[[Json], bool]) -> Json:
        """The first view, this one or a later one, of which this is true."""
        while not is_it(self.view):
            self.until(lambda m: m["kind"] == "shown")
        return self.view

    def ask(self, act: Json, *, ask_id: str = "") -> Json | None:
        """Ask, and give what was refused, or None when it was done."""
        name = ask_id or secrets.token_hex(8)
        self.send({"kind": "ask", "id": name, "act": act})
        answer = self.until(lambda m: m["kind"] == "answer" and m["id"] == name)
        refused: Json | None = answer["refused"]
        return refused

    def do(self, kind: str, **fields: Any) -> None:
        """Ask for something that must be done."""
        refused = self.ask({"kind": kind, **fields})
        assert refused is None, (kind, fields, refused)

    def sit(self, seat: int, name: str = "") -> None:
        self.do("take-seat", seat=seat, name=name)
        self.see(lambda view: bool(view["viewer"] == seat))

    # A round as a person plays it: only what the view offers.

    @property
    def seat(self) -> int:
        return int(self.view["viewer"])

    def offered(self, act: str) -> list[str] | None:
        return next((o["names"] for o in self.view["offers"] if o["act"] == act), None)

    def bet(self) -> str:
        """The smallest stake on the first open spot."""
        self.see(lambda view: bool(self.offered("place-bet")))
        spots = self.offered("place-bet") or []
        offer = next(s for s in self.view["spots"] if s["spot"] == spots[0])
        self.do("place-bet", seat=self.seat, spot=offer["spot"], stake=offer["minimum"])
        return str(offer["spot"])

    def ready(self) -> None:
        self.do("ready", seat=self.seat)

    def finish(self, round_id: str) -> Json:
        """Decide whatever is asked until the round is over; the view with its result."""
        while True:
            self.see(lambda v: self.offered("decide") is not None or _is_over(v, round_id))
            if _is_over(self.view, round_id):
                return self.view
            mine = next(a for a in self.view["awaited"] if a["actor"] == self.seat)
            self.do("decide", seat=self.seat, option=mine["in_default"])
            self.see(lambda v: self.offered("decide") is None or _is_over(v, round_id))


def seat_both(first: Viewer, second: Viewer) -> None:
    """Two viewers in seats 1 and 2, in a round that both are dealt into."""
    first.sit(1)
    second.sit(2)
    # The round opened for the first alone; the second is in the next one.
    first.bet()
    round_id = first.view["round_id"]
    first.ready()
    second.ready()
    first.finish(round_id)

    def is_dealt_in(view: Json) -> bool:
        return bool(view["round_id"] != round_id) and _is_in(view)

    first.see(is_dealt_in)
    second.see(is_dealt_in)


def _is_in(view: Json) -> bool:
    return bool(view["seats"][view["viewer"] - 1]["in_round"])


def _is_over(view: Json, round_id: str) -> bool:
    return view["last"] is not None and view["last"]["round_id"] == round_id


def net_of(view: Json, seat: int) -> int:
    """What the last round brought a seat, by its settlement lines."""
    lines = [line for line in view["last"]["lines"] if line["seat"] == seat]
    assert lines
    wins = sum(line["pays"] for line in lines if line["result"] == "win")
    return int(wins - sum(line["stake"] for line in lines if line["result"] == "lose"))


def in_action(view: Json, seat: int) -> int:
    return int(view["seats"][seat - 1]["in_action"])


@contextmanager
def viewer(
    running: Running, table: str, *, cookie: str = "", origin: str | None = ""
) -> Iterator[Viewer]:
    """An open socket before its hello; an empty origin is the server's own, None is none."""
    where = f"ws://{running.host}:{running.port}/ws/table/{table}"
    headers = {"cookie": cookie} if cookie else {}
    chosen = running.origin if origin == "" else origin
    with connect(
        where,
        origin=None if chosen is None else Origin(chosen),
        additional_headers=headers,
        compression=None,
        close_timeout=5,
        **PATIENT,
    ) as opened:
        yield Viewer(running, opened)


def options_for(port: int, **changes: Any) -> Options:
    """Limits that a test never meets unless it means to."""
    wide: dict[str, Any] = {
        "origins": own_origins("127.0.0.1", port),
        "bets_ms": 0,
        "decision_ms": 0,
        "between_ms": 0,
        "tick_ms": 50,
        "view_ms": 0,
        "requests_per_s": 10_000,
        "requests_burst": 10_000,
        "messages_per_s": 10_000,
        "messages_burst": 10_000,
        "entries_per_min": 10_000,
        "handshakes_per_s": 10_000,
        "handshakes_burst": 10_000,
        "half_open_max": 10_000,
        "half_open_per_address": 10_000,
        "log_per_min": 1_000_000,
        "stop_ms": 2_000,
        "lag_ms": 0,
        # Only tests of figures start the processes that work them out.
        "figure_workers": 0,
        # Behind the other tests of a busy machine they would wait for minutes.
        "workers_yield": 0,
    }
    return Options(**{**wide, **changes})


def listener_on(port: int = 0, *, send_buffer: int = 0) -> socket.socket:
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if send_buffer:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    found.bind(("127.0.0.1", port))
    return found


def started(
    database: Path | str,
    *,
    port: int = 0,
    web: Path | None = None,
    key: Path | None = None,
    wall: Callable[[], int] | None = None,
    send_buffer: int = 0,
    seed: str = "",
    prepares: bool = False,
    **changes: Any,
) -> Running:
    """A server that runs; by another clock on the wall where one is given.

    The pages that describe the API are made before anybody asks only with `prepares`: each server
    would take half a second of the processor for them.
    """
    listener = listener_on(port, send_buffer=send_buffer)
    actual = listener.getsockname()[1]
    log: list[str] = []
    places = {"PITBOSS_WEB_DIR": web, "PITBOSS_KEY_FILE": key}
    world = this_world({name: str(at) for name, at in places.items() if at}, log.append)
    world = replace(world, entropy=seeded(seed or next_seed()), wall=wall or world.wall)
    house = open_house(world, registry(), options_for(actual, **changes), database=str(database))
    assert not isinstance(house, Refusal), house
    hash_quickly(house)
    share_moments(house)
    server = make_server(house, world)
    assert isinstance(server, HouseServer), server
    if not prepares:
        server.prepare = prepare_nothing
    running = Running(house, server, actual, log)
    running.start(listener)
    return running


def hash_quickly(house: House) -> None:
    """Passwords at a small part of their cost; tests/server/test_doors.py proves the whole."""
    house.accounts.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


def prepare_nothing() -> None:
    """In place of pages that no test reads."""


@contextmanager
def house_at(database: Path | str, **changes: Any) -> Iterator[Running]:
    """A server for as long as the block lasts."""
    running = started(database, **changes)
    try:
        yield running
    finally:
        running.stop()
