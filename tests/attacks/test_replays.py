"""Floods of replays: they wait in threads of their own, and nobody at a table notices."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.server.edge.side_threads import EACH_MAX, THREADS
from pitboss.server.rounds.routes import RoundRoutes
from tests.attacks.honest import betting
from tests.attacks.test_check_round import play
from tests.plain_http import NO_TLS
from tests.server.kit import PASSWORD, PATIENCE_S, Guest, house_at
from tests.server.test_two_processes import serving

pytestmark = pytest.mark.untraced

HOSTILE = "127.0.0.2"
FLOOD = 12


def hostile(guest: Guest) -> httpx.Client:
    """Another browser of a guest, at the hostile address."""
    client = httpx.Client(
        base_url=guest.running.origin,
        headers={"origin": guest.running.origin, "cookie": guest.cookie},
        timeout=PATIENCE_S,
        transport=httpx.HTTPTransport(local_address=HOSTILE, verify=NO_TLS),
    )
    guest.running.clients.append(client)
    return client


def held_back(work: Callable[..., Any], begun: threading.Semaphore, go: threading.Event) -> Any:
    """The same work, which waits before it begins, as work on a long list would."""

    def wait(*args: Any) -> Any:
        begun.release()
        assert go.wait(PATIENCE_S)
        return work(*args)

    return wait


def test_players_bet_and_sign_in_while_every_side_thread_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = threading.Semaphore(0), threading.Event()
    for name in ("_list_rounds", "_replay_round"):
        monkeypatch.setattr(RoundRoutes, name, held_back(getattr(RoundRoutes, name), begun, go))
    with (
        house_at(tmp_path / "house.db") as house,
        ThreadPoolExecutor(FLOOD + 1) as people,
        betting(house, "calm") as bet_again,
    ):
        try:
            guest = house.guest("Mallory")
            clients = [hostile(guest) for _ in range(FLOOD)]
            paths = "/api/my-rounds", "/api/rounds/calm.1/replay"
            flood = [
                people.submit(client.get, paths[number % 2])
                for number, client in enumerate(clients)
            ]
            for _ in range(THREADS):
                assert begun.acquire(timeout=PATIENCE_S)
            honest = house.guest("Hanna")
            form = {"name": "Hanna", "password": PASSWORD}
            assert (
                honest.http.post("/api/account", json=form, timeout=PATIENCE_S).status_code == 200
            )
            assert (
                house.client().post("/api/sign-in", json=form, timeout=PATIENCE_S).status_code
                == 200
            )
            for _ in range(5):
                bet_again()
            listed = people.submit(honest.http.get, "/api/my-rounds")
            assert not begun.acquire(blocking=False), "more threads than there should be"
        finally:
            go.set()
        assert listed.result(PATIENCE_S).status_code == 200
        said = [one.result(PATIENCE_S) for one in flood]
    codes = [one.status_code for one in said]
    assert codes.count(503) == FLOOD - EACH_MAX
    assert {one.json()["code"] for one in said if one.status_code == 503} == {"busy"}
    assert set(codes) == {200, 404, 503}


def test_a_house_closes_while_a_side_thread_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = threading.Semaphore(0), threading.Event()
    monkeypatch.setattr(RoundRoutes, "_list_rounds", held_back(lambda *_: [], begun, go))
    with ThreadPoolExecutor(FLOOD) as people:
        try:
            with house_at(tmp_path / "house.db") as house:
                guest = house.guest("Hanna")
                asked = [people.submit(hostile(guest).get, "/api/my-rounds") for _ in range(4)]
                for _ in range(THREADS):
                    assert begun.acquire(timeout=PATIENCE_S)
                house.server.should_exit = True
                said = [one.result(PATIENCE_S).json()["code"] for one in asked]
                assert house.running is not None
                house.running.result(PATIENCE_S)
            assert said == ["closing"] * 4
        finally:
            go.set()


ENDLESS = """
import asyncio, threading
from pitboss.server.edge.side_threads import SideThreads

async def whole():
    threads, begun = SideThreads(), threading.Event()
    def work():
        begun.set()
        threading.Event().wait()
    call = asyncio.create_task(threads.run("here", work))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    await threads.close()
    print((await call).code.value)

asyncio.run(whole())
"""


def test_a_process_ends_although_a_side_thread_never_does() -> None:
    found = subprocess.run([sys.executable, "-c", ENDLESS], capture_output=True, timeout=PATIENCE_S)
    assert (found.returncode, found.stdout, found.stderr) == (0, b"closing\n", b"")


@pytest.mark.slow
def test_players_bet_and_sign_in_while_rounds_are_replayed_and_sigterm_ends_it(
    tmp_path: Path,
) -> None:
    over = threading.Event()

    def ask(client: httpx.Client) -> list[int]:
        found: list[int] = []
        while not over.is_set():
            try:
                listed = client.get("/api/my-rounds")
                found.append(listed.status_code)
                for one in listed.json() if listed.status_code == 200 else ():
                    path = f"/api/rounds/{one['round_id']}/replay"
                    found.append(client.get(path).status_code)
            except httpx.HTTPError:
                # The house has closed.
                break
        return found

    with (
        serving(str(tmp_path / "house.db"), tmp_path) as house,
        ThreadPoolExecutor(FLOOD + 2) as people,
    ):
        guest = house.guest("Mallory")
        _fill(guest)
        attacks = [people.submit(ask, hostile(guest)) for _ in range(FLOOD)]
        try:
            honest = [people.submit(play, house, f"Honest {one}") for one in range(2)]
            for one in honest:
                one.result(PATIENCE_S)
            assert not any(one.done() for one in attacks)
            house.process.send_signal(signal.SIGTERM)
            assert house.process.wait(PATIENCE_S) == 0
        finally:
            over.set()
        said = [status for one in attacks for status in one.result(PATIENCE_S)]
    assert said.count(200) > 0
    assert set(said) <= {200, 429, 503}


def _fill(guest: Guest, rounds: int = 20) -> None:
    with guest.at("flip-it-1") as viewer:
        viewer.sit(1)
        for _ in range(rounds):
            viewer.bet()
            round_id = viewer.view["round_id"]
            viewer.ready()
            viewer.finish(round_id)
