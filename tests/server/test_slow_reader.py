"""A reader who stops reading a real connection is dropped, and nobody else notices."""

from __future__ import annotations

import base64
import json
import socket
from pathlib import Path

from pitboss.server.live.connection import Connection
from tests.deadlines import wait_until
from tests.server.kit import Running, house_at

SMALL, LONG = 4_096, 1_000_000
BETS = 120


def deaf(running: Running, table: str) -> socket.socket:
    """A browser that shakes hands, says hello and never reads again."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    found.connect(("127.0.0.1", running.port))
    key = base64.b64encode(b"0123456789abcdef").decode()
    lines = (
        f"GET /ws/table/{table} HTTP/1.1",
        f"Host: 127.0.0.1:{running.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Origin: {running.origin}",
    )
    found.sendall("\r\n".join((*lines, "", "")).encode())
    assert found.recv(SMALL).startswith(b"HTTP/1.1 101")
    hello = json.dumps({"kind": "hello"}).encode()
    # A client's frame is masked; a mask of zeros leaves the text as it is.
    found.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return found


def fill(running: Running, table: str) -> None:
    """Leave no room on the way to a deaf browser: changes alone are too small for that."""

    def stuff() -> None:
        strangers = [one for one in running.house.presence.viewers[table] if one.person is None]
        for one in strangers:
            assert isinstance(one, Connection)
            one.waiting.append(b" " * LONG)
            one.wake.set()

    wait_until(lambda: len(running.on_loop(lambda: running.house.presence.viewers[table])) == 2)
    running.on_loop(stuff)


def test_a_connection_that_is_not_read_is_dropped(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", send_ms=200, send_buffer=SMALL) as running:
        table = running.open("flip-it", "deaf", seats=1)
        guest = running.guest("Una")
        with guest.at(table) as una, deaf(running, table):
            una.sit(1)
            una.see(lambda view: view["phase"] == "betting")
            una.bet()
            fill(running, table)
            sockets = 0
            for number in range(BETS):
                una.do("place-bet", seat=1, spot="inside:red", stake=100 + 100 * (number % 50))
                sockets = running.on_loop(lambda: len(running.house.presence.viewers[table]))
                if sockets == 1 and number:
                    break
            assert sockets == 1
            assert any('"socket.lagging"' in line for line in running.log)
            round_id = una.view["round_id"]
            una.ready()
            una.finish(round_id)
