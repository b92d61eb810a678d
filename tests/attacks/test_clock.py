"""A machine's clock that is wrong at the start: nothing ends by it before somebody confirms it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.pit.clock import BEHIND_MS, HouseClock
from pitboss.server.accounts.people import HOUR_MS, HouseRole
from tests.server.kit import Guest, Running, house_at

NOW_MS = 1_800_000_000_000
YEAR_MS = 365 * 24 * HOUR_MS
CLOSED_MS = 72 * HOUR_MS


def wall_at(at_ms: int) -> Callable[[], int]:
    return lambda: at_ms


def comes_back(running: Running, guest: Guest) -> Any:
    """The same browser at a house that was closed meanwhile."""
    client = running.client()
    client.cookies.set("pitboss", guest.http.cookies["pitboss"])
    client.headers["x-csrf-token"] = guest.me["csrf"]
    return client


def test_a_wrong_clock_ends_no_cool_off_and_no_session(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with house_at(database, wall=wall_at(NOW_MS)) as running:
        boss = running.staff("Boss", HouseRole.PIT_BOSS)
        guest = running.guest("Ana")
        form = {"id": "c1", "kind": "cool-off", "value": 30 * 24 * HOUR_MS}
        assert guest.http.post("/api/limits", json=form).status_code == 200
    with house_at(database, wall=wall_at(NOW_MS + 10 * YEAR_MS)) as running:
        hall = running.house.hall
        assert NOW_MS <= hall.clock() < NOW_MS + HOUR_MS
        client = comes_back(running, guest)
        assert client.get("/api/me").status_code == 200
        with Guest(running, client, guest.me).at("spin-n-win-1") as one:
            one.sit(1)
            spot = one.view["spots"][0]
            bet = {"kind": "place-bet", "seat": 1, "spot": spot["spot"], "stake": spot["minimum"]}
            refused = one.ask(bet)
            assert refused is not None and refused["code"] == "player-limit", refused
        assert any(json.loads(line)["event"] == "clock.held" for line in running.log)
        # Staff look at it and believe it; only then sessions and cool-offs end by it.
        staff = comes_back(running, boss)
        answer = staff.get("/api/clock")
        assert answer.status_code == 200, answer.text
        note = answer.json()
        assert note["is_held"] and note["off_ms"] > 9 * YEAR_MS
        confirmed = staff.post("/api/clock/confirm")
        assert confirmed.status_code == 200 and not confirmed.json()["is_held"]
        assert hall.clock() >= NOW_MS + 10 * YEAR_MS
        assert client.get("/api/me").status_code == 401
        records = hall.pit.store.read("house")
        assert isinstance(records, tuple)
        kinds = [event.kind for record in records for event in record.events]
        assert "clock.confirmed" in kinds


@pytest.mark.parametrize(
    ("wall_ms", "is_held"),
    [
        (NOW_MS, False),
        (NOW_MS + CLOSED_MS, False),
        (NOW_MS + CLOSED_MS + 1, True),
        (NOW_MS - BEHIND_MS, False),
        (NOW_MS - BEHIND_MS - 1, True),
        (0, True),
    ],
)
def test_what_is_plausible(wall_ms: int, is_held: bool) -> None:
    def start(*, is_confirmed: bool) -> HouseClock:
        return HouseClock.start(
            wall_at(wall_ms),
            wall_at(0),
            not_before_ms=NOW_MS,
            closed_max_ms=CLOSED_MS,
            is_confirmed=is_confirmed,
        )

    clock = start(is_confirmed=False)
    assert clock.is_held is is_held
    assert clock.now() == (NOW_MS if is_held else max(wall_ms, NOW_MS))
    clock.confirm()
    assert not clock.is_held and clock.now() == max(wall_ms, NOW_MS)
    assert clock.jump() is None
    assert not start(is_confirmed=True).is_held


def test_a_new_house_believes_any_clock() -> None:
    clock = HouseClock.start(wall_at(NOW_MS), wall_at(0), closed_max_ms=CLOSED_MS)
    assert not clock.is_held and clock.now() == NOW_MS
