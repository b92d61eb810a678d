"""The socket sent nonsense, near-sense and raw bytes: no defect, no effect, and it serves on."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from pitboss.pit.desk import Desk
from tests.examples import examples
from tests.server.kit import Guest, Running, Viewer, house_at, viewer
from tests.server.sockets import end_of
from tests.server.test_slow_reader import deaf

KINDS = ("hello", "ask", "check-setting", "pong", "again", "shown", "welcome", "", "ASK")
ACTS = (
    "take-seat",
    "leave-seat",
    "commit-seed",
    "reveal-seed",
    "place-bet",
    "take-down",
    "ready",
    "decide",
    "void",
)
FEW, MANY, RAW = 60, 4_000, 40

numbers = st.one_of(
    st.integers(-3, 9), st.integers(-(2**70), 2**70), st.floats(), st.booleans(), st.none()
)
words = st.one_of(
    st.sampled_from(("inside:red", "ante", "play", "", "1", "Ana", "\x00", "💥", "x" * 200)),
    st.text(max_size=40),
)
values = st.recursive(
    st.one_of(numbers, words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=8,
)
acts = st.fixed_dictionaries(
    {"kind": st.sampled_from(ACTS)},
    optional={
        "seat": st.one_of(st.integers(2, 12), values),
        "spot": values,
        "stake": values,
        "text": values,
        "option": values,
        "setting": values,
        "name": values,
        "more": values,
    },
)
messages = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(KINDS)},
        optional={
            "id": values,
            "act": st.one_of(acts, values),
            "seen": values,
            "number": values,
            "takes_over": values,
            "seat": values,
            "setting": values,
            "more": values,
        },
    ).map(lambda message: json.dumps(message, ensure_ascii=False)),
    values.map(lambda value: json.dumps(value, ensure_ascii=False)),
    st.text(max_size=300),
    st.text('{}[]",:0123456789.eE-+ntrfaul ', max_size=300),
    st.sampled_from(("[" * 5_000, '{"kind":"ask","kind":"pong"}', "NaN", "1e999", '"\\ud800"')),
)
# Pings of sockets that stay open for long draw on `random` in threads of their own.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Do not use the .random. module:hypothesis.errors.HypothesisDeprecationWarning"
)
wide = {
    "faults_max": 10**9,
    "messages_per_s": 10**6,
    "messages_burst": 10**6,
    # However long the search takes, its player keeps her seat and her socket.
    "away_ms": 10**9,
    "ping_ms": 10**6,
}


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("fuzz") / "h.db", **wide) as running:
        yield running


def _settled(desk: Desk) -> tuple[int, object]:
    return desk.version, desk.state


SEARCH: dict[str, Any] = {
    "phases": (Phase.generate,),
    "deadline": None,
    "database": None,
    "derandomize": True,
    "suppress_health_check": list(HealthCheck),
}


@contextmanager
def betting(running: Running, table: str) -> Iterator[tuple[Guest, Viewer]]:
    """A table in the middle of a round, and its player."""
    running.open("flip-it", table, seats=2)
    guest = running.guest("Una")
    with guest.at(table) as una:
        una.sit(1)
        una.see(lambda view: view["phase"] == "betting")
        una.bet()
        yield guest, una


def _fuzz(running: Running, table: str, *, times: int) -> None:
    """A stranger sends anything at all; the table stays as it is, and its player plays on."""
    stranger = running.guest("Mallory")
    with betting(running, table) as (_, una):
        desk = running.house.tables.pit.desks[table]
        before = running.on_loop(lambda: _settled(desk))

        @settings(max_examples=times, **SEARCH)
        @given(st.lists(messages, min_size=1, max_size=12))
        def search(texts: list[str]) -> None:
            una.frames.clear()
            una.catch_up()
            with stranger.at(table) as mallory:
                try:
                    for text in texts:
                        mallory.socket.send(text.encode("utf-8", "replace").decode())
                    # Whoever is still heard gets an answer.
                    refused = mallory.ask({"kind": "place-bet", "seat": 1, "spot": "x", "stake": 1})
                except ConnectionClosed:
                    # The whole was asked for twice.
                    assert end_of(mallory) == 1008
                    assert sum('"hello"' in one or '"again"' in one for one in texts) > 1
                    return
                assert refused is not None
                sat = [v for v in running.house.tables.pit.desks[table].state.occupants if v]
                if len(sat) > 1:
                    mallory.do("leave-seat", seat=2)

        search()
        _, state = running.on_loop(lambda: _settled(desk))
        taken = [bet for bet in state.stakes if bet.seat == 1]
        assert taken == list(before[1].stakes)
        round_id = una.view["round_id"]
        una.ready()
        una.finish(round_id)
    assert not [line for line in running.log if '"defect"' in line]


def test_no_message_breaks_the_house(fuzzed: Running) -> None:
    _fuzz(fuzzed, "words", times=FEW)


@pytest.mark.slow
def test_no_message_of_many_breaks_the_house(fuzzed: Running) -> None:
    _fuzz(fuzzed, "many-words", times=MANY)


@examples(RAW, **SEARCH)
@given(st.binary(min_size=1, max_size=400), st.booleans())
def test_raw_bytes(running_for_bytes: Running, data: bytes, is_late: bool) -> None:
    """Bytes that are no frame, before or after the handshake, end that connection and no other."""
    running = running_for_bytes
    before = running.on_loop(lambda: running.house.tables.pit.desks["bytes"].version)
    found = (
        deaf(running, "bytes") if is_late else socket.create_connection(("127.0.0.1", running.port))
    )
    with found:
        try:
            found.sendall(data)
            found.shutdown(socket.SHUT_WR)
            while found.recv(65_536):
                pass
        except ConnectionError:
            pass
    assert running.on_loop(lambda: running.house.tables.pit.desks["bytes"].version) == before
    with running.client() as client:
        assert client.get("/readyz").json()["is_well"]


@pytest.fixture(scope="module")
def running_for_bytes(fuzzed: Running) -> Running:
    fuzzed.open("flip-it", "bytes", seats=1)
    return fuzzed


def test_nothing_is_heard_after_the_end(fuzzed: Running) -> None:
    """A socket that was ended for nonsense before its hello takes no ask any more."""
    with betting(fuzzed, "after") as (guest, _), viewer(fuzzed, "after") as one:
        desk = fuzzed.house.tables.pit.desks["after"]
        before = fuzzed.on_loop(lambda: desk.version)
        one.socket.send("nonsense")
        sit = {"kind": "take-seat", "seat": 2, "name": "M"}
        # The end may be here before the ask is sent.
        with suppress(ConnectionClosed):
            one.send({"kind": "ask", "id": "a", "act": sit})
        with pytest.raises(ConnectionClosed):
            one.drain()
        assert guest.http.get("/readyz").json()["is_well"]
        assert fuzzed.on_loop(lambda: desk.version) == before
