"""Filling a house with tables: limits count what is open, and nothing stays for ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.pit.closed import CLOSED
from pitboss.pit.pit import Pit
from pitboss.server.accounts.people import HouseRole
from pitboss.server.floor import idle_tables
from pitboss.server.live.handshake import NEVER_OPENED
from tests.deadlines import wait_until
from tests.server.kit import PATIENCE_S, Guest, Running, house_at, viewer

MOST = 8
"""Tables of a small house; one of each game is the house's own."""
IDLE_MS = 400


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("tables")
    with house_at(folder / "house.db", tables_max=MOST) as found:
        yield found


def open_one(guest: Guest) -> tuple[int, str]:
    answer = guest.http.post("/api/tables", json={"game": "flip-it"})
    return answer.status_code, str(answer.json().get("table", ""))


def close(guest: Guest, table: str) -> None:
    answer = guest.http.post(f"/api/tables/{table}/close")
    assert answer.status_code == 204, answer.text


def in_memory(house: Running) -> set[str]:
    return set(house.on_loop(lambda: dict(house.house.tables.pit.desks)))


def kept(house: Running, table: str) -> int:
    """Rows about a table beside the journal."""
    shared = house.house.tables.people.shared
    queries = [
        f"SELECT 1 FROM {name} WHERE game_table = ?"  # noqa: S608
        for name in ("own_tables", "tables_without_coach", "presence")
    ]
    return int(house.on_loop(lambda: sum(len(shared.rows(one, table)) for one in queries)))


def last_word(house: Running, table: str) -> tuple[int, str]:
    """How the link of a table that is not served ends."""
    with viewer(house, table) as late:
        said = json.loads(str(late.socket.recv(timeout=PATIENCE_S)))
        with pytest.raises(ConnectionClosed) as ended:
            late.socket.recv(timeout=PATIENCE_S)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code, str(said["sentence"])


def names(pit: Pit, table: str) -> bool:
    """Whether anything that a pit holds names the table."""
    found = [getattr(pit, one.name) for one in fields(pit)]
    held = [key for one in found if isinstance(one, dict | set | list) for key in one]
    return any(table in str(one) for one in held)


def play_a_round(guest: Guest, table: str) -> str:
    with guest.at(table) as at:
        at.sit(1)
        at.bet()
        round_id = str(at.view["round_id"])
        at.ready()
        at.finish(round_id)
        at.do("leave-seat", seat=1)
    return round_id


def test_honest_use_goes_on_after_more_tables_than_the_house_holds(house: Running) -> None:
    guest = house.guest("Hana")
    tables = []
    for _ in range(2 * MOST):
        status, table = open_one(guest)
        assert status == 201
        close(guest, table)
        tables.append(table)
    wait_until(lambda: not in_memory(house).intersection(tables))
    assert sum(kept(house, table) for table in tables) == 0


def test_a_closed_table_leaves_memory_and_its_history_stays(house: Running) -> None:
    tables, presence, live = house.house.tables, house.house.presence, house.house.live
    guest = house.guest("Ida")
    table = open_one(guest)[1]
    round_id = play_a_round(guest, table)
    with viewer(house, table) as stranger:
        stranger.hello()
        close(guest, table)
        # Whoever looks still sees how it ended.
        stranger.see(lambda view: bool(view["phase"] == "closed"))
        house.on_loop(lambda: tables.release_closed(presence.sockets))
        assert table in in_memory(house)
    wait_until(lambda: table not in in_memory(house))
    kept = (tables.history, live.pictures, presence.viewers, presence.sockets)
    left = house.on_loop(lambda: {name for one in kept for name in one})
    assert table not in left
    keys = house.on_loop(lambda: {*presence.seen_ms, *presence.shared_ms})
    assert not [key for key in keys if key[1] == table]
    # Rounds, statement and recall are read from the record.
    rounds = guest.http.get("/api/rounds").json()
    assert [one["round_id"] for one in rounds] == [round_id]
    assert guest.http.get(f"/api/rounds/{round_id}").json()["table"] == table
    assert any(line["round_id"] == round_id for line in guest.http.get("/api/statement").json())
    # The link says what became of it, once and for all.
    with viewer(house, table) as late:
        said = json.loads(str(late.socket.recv(timeout=PATIENCE_S)))
        assert said["kind"] == "closing" and said["sentence"] == CLOSED.sentence
        assert said["retry_ms"] is None
        # Its last round is counted for the floor within a second, and then nothing names it.
        wait_until(lambda: not house.on_loop(lambda: names(tables.pit, table)))
    for path in ("close", "bots"):
        form = {"count": 1} if path == "bots" else None
        answer = guest.http.post(f"/api/tables/{table}/{path}", json=form)
        assert (answer.status_code, answer.json()["sentence"]) == (404, CLOSED.sentence)


def test_one_address_cannot_fill_the_house(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db", tables_per_address=4, tables_per_person=2) as house:
        one = house.guest("One")
        assert [open_one(one)[0] for _ in range(3)] == [201, 201, 429]
        opened = [open_one(house.guest(f"SeatResults {at}"))[0] for at in range(12)]
        assert opened.count(201) == 2 and set(opened) == {201, 429}
        # Staff of the house still open tables.
        boss = house.staff("Bea", HouseRole.PIT_BOSS)
        assert open_one(boss)[0] == 201


def test_one_person_has_so_many_open_and_a_refused_one_leaves_no_trace(house: Running) -> None:
    guest = house.guest("Per")
    tables = [open_one(guest) for _ in range(6)]
    done = [table for status, table in tables if status == 201]
    most = house.house.runtime.options.tables_per_person
    assert len(done) == min(most, MOST - 3)
    refused = guest.http.post("/api/tables", json={"game": "flip-it", "edition": "nowhere"})
    assert not refused.is_success
    hosts = house.on_loop(lambda: [host for host, _ in house.house.tables.people.tables().values()])
    assert hosts.count(guest.id) == len(done)
    for table in done:
        close(guest, table)


def test_tables_that_nobody_uses_close_by_themselves(tmp_path: Path) -> None:
    settings = {"table_idle_ms": IDLE_MS, "tables_per_address": 4}
    with house_at(tmp_path / "house.db", **settings) as house:
        guest = house.guest("Ina")
        with ExitStack() as looking:
            watched = open_one(guest)[1]
            at = looking.enter_context(guest.at(watched))
            left = [open_one(guest)[1] for _ in range(2)]
            wait_until(lambda: not in_memory(house).intersection(left))
            assert watched in in_memory(house) and at.view["phase"] != "closed"
            # Bets of whoever sits there are not touched either.
            at.sit(1)
        after = open_one(guest)[1]
        wait_until(lambda: after not in in_memory(house))
        assert watched in in_memory(house), "a seat is kept, and its table with it"
        assert [open_one(guest)[0] for _ in range(2)] == [201, 201]


def test_only_a_table_that_nobody_sits_or_looks_at_is_idle(tmp_path: Path) -> None:
    idle_ms = 3_600_000
    with house_at(tmp_path / "house.db", table_idle_ms=idle_ms) as house:
        tables, presence, guest = house.house.tables, house.house.presence, house.guest("Ina")

        def is_idle(table: str) -> bool:
            """Whether a table is idle at which somebody was last seen two hours ago."""
            presence.seen_ms["", table] = tables.runtime.clock() - 2 * idle_ms
            return idle_tables._is_idle(tables, presence, tables.pit.desks[table])

        empty, seated, watched = (open_one(guest)[1] for _ in range(3))
        with guest.at(seated) as at:
            at.sit(1)
        wait_until(lambda: house.on_loop(lambda: seated not in presence.viewers))
        assert house.on_loop(lambda: is_idle(empty))
        assert not house.on_loop(lambda: is_idle(seated)), "somebody has a seat there"
        with viewer(house, watched) as stranger:
            stranger.hello()
            assert not house.on_loop(lambda: is_idle(watched)), "somebody looks at it"
        # Dealt by hand, a table waits for its dealer.
        by_hand = house.open("flip-it", "by-hand", mode="entered")
        assert not house.on_loop(lambda: is_idle(by_hand))


def test_closed_tables_are_not_rebuilt_at_the_next_start(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with house_at(database) as house:
        guest = house.guest("Rea")
        cookie = guest.http.cookies["pitboss"]
        closed, open_table = open_one(guest)[1], open_one(guest)[1]
        round_id = play_a_round(guest, closed)
        close(guest, closed)
        # As a house without this fix left it: the row of a closed table is still there.
        wait_until(lambda: closed not in in_memory(house))
        shared = house.house.tables.people.shared
        # The other was remembered by a house that stopped before it was opened.
        house.on_loop(
            lambda: shared.run_many(
                "INSERT INTO own_tables (game_table, host, is_listed) VALUES (?, ?, 0)",
                [(closed, guest.id), ("never", guest.id)],
            )
        )
    with house_at(database) as again:
        assert open_table in in_memory(again) and closed not in in_memory(again)
        assert [kept(again, one) for one in (closed, "never", open_table)] == [0, 0, 1]
        client = again.client()
        client.cookies.set("pitboss", cookie)
        assert client.get(f"/api/rounds/{round_id}").status_code == 200
        assert last_word(again, closed) == (4004, CLOSED.sentence)
        # One that never was is told apart.
        assert last_word(again, "never") == (4004, NEVER_OPENED)


def test_a_house_table_that_was_closed_stays_closed(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with house_at(database) as house:
        boss = house.staff("Bea", HouseRole.PIT_BOSS)
        form = {"id": "c1", "act": {"kind": "close-table", "reason": "End of shift"}}
        assert boss.http.post("/api/tables/flip-it-1/acts", json=form).status_code == 200
        wait_until(lambda: "flip-it-1" not in in_memory(house))
    with house_at(database) as again:
        assert "flip-it-1" not in in_memory(again) and "spin-n-win-1" in in_memory(again)
