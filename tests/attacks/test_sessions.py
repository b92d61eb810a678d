"""Sessions: tokens that nobody issued, one guest for each, and ends that reach every socket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.server.accounts.people import HouseRole
from pitboss.server.floor.cluster_relay import Relay
from tests.deadlines import Deadline
from tests.plain_http import NO_TLS
from tests.server.kit import (
    PASSWORD,
    PATIENCE_S,
    Guest,
    Running,
    Viewer,
    house_at,
    people_at,
    viewer,
)

AT_ONCE = 12
OTHER = "another correct horse"
IDLE_MS = 600_000
DEVICE = "pitboss-device"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("sessions") / "house.db") as found:
        yield found


def enter(house: Running, token: str, name: str) -> httpx.Response:
    headers = {"origin": house.origin, "cookie": f"pitboss={token}"}
    return httpx.post(
        f"{house.origin}/api/guest",
        json={"name": name},
        headers=headers,
        timeout=PATIENCE_S,
        verify=NO_TLS,
    )


def people_in(house: Running) -> int:
    query = "SELECT person FROM people"
    return len(house.on_loop(lambda: house.house.tables.people.shared.rows(query)))


def visit(house: Running) -> str:
    """The token of somebody who looked at the first page."""
    client = house.client()
    client.get("/api/lobby")
    return str(client.cookies["pitboss"])


def test_a_token_of_the_sender_s_own_making_becomes_nobody(house: Running) -> None:
    planted = secrets.token_urlsafe(32)
    answer = enter(house, planted, "Nina")
    assert answer.status_code == 200
    # Nina has a token that the house made; whoever planted the other one is nobody.
    assert answer.cookies["pitboss"] != planted
    headers = {"cookie": f"pitboss={planted}"}
    assert (
        httpx.get(
            f"{house.origin}/api/me", headers=headers, timeout=PATIENCE_S, verify=NO_TLS
        ).status_code
        == 204
    )
    # Nor does a socket make a session of it.
    table = house.open("flip-it", "planted")
    before = people_in(house)
    with viewer(house, table, cookie=f"pitboss={planted}") as at:
        at.hello()
        refused = at.ask({"kind": "take-seat", "seat": 1, "name": "Mal"})
        assert refused is not None and refused["code"] == "sign-in-first"
    assert people_in(house) == before


def test_a_token_with_one_letter_changed_is_no_token(house: Running) -> None:
    token = visit(house)
    for at in (0, 21, 22, 42):
        other = "A" if token[at] != "A" else "B"
        changed = token[:at] + other + token[at + 1 :]
        answer = enter(house, changed, "Una")
        assert answer.cookies["pitboss"] != changed, at


def test_the_token_of_a_session_that_ended_is_not_used_again(house: Running) -> None:
    guest = house.guest("Ende")
    old = guest.http.cookies["pitboss"]
    form = {"name": "Ende", "password": PASSWORD}
    guest.http.headers["x-csrf-token"] = guest.http.post("/api/account", json=form).json()["csrf"]
    signed_in = guest.http.cookies["pitboss"]
    assert signed_in != old
    assert guest.http.post("/api/sign-out").status_code == 204
    assert enter(house, signed_in, "Wer").cookies["pitboss"] != signed_in


def test_parallel_entries_on_one_token_are_one_guest(house: Running) -> None:
    token, before = visit(house), people_in(house)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda one: enter(house, token, f"Twin {one}"), range(AT_ONCE)))
    done = [one.json() for one in answers if one.status_code == 200]
    # Whoever came after the first is asked for the form's token, as any guest is.
    assert {one.status_code for one in answers} <= {200, 403} and done
    assert len({one["person"] for one in done}) == 1
    assert people_in(house) == before + 1
    assert {one["balance"] for one in done} == {100_000}


def test_one_token_is_one_guest_at_two_processes(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    with people_at(where) as here, people_at(where) as there:
        token = here.visit_token()
        entered = [
            one.enter(f"Twin {at}", token=token, now_ms=at)
            for at, one in enumerate((here, there, here))
        ]
        assert entered[0] is not None and entered == [entered[0]] * 3
        assert entered[0].token == token
        assert len(there.shared.rows("SELECT person FROM people")) == 1


def end_of(at: Viewer) -> int:
    """The code with which the house ends a socket; fails if it goes on."""
    deadline = Deadline()
    while not deadline.is_over:
        try:
            at.take()
        except ConnectionClosed as ended:
            return 0 if ended.rcvd is None else ended.rcvd.code
    raise AssertionError("the socket is still open")


def account(house: Running, name: str) -> Guest:
    return house.staff(name, HouseRole.PLAYER)


def sign_in(house: Running, name: str, password: str = PASSWORD) -> Guest:
    client = house.client()
    answer = client.post("/api/sign-in", json={"name": name, "password": password})
    assert answer.status_code == 200, answer.text
    client.headers["x-csrf-token"] = answer.json()["csrf"]
    return Guest(house, client, answer.json())


def change(guest: Guest, old: str, new: str) -> httpx.Response:
    return guest.http.post("/api/password", json={"old": old, "new": new})


def test_a_changed_password_ends_every_other_browser(house: Running) -> None:
    here = account(house, "Paula")
    there = sign_in(house, "Paula")
    table = house.open("flip-it", "password")
    with here.at(table, seen=0) as mine, there.at(house.open("flip-it", "password-2")) as other:
        mine.sit(1)
        assert change(here, "not the password", OTHER).status_code == 401
        assert change(here, PASSWORD, "short").status_code == 400
        old = dict(here.http.cookies)
        answer = change(here, PASSWORD, OTHER)
        assert answer.status_code == 200
        here.http.headers["x-csrf-token"] = answer.json()["csrf"]
        assert end_of(other) == 4003
        # The browser that changed it stays in, at its tables too.
        mine.do("leave-seat", seat=1)
    assert there.http.get("/api/me").status_code == 204
    assert here.http.get("/api/me").json()["name"] == "Paula"
    # Nor is the other browser known any more for one that signed in before.
    people, devices = house.house.tables.people, [one.http.cookies[DEVICE] for one in (here, there)]
    known = house.on_loop(lambda: [people.known_device(one, here.id) for one in devices])
    assert [bool(one) for one in known] == [True, False]
    stale = {"cookie": f"pitboss={old['pitboss']}"}
    assert (
        httpx.get(
            f"{house.origin}/api/me", headers=stale, timeout=PATIENCE_S, verify=NO_TLS
        ).status_code
        == 204
    )
    form = {"name": "Paula", "password": PASSWORD}
    assert house.client().post("/api/sign-in", json=form).status_code == 401
    sign_in(house, "Paula", OTHER)


def test_a_guest_has_no_password_to_change(house: Running) -> None:
    guest = house.guest("Gast")
    assert change(guest, PASSWORD, OTHER).status_code == 403
    assert guest.http.post("/api/prove", json={"password": PASSWORD}).status_code == 403


def test_idle_staff_give_their_password_again(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db", staff_idle_ms=IDLE_MS) as house:
        boss, player = house.staff("Bea", HouseRole.PIT_BOSS), account(house, "Pete")
        table = house.open("flip-it", "idle")

        def idle() -> None:
            shared = house.house.tables.people.shared
            shared.run("UPDATE sessions SET proved_ms = proved_ms - ?", IDLE_MS + 1)

        def act(number: int, kind: str = "pause") -> tuple[int, str]:
            reason = {"reason": "Check"} if kind == "pause" else {}
            form = {"id": f"act-{number}", "act": {"kind": kind, **reason}}
            answer = boss.http.post(f"/api/tables/{table}/acts", json=form)
            return answer.status_code, str(answer.json().get("code", ""))

        assert act(1) == (200, "")
        house.on_loop(idle)
        staff_only = (
            ("POST", f"/api/people/{player.id}/role", {"role": "dealer"}),
            ("POST", "/api/tables", {"game": "flip-it", "is_listed": True}),
            ("GET", "/api/people/Pete", None),
            ("GET", "/api/audit/heads", None),
        )
        assert act(2) == (401, "prove-again")
        for method, path, form in staff_only:
            answer = boss.http.request(method, path, json=form)
            assert (answer.status_code, answer.json()["code"]) == (401, "prove-again"), path
        # Looking and playing go on: only the role's acts wait.
        assert boss.http.get("/api/me").status_code == 200
        assert player.http.post("/api/tables", json={"game": "flip-it"}).status_code == 201
        wrong = boss.http.post("/api/prove", json={"password": "not the password"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong-password")
        assert act(3) == (401, "prove-again")
        assert boss.http.post("/api/prove", json={"password": PASSWORD}).status_code == 204
        assert act(4, "resume") == (200, "")
        # Acting counts as being there.
        before = house.on_loop(lambda: _proved(house, boss))
        house.on_loop(
            lambda: house.house.tables.people.shared.run(
                "UPDATE sessions SET proved_ms = proved_ms - ?", IDLE_MS // 2
            )
        )
        assert act(5) == (200, "")
        assert house.on_loop(lambda: _proved(house, boss)) >= before


def _proved(house: Running, guest: Guest) -> int:
    tables = house.house.tables
    now_ms = tables.runtime.clock()
    session = tables.people.session(guest.http.cookies["pitboss"], now_ms=now_ms)
    assert session is not None
    return session.proved_ms


def test_a_sign_out_at_another_process_ends_the_socket_here(house: Running) -> None:
    guest, dealer = account(house, "Zoe"), account(house, "Dan")
    tables, presence = house.house.tables, house.house.presence
    ((_, _, where),) = tables.people.shared.rows("PRAGMA database_list")
    assert house.loop is not None
    # What a house of several processes runs; it looks once a second.
    relay = asyncio.run_coroutine_threadsafe(Relay(tables, presence).run(lambda: None), house.loop)
    with (
        people_at(where) as elsewhere,
        guest.at(house.open("flip-it", "z1")) as at,
        dealer.at(house.open("flip-it", "z2")) as two,
    ):
        assert at.ask({"kind": "take-seat", "seat": 1}) is None
        elsewhere.end(guest.http.cookies["pitboss"])
        elsewhere.set_role(dealer.id, HouseRole.DEALER)
        assert [end_of(one) for one in (at, two)] == [4003, 4003]
    relay.cancel()
