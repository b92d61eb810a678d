"""Connections that cost more than they are worth: answers nobody reads, and too few open files."""

from __future__ import annotations

import json
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.edge.http_protocol import LimitedHttpProtocol, Waiting
from pitboss.server.options import Options
from pitboss.server.run import FILES_SPARE
from pitboss.server.simulation.runs import UNKNOWN, Run
from pitboss.server.simulation.schemas import SimulationNews
from tests.browser.house import House
from tests.deadlines import wait_until
from tests.server.kit import PATIENCE_S, Running, house_at
from tests.server.test_simulate_page import LONG, started
from tests.server.workers import simulations

SMALL, BIG = 60_000, 4_000_000
NEVER_MS = 10**7


@contextmanager
def house_with_files(folder: Path, **limits: int) -> Iterator[Running]:
    """A house with a small and a big file, whose system takes little of an answer at once."""
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<!doctype html><title>t</title>")
    for name, size in (("small-1.bin", SMALL), ("big-1.bin", BIG)):
        (folder / "web" / "assets" / name).write_bytes(b"x" * size)
    with house_at(folder / "h.db", web=folder / "web", send_buffer=4_096, **limits) as running:
        yield running


@contextmanager
def asking(running: Running, path: str, *lines: str) -> Iterator[socket.socket]:
    """A client that sends a request and takes little of the answer."""
    with socket.socket() as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        opened.settimeout(PATIENCE_S)
        opened.connect(("127.0.0.1", running.port))
        head = (f"GET {path} HTTP/1.1", "Host: x", *lines, "", "")
        opened.sendall("\r\n".join(head).encode())
        yield opened


def connections(running: Running) -> list[LimitedHttpProtocol]:
    found: Any = running.server.server_state.connections
    return list(running.on_loop(lambda: list(found)))


@pytest.mark.parametrize("name", ["small-1.bin", "big-1.bin"])
@pytest.mark.parametrize("line", ["Connection: close", "Connection: keep-alive"])
def test_a_reader_of_nothing_keeps_no_connection(tmp_path: Path, name: str, line: str) -> None:
    with (
        house_with_files(tmp_path, head_ms=300, send_ms=300) as running,
        asking(running, f"/assets/{name}", line) as deaf,
    ):
        assert deaf.recv(1) == b"H"
        wait_until(lambda: not connections(running))


def test_whoever_reads_slowly_gets_the_whole_answer(tmp_path: Path) -> None:
    """The looks that a timer takes are taken here, between one read and the next."""
    with (
        house_with_files(tmp_path, head_ms=NEVER_MS, send_ms=NEVER_MS) as running,
        asking(running, "/assets/big-1.bin", "Connection: close") as slow,
    ):
        got = len(slow.recv(65_536))
        (connection,) = connections(running)
        wait_until(lambda: connection.phase is Waiting.CLOSE)

        def look() -> None:
            running.on_loop(connection._stop_watching)
            running.on_loop(connection._check_reader)

        for _ in range(5):
            target = got + 200_000
            while got < target:
                got += len(slow.recv(65_536))
            look()
            assert connections(running) == [connection]

        def is_cut() -> bool:
            look()
            return not connections(running)

        # From here on nothing is read: once the system's buffers are full nothing moves.
        wait_until(is_cut)


@contextmanager
def long_run(running: Running) -> Iterator[tuple[Run, socket.socket]]:
    """A simulation that does not end by itself, and a connection that watches it."""
    guest = running.guest("Watch")
    run = simulations(running).runs[started(guest, "flip-it", rounds=LONG)["id"]]
    where = f"/api/simulations/{run.id}/news"
    with asking(running, where, f"Cookie: {guest.cookie}") as opened:
        said = b""
        while b'"waiting"' not in said:
            said += opened.recv(65_536)
        yield run, opened


def pile_up(running: Running, run: Run) -> None:
    """More news than are sent before somebody reads."""
    news = SimulationNews(state="waiting", sentence="x" * 1_000)

    def add() -> None:
        for _ in range(300):
            run.add(news)

    running.on_loop(add)


def test_a_stream_that_is_not_read_is_ended(tmp_path: Path) -> None:
    with house_with_files(tmp_path, send_ms=300) as running, long_run(running) as (run, _):
        assert run.watching == 1
        pile_up(running, run)
        wait_until(lambda: not running.on_loop(lambda: run.watching))


def test_a_stream_that_is_read_too_slowly_is_ended(tmp_path: Path) -> None:
    """Some of it is read, but not enough to send the next news."""
    with house_with_files(tmp_path, send_ms=NEVER_MS) as running, long_run(running) as (run, slow):
        (connection,) = [one for one in connections(running) if one.phase is Waiting.ANSWER]
        pile_up(running, run)
        wait_until(lambda: connection.flow.write_paused)
        got = 0
        while got < 20_000:
            got += len(slow.recv(4_096))
        assert connection.flow.write_paused
        running.on_loop(connection._stop_watching)
        running.on_loop(connection._check_reader)
        wait_until(lambda: not running.on_loop(lambda: run.watching))


def test_half_a_head_during_an_answer_is_thrown_away(tmp_path: Path) -> None:
    with house_with_files(tmp_path) as running, long_run(running) as (run, opened):
        opened.sendall(b"GET / HTTP/1.1\r\nX-Half: ")
        wait_until(lambda: any(one.phase is Waiting.CLOSE for one in connections(running)))
        running.on_loop(lambda: run.end(UNKNOWN))
        said = b""
        while part := opened.recv(65_536):
            said += part
        assert said.endswith(b"\r\n0\r\n\r\n") and b"HTTP/1.1" not in said


def test_a_house_takes_as_many_open_files_as_it_may(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    limits = Options(origins=())
    needed = limits.sockets_max + 2 * limits.half_open_max + FILES_SPARE
    for most, allowed in ((hard, needed), (600, 600)):
        folder = tmp_path / str(most)
        (folder / "web").mkdir(parents=True)
        (folder / "web" / "index.html").write_text("<!doctype html><title>t</title>")
        house = House(folder, folder / "web")
        house.start(
            before=f"import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (300, {most}))",
        )
        try:
            assert house.process is not None
            found = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
            assert found == (allowed, most)
        finally:
            house.stop()
        lines = [json.loads(line) for line in house.log.splitlines()]
        limited = [
            (one["needed"], one["allowed"]) for one in lines if one["event"] == "files.limited"
        ]
        assert limited == ([] if allowed == needed else [(needed, allowed)])
