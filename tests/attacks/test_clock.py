"""A machine's clock that is wrong: nothing ends by it before staff confirm it, nothing stays ahead.

Every house here is a real server that is stopped and started again; only the clock on its wall is
the test's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

from pitboss.ledger.clock_steps import SLACK_MS, ClockStep
from pitboss.pit.clock import HouseClock
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HOUR_MS, HouseRole, People
from pitboss.server.edge.rate_limits import Bucket
from pitboss.store.store import Store
from tests.attacks.places import Place, serving_inside
from tests.attacks.test_lost_key import SETTINGS
from tests.cli.conftest import Pitboss, pitboss
from tests.deadlines import wait_until
from tests.server.kit import PASSWORD, Guest, Running, Viewer, house_at, people_at
from tests.server.test_two_processes import serving
from tests.store.house import assert_sound, opened

__all__ = ["pitboss"]
NOW_MS = 1_800_000_000_000
DAY_MS = 24 * HOUR_MS
YEAR_MS = 365 * DAY_MS
CLOSED_MS = 72 * HOUR_MS
MINUTE_MS = 60_000
BETS_MS = 30 * MINUTE_MS
TABLE = "spin-n-win-1"


def wall_at(at_ms: int) -> Callable[[], int]:
    return lambda: at_ms


def cool_off(guest: Guest, days: int) -> None:
    form = {"id": f"c{days}", "kind": "cool-off", "value": days * DAY_MS}
    assert guest.http.post("/api/limits", json=form).status_code == 200


def bet_refusal(viewer: Viewer) -> str:
    """Why the smallest bet is not taken; nothing when it is."""
    if viewer.seat < 1:
        viewer.sit(next(seat["seat"] for seat in viewer.view["seats"] if not seat["name"]))
    viewer.see(lambda view: bool(viewer.offered("place-bet")))
    spot = viewer.view["spots"][0]
    act = {"kind": "place-bet", "seat": viewer.seat, "spot": spot["spot"], "stake": spot["minimum"]}
    refused = viewer.ask(act)
    return "" if refused is None else str(refused["code"])


def confirm(boss: Guest) -> Any:
    answer = boss.http.post("/api/clock/confirm")
    assert answer.status_code == 200, answer.text
    return answer.json()


def steps_of(store: Store) -> tuple[ClockStep, ...]:
    steps = store.clock_steps()
    assert not isinstance(steps, Refusal)
    return steps


def test_a_wrong_clock_ends_no_cool_off_and_no_session(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with house_at(database, wall=wall_at(NOW_MS)) as running:
        boss, guest = running.staff("Boss", HouseRole.PIT_BOSS), running.guest("Ana")
        cool_off(guest, 30)
    with house_at(database, wall=wall_at(NOW_MS + 10 * YEAR_MS), lag_ms=SLACK_MS) as running:
        tables = running.house.tables
        assert NOW_MS <= tables.runtime.clock() < NOW_MS + HOUR_MS
        guest, boss = running.knows(guest), running.knows(boss)
        assert guest.http.get("/api/me").status_code == 200
        with guest.at(TABLE) as one:
            assert bet_refusal(one) == "player-limit"
        assert any(json.loads(line)["event"] == "clock.held" for line in running.log)
        # Players and dealers neither look at it nor confirm it; staff do, and only then it counts.
        assert guest.http.get("/api/clock").status_code == 403
        assert guest.http.post("/api/clock/confirm").status_code == 403
        assert tables.runtime.clock() < NOW_MS + HOUR_MS and steps_of(tables.pit.store) == ()
        note = boss.http.get("/api/clock").json()
        assert note["is_held"] and note["off_ms"] > 9 * YEAR_MS and note["confirmed"] == []
        note = confirm(boss)
        assert not note["is_held"] and note["now_ms"] >= NOW_MS + 10 * YEAR_MS
        assert guest.http.get("/api/me").status_code == 204
        # Nobody is refused as if the house were ten years late.
        assert running.guest("Bo").balance() > 0
        (step,) = steps_of(tables.pit.store)
        assert (step.who, step.to_ms) == (boss.id, NOW_MS + 10 * YEAR_MS)
        assert NOW_MS <= step.from_ms < NOW_MS + HOUR_MS


def test_a_clock_that_was_ahead_does_not_stay_ahead(tmp_path: Path) -> None:
    """A house was opened in 2099 by mistake, and people played there."""
    database, ahead_ms = tmp_path / "house.db", NOW_MS + 72 * YEAR_MS
    with house_at(database, wall=wall_at(ahead_ms), bets_ms=BETS_MS) as running:
        boss = running.staff("Boss", HouseRole.PIT_BOSS)
        ana, bo, cy = (running.guest(name) for name in ("Ana", "Bo", "Cy"))
        cool_off(ana, 30)
        form = {"id": "l1", "kind": "loss-day", "value": 100_00}
        assert bo.http.post("/api/limits", json=form).status_code == 200
        form = {"id": "l2", "kind": "loss-day", "value": 900_00}
        assert bo.http.post("/api/limits", json=form).status_code == 200
        with cy.at(TABLE) as one:
            one.sit(1)
            one.bet()
    with house_at(database, wall=wall_at(NOW_MS), bets_ms=BETS_MS) as running:
        tables = running.house.tables
        assert ahead_ms <= tables.runtime.clock() < ahead_ms + HOUR_MS
        boss, ana, bo, cy = (running.knows(one) for one in (boss, ana, bo, cy))
        with cy.at(TABLE) as one:
            assert boss.http.get("/api/clock").json()["off_ms"] < -71 * YEAR_MS
            assert not confirm(boss)["is_held"]
            assert NOW_MS <= tables.runtime.clock() < NOW_MS + HOUR_MS
            # Whoever looks sees a deadline that comes.
            one.see(lambda view: view["deadline_ms"] <= NOW_MS + HOUR_MS + BETS_MS)
            assert one.shown["now_ms"] < NOW_MS + HOUR_MS
        # Sessions last as long as they would have, and staff are staff.
        sessions = tables.people.shared.rows("SELECT used_ms, proved_ms FROM sessions")
        assert len(sessions) == 4
        assert all(0 < at <= tables.runtime.clock() for row in sessions for at in row)
        for who in (boss, ana, bo, cy):
            assert who.http.get("/api/me").status_code == 200
        page = ana.http.get("/api/my-limits").json()
        assert 29 * DAY_MS < page["cool_off_until_ms"] - page["now_ms"] <= 30 * DAY_MS
        lines = {one["kind"]: one for one in bo.http.get("/api/my-limits").json()["limits"]}
        assert lines["loss-day"]["in_force"] == 100_00
        assert 0 < lines["loss-day"]["pending_from_ms"] - tables.runtime.clock() <= DAY_MS
        assert_sound(tables.pit.store)
    # From now on the house is where the machine is.
    with house_at(database, wall=wall_at(NOW_MS + DAY_MS)) as running:
        boss = running.knows(boss)
        # A day later staff give their password before they act.
        assert boss.http.post("/api/clock/confirm").json()["code"] == "prove-again"
        assert boss.http.post("/api/prove", json={"password": PASSWORD}).status_code == 204
        assert not confirm(boss)["is_held"]
        assert len(steps_of(running.house.tables.pit.store)) == 1
        assert NOW_MS + DAY_MS <= running.house.runtime.clock() < NOW_MS + DAY_MS + HOUR_MS
    # The same mistake again is not believed, though stamps of that time are on record.
    with house_at(database, wall=wall_at(ahead_ms)) as running:
        assert running.house.runtime.clock() < NOW_MS + DAY_MS + 2 * HOUR_MS
        assert_sound(running.house.tables.pit.store)


def test_a_cool_off_that_a_confirmed_mistake_ended_holds_again(tmp_path: Path) -> None:
    database, wall = tmp_path / "house.db", [NOW_MS]
    with house_at(database, wall=lambda: wall[0], session_hours=100_000) as running:
        tables = running.house.tables
        boss, ana = running.staff("Boss", HouseRole.PIT_BOSS), running.guest("Ana")
        cool_off(ana, 30)
        with ana.at(TABLE) as one:
            assert bet_refusal(one) == "player-limit"
            # The machine's clock jumps while the house runs: nothing, until somebody confirms it.
            wall[0] = NOW_MS + YEAR_MS
            assert bet_refusal(one) == "player-limit"
            confirm(boss)
            assert bet_refusal(one) == ""
            wall[0] = NOW_MS + DAY_MS
            assert bet_refusal(one) == "" and tables.runtime.clock() >= NOW_MS + YEAR_MS
            assert not confirm(boss)["is_held"]
            assert bet_refusal(one) == "player-limit"
        page = ana.http.get("/api/my-limits").json()
        assert page["cool_off_until_ms"] - NOW_MS < 31 * DAY_MS
        note = boss.http.get("/api/clock").json()
        assert [one["who"] for one in note["confirmed"]] == ["Boss", "Boss"]
        back, ahead = note["confirmed"]
        assert back["to_ms"] == NOW_MS + DAY_MS and back["from_ms"] >= ahead["to_ms"]
        assert_sound(tables.pit.store)


@pytest.mark.parametrize(
    ("wall_ms", "is_held"),
    [
        (NOW_MS, False),
        (NOW_MS + CLOSED_MS, False),
        (NOW_MS + CLOSED_MS + 1, True),
        (NOW_MS - SLACK_MS, False),
        (NOW_MS - SLACK_MS - 1, True),
        (0, True),
    ],
)
def test_what_is_plausible(wall_ms: int, is_held: bool) -> None:
    clock = HouseClock.start(
        wall_at(wall_ms), wall_at(0), not_before_ms=NOW_MS, closed_max_ms=CLOSED_MS
    )
    assert clock.is_held is is_held
    assert clock.now() == (NOW_MS if is_held else max(wall_ms, NOW_MS))
    clock.set(wall_ms)
    assert not clock.is_held and clock.now() == wall_ms
    assert clock.jump() is None


def test_a_new_house_believes_any_clock() -> None:
    clock = HouseClock.start(wall_at(NOW_MS), wall_at(0), closed_max_ms=CLOSED_MS)
    assert not clock.is_held and clock.now() == NOW_MS


def test_rate_limits_go_on_after_the_time_was_set_back() -> None:
    bucket = Bucket(60, 2)
    assert bucket.take(NOW_MS + YEAR_MS) and bucket.take(NOW_MS + YEAR_MS)
    assert not bucket.take(NOW_MS + YEAR_MS) and not bucket.take(NOW_MS)
    assert bucket.take(NOW_MS + 1_000)


def test_a_process_whose_time_is_old_ends_no_session(tmp_path: Path) -> None:
    """Two processes share the tables; the other one has taken a step back already."""
    where = str(tmp_path / "house.db")
    with people_at(where, session_ms=DAY_MS) as one, people_at(where, session_ms=DAY_MS) as two:
        _end_no_session(one, two)


def _end_no_session(first: People, second: People) -> None:
    ahead_ms = NOW_MS + 72 * YEAR_MS
    session = first.enter("Ana", token=first.visit_token(), now_ms=ahead_ms)
    assert session is not None
    step = ClockStep(
        version=7, from_ms=ahead_ms, to_ms=NOW_MS, since_ms=ahead_ms - HOUR_MS, who="boss"
    )
    for _ in range(2):
        first.follow_step(step, now_ms=NOW_MS)
    assert first.session(session.token, now_ms=NOW_MS + 2) is not None
    assert second.session(session.token, now_ms=ahead_ms + 1) is not None
    second.follow_step(step, now_ms=NOW_MS)
    assert second.session(session.token, now_ms=NOW_MS + HOUR_MS) is not None
    # A step is followed once, also by a process that starts when the time has come that far again.
    small = ClockStep(
        version=8, from_ms=NOW_MS + 9 * HOUR_MS, to_ms=NOW_MS, since_ms=NOW_MS + 1, who="boss"
    )
    first.follow_step(small, now_ms=NOW_MS)
    assert first.session(session.token, now_ms=NOW_MS + 2 * HOUR_MS) is not None
    second.follow_step(small, now_ms=NOW_MS + 3 * HOUR_MS)
    ((used_ms,),) = second.shared.rows("SELECT used_ms FROM sessions")
    assert used_ms == NOW_MS + 2 * HOUR_MS
    assert first.session(session.token, now_ms=NOW_MS + 3 * DAY_MS) is None


# Servers whose clock is off by what a file says.

CLOCKED = """
import time
from pathlib import Path
path, true = Path(WALL), time.time_ns
time.time_ns = lambda: true() + 1_000_000 * int(path.read_text())
"""


class Wall:
    """How far the clocks of the processes are off."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "wall"
        self.set(0)

    def set(self, off_ms: int) -> None:
        fresh = self.path.with_suffix(".new")
        fresh.write_text(str(off_ms))
        fresh.replace(self.path)

    def now_ms(self) -> int:
        return NOW_MS + int(self.path.read_text())

    def serving(self, place: Place, *arguments: str) -> AbstractContextManager[Running]:
        """A server of the house by this clock."""
        more = {**SETTINGS, "PITBOSS_BETS_MS": str(BETS_MS)}
        if place.is_inside:
            return serving_inside(
                place.where, place.folder, more=more, arguments=arguments, wall=self.now_ms
            )
        before = CLOCKED.replace("WALL", repr(str(self.path)))
        return serving(place.where, place.folder, more=more, before=before, arguments=arguments)


def signed_up(running: Running, name: str) -> Guest:
    guest = running.guest(name)
    answer = guest.http.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    guest.me = answer.json()
    guest.http.headers["x-csrf-token"] = guest.me["csrf"]
    return guest


def house_ms(guest: Guest) -> int:
    return int(guest.http.get("/api/my-limits").json()["now_ms"])


def test_confirm_clock_at_the_start_is_on_record(place: Place) -> None:
    wall = Wall(place.folder)
    with wall.serving(place) as house:
        boss, ana = signed_up(house, "Boss"), house.guest("Ana")
        cool_off(ana, 30)
        began_ms = house_ms(ana)
    wall.set(YEAR_MS)
    with wall.serving(place, "--grant", "Boss=pit-boss") as house:
        assert house.knows(ana).http.get("/api/me").status_code == 200
        with house.knows(ana).at(TABLE) as one:
            assert bet_refusal(one) == "player-limit"
        note = house.knows(boss).http.get("/api/clock").json()
        assert note["is_held"] and abs(note["off_ms"] - YEAR_MS) < HOUR_MS
        assert abs(note["now_ms"] - began_ms) < HOUR_MS
    with wall.serving(place, "--confirm-clock") as house:
        assert house.knows(ana).http.get("/api/me").status_code == 204
        ana = house.guest("Ana")
        assert abs(house_ms(ana) - began_ms - YEAR_MS) < HOUR_MS
        cool_off(ana, 2)
    wall.set(0)
    with wall.serving(place, "--confirm-clock") as house:
        page = house.knows(ana).http.get("/api/my-limits").json()
        assert abs(page["now_ms"] - began_ms) < HOUR_MS
        assert DAY_MS < page["cool_off_until_ms"] - page["now_ms"] <= 2 * DAY_MS
    with opened(place.where) as store:
        ahead, back = steps_of(store)
        assert (ahead.who, back.who) == ("operator", "operator")
        assert abs(ahead.to_ms - ahead.from_ms - YEAR_MS) < HOUR_MS
        assert abs(back.from_ms - back.to_ms - YEAR_MS) < HOUR_MS
        assert_sound(store)


def test_a_record_by_hand_under_a_wrong_clock_is_no_way_around(
    tmp_path: Path, pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "house.db"
    with house_at(database, wall=wall_at(NOW_MS)) as running:
        running.guest("Ana")
    monkeypatch.setattr("time.time_ns", lambda: (NOW_MS + YEAR_MS) * 1_000_000)
    words = ("--database", str(database), "--by", "Ana Ruiz", "--reason", "A disk broke.")
    assert pitboss("audit", "renew", *words).code == 0
    monkeypatch.undo()
    with house_at(database, wall=wall_at(NOW_MS + YEAR_MS)) as running:
        assert running.house.tables.runtime.clock() < NOW_MS + HOUR_MS


def test_a_confirmation_at_one_process_is_taken_by_the_other(shared: Place) -> None:
    wall = Wall(shared.folder)
    wall.set(72 * YEAR_MS)
    with wall.serving(shared) as house:
        boss, ana, bo = signed_up(house, "Boss"), house.guest("Ana"), house.guest("Bo")
        with ana.at(TABLE) as one:
            one.sit(1)
            one.bet()
        began_ms = house_ms(ana) - 72 * YEAR_MS
    wall.set(0)
    with ExitStack() as stack:
        houses = [
            stack.enter_context(wall.serving(shared, *grant))
            for grant in (("--grant", "Boss=pit-boss"), ())
        ]
        first, second = houses
        there = second.knows(bo)
        viewer = stack.enter_context(there.at(TABLE))
        assert house_ms(there) > began_ms + 71 * YEAR_MS
        assert not confirm(first.knows(boss))["is_held"]
        wait_until(lambda: house_ms(there) < began_ms + HOUR_MS)
        assert not second.knows(boss).http.get("/api/clock").json()["is_held"]
        # The round goes on at both, with a deadline that comes; nobody was signed out.
        viewer.see(lambda view: view["deadline_ms"] < began_ms + HOUR_MS + BETS_MS)
        assert bet_refusal(viewer) == ""
        with first.knows(ana).at(TABLE) as one:
            assert one.view["viewer"] == 1
            one.see(lambda view: {bet["seat"] for bet in view["bets"]} == {1, 2})
        for house in houses:
            for guest in (boss, ana, bo):
                assert house.knows(guest).http.get("/api/me").status_code == 200
    with opened(shared.where) as store:
        assert len(steps_of(store)) == 1
        assert_sound(store)
