"""The end of a socket: every reason has a code, is told, and stands in the docs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pitboss.server.accounts.people import HouseRole
from pitboss.server.live.connection_state import (
    CLOSE_CODES,
    LIBRARY_CODES,
    ConnectionEvent,
    State,
    step,
)
from tests.deadlines import wait_until
from tests.server.kit import PATIENCE_S, Json, Running, house_at, viewer
from tests.server.sockets import connections_at, end_of
from tests.server.test_slow_reader import deaf


def test_every_end_has_a_code_and_stands_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "server.md").read_text(
        encoding="utf-8"
    )
    told = {int(code) for code in re.findall(r"^\| (\d{4}) \|", page, re.MULTILINE)}
    assert told == set(CLOSE_CODES.values()) | set(LIBRARY_CODES)
    ending = {
        event
        for state in (State.GREETING, State.LIVE)
        for event in ConnectionEvent
        if event is not ConnectionEvent.HELLO and step(state, event)[0] is State.ENDED
    }
    assert ending == CLOSE_CODES.keys()


def test_a_browser_that_goes_away_is_answered_1000(running: Running) -> None:
    table = running.open("flip-it", "leaving")
    with viewer(running, table) as one:
        one.hello()
        one.socket.close()
        assert one.socket.close_code == 1000

    def ends() -> list[Json]:
        found = [json.loads(line) for line in running.log if table in line]
        return [line for line in found if line["event"] == "socket.closed"]

    wait_until(lambda: bool(ends()))
    assert [(line["code"], line["reason"]) for line in ends()] == [(1000, "gone")]


def test_whoever_signs_out_or_gets_another_role_is_told_4003(running: Running) -> None:
    guest = running.guest("Ottilie")
    with guest.at("flip-it-1") as one:
        assert guest.http.post("/api/sign-out").status_code == 204
        assert one.until(lambda m: m["kind"] == "closing")["retry_ms"] is None
        assert end_of(one) == 4003
    staff = running.staff("Rosalind", HouseRole.PLAYER)
    with staff.at("flip-it-1") as one:
        running.on_loop(lambda: running.house.presence.reconnect(staff.id))
        assert one.until(lambda m: m["kind"] == "closing")["retry_ms"] > 0
        assert end_of(one) == 4003


def test_a_house_that_stops_says_1012(tmp_path: Any) -> None:
    with house_at(tmp_path / "h.db") as running, viewer(running, "flip-it-1") as one:
        one.hello()
        running.server.should_exit = True
        assert one.until(lambda m: m["kind"] == "closing")["retry_ms"] > 0
        assert end_of(one) == 1012


def test_a_newcomer_to_a_house_that_stops_is_told_1012(tmp_path: Any) -> None:
    with house_at(tmp_path / "h.db") as running:
        running.on_loop(lambda: setattr(running.house.runtime, "is_stopping", True))
        with viewer(running, "flip-it-1") as late:
            assert late.take()["kind"] == "closing"
            assert end_of(late) == 1012


def test_a_table_that_is_gone_says_4004(running: Running) -> None:
    table = running.open("flip-it", "going")
    desks = running.house.tables.pit.desks
    with viewer(running, table) as asks, viewer(running, table) as looks:
        asks.hello()
        looks.hello()
        desk = running.on_loop(lambda: desks.pop(table))
        asks.send({"kind": "pong"})
        assert asks.until(lambda m: m["kind"] == "closing")["retry_ms"] is None
        assert end_of(asks) == 4004
        running.on_loop(connections_at(running, table)[0].mark)
        assert end_of(looks) == 4004
    running.on_loop(lambda: desks.setdefault(table, desk))


def test_a_defect_says_1011_and_stands_in_the_log(running: Running) -> None:
    table = running.open("flip-it", "broken")
    with viewer(running, table) as one:
        one.hello()
        running.on_loop(lambda: setattr(connections_at(running, table)[0], "bucket", None))
        one.send({"kind": "pong"})
        assert end_of(one) == 1011
    with viewer(running, table) as one:
        one.hello()

        def spoil() -> None:
            connection = connections_at(running, table)[0]
            connection.waiting.append(b"\xff")
            connection.wake.set()

        running.on_loop(spoil)
        assert end_of(one) == 1011
    assert sum('"event":"defect"' in line and table in line for line in running.log) == 2
    with viewer(running, table) as one:
        assert one.hello()["kind"] == "welcome"


def test_broken_frames_end_with_the_codes_of_the_protocol(running: Running) -> None:
    # A reserved bit that nobody agreed on, then text that is not UTF-8.
    for frame, code in ((bytes([0xC1, 0x80]), 1002), (bytes([0x81, 0x81]), 1007)):
        with viewer(running, "flip-it-1") as one:
            one.hello()
            payload = b"" if code == 1002 else b"\xff"
            one.socket.socket.sendall(frame + bytes(4) + payload)
            assert end_of(one) == code


def test_a_browser_that_answers_no_ping_of_the_protocol_is_told_1011(tmp_path: Any) -> None:
    with house_at(tmp_path / "h.db") as running:
        config = running.server.config
        config.ws_ping_interval, config.ws_ping_timeout = 0.1, 0.1
        with deaf(running, "flip-it-1") as opened:
            opened.settimeout(PATIENCE_S)
            said = b""
            while not said.endswith(b"\x03\xf3keepalive ping timeout"):
                part = opened.recv(65_536)
                assert part
                said += part
