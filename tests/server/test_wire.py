"""The socket against bad guests: origins, frames, amounts, floods, tabs; one shape of errors."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.server.edge.socket_protocol import LimitedSocketProtocol
from pitboss.server.live.messages import Ping
from tests.server.kit import Json, Running, Viewer, house_at, viewer
from tests.server.sockets import at_one_moment, connections_at, end_of, is_refusal

HELLO = {"kind": "hello", "seen": 0, "takes_over": True}


# --- origins ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://127.0.0.1:{port}.evil.example",
        "http://evil.example/http://127.0.0.1:{port}",
        "http://127.0.0.1:{port}/",
        "http://127.0.0.1:{port}, http://evil.example",
        "HTTP://127.0.0.1:{port}",
        "http://user@127.0.0.1:{port}",
        "ws://127.0.0.1:{port}",
    ],
)
def test_foreign_origins_are_refused(running: Running, origin: str | None) -> None:
    sent = None if origin is None else origin.format(port=running.port)
    with pytest.raises(InvalidStatus) as refused, viewer(running, "spin-n-win-1", origin=sent):
        pass
    assert refused.value.response.status_code == 403
    headers = {} if sent is None else {"origin": sent}
    with running.client() as client:
        del client.headers["origin"]
        answer = client.post("/api/guest", json={"name": "Ana"}, headers=headers)
    assert answer.status_code == 403 and answer.json()["code"] == "bad-origin"


def test_the_own_origin_is_taken_by_each_of_its_names(running: Running) -> None:
    for name in ("127.0.0.1", "localhost"):
        origin = f"http://{name}:{running.port}"
        with viewer(running, "spin-n-win-1", origin=origin) as one:
            assert one.hello()["kind"] == "welcome"


def test_there_is_no_socket_for_a_table_that_is_not(running: Running) -> None:
    for table in ("..", "spin-n-win-1%2f..", "a" * 33):
        with pytest.raises(InvalidStatus) as refused, viewer(running, table):
            pass
        assert refused.value.response.status_code == 404
    # A name that could be a table's: somebody followed a link and is told, once and for all.
    with viewer(running, "nowhere") as lost:
        said = lost.take()
        assert (said["kind"], said["retry_ms"]) == ("closing", None)
        assert "no table at this address" in said["sentence"]
        assert end_of(lost) == 4004


# --- frames -----------------------------------------------------------------------------------


def test_a_frame_over_the_limit_ends_the_socket(running: Running) -> None:
    with viewer(running, "flip-it-1") as one:
        one.hello()
        one.socket.send(json.dumps({"kind": "pong", "pad": "x" * 16_384}))
        assert end_of(one) == 1009
    with viewer(running, "flip-it-1") as one:
        one.hello()
        message = json.dumps({"kind": "pong", "pad": ""})
        one.socket.send(message[:-2] + "x" * (16_384 - len(message)) + '"}')
        assert one.until(lambda m: m["kind"] == "refused")["code"] == "bad-message"


def test_fragments_add_up(running: Running) -> None:
    with viewer(running, "flip-it-1") as one:
        one.hello()
        # The server may end the socket before the last, empty fragment has left.
        with suppress(ConnectionClosed):
            one.socket.send(part for part in ["x" * 4_096] * 5)
        assert end_of(one) == 1009


def test_a_binary_frame_ends_the_socket(running: Running) -> None:
    with viewer(running, "flip-it-1") as one:
        one.hello()
        one.socket.send(b'{"kind":"pong"}')
        assert end_of(one) == 1003


MALFORMED: list[str] = [
    "",
    "{",
    "[]",
    "null",
    "true",
    '"hello"',
    "NaN",
    "{}",
    '{"kind":"nothing"}',
    '{"kind":"pong","more":1}',
    '{"kind":"pong","kind":"pong"}',
    '{"kind":"ask","id":"a"}',
    '{"kind":"ask","id":1,"act":{"kind":"ready","seat":1}}',
    '{"kind":"ask","id":"a","act":{"kind":"ready","seat":"1"}}',
    '{"kind":"ask","id":"a","act":{"kind":"ready","seat":1.0}}',
    '{"kind":"ask","id":"a","act":{"kind":"ready","seat":true}}',
    '{"kind":"ask","id":"a","act":{"kind":"open-round"}}',
    '{"kind":"ask","id":"a","act":{"kind":"settle","seed":""}}',
    "[" * 5_000,
    '{"kind":"ask","id":"a","act":{"kind":"ready","seat":' + "9" * 5_000 + "}}",
]


def test_malformed_messages_are_refused_in_one_shape_and_change_nothing(tmp_path: Any) -> None:
    with house_at(tmp_path / "h.db", faults_max=len(MALFORMED)) as running:
        before = running.on_loop(running.house.tables.pit.store.heads)
        with viewer(running, "flip-it-1") as one:
            one.hello()
            for text in MALFORMED:
                one.socket.send(text)
                refused = one.until(lambda m: m["kind"] == "refused")
                assert is_refusal(refused) and refused["code"] == "bad-message"
            assert running.on_loop(running.house.tables.pit.store.heads) == before
            one.socket.send("once more")
            assert end_of(one) == 1008


FIRST = (
    '{"kind":"pong"}',
    "{",
    '{"kind":"ask","id":"a","act":{}}',
    '{"kind":"ask","id":"a","act":{"kind":"ready","seat":1}}',
    '{"kind":"check-setting","id":"a","seat":1,"setting":null}',
)


@pytest.mark.parametrize("first", FIRST)
def test_whoever_does_not_begin_with_hello_is_shown_out(running: Running, first: str) -> None:
    with viewer(running, "flip-it-1") as one:
        one.socket.send(first)
        assert end_of(one) == 1008
        assert not one.frames


BAD_AMOUNTS = [
    -1,
    0,
    0.1,
    1e-12,
    1e308,
    float("nan"),
    float("inf"),
    "5",
    "5 ",
    2**53,
    2**63,
    2**64,
    "\u0665",
    [500],
    {"a": 1},
    True,
    False,
    None,
    50,
    10_000_000,
]


def test_bad_amounts_move_nothing(running: Running) -> None:
    table = running.open("spin-n-win", "amounts")
    guest = running.guest("Amal")
    with guest.at(table) as amal:
        amal.sit(1)
        amal.see(lambda view: bool(amal.offered("place-bet")))
        version = amal.shown["version"]
        for stake in BAD_AMOUNTS:
            act = {"kind": "place-bet", "seat": 1, "spot": "single:red", "stake": stake}
            amal.send({"kind": "ask", "id": "bad", "act": act})
            message = amal.until(lambda m: m["kind"] in ("refused", "answer"))
            refused = message if message["kind"] == "refused" else message["refused"]
            assert refused is not None and is_refusal(refused), stake
        amal.socket.send(
            '{"kind":"ask","id":"two","act":{"kind":"place-bet","seat":1,'
            '"spot":"single:red","stake":500,"stake":90000}}'
        )
        assert amal.until(lambda m: m["kind"] == "refused")["code"] == "bad-message"
        assert amal.shown["version"] == version
    assert guest.balance() == 100_000


# --- refusals, floods, tabs ---------------------------------------------------------------------


def test_refusals_have_one_shape(running: Running) -> None:
    table = running.open("gin-and-win", "shapes")
    with running.guest("Ana").at(table) as ana, running.guest("Bob").at(table) as bob:
        ana.sit(1)
        asked: list[tuple[Viewer, Json, str]] = [
            (bob, {"kind": "take-seat", "seat": 1}, "no-such-seat"),
            (bob, {"kind": "take-seat", "seat": 99}, "no-such-seat"),
            (bob, {"kind": "place-bet", "seat": 1, "spot": "ante", "stake": 100}, "not-your-turn"),
            (bob, {"kind": "leave-seat", "seat": 1}, "not-your-turn"),
            (ana, {"kind": "place-bet", "seat": 1, "spot": "nope", "stake": 100}, "unknown-spot"),
            (ana, {"kind": "decide", "seat": 1, "option": "fold"}, "not-now"),
            (ana, {"kind": "decide", "seat": 0, "option": "fold"}, "not-your-turn"),
            (ana, {"kind": "reveal-seed", "seat": 1, "text": "\u2028"}, "bad-text"),
            (ana, {"kind": "commit-seed", "seat": 1, "hash": "0" * 63}, "bad-field"),
            (ana, {"kind": "decide", "seat": 1, "option": "fold", "setting": [["Zz"]]}, "bad-card"),
        ]
        for who, act, code in asked:
            refused = who.ask(act)
            assert refused is not None and is_refusal(refused), act
            assert refused["code"] == code, refused
            assert any(refused["reference"] in line for line in running.log)


def test_a_decision_is_taken_at_the_step_that_it_names(running: Running) -> None:
    table = running.open("gin-and-win", "steps")
    with running.guest("Ana").at(table) as ana:
        ana.sit(1)
        ana.bet()
        ana.ready()
        ana.see(lambda _: ana.offered("decide") is not None)
        (mine,) = ana.view["awaited"]
        fold = {"kind": "decide", "seat": 1, "option": "fold", "round": ana.view["round_id"]}
        refused = ana.ask({**fold, "step": mine["step"] - 1})
        assert refused is not None and refused["code"] == "not-now"
        assert ana.ask({**fold, "step": mine["step"]}) is None


def test_a_flood_is_refused_and_then_cut(tmp_path: Any) -> None:
    limits = {"messages_per_s": 1, "messages_burst": 5, "faults_max": 3}
    with (
        house_at(tmp_path / "h.db", **limits) as running,
        at_one_moment(running),
        viewer(running, "flip-it-1") as one,
    ):
        one.hello()
        for _ in range(4):
            one.send({"kind": "pong"})
        refused = one.ask({"kind": "ready", "seat": 1})
        assert refused is not None and refused["code"] == "too-many"
        # The house may cut while the flood still goes on.
        with suppress(ConnectionClosed):
            for _ in range(10):
                one.send({"kind": "pong"})
        assert end_of(one) == 1008


@pytest.mark.parametrize(
    "asking", [HELLO, *({"kind": "again", "number": number} for number in (-1, 0, 1, 10**15))]
)
def test_whoever_missed_a_view_gets_the_whole_once_and_then_1008(
    running: Running, asking: Json
) -> None:
    """Whatever picture a viewer says to have: true, long gone, or never seen by anybody."""
    table = running.open("flip-it", f"again{asking.get('number', '-hello')}")
    with running.guest("Ida").at(table) as ida:
        ida.sit(1)
        ida.bet()
        ida.see(lambda view: bool(view["bets"]))
        before = ida.view
        ida.send(asking)
        ida.until(lambda m: m["kind"] == "shown")
        text, shown = ida.pictures[-1]
        assert json.loads(text)["after"] == ida.welcome["number"]
        assert shown["view"] == before
        ida.send(asking)
        assert end_of(ida) == 1008
    if asking is not HELLO:
        with viewer(running, table) as rude:
            rude.send(asking)
            assert end_of(rude) == 1008


@pytest.mark.parametrize("seen", [-1, 10**15])
def test_whoever_claims_a_version_that_never_was_is_welcomed_like_anybody(
    running: Running, seen: int
) -> None:
    table = running.open("flip-it", f"claims{seen}")
    guest = running.guest("Ugo")
    with guest.at(table) as ugo:
        ugo.sit(1)
        ugo.bet()
        before = ugo.see(lambda view: bool(view["bets"]))
    with guest.at(table, seen=seen) as ugo:
        view = ugo.see(lambda view: bool(view["bets"]))
        assert (view["bets"], view["viewer"]) == (before["bets"], 1)
        assert "you still have seat 1" in ugo.welcome["meanwhile"]
        ugo.bet()


def test_a_second_tab_takes_over_or_waits(running: Running) -> None:
    table = running.open("flip-it", "tabs")
    guest = running.guest("Tara")
    with guest.at(table) as first:
        first.sit(1)
        with viewer(running, table, cookie=guest.cookie) as shy:
            shy.send({**HELLO, "takes_over": False})
            assert shy.take()["kind"] == "replaced"
            assert end_of(shy) == 4001
        with guest.at(table) as second:
            assert second.seat == 1
            assert first.until(lambda m: m["kind"] == "replaced")["sentence"]
            assert end_of(first) == 4001
            second.do("leave-seat", seat=1)


def test_a_silent_browser_is_asked_and_then_cut(tmp_path: Any) -> None:
    with house_at(tmp_path / "h.db", ping_ms=50, hello_ms=2_000) as running:
        with viewer(running, "flip-it-1") as one:
            one.send(HELLO)
            one.is_mute = True
            assert end_of(one) == 1008
            assert [json.loads(frame)["kind"] for frame in one.frames].count("ping") == 2
        with viewer(running, "flip-it-1") as mute:
            assert end_of(mute) == 1008


def test_a_full_house_says_when_to_come_back(tmp_path: Any) -> None:
    with (
        house_at(tmp_path / "h.db", sockets_max=1) as running,
        viewer(running, "flip-it-1") as one,
    ):
        one.hello()
        with viewer(running, "flip-it-1") as late:
            closing = late.take()
            assert closing["kind"] == "closing" and closing["retry_ms"] > 0
            assert end_of(late) == 1013


def test_a_busy_house_serves_those_inside_and_asks_newcomers_to_wait(tmp_path: Any) -> None:
    with house_at(tmp_path / "h.db", lag_ms=10**9) as running:
        runtime, load = running.house.runtime, running.house.tables.load
        with running.guest("In").at("flip-it-1") as one:
            one.sit(1)
            one.see(lambda view: view["phase"] == "betting")
            spot = {"kind": "place-bet", "seat": 1, "spot": "inside:red", "stake": 100}
            assert one.ask(spot, ask_id="done") is None
            runtime.options = replace(runtime.options, lag_ms=1)

            def late() -> None:
                load.lag_ms = 10**7

            running.on_loop(late)
            with running.client() as client:
                answer = client.post("/api/guest", json={"name": "Out"})
                assert answer.status_code == 503 and answer.json()["code"] == "busy"
                assert client.get("/readyz").json()["is_well"]
            with viewer(running, "flip-it-1") as newcomer:
                closing = newcomer.take()
                assert closing["kind"] == "closing" and "busy" in closing["sentence"]
                assert closing["retry_ms"] > 0 and end_of(newcomer) == 1013
            running.on_loop(late)
            # Whoever lost the answer to a bet is told again that it lies.
            assert one.ask(spot, ask_id="done") is None
            running.on_loop(late)
            refused = one.ask({**spot, "stake": 200})
            assert refused is not None and refused["code"] == "busy"
            running.on_loop(lambda: setattr(load, "lag_ms", 0))
            runtime.options = replace(runtime.options, lag_ms=10**9)
            assert one.ask({**spot, "stake": 200}) is None
            assert running.guest("Later").id


def test_a_reader_who_does_not_read_is_dropped(tmp_path: Any) -> None:
    """Answers wait in a bounded queue; whoever lets it fill is cut and nobody else notices."""
    with house_at(tmp_path / "h.db", queue_max=3) as running:
        table = running.open("flip-it", "slow")
        with running.guest("Una").at(table) as una, viewer(running, table) as other:
            other.hello()

            def fill() -> int:
                connection = next(one for one in connections_at(running, table) if one.person)
                assert isinstance(connection.socket, LimitedSocketProtocol)
                # As the transport does when too much waits in its buffer.
                connection.socket.pause_writing()
                for _ in range(5):
                    connection.say(Ping(now_ms=1))
                connection.socket.resume_writing()
                return len(connection.waiting)

            assert running.on_loop(fill) == 3
            assert end_of(una) == 1013
            assert other.ask({"kind": "ready", "seat": 1}) is not None


def test_a_refused_handshake_is_answered_like_a_request(tmp_path: Any) -> None:
    limits = {"handshakes_per_s": 1, "handshakes_burst": 2}
    with house_at(tmp_path / "h.db", **limits) as running, at_one_moment(running):
        asked = (
            ("flip-it-1", "http://evil.example", 403, "bad-origin"),
            ("no.where", "", 404, "not-found"),
            ("flip-it-1", "", 429, "too-many"),
        )
        for table, origin, status, code in asked:
            with pytest.raises(InvalidStatus) as refused, viewer(running, table, origin=origin):
                pass
            response = refused.value.response
            assert response.status_code == status
            assert "default-src 'none'" in response.headers["content-security-policy"]
            shape = json.loads(response.body or b"")
            assert is_refusal(shape) and shape["code"] == code
