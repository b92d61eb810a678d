"""Anonymous requests, frames and greetings made to hold the event loop, while somebody bets."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.openapi.spec import OpenAPI
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import Person
from pitboss.server.edge.guard import COSTS
from pitboss.server.live import catch_up, viewers
from pitboss.server.live.catch_up import EndedRounds
from tests.attacks.honest import betting
from tests.attacks.test_disk_full import Outside
from tests.attacks.test_tables_limit import play_a_round
from tests.browser.house import House
from tests.deadlines import wait_until
from tests.plain_http import NO_TLS
from tests.server.kit import PATIENCE_S, PATIENT, Guest, Running, Viewer, house_at, viewer
from tests.server.sockets import at_one_moment
from tests.table.kit import registry

ROOT = Path(__file__).parents[2]
HOSTILE = "127.0.0.2"
LIMITS = {"messages_per_s": 20, "messages_burst": 60, "faults_max": 5}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("hogs") / "h.db", **LIMITS, prepares=True) as found:
        yield found


@contextmanager
def raw_socket(running: Running, table: str) -> Iterator[socket.socket]:
    """A websocket whose frames are written by hand."""
    key = base64.b64encode(b"0123456789abcdef").decode()
    lines = (
        f"GET /ws/table/{table} HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Origin: {running.origin}",
    )
    with socket.create_connection(
        ("127.0.0.1", running.port), PATIENCE_S, source_address=(HOSTILE, 0)
    ) as opened:
        opened.sendall("\r\n".join((*lines, "", "")).encode())
        assert opened.recv(65_536).startswith(b"HTTP/1.1 101")
        yield opened


def masked(first: int, text: bytes = b"") -> bytes:
    """A client's frame; a mask of zeros leaves the text as it is."""
    return bytes([first, 0x80 | len(text), 0, 0, 0, 0]) + text


FLOODS = {
    "pings": masked(0x89) * 20_000,
    "pongs": masked(0x8A) * 20_000,
    "pieces": masked(0x01, b"{") + masked(0x00) * 20_000,
    "messages": masked(0x81, b'{"kind":"hello"}') + masked(0x81, b"{") * 20_000,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_tiny_frames_ends_the_socket(running: Running, kind: str) -> None:
    with betting(running, kind) as bet_again, raw_socket(running, "flip-it-1") as opened:
        said = b""
        # The house may end the connection before it has read the flood, or all of it was sent.
        with suppress(ConnectionError):
            opened.sendall(FLOODS[kind])
        with suppress(ConnectionError):
            while part := opened.recv(65_536):
                said += part
        assert b"too many frames" in said
        # A pong for each ping would be forty kilobytes, a refusal for each message megabytes.
        assert b"\x88" in said and b"\x03\xf0" in said, said[-200:]
        assert said.count(b"\x8a\x00") <= LIMITS["messages_burst"] + 200
        assert said.count(b'"refused"') <= LIMITS["faults_max"] + 1
        bet_again()


def test_the_api_pages_are_made_once(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_: object) -> bytes:
        raise AssertionError("the page is made once more")

    prepared = running.server.prepare.args[1]  # type: ignore[attr-defined]
    # Nobody asked for them yet.
    wait_until(lambda: all(page.data for page in prepared))
    # Nor does the first to ask wait for a document of their own.
    monkeypatch.setattr(OpenAPI, "to_schema", forbidden)
    with betting(running, "pages") as bet_again:
        client = running.client()
        first = [client.get(path).content for path in ("/api", "/api/openapi.json")]
        assert all(b"/api/lobby" in page for page in first)
        for page in prepared:
            page.make = forbidden
        for _ in range(5):
            bet_again()
            again = [client.get(path).content for path in ("/api", "/api/openapi.json")]
            assert again == first


WATCH_IMPORTS = """
import sys, threading
class Watch:
    def find_spec(self, name, path=None, target=None):
        is_loop = threading.current_thread() is threading.main_thread()
        with open({where!r}, "a") as file:
            file.write(f"{{'loop' if is_loop else 'aside'}} {{name}}\\n")
sys.meta_path.insert(0, Watch())
"""
PARAMETERS = {"game": "gin-and-win", "edition": "ten", "table": "flip-it-1", "study": "counting"}


def paths_of(guest: Guest) -> dict[str, Any]:
    """Every address of the API."""
    found: dict[str, Any] = guest.http.get("/api/openapi.json").json()["paths"]
    return found


def test_no_request_loads_code_on_the_event_loop(tmp_path: Path) -> None:
    """The first request for the studies of a game once held every table for 200 ms."""
    where = tmp_path / "imports"
    program = House(tmp_path, ROOT / "web" / "dist")
    program.start(before=WATCH_IMPORTS.format(where=str(where)), prepares=True)
    outside = Outside(program.port)
    # The game that is prepared last.
    prepared = {f"aside pitboss.protect.{list(registry().games)[-1].replace('-', '_')}"}
    try:
        wait_until(lambda: prepared <= set(where.read_text().splitlines()))
        before = len(where.read_text().splitlines())
        guest = outside.guest("Ana")
        rounds = [play_a_round(guest, f"{game}-1") for game in registry().games]
        values = PARAMETERS | {"round_id": rounds[0]}
        for path in (path for path, methods in paths_of(guest).items() if "get" in methods):
            guest.http.get(re.sub(r"{(\w+)}", lambda one: values.get(one[1], "x"), path))
    finally:
        for client in outside.clients:
            client.close()
        program.kill()
    loaded = where.read_text().splitlines()[before:]
    assert [one for one in loaded if one.startswith("loop pitboss")] == []


def test_dear_requests_cost_more(tmp_path: Path) -> None:
    burst = 2 * COSTS["/api"]
    with house_at(tmp_path / "h.db", requests_per_s=0, requests_burst=burst) as running:
        for number, path in enumerate(("/api", "/api/openapi.json", "/api/lobby", "/metrics")):
            cost = COSTS[path]
            transport = httpx.HTTPTransport(local_address=f"127.0.0.{2 + number}", verify=NO_TLS)
            with httpx.Client(
                base_url=running.origin, transport=transport, timeout=PATIENCE_S
            ) as one:
                codes = [one.get(path).status_code for _ in range(burst // cost + 1)]
            assert cost > 1 and codes == [200] * (burst // cost) + [429], path
        assert [running.client().get("/api").status_code for _ in range(3)] == [200, 200, 429]
        # Whoever has used up the share of requests can still ask whether the server is well.
        with running.client() as client:
            assert client.get("/").status_code == 429
            assert [client.get("/healthz").status_code for _ in range(burst)] == [200] * burst
            assert client.get("/metrics").status_code == 429


def play_rounds(player: Viewer, count: int) -> None:
    for _ in range(count):
        player.see(lambda view: view["phase"] == "betting")
        player.bet()
        round_id = player.view["round_id"]
        player.ready()
        player.finish(round_id)


def test_old_hellos_are_answered_one_at_a_time_off_the_loop(running: Running) -> None:
    table = running.open("flip-it", "missed", seats=1)
    catching_up = running.house.live.catch_up
    with running.guest("Missed").at(table) as player, betting(running, "others") as bet_again:
        player.sit(1)
        play_rounds(player, 3)
        assert running.loop is not None
        asyncio.run_coroutine_threadsafe(catching_up.lock.acquire(), running.loop).result(
            PATIENCE_S
        )
        with viewer(running, table) as first, viewer(running, table) as second:
            # While somebody else is being told, these wait, and nobody at the tables does.
            for stranger in (first, second):
                stranger.send({"kind": "hello", "seen": 1})
            for _ in range(5):
                bet_again()
            assert not any(link.person is None for link in running.house.presence.viewers[table])
            running.on_loop(catching_up.lock.release)
            for stranger in (first, second):
                welcome = stranger.until(lambda m: m["kind"] == "welcome")
                assert welcome["meanwhile"] == "While you were away: 3 rounds ended."
        # What was read once is not read again.
        version = running.house.tables.pit.desks[table].version
        assert catching_up.ended[table].read == version
        play_rounds(player, 1)
        with viewer(running, table) as later:
            missed = later.hello(seen=version)["meanwhile"]
            assert missed == "While you were away: 1 round ended."
        with viewer(running, table) as back:
            missed = back.hello(seen=2)["meanwhile"]
            assert missed == "While you were away: 4 rounds ended."


def test_what_was_missed_is_read_off_the_loop(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = running.open("flip-it", "off-loop", seats=1)
    threads: list[int] = []
    read_on, known = EndedRounds.read_on, viewers.meanwhile

    def for_stranger(ended: EndedRounds, pit: Pit, name: str) -> Refusal | None:
        threads.append(threading.get_ident())
        return read_on(ended, pit, name)

    def for_person(pit: Pit, name: str, person: Person | None, *, seen: int) -> str | None:
        threads.extend([threading.get_ident()] if seen else [])
        return known(pit, name, person, seen=seen)

    with running.guest("Away").at(table) as player:
        player.sit(1)
        play_rounds(player, 1)
    monkeypatch.setattr(EndedRounds, "read_on", for_stranger)
    monkeypatch.setattr(catch_up, "meanwhile", for_person)
    with viewer(running, table) as stranger:
        stranger.hello(seen=1)
    with running.guest("Back").at(table, seen=1):
        pass
    assert len(threads) == 2 and running.on_loop(threading.get_ident) not in threads


def test_messages_wait_in_a_bounded_queue(running: Running) -> None:
    """While the server is busy with a hello, what comes after it piles up only so far."""
    table = running.open("flip-it", "queue", seats=1)
    with running.guest("Queue").at(table) as player:
        player.sit(1)
        play_rounds(player, 1)
    lock = running.house.live.catch_up.lock
    assert running.loop is not None
    asyncio.run_coroutine_threadsafe(lock.acquire(), running.loop).result(PATIENCE_S)
    try:
        with raw_socket(running, table) as opened:
            pong = masked(0x81, b'{"kind":"pong"}')
            opened.sendall(masked(0x81, b'{"kind":"hello","seen":1}') + pong * 500)
            said = b""
            while b"too many frames" not in said:
                part = opened.recv(65_536)
                assert part
                said += part
    finally:
        running.on_loop(lock.release)


def test_handshakes_of_one_address_do_not_hinder_another(tmp_path: Path) -> None:
    limits = {"handshakes_per_s": 1, "handshakes_burst": 5}
    with house_at(tmp_path / "h.db", **limits) as running, at_one_moment(running):
        where = f"ws://127.0.0.1:{running.port}/ws/table/flip-it-1"
        refused: list[tuple[int, str]] = []
        for _ in range(20):
            try:
                with connect(
                    where,
                    origin=Origin(running.origin),
                    compression=None,
                    source_address=(HOSTILE, 0),
                    **PATIENT,
                ):
                    pass
            except InvalidStatus as problem:
                shape = json.loads(problem.response.body or b"")
                refused.append((problem.response.status_code, shape["code"]))
        assert refused == [(429, "too-many")] * 15
        with running.guest("Honest").at("flip-it-1") as player:
            player.sit(1)
