"""Requests made to be dear before anybody knows who sends them: size, count, time, connections.

An honest player bets meanwhile, and every bet is acknowledged.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.attacks.honest import betting
from tests.deadlines import Deadline, wait_until
from tests.server.kit import PATIENCE_S, Running, house_at

HOSTILE = "127.0.0.2"
SECURITY = (b"content-security-policy:", b"x-content-type-options: nosniff", b"referrer-policy:")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Small limits, so that each of them is reached."""
    limits = {"head_ms": 1_500, "body_ms": 1_500, "half_open_max": 24, "half_open_per_address": 8}
    with house_at(tmp_path_factory.mktemp("headers") / "h.db", **limits) as found:
        yield found


def connect(running: Running, address: str = HOSTILE) -> socket.socket:
    return socket.create_connection(
        ("127.0.0.1", running.port), timeout=PATIENCE_S, source_address=(address, 0)
    )


def everything(opened: socket.socket) -> bytes:
    """What a server says until it closes."""
    said = b""
    try:
        while part := opened.recv(65_536):
            said += part
    except ConnectionResetError:
        pass
    return said


def send(running: Running, data: bytes) -> bytes:
    """Send something and read all that comes back."""
    with connect(running) as opened:
        with suppress(BrokenPipeError, ConnectionResetError):
            opened.sendall(data)
        return everything(opened)


def assert_refused(answer: bytes, status: int, code: str) -> None:
    """One shape and every security header, whoever answers."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer[:200]
    assert all(line in head for line in SECURITY), head
    refused = json.loads(body)
    assert set(refused) == {"kind", "code", "sentence", "reference"}
    assert refused["code"] == code


def head_of(*lines: str, path: str = "/api/lobby") -> bytes:
    first = (f"GET {path} HTTP/1.1", "Host: x", "Connection: close")
    return "\r\n".join((*first, *lines, "", "")).encode()


DEAR = 'Cookie: a="' + "\\" * 200_000 + '"'


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (head_of(DEAR), 431, "head-too-large"),
        (head_of(*(f"X-{n}: {'y' * 4_000}" for n in range(9))), 431, "head-too-large"),
        (head_of("X-Long: " + "y" * 8_100), 431, "head-too-large"),
        (head_of(*(f"X-{n}: {n}" for n in range(80))), 431, "head-too-large"),
        (head_of(path="/" + "y" * 5_000), 414, "url-too-long"),
        (b"GET /" + b"y" * 40_000, 414, "url-too-long"),
        (b"\r\n" * 20_000, 431, "head-too-large"),
        (b"what is this\r\n\r\n", 400, "bad-message"),
    ],
    ids=["cookie", "head", "line", "count", "url", "endless url", "empty lines", "no request"],
)
def test_heads_beyond_a_limit_are_refused_before_they_are_parsed(
    running: Running, data: bytes, status: int, code: str
) -> None:
    assert_refused(send(running, data), status, code)


def test_a_head_within_the_limits_is_taken(running: Running) -> None:
    lines = [f"X-{n}: {n}" for n in range(60)]
    assert send(running, head_of(*lines)).startswith(b"HTTP/1.1 200 ")
    assert send(running, head_of("X-Long: " + "y" * 7_900)).startswith(b"HTTP/1.1 200 ")
    assert send(running, head_of(path="/?" + "y" * 4_000)).startswith(b"HTTP/1.1 200 ")


def test_cookies_take_one_pass_and_only_ours_is_read(running: Running) -> None:
    with betting(running, "cookies") as bet_again:
        own = running.guest("Cookie")
        for _ in range(10):
            line = 'Cookie: a="' + "\\" * 7_000 + f'"; {own.cookie}; b=2'
            answer = send(running, head_of(line, path="/api/me"))
            assert answer.startswith(b"HTTP/1.1 200 ") and own.id.encode() in answer
            bet_again()


def test_a_request_that_never_ends_is_ended(running: Running) -> None:
    with betting(running, "slow") as bet_again, ExitStack() as stack:
        begun = [stack.enter_context(connect(running)) for _ in range(3)]
        begun[0].sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        begun[1].sendall(
            f"POST /api/guest HTTP/1.1\r\nHost: x\r\nOrigin: {running.origin}\r\n"
            "Content-Length: 9000\r\n\r\n{".encode()
        )
        # A byte now and then buys no more time.
        deadline = Deadline()
        for opened in begun:
            opened.settimeout(0.1)
        said = [b"", b""]
        while not all(said):
            deadline.check()
            bet_again()
            for number, opened in enumerate(begun[:2]):
                if said[number]:
                    continue
                try:
                    opened.sendall(b"x")
                    said[number] = opened.recv(65_536)
                except TimeoutError:
                    pass
        for answer in said:
            assert_refused(answer, 408, "too-slow")
        # Whoever never said a word is not answered either.
        begun[2].settimeout(PATIENCE_S)
        assert everything(begun[2]) == b""


def test_half_open_connections_give_way_to_new_ones(running: Running) -> None:
    with betting(running, "halves") as bet_again, ExitStack() as stack:
        half = b"GET / HTTP/1.1\r\nX-Half: "
        begun = []
        for number in range(40):
            # Four addresses: each may have eight, all together twenty-four.
            opened = stack.enter_context(connect(running, f"127.0.0.{2 + number % 4}"))
            opened.sendall(half)
            begun.append(opened)
            if number % 8 == 0:
                bet_again()
        edge = running.server.config.http_protocol_class.keywords["edge"]  # type: ignore[attr-defined]
        counted = running.on_loop(
            lambda: (
                len(edge.half_open.held),
                max(map(len, edge.half_open.by_address.values())),
            )
        )
        assert counted[0] <= 24 and counted[1] <= 8
        # The first lost their places and are told so; an honest request goes through at once.
        assert_refused(everything(begun[0]), 408, "too-slow")
        assert running.client().get("/api/lobby").status_code == 200
        bet_again()


def test_one_request_at_a_time(running: Running) -> None:
    """Requests that come before the answer are not taken: one answer, then the end."""
    with betting(running, "pipes") as bet_again:
        one = b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n\r\n"
        answer = send(running, one * 2_000)
        assert answer.count(b"HTTP/1.1 200 ") == 1 and b"connection: close" in answer
        bet_again()
    with connect(running) as opened:
        for _ in range(3):
            opened.sendall(one)
            said = b""
            while b'"games"' not in said or not said.endswith((b"}", b"0\r\n\r\n")):
                said += opened.recv(65_536)
            assert said.startswith(b"HTTP/1.1 200 ")


def test_a_reader_of_nothing_keeps_no_connection(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>t</title>")
    (folder / "assets" / "big-1.bin").write_bytes(b"x" * 4_000_000)
    limits = {"head_ms": 300, "web": folder, "send_buffer": 4_096}
    with house_at(tmp_path / "h.db", **limits) as running, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.connect(("127.0.0.1", running.port))
        deaf.sendall(b"GET /assets/big-1.bin HTTP/1.1\r\nHost: x\r\n\r\n")
        connections = running.server.server_state.connections
        wait_until(lambda: running.on_loop(lambda: len(connections)))
        wait_until(lambda: not running.on_loop(lambda: len(connections)))


def test_refusals_to_strangers_do_not_fill_the_log(tmp_path: Path) -> None:
    limits = {"refusals_logged_per_min": 5, "requests_per_s": 1, "requests_burst": 3}
    with house_at(tmp_path / "h.db", **limits) as running:
        client = running.client()
        before = len(running.log)
        codes = [client.get("/api/me").status_code for _ in range(60)]
        assert 429 in codes and send(running, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        lines = [json.loads(line) for line in running.log[before:]]
        assert sum(line["event"] == "refused" for line in lines) <= 6
        assert sum(line["event"] == "request" for line in lines) == 0
        assert running.on_loop(lambda: running.house.hall.refusals.left_out) >= 50
