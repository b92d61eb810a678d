"""Limits from the settings, each reached: one below it is served, one above it is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from pitboss.server.jobs.kinds import SIMULATIONS
from pitboss.table.fairness import player_hash
from tests.browser.house import house_in
from tests.deadlines import wait_until
from tests.plain_http import NO_TLS
from tests.server.kit import PATIENCE_S, Guest, Json, Running, house_at, viewer
from tests.server.test_slow_reader import SMALL, deaf, fill
from tests.server.workers import crew_of, until
from tests.server.workers import simulations as runs_of

ROOT = Path(__file__).parents[2]
HOUR_MS = 3_600_000
LONG_MS = 1_000 * HOUR_MS


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Small limits on what a request may weigh."""
    limits = {"head_bytes": 2_000, "header_bytes": 600, "headers_max": 16, "url_bytes": 300}
    with house_at(tmp_path_factory.mktemp("small") / "h.db", **limits) as found:
        yield found


def asked(running: Running, *, path: str = "/api/lobby", **headers: str) -> int:
    with httpx.Client(
        base_url=running.origin, timeout=PATIENCE_S, headers={}, verify=NO_TLS
    ) as client:
        return client.get(path, headers=headers).status_code


@pytest.mark.parametrize(
    ("within", "beyond", "status"),
    [
        ({"x-one": "y" * 500}, {"x-one": "y" * 700}, 431),
        ({f"x-{n}": "y" * 500 for n in range(3)}, {f"x-{n}": "y" * 500 for n in range(4)}, 431),
        ({f"x-{n}": "y" for n in range(8)}, {f"x-{n}": "y" for n in range(20)}, 431),
        ({"path": "/api/lobby?" + "y" * 200}, {"path": "/api/lobby?" + "y" * 400}, 414),
    ],
    ids=["header_bytes", "head_bytes", "headers_max", "url_bytes"],
)
def test_a_request_may_weigh_so_much(
    small: Running, within: dict[str, str], beyond: dict[str, str], status: int
) -> None:
    assert asked(small, **within) == 200
    assert asked(small, **beyond) == status


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", sockets_per_address=2) as running, ExitStack() as stack:
        table = running.open("flip-it", "few")
        guests = [running.guest(name) for name in ("Ann", "Ben", "Cem")]
        first = stack.enter_context(guests[0].at(table))
        stack.enter_context(guests[1].at(table))
        with viewer(running, table, cookie=guests[2].cookie) as third:
            assert third.take()["sentence"].startswith("Too many windows")
            with pytest.raises(ConnectionClosedError) as closed:
                third.take()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        first.socket.close()
        until(running, lambda: running.house.presence.addresses["127.0.0.1"] < 2)
        stack.enter_context(guests[2].at(table))


def test_a_browser_is_remembered_for_so_long(tmp_path: Path) -> None:
    now = [1_700_000_000_000]
    with house_at(tmp_path / "h.db", session_hours=1, wall=lambda: now[0]) as running:
        client = running.client()
        answer = client.post("/api/guest", json={"name": "Ann"})
        assert "Max-Age=3600" in answer.headers["set-cookie"]
        people = running.house.tables.people
        token = client.cookies["pitboss"]
        begun_ms = running.house.runtime.clock()
        assert people.session(token, now_ms=begun_ms + HOUR_MS // 2) is not None
        assert people.session(token, now_ms=begun_ms + 3 * HOUR_MS) is None


# --- designs ----------------------------------------------------------------------------------


def save(guest: Guest, pay: int) -> Json:
    form = {
        "game": "spin-n-win",
        "base": "standard",
        "name": f"Pays {pay}",
        "changes": {"pays.combo_joker_joker": f"{pay}/1"},
    }
    found: Json = guest.http.post("/api/designs", json=form).json()
    return found


def test_so_many_designs_are_kept_for_a_person_and_in_all(tmp_path: Path) -> None:
    limits = {"designs_per_person": 2, "designs_max": 3, "figure_workers": 1, "proofs_warmed": 0}
    with house_at(tmp_path / "h.db", **limits) as running:
        ann, ben = running.guest("Ann"), running.guest("Ben")
        assert [save(ann, pay)["hash"] != "" for pay in (50, 51)] == [True, True]
        assert "100" not in save(ann, 52)["sentence"] and save(ann, 52)["kind"] == "refused"
        assert save(ben, 53)["hash"]
        assert save(ben, 54)["kind"] == "refused"
        # The same rules once more are no further design.
        assert save(ann, 50)["hash"]


# --- simulations ------------------------------------------------------------------------------


@pytest.mark.untraced
def test_so_many_simulations_run_at_once(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", simulations=2) as running:
        # Nobody watches these runs, and none ends before the others were asked for.
        runs_of(running).away_s = PATIENCE_S
        guests = [running.guest(name) for name in ("Ann", "Ben", "Cem")]
        for guest in guests:
            form = {"game": "flip-it", "rounds": 10**9, "seed": "7"}
            assert guest.http.post("/api/simulations", json=form).is_success
        crew = crew_of(running, SIMULATIONS)
        until(running, lambda: len(crew.running) == 2)
        assert len(crew.running) == 2 and len(crew.queue.waiting) == 1


# --- views and stopping -----------------------------------------------------------------------


def test_what_others_do_within_a_time_is_shown_together(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", view_ms=LONG_MS) as running:
        table = running.open("flip-it", "calm")
        with running.guest("Ann").at(table) as ann, running.guest("Ben").at(table) as ben:
            ann.sit(1)
            bet = {"kind": "place-bet", "seat": 1, "spot": "inside:red", "stake": 1000}
            wait_until(lambda: ann.ask(bet) is None)
            ben.socket.send(json.dumps({"kind": "nonsense"}))
            ben.until(lambda message: message["kind"] == "refused")
            assert len(ben.pictures) == 1


def test_a_stop_waits_so_long_for_a_browser_that_does_not_read(tmp_path: Path) -> None:
    """Were it not for the limit, the stop would wait for the time that a browser may take."""
    limits = {"stop_ms": 200, "send_ms": LONG_MS, "send_buffer": SMALL}
    with ExitStack() as after, house_at(tmp_path / "h.db", **limits) as running:
        table = running.open("flip-it", "deaf", seats=1)
        after.enter_context(deaf(running, table))
        with running.guest("Una").at(table) as una:
            una.sit(1)
            una.bet()
            fill(running, table)
            for number in range(3):
                una.do("place-bet", seat=1, spot="inside:red", stake=100 + 100 * (number % 20))


@pytest.mark.parametrize("reveal_ms", [1, LONG_MS])
def test_a_table_waits_so_long_for_a_seed(tmp_path: Path, reveal_ms: int) -> None:
    with house_at(tmp_path / "h.db", reveal_ms=reveal_ms) as running:
        table = running.open("spin-n-win", "seeds")
        with running.guest("Ann").at(table) as ann:
            ann.sit(1)
            ann.see(lambda view: ann.offered("place-bet") is not None)
            round_id = ann.view["round_id"]
            ann.do("commit-seed", seat=1, hash=player_hash(round_id, 1, "luck"))
            ann.bet()
            ann.ready()
            if reveal_ms == LONG_MS:
                ann.see(lambda _: ann.offered("reveal-seed") is not None)
                desk = running.house.tables.pit.desks[table]
                assert (running.on_loop(desk.deadline_ms) or 0) > ann.shown["now_ms"] + HOUR_MS
                ann.do("reveal-seed", seat=1, text="luck")
            ann.finish(round_id)
            assert ann.view["counts"]["missing_reveals"] == (1 if reveal_ms == 1 else 0)


# --- the program itself -----------------------------------------------------------------------


def test_the_program_keeps_its_files_where_and_as_long_as_it_is_told(tmp_path: Path) -> None:
    settings = {
        "PITBOSS_LOG_BYTES": "3000",
        "PITBOSS_LOG_FILES": "2",
        "PITBOSS_HEADS_FILE": str(tmp_path / "elsewhere.heads"),
        "PITBOSS_LOG_PER_MIN": "100000",
    }
    with house_in(tmp_path, ROOT / "web" / "dist", **settings) as house, house.client() as client:
        for number in range(60):
            client.cookies.clear()
            assert client.post("/api/guest", json={"name": f"G{number}"}).is_success
    logs = sorted(tmp_path.glob("log.jsonl*"))
    assert len(logs) == 2
    assert all(path.stat().st_size < 6_000 for path in logs)
    assert (tmp_path / "elsewhere.heads").stat().st_size


def test_a_house_that_was_closed_for_longer_holds_its_clock(tmp_path: Path) -> None:
    now = [1_700_000_000_000]
    with house_at(tmp_path / "h.db", wall=lambda: now[0]) as running:
        running.guest("Ann")
        running.open("flip-it", "one")
    now[0] += 5 * HOUR_MS
    for hours, is_held in ((4, True), (6, False)):
        with house_at(tmp_path / "h.db", wall=lambda: now[0], closed_hours_max=hours) as running:
            events = [json.loads(line)["event"] for line in running.log]
            assert ("clock.held" in events) is is_held
