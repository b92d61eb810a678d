"""Settings with other values than they come with, each seen where it takes effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge import timers
from pitboss.server.edge.timers import Silence
from pitboss.server.floor import table_service
from tests.deadlines import wait_until
from tests.server.kit import Running, house_at, viewer

TRIES, ACCOUNT_TRIES, LOCK_MS = 2, 3, 654_321
DECISION_MS, TICK_MS, HELLO_MS, PING_MS = 36_000, 170, 81_000, 92_000
ROUNDS, FRAME_BYTES = 2_000, 700
SETTINGS: dict[str, Any] = {
    "sign_in_tries": TRIES,
    "account_tries": ACCOUNT_TRIES,
    "lock_ms": LOCK_MS,
    "decision_ms": DECISION_MS,
    "tick_ms": TICK_MS,
    "simulation_rounds": ROUNDS,
    "hello_ms": HELLO_MS,
    "ping_ms": PING_MS,
    "frame_bytes": FRAME_BYTES,
}
Waits = list[float]


@pytest.fixture(scope="module")
def rhythms() -> Waits:
    """How often the house looks after its tables, in seconds."""
    return []


@pytest.fixture(scope="module")
def silences() -> Waits:
    """How long sockets are waited for, in seconds."""
    return []


@pytest.fixture(scope="module")
def odd(
    tmp_path_factory: pytest.TempPathFactory, rhythms: Waits, silences: Waits
) -> Iterator[Running]:
    """A house with other settings, whose timers are noted when set: nobody waits for them."""
    set_timer = Silence._set

    def repeat(every_s: float, act: Callable[[], object]) -> Callable[[], None]:
        rhythms.append(every_s)
        return timers.repeat(every_s, act)

    def note(silence: Silence, wait_s: float) -> None:
        silences.append(wait_s)
        set_timer(silence, wait_s)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_service, "repeat", repeat)
        patch.setattr(Silence, "_set", note)
        with house_at(tmp_path_factory.mktemp("odd") / "h.db", **SETTINGS) as running:
            yield running


def tries_of(running: Running) -> dict[bool, tuple[int, int]]:
    """Tries of passwords, all together and of one browser: how many, and how long it waits."""
    query = "SELECT source, count, until_ms, at_ms FROM sign_in_tries"
    rows = running.on_loop(lambda: running.house.tables.people.shared.rows(query))
    return {source == "": (count, max(0, until - at)) for source, count, until, at in rows}


def test_passwords_may_be_tried_so_often_by_one_and_by_all(odd: Running) -> None:
    odd.staff("Lena", HouseRole.PLAYER)

    def sign_in() -> int:
        with odd.client() as client:
            form = {"name": "Lena", "password": "wrong"}
            return client.post("/api/sign-in", json=form).status_code

    assert sign_in() == 401
    assert tries_of(odd) == {False: (1, 0), True: (1, 0)}
    assert sign_in() == 401
    assert tries_of(odd) == {False: (2, LOCK_MS), True: (2, 0)}
    assert sign_in() == 429
    # As if the third try came from elsewhere: they take turns from here on.
    shared = odd.house.tables.people.shared
    odd.on_loop(lambda: shared.run("DELETE FROM sign_in_tries WHERE source != ''"))
    assert sign_in() == 401
    assert tries_of(odd) == {False: (1, 0), True: (3, 1_000)}


@pytest.mark.parametrize(("pace", "decision_ms"), [("usual", DECISION_MS), ("calm", 72_000)])
def test_a_player_may_think_so_long(odd: Running, pace: str, decision_ms: int) -> None:
    form = {"game": "gin-and-win", "pace": pace}
    table = odd.guest("Hana").http.post("/api/tables", json=form).json()["table"]
    assert odd.house.tables.pit.desks[table].state.rules.pace.decision_ms == decision_ms


def test_tables_are_looked_after_so_often(odd: Running, rhythms: Waits) -> None:
    wait_until(lambda: bool(rhythms))
    assert rhythms == [TICK_MS / 1_000]


def test_so_many_rounds_may_be_simulated(odd: Running) -> None:
    with odd.client() as client:
        assert client.get("/api/simulate/flip-it").json()["rounds_max"] == ROUNDS
        form = {"game": "flip-it", "rounds": ROUNDS + 1, "seed": "1"}
        answer = client.post("/api/simulations", json=form)
        assert (answer.status_code, "at most 2,000 rounds" in answer.text) == (409, True)
        assert client.post("/api/simulations", json={**form, "rounds": ROUNDS}).is_success


def test_a_socket_may_be_silent_so_long_before_and_after_its_hello(
    odd: Running, silences: Waits
) -> None:
    silences.clear()
    with viewer(odd, "flip-it-1") as one:
        one.hello()
        # What follows the hello is waited for once the hello is dealt with.
        one.send({"kind": "check-setting", "number": 1, "seat": 1, "setting": []})
        one.until(lambda message: message["kind"] not in ("shown", "ping"))
        assert silences == [HELLO_MS / 1_000, PING_MS / 1_000]


def test_a_message_and_a_form_may_be_so_large(odd: Running) -> None:
    with viewer(odd, "flip-it-1") as one:
        one.hello()
        one.socket.send("x" * FRAME_BYTES)
        assert one.until(lambda message: message["kind"] == "refused")
        one.socket.send("x" * (FRAME_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            one.until(lambda message: message["kind"] == "refused")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    guest = odd.guest("Fay")

    def post(size: int) -> int:
        text = '{"game": "flip-it"}'.ljust(size)
        headers = {"content-type": "application/json"}
        return guest.http.post("/api/tables", content=text, headers=headers).status_code

    assert (post(FRAME_BYTES), post(FRAME_BYTES + 1)) == (201, 413)
