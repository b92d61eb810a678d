"""Guessing passwords, and keeping somebody out by guessing."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from pitboss.server.accounts.people import HouseRole
from pitboss.server.accounts.sign_in_tries import TURN_MAX_MS, SignInTries, TryLimits
from pitboss.store.shared import Unwritten
from pitboss.store.sqlite import SqliteBackend
from pitboss.store.store import Store
from tests.examples import in_soak
from tests.plain_http import NO_TLS
from tests.server.kit import PASSWORD, PATIENCE_S, Running, house_at
from tests.store.house import opened
from tests.store.servers import Server

FEW, MANY = 30, 145
"""Guesses on their way together."""
TRIES = 5
LIMITS = TryLimits(tries=TRIES, lock_ms=900_000, account_tries=20)
HOUR_MS = 3_600_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("lockout") / "house.db", sign_in_tries=TRIES) as found:
        yield found


def judged(house: Running, name: str) -> int:
    """How many passwords for a name were looked at."""
    lines = [json.loads(line) for line in house.log]
    return sum(one["event"] == "sign-in.failed" and one.get("name") == name for one in lines)


async def guess_at_once(house: Running, name: str, guesses: int) -> list[int]:
    """All guesses on their way together; what they were answered."""
    headers = {"origin": house.origin}
    limits = httpx.Limits(max_connections=guesses)
    async with httpx.AsyncClient(
        base_url=house.origin, headers=headers, timeout=PATIENCE_S, limits=limits, verify=NO_TLS
    ) as client:
        tasks = [
            client.post("/api/sign-in", json={"name": name, "password": f"guess {one}"})
            for one in range(guesses)
        ]
        return [one.status_code for one in await asyncio.gather(*tasks)]


@pytest.mark.parametrize(
    ("name", "guesses"),
    [("Vera", FEW), ("Nobody Here", FEW), in_soak("Veronica", MANY), in_soak("Nobody There", MANY)],
)
def test_simultaneous_guesses_are_judged_up_to_the_limit(
    house: Running, name: str, guesses: int
) -> None:
    if name.startswith("Ver"):
        house.staff(name, HouseRole.PLAYER)
    answers = asyncio.run(guess_at_once(house, name, guesses))
    # A name that nobody has is told apart by nothing.
    assert sorted(set(answers)) == [401, 429]
    assert answers.count(401) == judged(house, name) == TRIES


def test_a_known_browser_is_not_locked_out_by_others(house: Running) -> None:
    owner = house.staff("Otto", HouseRole.PLAYER)
    assert owner.http.post("/api/sign-out").status_code == 204
    form = {"name": "Otto", "password": PASSWORD}
    stranger = house.client()
    wrong = {**form, "password": "not the password"}
    answers = [stranger.post("/api/sign-in", json=wrong).status_code for _ in range(TRIES + 1)]
    assert answers == [401] * TRIES + [429]
    # Even the right password is not looked at from there; from the owner's browser it is.
    assert stranger.post("/api/sign-in", json=form).status_code == 429
    del owner.http.headers["x-csrf-token"]
    assert owner.http.post("/api/sign-in", json=form).status_code == 200
    # Its own guesses are limited too.
    known = house.client()
    for cookie in owner.http.cookies.jar:
        if cookie.name.endswith("-device"):
            known.cookies.set(cookie.name, cookie.value or "")
    assert len(known.cookies) == 1
    answers = [known.post("/api/sign-in", json=wrong).status_code for _ in range(TRIES + 1)]
    assert answers == [401] * TRIES + [429]


def test_the_token_of_a_browser_is_known_for_its_own_account_only(house: Running) -> None:
    house.staff("Vic", HouseRole.PLAYER)
    mallory = house.staff("Mallory", HouseRole.PLAYER)
    assert mallory.http.post("/api/sign-out").status_code == 204
    del mallory.http.headers["x-csrf-token"]
    wrong = {"name": "Vic", "password": "not the password"}
    assert house.client().post("/api/sign-in", json=wrong).status_code == 401
    answers = [mallory.http.post("/api/sign-in", json=wrong).status_code for _ in range(TRIES)]
    assert answers == [401] * (TRIES - 1) + [429]


def test_other_ways_to_try_a_password_are_counted_too(house: Running) -> None:
    guest = house.staff("Walt", HouseRole.PLAYER)
    forms = (
        ("/api/password", {"old": "not the password", "new": "long enough to be one"}),
        ("/api/prove", {"password": "not the password"}),
    )
    answers = [
        guest.http.post(path, json=form).status_code for path, form in forms * (TRIES // 2 + 1)
    ]
    assert answers == [401] * TRIES + [429]


# --- the counts themselves --------------------------------------------------------------------


@pytest.fixture
def tries(tmp_path: Path) -> Iterator[SignInTries]:
    with opened(str(tmp_path / "house.db"), is_threaded=False) as store:
        yield SignInTries(store.shared, LIMITS)


class Interrupted(SignInTries):
    """The counts of one process; another process comes in whenever they have been read."""

    def _read(self, login: str, source: str) -> tuple[int, int]:
        found = SignInTries._read(self, login, source)
        OTHERS[0]()
        return found


OTHERS: list[Callable[[], None]] = []


def test_another_process_cannot_come_in_between_reading_and_counting(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    # It gives up at once where it would have to wait.
    hasty = Store(SqliteBackend(where, busy_timeout_ms=0), is_threaded=False)
    with opened(where, is_threaded=False) as store, hasty:
        here, there = Interrupted(store.shared, LIMITS), SignInTries(hasty.shared, LIMITS)
        waits: list[int] = []

        def take(counts: SignInTries) -> None:
            with suppress(Unwritten):
                waits.append(counts.take("vera", "address:x", is_known=False, now_ms=1_000))

        OTHERS[:] = [lambda: take(there)]
        for _ in range(TRIES + 2):
            take(here)
            take(there)
    assert waits.count(0) == TRIES


def judge_together(where: str) -> int:
    """How many passwords eight processes look at together."""
    opened(where).close()
    start = threading.Barrier(8)

    def process(_: int) -> int:
        with opened(where, is_threaded=False) as store:
            start.wait()
            counts = SignInTries(store.shared, LIMITS)
            done = [
                counts.take("vera", "address:x", is_known=False, now_ms=1_000) for _ in "0" * 10
            ]
        return done.count(0)

    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(process, range(8)))


def test_two_processes_judge_no_more_than_one(tmp_path: Path, server: Server) -> None:
    url = server.new_database()
    assert [judge_together(one) for one in (str(tmp_path / "house.db"), url)] == [TRIES, TRIES]
    server.drop_database(url)


def test_many_addresses_take_turns_that_grow_to_a_minute(tries: SignInTries) -> None:
    now_ms, waits = 1_000, []
    for one in range(40):
        wait_ms = tries.take("vera", f"address:{one}", is_known=False, now_ms=now_ms)
        if wait_ms:
            waits.append(wait_ms)
            now_ms += wait_ms
            assert tries.take("vera", f"address:{one}", is_known=False, now_ms=now_ms) == 0
    assert waits[:4] == [1_000, 2_000, 4_000, 8_000] and waits[-1] == TURN_MAX_MS
    assert len(waits) == 20
    # Meanwhile a browser that is known goes first, and the right password ends the turns.
    assert tries.take("vera", "device:d", is_known=True, now_ms=now_ms) == 0
    tries.clear("vera", "device:d")
    assert tries.take("vera", "address:new", is_known=False, now_ms=now_ms) == 0


def test_an_address_may_try_again_after_its_wait(tries: SignInTries) -> None:
    def take(now_ms: int) -> int:
        return tries.take("vera", "address:x", is_known=False, now_ms=now_ms)

    assert [take(1_000) for _ in range(TRIES)] == [0] * TRIES
    assert take(2_000) == LIMITS.lock_ms - 1_000
    # Asking meanwhile does not make the wait longer.
    assert take(LIMITS.lock_ms) == 1_000
    assert take(LIMITS.lock_ms + 1_000) == 0
    assert tries.take("vera", "address:y", is_known=False, now_ms=2_000) == 0
