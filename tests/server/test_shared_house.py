"""What two processes on one PostgreSQL know of each other: presence, sessions, a restart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.server.accounts.people import HouseRole
from pitboss.server.edge.errors import UNSAVED
from pitboss.server.floor.cluster_relay import Relay
from pitboss.store.shared import UNWRITTEN
from tests.deadlines import wait_until
from tests.server.kit import PASSWORD, Guest, Running, Viewer, house_at, people_at
from tests.server.test_two_processes import Outside, _sound, another_machine, serving
from tests.store.servers import Server

TABLE = "flip-it-1"
AWAY_MS = 3_600_000
"""Longer than any test lasts: who is gone so long is said by the test."""


@pytest.fixture(scope="module")
def url(server: Server) -> str:
    return server.new_database()


@pytest.fixture(scope="module")
def pair(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Outside, Outside]]:
    folder = tmp_path_factory.mktemp("shared")
    with ExitStack() as stack:
        first = stack.enter_context(serving(url, folder))
        # They share the database and the key, and no file.
        second = stack.enter_context(serving(url, another_machine(folder)))
        yield first, second
    _sound(url)


def account(process: Outside, name: str) -> Guest:
    guest = process.guest(name)
    answer = guest.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    guest.me = answer.json()
    guest.http.headers["x-csrf-token"] = guest.me["csrf"]
    return guest


def end_of(viewer: Viewer) -> int:
    """The code with which a socket ends."""
    with pytest.raises(ConnectionClosed) as closed:
        viewer.drain()
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)


def name_at(viewer: Viewer, seat: int) -> object:
    return viewer.view["seats"][seat - 1]["name"]


@contextmanager
def beside(url: str, folder: Path) -> Iterator[tuple[Running, Running]]:
    """Two houses that share the database and the key, and whose memories a test can reach."""
    settings: Any = {"away_ms": AWAY_MS, "key": folder / "key"}
    with house_at(url, **settings) as first, house_at(url, **settings) as second:
        yield first, second


def let_pass(house: Running, guest: Guest) -> None:
    """To this house it is long ago that it saw somebody; what others wrote stays as it is."""
    seen_ms = house.house.presence.seen_ms

    def go_back() -> None:
        seen_ms[guest.id, TABLE] = house.house.runtime.clock() - 2 * AWAY_MS

    house.on_loop(go_back)


def test_a_seat_is_kept_while_its_player_is_at_either_process(
    server: Server, tmp_path: Path
) -> None:
    url = server.new_database()
    with beside(url, tmp_path) as (first, second), people_at(url) as people:
        kim, lou, eve = first.guest("Kim"), first.guest("Lou"), first.guest("Eve")
        # Whoever looks on at the first makes it look after the seats.
        with eve.at(TABLE) as watching:
            with kim.at(TABLE) as here, lou.at(TABLE) as also:
                here.sit(1)
                also.sit(2)
            with second.knows(kim).at(TABLE) as there:
                # Both houses know who is away and who is not, before a seat is lost.
                seats = watching.see(lambda view: view["seats"][1]["is_away"])["seats"]
                assert not seats[0]["is_away"]
                wait_until(lambda: people.last_seen(kim.id, TABLE) > 0)
                # The first saw neither for long; Kim is at the other. It looks at seat 1 first.
                people.saw({(lou.id, TABLE): 0})
                let_pass(first, kim)
                let_pass(first, lou)
                watching.see(lambda view: name_at(watching, 2) != "Lou")
                assert name_at(watching, 1) == "Kim"
                assert there.view["viewer"] == 1
            people.saw({(kim.id, TABLE): 0})
            let_pass(first, kim)
            watching.see(lambda view: name_at(watching, 1) != "Kim")
    _sound(url)


def test_a_table_of_others_is_not_followed_and_whole_for_whoever_comes(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with beside(server.new_database(), tmp_path) as (first, second):
        relay, desk = second.house.relay, second.house.tables.pit.desks[TABLE]
        assert relay is not None

        async def look(self: Relay) -> None:
            """Compare journals at the first house alone: only notices reach the second."""
            if self is not relay:
                await looked(self)

        looked = Relay.look
        kim = first.guest("Kim")
        with kim.at(TABLE) as here:
            here.sit(1)
            # The first keeps the table's clock from here on.
            wait_until(lambda: TABLE in (first.house.tables.pit.leases or {}))
            wait_until(lambda: TABLE not in (second.house.tables.pit.leases or {}))
            played = first.house.tables.pit.desks[TABLE]
            here.see(lambda view: bool(here.offered("place-bet")))
            wait_until(lambda: desk.version == played.version)
            monkeypatch.setattr(Relay, "look", look)
            version = desk.version
            for _ in range(2):
                here.bet()
                here.ready()
                here.finish(here.view["round_id"])
                here.see(lambda view: bool(here.offered("place-bet")))
            spot = here.bet()
            wait_until(lambda: desk.newest_version == played.version)
            assert desk.version == version
            with second.knows(second.guest("Eve")).at(TABLE) as there:
                assert [bet["spot"] for bet in there.view["bets"]] == [spot]
                told = [note["round_id"] for note in there.welcome["history"]]
                assert len(told) == 2 and told[-1] == here.view["last"]["round_id"]
                here.do("take-down", seat=1, spot=spot)
                there.see(lambda view: not view["bets"])


def test_what_a_tick_read_of_others_is_shown_too(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with beside(server.new_database(), tmp_path) as (first, second):
        noted = Relay.note_commit

        def read_first(self: Relay, stream: str, version: int) -> None:
            """Come later than a tick or a refused command, which had to read the journal."""
            desk = self.tables.pit.desks.get(stream.removeprefix("table:"))
            if desk is not None and not desk.in_flight:
                desk.note_version(version)
                desk.catch_up()
            noted(self, stream, version)

        with second.guest("Eve").at(TABLE) as there, first.guest("Kim").at(TABLE) as here:
            monkeypatch.setattr(Relay, "note_commit", read_first)
            here.sit(1)
            there.see(lambda view: name_at(there, 1) == "Kim")


def test_a_second_tab_at_the_other_process_is_the_same_player(
    pair: tuple[Outside, Outside],
) -> None:
    first, second = pair
    tess = first.guest("Tess")
    with tess.at(TABLE) as one, second.knows(tess).at(TABLE) as two:
        one.sit(3)
        two.see(lambda view: bool(view["viewer"] == 3))
        refused = two.ask({"kind": "take-seat", "seat": 4, "name": ""})
        assert refused is not None and "at most 1 seat" in refused["sentence"]
        spot = one.bet()
        (bet,) = two.see(lambda view: bool(view["bets"]))["bets"]
        assert (bet["seat"], bet["spot"]) == (3, spot)
        two.do("place-bet", seat=3, spot=spot, stake=2 * bet["stake"])
        one.see(lambda view: view["bets"] and view["bets"][0]["stake"] > bet["stake"])
        assert one.view["bets"] == two.see(lambda view: view["bets"] == one.view["bets"])["bets"]
        two.do("leave-seat", seat=3)
        one.see(lambda view: view["viewer"] != 3)


def test_a_sign_out_and_a_new_role_at_one_process_end_sockets_at_the_other(
    pair: tuple[Outside, Outside], url: str
) -> None:
    first, second = pair
    zoe, dan, boss = account(first, "Zoe"), account(first, "Dan"), account(second, "Boss")
    with people_at(url) as people:
        people.set_role(boss.id, HouseRole.PIT_BOSS)
    with zoe.at(TABLE) as here, dan.at(TABLE) as also:
        assert second.knows(zoe).http.post("/api/sign-out").status_code == 204
        assert end_of(here) == 4003
        role = boss.http.post(f"/api/people/{dan.id}/role", json={"role": "dealer"})
        assert role.status_code == 204, role.text
        assert end_of(also) == 4003
    assert zoe.http.get("/api/me").status_code == 204
    assert dan.http.get("/api/me").json()["role"] == "dealer"


def test_a_database_that_restarts_stops_neither_process(
    pair: tuple[Outside, Outside], server: Server
) -> None:
    first, second = pair
    ana, bo = first.guest("Ana"), second.guest("Bo")
    table = ana.http.post("/api/tables", json={"game": "flip-it", "seats": 2}).json()["table"]
    with ana.at("flip-it-1") as waiting:
        waiting.sit(5)
        server.kill()
        try:
            refused = waiting.ask({"kind": "leave-seat", "seat": 5})
            assert refused is not None and refused["code"] == "store-unavailable"
            assert refused["sentence"] == UNSAVED.sentence
            assert ana.http.get("/readyz").status_code == 503
            assert ana.http.get("/healthz").status_code == 200
            answer = ana.http.get("/api/me")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            # Strangers are told that, and nothing of where the database is.
            assert answer.json()["sentence"] == UNWRITTEN.sentence
        finally:
            server.start()
    for one in (ana, bo):
        wait_until(lambda one=one: one.http.get("/readyz").status_code == 200)  # type: ignore[misc]
    # The table that was opened just before is found once the journals can be read again.
    wait_until(lambda: "pitboss_tables 4.0" in bo.http.get("/metrics").text)
    with ana.at(table) as here:
        wait_until(lambda: here.ask({"kind": "take-seat", "seat": 1}) is None)
        here.see(lambda view: here.seat == 1)
        with bo.at(table) as there:
            wait_until(lambda: there.ask({"kind": "take-seat", "seat": 2}) is None)
            here.see(lambda view: name_at(here, 2) == "Bo")
            here.bet()
            there.see(lambda view: any(bet["seat"] == 1 for bet in view["bets"]))


def test_a_database_that_hangs_refuses_bets_and_stops_nobody_else(
    pair: tuple[Outside, Outside], server: Server
) -> None:
    first, second = pair
    ana, bo = first.guest("Ana"), second.guest("Bo")
    table = ana.http.post("/api/tables", json={"game": "spin-n-win", "seats": 2}).json()["table"]
    with ana.at(table) as here:
        here.sit(1)
        here.see(lambda view: bool(here.offered("place-bet")))
        spot = next(one for one in here.view["spots"] if one["closed"] is None)
        act = {"kind": "place-bet", "seat": 1, "spot": spot["spot"], "stake": spot["minimum"]}
        with server.frozen():
            for _ in range(3):
                refused = here.ask(act)
                assert refused is not None and refused["code"] == "store-unavailable"
                assert refused["sentence"] == UNSAVED.sentence
            # Whoever asks nothing of the database is served all the while.
            assert [one.http.get("/healthz").status_code for one in (ana, bo)] == [200, 200]
        wait_until(lambda: here.ask(act) is None)
        here.see(lambda view: any(bet["seat"] == 1 for bet in view["bets"]))
