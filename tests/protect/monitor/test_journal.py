"""The monitor on a store: finished rounds once, new ones later, alerts told as they come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.protect_store import WAIT_LEAST_S, WAIT_MOST_S, follow, watched_edition
from pitboss.games.steps import Bet, Call, CloseBets, Draw
from pitboss.protect.monitor.alerts import recall_commands
from pitboss.protect.monitor.journal import JournalReader, opened_tables
from pitboss.protect.monitor.procedure import UNSEEN_VOIDS, lapses_of
from pitboss.protect.monitor.records import WatchedRound
from pitboss.protect.reports import monitor_report, report
from pitboss.protect.studies import StudyResult
from pitboss.refusals import Refusal, Refused, unwrap
from pitboss.report.formats import ReportFormat, render_document
from pitboss.table import commands as cmd
from pitboss.table.state import Phase
from tests.cli.conftest import Pitboss, pitboss
from tests.deadlines import PATIENCE_S, wait_until
from tests.pit.kit import Floor, floor
from tests.prefork import PythonProcess
from tests.protect.houses import FACES, edition_of, spin_house
from tests.table.kit import registry

__all__ = ["pitboss"]


def play(house: Floor, rounds: int, *, spot: str = "single:red", table: str = "T1") -> None:
    for _ in range(rounds):
        house.run_until(Phase.BETTING, table=table)
        if not house.state(table).has_stake(1):
            house.do("alice", cmd.PlaceBet(1, spot, 1000), table=table)
        house.run_until(Phase.WAITING, table=table)


def opened_house(where: str = ":memory:", *, rounds: int = 3) -> Floor:
    house = floor(where)
    house.open("spin-n-win", mode="sealed", pace=(2_000, 2_000, 500))
    house.sit("alice")
    play(house, rounds)
    return house


def reader_of(house: Floor, table: str | None = None) -> JournalReader:
    head = edition_of("spin-n-win").head
    return JournalReader(house.store, head.game, head.hash, table)


def test_every_round_is_read_once() -> None:
    house = opened_house()
    reader = reader_of(house)
    assert reader.read() == 3 and reader.read() == 0
    play(house, 2)
    assert reader.read() == 2
    ids = [one.round_id for one in reader.rounds]
    assert len(set(ids)) == 5 and all(one.mode == "sealed" for one in reader.rounds)
    assert all(one.player(1) == "alice" and one.results() for one in reader.rounds)
    assert reader_of(house, "T9").read() == 0
    assert JournalReader(house.store, "spin-n-win", "another").read() == 0


def test_a_long_record_is_read_from_its_newest_part_and_then_on() -> None:
    house = opened_house(rounds=6)
    house.open("spin-n-win", table="T2", mode="sealed", pace=(2_000, 2_000, 500))
    house.open("flip-it", table="T3", mode="sealed")
    house.sit("alice", table="T2")
    play(house, 6, table="T2")
    whole = reader_of(house)
    assert whole.read() in range(12, 20)
    head = edition_of("spin-n-win").head
    ends = {one.stream: one.version for one in unwrap(house.store.heads())}
    half = (ends["table:T1"] + ends["table:T2"]) // 2
    reader = JournalReader(house.store, head.game, head.hash, newest=half)
    # A round of each table that is cut in two at the edge is left out.
    assert reader.read() in range(len(whole.rounds) // 2 - 2, len(whole.rounds) // 2 + 1)
    assert [one for one in whole.rounds if one in reader.rounds] == reader.rounds
    assert {one.table for one in reader.rounds} == {"table:T1", "table:T2"}
    for table in ("T1", "T2"):
        newest = [one for one in whole.rounds if one.table == f"table:{table}"][-1]
        assert newest in reader.rounds
    play(house, 2)
    assert whole.read() == reader.read() != 0


def test_a_table_that_cannot_be_read_is_left_out() -> None:
    house = opened_house()
    house.open("spin-n-win", table="T2", mode="sealed", pace=(2_000, 2_000, 500))
    house.sit("alice", table="T2")
    play(house, 2, table="T2")
    house.store.backend.rewrite(
        lambda session: session.write(
            "UPDATE journal SET record = ? WHERE stream = ?", [("", "table:T2")]
        )
    )
    assert isinstance(reader_of(house).read(), Refusal)
    head = edition_of("spin-n-win").head
    without = JournalReader(house.store, head.game, head.hash, without=frozenset({"T2"}))
    assert without.read() in range(3, 9)
    assert {one.table for one in without.rounds} == {"table:T1"}


def test_the_edition_is_that_of_the_tables() -> None:
    house = opened_house()
    found = watched_edition(house.store, "spin-n-win", table=None, typed=None)
    assert found == edition_of("spin-n-win")
    for game, table in (("gin-and-win", None), ("spin-n-win", "T9")):
        assert isinstance(opened_tables(house.store, game, table), Refusal)
    house.open("spin-n-win", table="T2", mode="sealed", changes=(("pays.single_red", "2/3"),))
    with pytest.raises(Refused, match="T2"):
        watched_edition(house.store, "spin-n-win", table=None, typed=None)
    typed = edition_of("spin-n-win")
    assert watched_edition(house.store, "spin-n-win", table=None, typed=typed) is typed
    own = watched_edition(house.store, "spin-n-win", table="T2", typed=None)
    assert isinstance(own, type(typed)) and own != typed


def html_of(found: StudyResult) -> bytes:
    assert found.document is not None
    return render_document(found.document, ReportFormat.HTML)


def test_a_store_is_reported_in_one_call() -> None:
    house = opened_house()
    folder = registry().games["spin-n-win"]
    found = monitor_report(folder.game, edition_of("spin-n-win"), house.store, name="house.db")
    assert isinstance(found, StudyResult)
    assert found.keys["rounds"] == 3 and b"<html" in html_of(found)
    empty = monitor_report(folder.game, edition_of("spin-n-win"), house.store, table="T9")
    assert isinstance(empty, Refusal)


def test_studies_are_reported_in_one_call_and_alike() -> None:
    folder = registry().games["spin-n-win"]
    edition = edition_of("spin-n-win")
    first, again = (report(folder.game, edition, "bias", {"face": ("joker=1/7",)}) for _ in "ab")
    assert isinstance(first, StudyResult) and isinstance(again, StudyResult)
    assert html_of(first) == html_of(again) and first.keys["best_bet"]
    for study, options in (("counting", {}), ("bias", {"players": 2}), ("monitor", {})):
        assert isinstance(report(folder.game, edition, study, options), Refusal)


def test_a_void_without_faces_is_a_finding_of_its_own() -> None:
    bets = (Bet(1, "single:red", 500), CloseBets())  # type: ignore[arg-type]
    end = Draw((FACES[0], FACES[1]))
    unseen = (*bets, Call("invalid-spin", "short", ()), Call("supervisor", "late bet", ()), end)
    seen = (*bets, Call("invalid-spin", "short", (FACES[0], FACES[0])), end)
    rounds = [
        WatchedRound("a", "spin-n-win", {}, {}, unseen, mode="typed"),
        WatchedRound("b", "spin-n-win", {}, {}, seen, mode="typed"),
        WatchedRound("c", "spin-n-win", {}, {}, unseen, mode="sealed"),
    ]
    (lapse,) = lapses_of(rounds, ("invalid-spin",))
    assert lapse.kind == UNSEEN_VOIDS and lapse.rounds == ("a",) and "1 of 2" in lapse.sentence
    assert lapses_of(rounds[1:], ("invalid-spin",)) == () == lapses_of(rounds, ())
    folder = registry().games["spin-n-win"]
    found = report(
        folder.game, edition_of("spin-n-win"), "monitor", {"records": rounds, "store": "my db"}
    )
    assert isinstance(found, StudyResult)
    (told,) = found.keys["procedure"]
    assert told["recall"] == ["pitboss recall a --database 'my db'"]
    assert b"Procedure: voids without faces" in html_of(found)


def test_commands_name_the_store_but_no_password() -> None:
    assert recall_commands(("T1.7",), "") == ["pitboss recall T1.7 --database STORE"]
    url = "postgresql://ann:secret@host:5432/house"
    (command,) = recall_commands(("T1.7",), url)
    assert command == "pitboss recall T1.7 --database postgresql://ann@host:5432/house"
    assert len(recall_commands(tuple(map(str, range(99))), "x")) == 12


class Waits:
    """Stands for the clock: plays on while the monitor waits, then interrupts it."""

    def __init__(self, *turns: Any) -> None:
        self.turns = list(turns)
        self.slept: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        if not self.turns:
            raise KeyboardInterrupt
        turn = self.turns.pop(0)
        if turn is not None:
            turn()


def test_following_tells_each_alert_once_and_waits_longer_when_nothing_happens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    house = opened_house()
    looked: list[int] = []

    def made(rounds: tuple[WatchedRound, ...]) -> StudyResult:
        looked.append(len(rounds))
        alert = {"kind": "biased Top", "who": "Top A", "sentence": "Odd.", "recall": ["pitboss r"]}
        return StudyResult({"alerts": [alert] if len(rounds) > 3 else [], "procedure": []})

    waits = Waits(None, lambda: play(house, 1), lambda: play(house, 1), *[None] * 6)
    code = follow(reader_of(house), made, is_json=False, wait=waits, clock=lambda: 0.0)
    assert code == 0 and looked == [3, 4, 5]
    said = capsys.readouterr()
    assert said.out == "ALERT biased Top, Top A: Odd.\n  pitboss r\n"
    assert "Watched 5 rounds; reported 1 findings." in said.err
    assert waits.slept[0] == WAIT_LEAST_S and max(waits.slept) == WAIT_MOST_S


def test_looking_takes_a_small_part_of_the_time() -> None:
    house = opened_house()
    ticks = iter(range(0, 1000, 7))
    waits = Waits()
    follow(
        reader_of(house),
        lambda _: StudyResult({"alerts": [], "procedure": []}),
        is_json=True,
        wait=waits,
        clock=lambda: float(next(ticks)),
    )
    assert waits.slept == [35.0]


def test_a_growing_record_never_takes_an_alert_back() -> None:
    """Evidence of the first spins stays what it was when more are added."""
    folder, edition = registry().games["spin-n-win"], edition_of("spin-n-win")
    rounds = spin_house(seed=1, spins=700, top_a=(0.2, 0.2, 0.2, 0.1, 0.3))
    shares = []
    for length in (300, 500, 700):
        options = {"records": rounds[:length], "running": True}
        found = report(folder.game, edition, "monitor", options)
        assert isinstance(found, StudyResult)
        shares.append(next(w["at_most"] for w in found.keys["watches"] if w["who"] == "Top A"))
    assert shares == sorted(shares, reverse=True) and shares[-1] < 0.001


def test_the_command_line_watches_a_store(pitboss: Pitboss, tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    house = opened_house(where)
    words = ("protect", "spin-n-win", "monitor", "--database", where)
    ran = pitboss(*words, "--format", "json")
    assert ran.code == 0 and ran.json["rounds"] == 3 and ran.json["alerts"] == []
    page = pitboss(*words, "--table", "T1")
    assert page.code == 0 and "No alarm in 3 rounds" in page.out
    house.store.close()
    for extra, says in (
        (("--table", "T9"), "no table T9"),
        (("--records", "x"), "either"),
    ):
        ran = pitboss(*words, *extra)
        assert ran.code == 2 and says in ran.err
    for refused, says in (
        (("spin-n-win", "monitor", "--follow"), "--database"),
        (("spin-n-win", "monitor", "--database", str(tmp_path / "none.db")), "no store"),
        (("gin-and-win", "monitor", "--database", where), "no table"),
        (("spin-n-win", "bias", "--database", where), "takes no --database"),
    ):
        ran = pitboss("protect", *refused)
        assert ran.code == 2 and says in ran.err


# A signal before it waits ends Python itself, so it tells when it does.
TELLING = """
import pathlib, sys, time
whole = time.sleep
def sleep(pause_s):
    pathlib.Path({told!r}).touch()
    whole(pause_s)
time.sleep = sleep
from pitboss.cli import main
sys.exit(main())
"""


@pytest.mark.untraced
def test_ctrl_c_ends_following(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    opened_house(where).store.close()
    command = [sys.executable, "-c", TELLING.format(told=str(tmp_path / "told"))]
    words = ("protect", "spin-n-win", "monitor", "--database", where, "--follow", "--alarm", "0.9")
    started = PythonProcess(
        [*command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ) | {"PYTHONUNBUFFERED": "1"},
    )
    wait_until((tmp_path / "told").exists)
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=PATIENCE_S)
    assert started.returncode == 0, err
    assert b"Watched 3 rounds" in err and b"Traceback" not in err
