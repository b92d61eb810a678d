"""Requests made to be dear before anybody knows who sends them: size, count, time, connections.

An honest player bets meanwhile, and every bet is acknowledged.
"""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from pitboss.server.accounts.people import People, Session
from tests.attacks.honest import betting
from tests.deadlines import Deadline
from tests.server.kit import PATIENCE_S, Running, house_at

HOSTILE = "127.0.0.2"
SECURITY = (b"content-security-policy:", b"x-content-type-options: nosniff", b"referrer-policy:")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Small limits, so that each of them is reached."""
    limits = {"head_ms": 1_500, "body_ms": 1_500}
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


def test_cookies_of_others_in_any_shape_do_not_hide_ours(running: Running) -> None:
    own = running.guest("Hidden")
    for other in ('a={"b": 1, "c": [2]}', 'a="unclosed', "a b c", "=", 'a="\\073"; pitboss=old'):
        answer = send(running, head_of(f"Cookie: {other}; {own.cookie}", path="/api/me"))
        assert answer.startswith(b"HTTP/1.1 200 ") and own.id.encode() in answer, other


def test_nobody_is_looked_up_for_a_request_beyond_the_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house_at(tmp_path / "h.db", requests_per_s=0, requests_burst=3) as running:
        own = running.guest("Often")
        looked: list[str] = []
        session = People.session

        def recorded(people: People, token: str, *, now_ms: int) -> Session | None:
            looked.append(token)
            return session(people, token, now_ms=now_ms)

        monkeypatch.setattr(People, "session", recorded)
        codes = [own.http.get("/api/me").status_code for _ in range(6)]
        assert codes == [200] * 2 + [429] * 4
        assert len(looked) == 2


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


HALF = b"GET / HTTP/1.1\r\nX-Half: "


def test_half_open_connections_give_way_to_new_ones(tmp_path: Path) -> None:
    limits = {"head_ms": 10**7, "half_open_max": 24, "half_open_per_address": 8}
    with (
        house_at(tmp_path / "h.db", **limits) as running,
        betting(running, "halves") as bet_again,
        ExitStack() as stack,
    ):

        def begin(address: str) -> socket.socket:
            opened = stack.enter_context(connect(running, address))
            opened.sendall(HALF)
            # An honest request behind it: by its answer the server has read this one.
            assert running.client().get("/healthz").status_code == 200
            return opened

        def is_served(opened: socket.socket) -> bool:
            opened.sendall(b"x\r\nHost: x\r\nConnection: close\r\n\r\n")
            return everything(opened).startswith(b"HTTP/1.1 200 ")

        begun = [begin(HOSTILE) for _ in range(12)]
        bet_again()
        # Those that came first lost their places and are told so; the others kept theirs.
        for opened in begun[:4]:
            assert_refused(everything(opened), 408, "too-slow")
        assert all(is_served(opened) for opened in begun[4:])
        # Many addresses with few each have twenty-four places together.
        begun = [begin(f"127.0.0.{10 + number % 8}") for number in range(40)]
        bet_again()
        assert_refused(everything(begun[0]), 408, "too-slow")
        edge = running.server.config.http_protocol_class.keywords["edge"]  # type: ignore[attr-defined]
        assert running.on_loop(lambda: len(edge.half_open.held)) <= 24
        assert running.on_loop(lambda: len(edge.closing.held)) <= 24
        assert all(is_served(opened) for opened in begun[-8:])
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


def test_refusals_to_strangers_do_not_fill_the_log(tmp_path: Path) -> None:
    limits = {"log_per_min": 5, "requests_per_s": 1, "requests_burst": 3}
    with house_at(tmp_path / "h.db", **limits) as running:
        client = running.client()
        before = len(running.log)
        codes = [client.get("/api/statement").status_code for _ in range(60)]
        assert 429 in codes and send(running, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        lines = [json.loads(line) for line in running.log[before:]]
        codes_logged = Counter(line["code"] for line in lines if line["event"] == "refused")
        # A code of its own is not lost in the flood of the others.
        assert codes_logged["bad-message"] == 1
        # Five of each a minute, and the minute may turn once meanwhile.
        assert max(codes_logged.values()) <= 10 and sum(codes_logged.values()) <= 21
        assert sum(line["event"] == "request" for line in lines) == 0
