"""A disk that is full for a while: reading goes on, writing is refused clearly, and it ends."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx

from pitboss.refusals import Refusal
from pitboss.settings import Limits
from pitboss.store.store import open_store
from tests.attacks.test_logs import ROOT
from tests.browser.house import House
from tests.deadlines import wait_until
from tests.server.kit import Guest, Running
from tests.store.house import assert_sound

TABLE = "spin-n-win-1"
STAFF_IDLE_MS = Limits().staff_idle_ms
NO_LIMIT = resource.RLIM_INFINITY
WANTED = ("content-security-policy", "x-content-type-options", "x-frame-options")


class Outside(Running):
    """A server in another process: only its address is known."""

    def __init__(self, port: int) -> None:
        super().__init__(house=None, server=None, port=port, log=[])  # type: ignore[arg-type]


@contextmanager
def house_in(folder: Path) -> Iterator[tuple[House, Outside]]:
    house = House(folder, ROOT / "web" / "dist")
    house.start()
    outside = Outside(house.port)
    try:
        yield house, outside
        house.stop()
    finally:
        for client in outside.clients:
            client.close()
        if house.process is not None:
            house.kill()


def fill_disk(house: House, *, is_full: bool) -> None:
    """No file of the house can grow, as on a disk without room; or all can again."""
    assert house.process is not None
    limit = 1 if is_full else NO_LIMIT
    resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (limit, NO_LIMIT))


def make_sessions_old(house: House) -> None:
    """As if everybody had come in two minutes ago, so that their last use is due to be noted."""
    with closing(sqlite3.connect(house.database, timeout=60)) as file, file:
        file.execute("UPDATE sessions SET used_ms = used_ms - 120000")


def make_pit_boss(house: House, guest: Guest, *, idle_ms: int) -> None:
    """As if an operator had given somebody the role, who last used it so long ago."""
    with closing(sqlite3.connect(house.database, timeout=60)) as file, file:
        role = ("pit-boss", guest.id)
        file.execute("UPDATE people SET role = ? WHERE person = ?", role)
        idle = (idle_ms, guest.id)
        file.execute("UPDATE sessions SET proved_ms = proved_ms - ? WHERE person = ?", idle)


def is_refused(answer: httpx.Response) -> bool:
    """Refused with the one code for it, every security header, and when to come again."""
    assert answer.status_code == 503, answer.text
    assert all(answer.headers.get(name) for name in WANTED)
    assert answer.json()["code"] == "store-unavailable", answer.text
    return answer.headers["retry-after"] == "1"


def refuses_to_write(outside: Outside, guest: Guest) -> None:
    """Everything that would have to be written down is refused, and says so."""
    stranger = outside.client()
    assert is_refused(stranger.post("/api/guest", json={"name": "Late"}))
    form = {"name": "Ana", "password": "correct horse battery"}
    assert is_refused(guest.http.post("/api/account", json=form))
    limit = {"id": "l1", "kind": "stake", "value": 500}
    assert is_refused(guest.http.post("/api/limits", json=limit))
    assert is_refused(guest.http.post("/api/tables", json={"game": "flip-it", "seats": 2}))


def reads(guest: Guest) -> None:
    """Everything that is only read is answered."""
    for path in ("/healthz", "/", "/api/me", "/api/lobby", "/api/statement", "/api/rounds"):
        answer = guest.http.get(path)
        assert answer.status_code == 200, (path, answer.text)
        assert all(answer.headers.get(name) for name in WANTED), path
    assert guest.http.get("/api/me").json()["person"] == guest.id


def test_a_full_disk_refuses_writing_and_nothing_else(tmp_path: Path) -> None:
    with house_in(tmp_path) as (house, outside):
        ana, boss = outside.guest("Ana"), outside.guest("Bea")
        # Long enough that the use of the role is to be noted, not so long that it has ended.
        make_pit_boss(house, boss, idle_ms=STAFF_IDLE_MS // 2)
        with ana.at(TABLE) as one:
            one.sit(1)
            spot = one.bet()
            make_sessions_old(house)
            fill_disk(house, is_full=True)
            stake = one.shown["view"]["spots"][0]["minimum"]
            bet = {"kind": "place-bet", "seat": 1, "spot": spot, "stake": stake}
            for _ in range(3):
                refused = one.ask(bet)
                assert refused is not None and refused["code"] == "store-unavailable", refused
        assert ana.http.get("/readyz").status_code == 503
        reads(ana)
        assert boss.http.get("/api/clock").status_code == 200
        refuses_to_write(outside, ana)
        # Whoever comes back finds the table as it was.
        with ana.at(TABLE) as again:
            assert again.welcome["kind"] == "welcome" and again.view["viewer"] == 1
            reads(ana)
            assert again.view["seats"][0]["in_action"] == stake
        fill_disk(house, is_full=False)
        # Nobody has to do anything: the house finds out by itself.
        wait_until(lambda: ana.http.get("/readyz").status_code == 200)
        with ana.at(TABLE) as later:
            assert later.ask(bet) is None
            round_id = later.view["round_id"]
            later.ready()
            later.finish(round_id)
        limit = {"id": "l1", "kind": "stake", "value": 500}
        assert ana.http.post("/api/limits", json=limit).status_code == 200
    store = open_store(str(house.database))
    assert not isinstance(store, Refusal)
    with store:
        assert_sound(store)
