"""The pit console over HTTP: figures of live tables, ratings, reports, alerts, and who may look."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import count
from math import sqrt
from pathlib import Path

import pytest

from pitboss.audit.verify import verify_files
from pitboss.exact.figures import BetFigures
from pitboss.exact.solvers import game_figures
from pitboss.floor.alerts import Alert, AlertLog, raise_alert
from pitboss.floor.tally import BetTally, Tally, write_tally
from pitboss.games.needs import NeedDecisions
from pitboss.pit.replay import STREAM
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import HouseRole
from pitboss.server.protection.live_monitors import MonitorWatch
from pitboss.server.staff.console import Console
from pitboss.server.staff.console_schemas import PitTable
from pitboss.store.records import Committed, Record
from pitboss.store.store import Store
from pitboss.store.tallies import PLAYER, TallyEnd, TallyKey, write_tallies
from pitboss.table import commands as cmd
from pitboss.table.commands import Actor, Role
from pitboss.table.draw_codec import decode_shown
from tests.deadlines import PATIENCE_S, wait_until
from tests.server.kit import Guest, Json, Running, house_at
from tests.store.servers import Server
from tests.table.kit import edition_of, registry

DEALER = Actor(Role.DEALER, "dana")
RESULTS = (("R", "G"), ("J", "J"), ("B", "B"), ("Y", "Y"))
STAKE = 500
WIN = -250 - 500 + 500 + 500
"""Red pays half and, twice, even money; two other results lose."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with house_at(tmp_path_factory.mktemp("console") / "house.db") as found:
        found.open("spin-n-win", "S1", mode="entered")
        _play(found)
        yield found


@pytest.fixture(scope="module")
def boss(running: Running) -> Guest:
    return running.staff("Boss", HouseRole.PIT_BOSS)


@pytest.fixture(scope="module")
def auditor(running: Running) -> Guest:
    return running.staff("Audrey", HouseRole.AUDITOR)


def _play(
    running: Running, results: Sequence[tuple[str, str]] = RESULTS, table: str = "S1"
) -> None:
    """Rounds of one bet on red, dealt by hand."""
    player = Actor(Role.PLAYER, running.guest("Ann" if table == "S1" else "Ben").id)
    loop, tables, ids = running.loop, running.house.tables, count()
    assert loop is not None

    def do(by: Actor, act: cmd.Act, *, else_told: RefusalCode | None = None) -> None:
        asked = tables.ask(table, by, act, client_id=f"{table}.{next(ids)}")
        answer = asyncio.run_coroutine_threadsafe(asked, loop).result(PATIENCE_S)
        code = answer.code if isinstance(answer, Refusal) else None
        assert isinstance(answer, Committed) or code is else_told, (act, answer)

    do(player, cmd.TakeSeat(1, "Somebody"))
    for first, second in results:
        shown = decode_shown(("tops", first, second))
        assert not isinstance(shown, Refusal)
        do(DEALER, cmd.OpenRound())
        do(player, cmd.PlaceBet(1, "single:red", STAKE))
        do(DEALER, cmd.CloseBetting())
        while True:
            current = tables.pit.desks[table].state.current
            if current is None or not isinstance(current.need, NeedDecisions):
                break
            asked = current.need.pending[0]
            by = player if asked.actor else DEALER
            # The house may have decided meanwhile: nobody looks at the table for this player.
            decision = cmd.MakeDecision(int(asked.actor), str(asked.hasty))
            do(by, decision, else_told=RefusalCode.NOT_NOW)
        do(DEALER, cmd.ShowDraw(shown))
        do(DEALER, cmd.SettleRound())


def row_of(person: Guest) -> Json:
    page: Json = person.http.get("/api/pit").json()
    return next(one for one in page["tables"] if one["table"] == "S1")


@pytest.fixture(scope="module")
def counted(running: Running, boss: Guest) -> Json:
    """The table's row once all four rounds are counted."""
    wait_until(lambda: row_of(boss)["figures"]["rounds"] == len(RESULTS))
    return row_of(boss)


def test_a_table_shows_fact_beside_theory(counted: Json) -> None:
    figures = counted["figures"]
    assert (figures["handle"], figures["win"]) == (len(RESULTS) * STAKE, WIN)
    edge = _figures().house_edge
    assert figures["expected"] == round(len(RESULTS) * STAKE * edge)
    spread = sqrt(len(RESULTS) * STAKE**2 * _figures().distribution.variance)
    assert figures["deviations"] == pytest.approx((WIN - len(RESULTS) * STAKE * edge) / spread)
    assert figures["drop"] == STAKE
    assert (counted["pace_low"], counted["pace_high"], counted["dealer"]) == (45, 55, "dana")


def test_a_look_makes_only_the_rows_that_changed(running: Running, counted: Json) -> None:
    tables, loop = running.house.tables, running.loop
    assert loop is not None
    for table in ("S2", "S3"):
        running.open("spin-n-win", table, mode="entered")
    console = Console(tables, running.house.tallies.book, AlertLog(tables.pit.store))

    def do(who: Actor, act: cmd.Act, client_id: str) -> None:
        asked = tables.ask("S2", who, act, client_id=client_id)
        answer = asyncio.run_coroutine_threadsafe(asked, loop).result(PATIENCE_S)
        assert isinstance(answer, Committed), answer

    def look() -> dict[str, PitTable]:
        page = console.page("boss", "Boss", may_act=True)
        found = asyncio.run_coroutine_threadsafe(page, loop).result(PATIENCE_S)
        return {one.table: one for one in found.tables}

    before = look()
    now = look()
    assert all(now[table] is before[table] for table in ("S2", "S3"))
    do(Actor(Role.SUPERVISOR, "boss"), cmd.ChangeLimits(500, 10_000), "limits")
    now = look()
    assert now["S2"].coming is None and now["S2"].limits.minimum == 500
    assert now["S3"] is before["S3"]
    alert = Alert(alert="rows", kind="counting", where="S2", sentence="Ann counts.", chance="")
    assert isinstance(raise_alert(tables.pit, alert), Committed)
    assert (look()["S2"].alerts, look()["S3"].alerts) == (1, 0)
    # A call rings longer with every look, though nothing else happens.
    do(DEALER, cmd.CallSupervisor("Dispute"), "call")
    first = look()["S2"].calls[0].ago_ms
    wait_until(lambda: look()["S2"].calls[0].ago_ms > first)


def _figures() -> BetFigures:
    edition = edition_of("spin-n-win")
    bets = game_figures(registry().games["spin-n-win"].game, edition).bets
    return next(bet for bet in bets if bet.bet == "single:red")


def test_ratings_charts_and_report_tell_of_the_same_rounds(boss: Guest, counted: Json) -> None:
    day = boss.http.get("/api/pit").json()["now_ms"] // 86_400_000
    text = str(date(1970, 1, 1) + timedelta(days=day))
    (rating,) = boss.http.get(f"/api/pit/ratings/{text}").json()
    assert (rating["name"], rating["average"], rating["figures"]["win"]) == ("Ann", STAKE, WIN)
    assert rating["by_bet"] == [["Red", STAKE]] and rating["tables"] == ["S1"]
    detail = boss.http.get("/api/pit/tables/S1").json()
    assert [one["title"] for one in detail["charts"]] == ["Cumulative win", "Pace", "Drop by hour"]
    note = boss.http.get(f"/api/pit/report/{text}").json()
    assert "By dealer" in [one["heading"] for one in note["sections"]]
    csv = boss.http.get(f"/api/pit/report/{text}/csv")
    assert csv.headers["content-disposition"].endswith(f'floor-{text}.csv"')
    assert "dana" in csv.text
    letter = boss.http.get(f"/api/pit/report/{text}/letter")
    assert letter.headers["content-disposition"].endswith(f'floor-{text}-letter.pdf"')
    assert b"[0 0 612 792]" in letter.content
    assert boss.http.get(f"/api/pit/report/{text}/exe").status_code == 404
    assert boss.http.get("/api/pit/ratings/soon").json()["code"] == "bad-text"


def test_a_rating_without_a_round_has_no_average(running: Running, boss: Guest) -> None:
    """A correction of another day's bet: credits moved, and the player had no time at the table."""
    corrected = Tally(bets={"single:red": BetTally(0, 0, 250)})
    key = TallyKey(PLAYER, 1, "S1", running.guest("Cleo").id)
    write = partial(
        write_tallies,
        table="none",
        before=TallyEnd(),
        after=TallyEnd(),
        changes={key: lambda _before: write_tally(corrected)},
    )
    assert running.house.tables.pit.store.backend.rewrite(write) is True
    (rating,) = boss.http.get("/api/pit/ratings/1970-01-02").json()
    assert (rating["name"], rating["ms"], rating["average"]) == ("Cleo", 0, 0)
    assert rating["by_bet"] == [] and rating["figures"]["win"] == 250
    assert rating["figures"]["hold"] is None and rating["figures"]["deviations"] is None


def test_a_table_with_an_unreadable_id_is_called_by_its_game(running: Running, boss: Guest) -> None:
    table = "t" + 4 * "3fa90c"
    running.open("flip-it", table, mode="entered")
    page = boss.http.get("/api/pit").json()
    (row,) = (one for one in page["tables"] if one["table"] == table)
    assert row["name"] == "flip~it t3fa90"
    assert {one["name"] for one in page["tables"] if one["table"] == "S1"} == {"S1"}


def test_an_alert_is_taken_by_one_pit_boss(running: Running, boss: Guest, auditor: Guest) -> None:
    alert = Alert(
        alert="counting.S1.ann",
        kind="counting",
        where="S1",
        sentence="Ann bets more when it pays.",
        chance="at most 1 in 1,000 honest records",
        rounds=("S1.1",),
    )
    assert isinstance(raise_alert(running.house.tables.pit, alert), Committed)
    shown = boss.http.get("/api/pit").json()["alerts"][0]
    assert (shown["state"], shown["next_state"]) == ("new", "acknowledged")
    assert row_of(boss)["alerts"] == 1
    path, form = f"/api/pit/alerts/{alert.alert}", {"state": "acknowledged"}
    assert auditor.http.post(path, json=form).status_code == 403
    assert boss.http.post(path, json=form).status_code == 200
    other = running.staff("Other", HouseRole.PIT_BOSS)
    refused = other.http.post(path, json={"state": "closed", "note": "mine"})
    assert (refused.status_code, refused.json()["sentence"]) == (
        409,
        "Boss has acknowledged this alert. Tell Boss what you know.",
    )
    assert boss.http.post(path, json={"state": "closed", "note": "Chance."}).status_code == 200
    assert row_of(boss)["alerts"] == 0
    assert boss.http.post("/api/pit/alerts/none", json=form).json()["code"] == "unknown-option"


def test_the_console_is_for_pit_bosses_and_auditors(running: Running, auditor: Guest) -> None:
    assert auditor.http.get("/api/pit").json()["may_act"] is False
    assert running.guest("Gast").http.get("/api/pit").status_code == 403


def test_the_auditor_verifies_exports_and_sees_who_gave_roles(
    running: Running, boss: Guest, auditor: Guest, tmp_path: Path
) -> None:
    dora = running.staff("Dora", HouseRole.PLAYER)
    assert boss.http.post(f"/api/people/{dora.id}/role", json={"role": "dealer"}).is_success
    page = auditor.http.get("/api/audit").json()
    change = page["changes"][0]
    assert (change["who"], change["whose"], change["role"]) == ("Boss", "Dora", "dealer")
    assert {"name": "Dora", "role": "dealer"} in page["staff"]
    assert "roles" in [head["stream"] for head in page["heads"]]
    assert auditor.http.post("/api/audit/verify").json()["state"] in ("working", "done")
    wait_until(lambda: _verification(auditor)["state"] == "done")
    found = _verification(auditor)
    assert (found["is_sound"], found["who"]) == (True, "Audrey")
    assert "sum to zero" in " ".join(found["said"])
    export = tmp_path / "journal.jsonl"
    export.write_bytes(auditor.http.get("/api/audit/export").content)
    assert verify_files(export, None, None)


def _verification(person: Guest) -> Json:
    found: Json = person.http.get("/api/audit").json()["verification"]
    return found


def test_a_top_that_shows_one_face_raises_an_alert_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replay(store: Store, stream: str, *, after: int = 0) -> Iterator[Record | Refusal]:
        assert not stream.startswith(STREAM), "the house reads it all itself, and its tables wait"
        return reads(store, stream, after=after)

    with house_at(tmp_path / "house.db") as running:
        watch = _watch_one_face(running)
        reads = Store.replay
        monkeypatch.setattr(Store, "replay", replay)
        raised = [_look(running, watch) for _ in range(2)]
        watch.seen.clear()
        again = _look(running, watch)
        assert raised[0] > 0 and raised[1] == again == 0
        alerts = running.staff("Boss", HouseRole.PIT_BOSS).http.get("/api/pit").json()["alerts"]
        assert "honest" in alerts[0]["chance"] and alerts[0]["rounds"]


def test_the_monitors_read_a_house_on_postgresql(server: Server, tmp_path: Path) -> None:
    database = server.new_database()
    with house_at(database, key=tmp_path / "key") as running:
        assert _look(running, _watch_one_face(running)) > 0
    server.drop_database(database)


def _watch_one_face(running: Running) -> MonitorWatch:
    """Monitors of a house where both Tops showed red forty times."""
    running.open("spin-n-win", "S2", mode="entered")
    _play(running, [("R", "R")] * 40, table="S2")
    house = running.house
    return MonitorWatch(house.tables, house.jobs, AlertLog(house.tables.pit.store), house.database)


def _look(running: Running, watch: MonitorWatch) -> int:
    assert running.loop is not None
    return asyncio.run_coroutine_threadsafe(watch.look(), running.loop).result(PATIENCE_S)
