"""The floor over the API: calls that ring, walk-up players, two signatures, the tray's counts."""

from __future__ import annotations

import pytest

from pitboss.floor.book import read_rows
from pitboss.floor.counting import count_table
from pitboss.pit.audit import check_tables
from pitboss.pit.recall import recall_round
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.store.tallies import SHIFT
from tests.server.by_hand import ByHand
from tests.server.kit import Guest, Running


@pytest.fixture(scope="module")
def dealer(running: Running) -> Guest:
    return running.staff("Dora", HouseRole.DEALER)


@pytest.fixture(scope="module")
def boss(running: Running) -> Guest:
    return running.staff("Boss", HouseRole.PIT_BOSS)


@pytest.fixture
def table(running: Running, dealer: Guest, boss: Guest) -> ByHand:
    form = {"game": "spin-n-win", "mode": "entered"}
    name = boss.http.post("/api/tables", json=form).json()["table"]
    return ByHand(running, name, dealer, boss, None)  # type: ignore[arg-type]


def test_a_call_shows_to_staff_until_it_is_acknowledged(table: ByHand) -> None:
    table.act("call-supervisor", reason="Dispute at seat 2")
    (rung,) = table.boss.http.get("/api/calls").json()["calls"]
    assert (rung["table"], rung["reason"], rung["who"]) == (
        table.table,
        "Dispute at seat 2",
        "Dora",
    )
    assert table.desk["rung"][0]["number"] == 1
    assert table.refusal("acknowledge", number=1)["status"] != 200
    table.act("acknowledge", who=table.boss, number=1)
    assert table.boss.http.get("/api/calls").json()["calls"] == []
    assert "acknowledged after" in table.desk["trail"][-1]["sentence"]
    again = table.refusal("acknowledge", who=table.boss, number=1)
    assert "Somebody else" in again["sentence"]


def test_calls_are_for_staff(running: Running) -> None:
    guest = running.guest("Gil")
    assert guest.http.get("/api/calls").status_code == 403
    assert guest.http.get("/api/calls/news").status_code == 403


def test_a_shift_with_a_walk_up_player_agrees_to_the_credit(table: ByHand) -> None:
    table.act("open-tray", count=100_000)
    table.act("seat-walk-up", seat=3, name="Wanda", amount=20_000)
    table.act("ask-transfer", what="fill", amount=50_000)
    assert "second person" in table.refusal("sign-transfer", number=1)["sentence"]
    table.act("sign-transfer", who=table.boss, number=1)
    table.act("open-round")
    seat = table.desk["seats"][2]
    assert (seat["kind"], seat["chips"], len(seat["spots"])) == ("walk-up", 20_000, 12)
    assert (
        table.refusal("place-bet", seat=4, spot="single:red", stake=100)["code"] == "no-such-seat"
    )
    over = table.refusal("place-bet", seat=3, spot="single:red", stake=30_000)
    assert over["code"] == "not-enough-credits"
    table.act("place-bet", seat=3, spot="single:red", stake=1_000)
    table.act("place-bet", seat=3, spot="single:green", stake=1_000)
    table.act("take-down", seat=3, spot="single:green")
    table.act("close-bets")
    table.act("decide", option="start-left")
    table.act("decide", seat=3, option="spin-a")
    table.act("enter-draw", shown=["tops", "B", "B"])
    table.act("settle")
    table.act("colour-up", seat=3)
    tray = table.desk["tray"]
    assert (tray["journal_win"], tray["expected"]) == (1_000, 131_000)
    table.act("close-tray", count=131_000, drop=20_000)
    last = table.desk["tray"]["last"]
    assert (last["win"], last["journal_win"], last["who"]) == (1_000, 1_000, "Dora")
    pit = table.running.house.tables.pit
    found = check_tables(pit.store, pit.registry)
    assert not isinstance(found, Refusal)
    assert not [fault for fault in found.faults if fault.table == table.table]


def test_two_dealers_do_not_deal_one_table(running: Running, table: ByHand) -> None:
    other = running.staff("Dirk", HouseRole.DEALER)
    table.act("open-tray", count=0)
    assert "relieve" in table.refusal("close-tray", who=other, count=0, drop=0)["sentence"]
    page = other.http.get(f"/api/desk/{table.table}").json()
    assert (page["dealer"], page["is_yours"]) == ("Dora", False)
    table.act("relieve", who=other)
    table.act("close-tray", who=other, count=0, drop=0)


def test_a_settled_round_is_corrected_by_two_people_and_tray_and_books_agree(table: ByHand) -> None:
    table.act("open-tray", count=100_000)
    table.act("seat-walk-up", seat=3, name="Wanda", amount=2_000)
    table.act("open-round")
    table.act("place-bet", seat=3, spot="single:red", stake=1_000)
    table.act("close-bets")
    table.act("decide", option="start-left")
    table.act("decide", seat=3, option="spin-a")
    table.act("enter-draw", shown=["tops", "J", "J"])
    table.act("settle")
    won = table.desk["seats"][2]["chips"] + table.desk["seats"][2]["in_action"] - 2_000
    form = {"settled_round": table.desk["settled_round"], "reason": "Misread both Tops"}
    right = [{"draw": 0, "shown": ["tops", "B", "B"]}]
    assert table.desk["settled"][0]["shown"] == ["J", "J"]
    table.act("ask-correction", entries=right, **form)
    assert "Misread both Tops" in table.boss.http.get("/api/calls").json()["calls"][-1]["reason"]
    note = table.desk["correction"]
    assert (note["who"], note["moves"][0]["amount"]) == ("Dora", -1_000 - won)
    assert table.refusal("sign-correction", number=note["number"])["code"] == "not-your-turn"
    # The winning stake is still up, so a player who staked everything else cannot pay it back.
    table.act("withdraw-correction", number=note["number"])
    table.act("open-round")
    table.act("place-bet", seat=3, spot="single:green", stake=won + 500)
    table.act("ask-correction", entries=right, **form)
    poor = table.refusal("sign-correction", who=table.boss, number=2)
    assert poor["code"] == "not-enough-credits" and "seat 3" in poor["sentence"]
    assert table.desk["correction"]["number"] == 2
    table.act("take-down", seat=3, spot="single:green")
    table.act("sign-correction", who=table.boss, number=2)
    trail = table.desk["trail"][-1]
    assert trail["who"] == "Boss" and "taken back" in trail["sentence"]
    table.act("take-down", seat=3, spot="single:red")
    table.act("colour-up", seat=3)
    assert table.desk["tray"]["journal_win"] == 1_000
    table.act("void-round", who=table.boss, reason="Nobody plays")
    table.act("close-tray", count=100_000 - 2_000 + 1_000, drop=2_000)
    last = table.desk["tray"]["last"]
    assert (last["win"], last["journal_win"]) == (1_000, 1_000)
    pit = table.running.house.tables.pit
    found = check_tables(pit.store, pit.registry)
    assert not isinstance(found, Refusal)
    assert not [fault for fault in found.faults if fault.table == table.table]
    recalled = recall_round(pit.store, pit.registry, form["settled_round"])
    assert not isinstance(recalled, Refusal)
    (kept,) = recalled.file["corrected_after_settlement"]
    assert kept["moves"] == [[3, "single:red", -1_000 - won]]
    assert " win " in recalled.file["settlement"][0] and " lose " in kept["settlement"][0]
    assert not isinstance(count_table(pit.store, table.table), Refusal)
    rows = read_rows(pit.store, SHIFT, 0, 10**9)
    assert not isinstance(rows, Refusal)
    own = [tally for key, tally in rows if (key.table, key.who) == (table.table, table.dealer.id)]
    assert [(one.win, one.corrections, one.corrected) for one in own] == [(1_000, 1, -1_000 - won)]
