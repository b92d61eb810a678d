"""Leaving and coming back: every phase, a graceful stop, and a server that was killed."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.verify import verify_files
from pitboss.cli.serve import this_world
from pitboss.pit.desk import Desk
from pitboss.pit.house_acts import next_request
from pitboss.refusals import Refusal
from pitboss.store.store import open_store
from pitboss.table.commands import Act, Expire, OpenRound
from tests.deadlines import wait_until
from tests.server.kit import (
    GAMES,
    PATIENCE_S,
    Guest,
    Json,
    Running,
    Viewer,
    house_at,
    net_of,
    seat_both,
    started,
)
from tests.server.test_two_processes import serving
from tests.store.house import assert_sound

KEPT = ("phase", "round_id", "viewer", "balance", "seats", "bets", "awaited", "felt", "last")


def _kept(view: Json) -> Json:
    return {name: view[name] for name in KEPT}


def _deeper(one: Viewer, stage: str) -> None:
    """Go on in a round until a stage of it."""
    if stage == "seated":
        return
    one.bet()
    one.see(lambda view: bool(view["bets"]))
    if stage == "bet":
        return
    one.ready()
    one.see(lambda view: one.offered("decide") is not None or view["last"] is not None)


STAGES = ("seated", "bet", "closed")


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_reload_finds_everything_as_it_was(running: Running, game: str, stage: str) -> None:
    table = running.open(game, f"{game}-{stage}", seats=1)
    guest = running.guest("Rosa")
    with guest.at(table) as rosa:
        rosa.sit(1)
        rosa.see(lambda view: view["phase"] == "betting")
        _deeper(rosa, stage)
        rosa.see(lambda view: view["phase"] in ("betting", "decisions"))
        before, seen = _kept(rosa.view), rosa.shown["version"]
    with guest.at(table, seen=seen) as rosa:
        assert _kept(rosa.view) == before
        assert rosa.welcome["meanwhile"] is None
    with guest.at(table) as rosa:
        assert "seat 1" in rosa.welcome["meanwhile"]
        assert ("in action" in rosa.welcome["meanwhile"]) == bool(before["bets"])


def test_what_happened_meanwhile_is_told(running: Running) -> None:
    table = running.open("flip-it", "meanwhile", seats=2)
    away, stays = running.guest("Away"), running.guest("Stays")
    with stays.at(table) as two:
        with away.at(table) as one:
            seat_both(one, two)
            one.do("place-bet", seat=1, spot="inside:red", stake=1_000)
            one.ready()
            seen, round_id = one.shown["version"], one.view["round_id"]
        two.bet()
        two.ready()
        two.finish(round_id)
        change = net_of(two.view, 1)
    with away.at(table, seen=seen) as one:
        told = one.welcome["meanwhile"]
        assert told.startswith("While you were away: ") and "1 round ended" in told
        assert ("up by" in told) == (change > 0)


def _play(one: Viewer, other: Viewer) -> Json:
    """A round that one of two plays and the other sits out after all; the view with its result."""
    one.see(lambda view: view["phase"] == "betting")
    round_id = one.view["round_id"]
    one.bet()
    other.see(lambda view: view["round_id"] == round_id and view["phase"] == "betting")
    # A bet that won may be up again; one that is taken back is none.
    other.bet()
    other.see(lambda view: bool(other.offered("take-down")))
    for spot in other.offered("take-down") or []:
        other.do("take-down", seat=other.seat, spot=spot)
    one.ready()
    other.ready()
    over = one.finish(round_id)
    # Both have seen it end: bets that they see from here on are of the next round.
    other.see(lambda view: view["last"] is not None and view["last"]["round_id"] == round_id)
    return over


@pytest.mark.parametrize("game", GAMES)
def test_my_last_round_is_mine_though_others_played_on(running: Running, game: str) -> None:
    table = running.open(game, f"{game}-sat-out", seats=2)
    mine, other = running.guest("Mia"), running.guest("Otto")
    with other.at(table) as otto:
        with mine.at(table) as mia:
            seat_both(mia, otto)
            own = _play(mia, otto)["last"]
            assert own["viewer"] == 1
        with mine.at(table) as mia:
            # The view shows it.
            assert mia.welcome["own_last"] is None and mia.view["last"] == own
            for _ in range(2):
                _play(otto, mia)
        with mine.at(table) as mia:
            assert mia.welcome["own_last"] == own
            assert mia.view["last"]["viewer"] == -1
        with mine.at(table) as mia:
            mia.do("leave-seat", seat=1)
        with running.guest("New").at(table) as new:
            new.sit(1)
        with running.guest("New").at(table) as new:
            assert new.welcome["own_last"] is None and new.view["last"]["viewer"] == -1


def test_an_absent_player_loses_the_seat_but_not_the_credits(tmp_path: Path) -> None:
    with house_at(tmp_path / "h.db", away_ms=0) as running:
        table = running.open("spin-n-win", "absent")
        guest = running.guest("Abel")
        with guest.at(table) as abel:
            abel.sit(1)
            abel.bet()
            seen = abel.shown["version"]
        with running.guest("Eye").at(table) as eye:
            eye.see(lambda view: view["seats"][0]["name"] is None)
        assert guest.balance() == 100_000
        with guest.at(table, seen=seen) as abel:
            assert "seat 1 was freed" in abel.welcome["meanwhile"]


# --- stops ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_graceful_stop_holds_the_round(tmp_path: Path, game: str) -> None:
    database = tmp_path / "h.db"
    running = started(database)
    table = running.open(game, "held", seats=1)
    guest = running.guest("Hugo")
    cookie = guest.http.cookies["pitboss"]
    with guest.at(table) as hugo:
        hugo.sit(1)
        _deeper(hugo, "closed" if game == "gin-and-win" else "bet")
        before, seen = _kept(hugo.view), hugo.shown["version"]
        running.server.should_exit = True
        closing = hugo.until(lambda m: m["kind"] == "closing")
        assert closing["retry_ms"] > 0 and "kept" in closing["sentence"]
    running.stop()
    assert any('"house.closing"' in line for line in running.log)
    with house_at(database) as again:
        client = again.client()
        client.cookies.set("pitboss", cookie)
        me = client.get("/api/me").json()
        client.headers["x-csrf-token"] = me["csrf"]
        back = Guest(again, client, me)
        with back.at(table, seen=seen) as hugo:
            assert _kept(hugo.view) == before
            if before["phase"] == "betting":
                hugo.ready()
            hugo.finish(before["round_id"])
            assert hugo.view["balance"] is not None
        assert back.http.get("/api/lobby").json()["viewer_name"] == "Hugo"


def test_a_killed_server_deals_the_same_cards_again(tmp_path: Path) -> None:
    database, table = tmp_path / "h.db", "gin-and-win-1"
    with serving(str(database), tmp_path) as first:
        kim = first.guest("Kim")
        with kim.at(table) as here:
            here.sit(1)
            here.bet()
            here.ready()
            here.see(lambda view: here.offered("decide") is not None)
            before, seen = _kept(here.view), here.shown["version"]
            first.kill()
    with serving(str(database), tmp_path) as second:
        with second.knows(kim).at(table, seen=seen) as there:
            after = _kept(there.view)
            assert after == before
            hand = next(h for h in after["felt"]["hands"] if h["seat"] == 1)
            assert len(hand["cards"]) == 7
            there.finish(before["round_id"])
        second.process.send_signal(signal.SIGTERM)
        assert second.process.wait(PATIENCE_S) == 0
    _audited(database)


def _audited(database: Path) -> None:
    store = open_store(str(database))
    assert not isinstance(store, Refusal)
    with store:
        assert_sound(store)
        export = database.with_name("export.jsonl")
        count: Any = store.export_to(export)
        assert isinstance(count, int) and count > 0
    # The heads that the server signed as it closed cover the whole journal.
    said = verify_files(export, Path(f"{database}.heads.jsonl"), key=None)
    assert said


def test_a_clock_that_jumps_is_put_on_record(tmp_path: Path) -> None:
    off = [0]
    now = this_world({}, lambda line: None).wall
    with house_at(tmp_path / "h.db", wall=lambda: now() + off[0]) as running:
        off[0] = 3_600_000
        store = running.house.tables.pit.store

        def noted() -> list[str]:
            records = store.read("house")
            assert not isinstance(records, Refusal)
            return [event.kind for record in records for event in record.events]

        wait_until(noted)
        assert noted() == ["clock.jumped"]


COLOURS = ("red", "green", "blue", "yellow", "joker")
HOUR_MS = 3_600_000


def _due(running: Running, desk: Desk) -> Act | None:
    """What the house would do at a table when every wait is over."""
    much_later = running.house.runtime.clock() + 2 * HOUR_MS
    request = running.on_loop(lambda: next_request(desk, now_ms=much_later))
    return None if request is None else request.command.act


def _left_alone(running: Running, desk: Desk) -> None:
    with running.client() as client:
        while not desk.is_deserted:
            client.get("/healthz")


def test_bets_that_stay_up_wait_while_nobody_looks(running: Running) -> None:
    """The spin in play goes on to its end; the next one waits for somebody to come back."""
    table = running.open("spin-n-win", "deserted", seats=1, pace=(0, HOUR_MS, HOUR_MS))
    desk = running.house.tables.pit.desks[table]
    guest = running.guest("Iris")
    with guest.at(table) as iris:
        iris.sit(1)
        iris.see(lambda view: view["phase"] == "betting")
        # Whatever is spun, one of them wins and stays up.
        for colour in COLOURS:
            iris.do("place-bet", seat=1, spot=f"single:{colour}", stake=500)
        iris.ready()
        iris.see(lambda view: view["phase"] == "decisions")
    _left_alone(running, desk)
    assert isinstance(_due(running, desk), Expire)
    with guest.at(table) as iris:
        iris.finish(iris.view["round_id"])
        assert desk.state.stakes
        assert isinstance(_due(running, desk), OpenRound)
    _left_alone(running, desk)
    assert desk.state.stakes
    assert _due(running, desk) is None
    with guest.at(table):
        assert isinstance(_due(running, desk), OpenRound)
