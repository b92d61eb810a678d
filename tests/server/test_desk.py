"""The dealer's desk: tables run by hand over the API, what may show, what is paid, the record."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pitboss.games.registry import Registry
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import HouseRole
from pitboss.server.opening import grant
from tests.contract.test_outside import SAMPLE
from tests.server.by_hand import SCRIPTS, ByHand, play
from tests.server.kit import PASSWORD, Guest, Running


@pytest.fixture(scope="module")
def dealer(running: Running) -> Guest:
    return running.staff("Dora", HouseRole.DEALER)


@pytest.fixture(scope="module")
def boss(running: Running) -> Guest:
    return running.staff("Boss", HouseRole.PIT_BOSS)


@pytest.fixture
def by_hand(
    running: Running, dealer: Guest, boss: Guest, request: pytest.FixtureRequest
) -> Iterator[ByHand]:
    game = getattr(request, "param", "spin-n-win")
    form = {"game": game, "mode": "entered"}
    table = boss.http.post("/api/tables", json=form).json()["table"]
    with ExitStack() as stack:
        player = stack.enter_context(running.guest("Pia").at(table))
        player.sit(1)
        yield ByHand(running, table, dealer, boss, player)


def test_games_that_were_left_out_are_named_to_staff_alone(
    running: Running, boss: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SAMPLE, tmp_path / "unlucky")
    edition = tmp_path / "unlucky" / "editions" / "standard.toml"
    edition.write_text(edition.read_text("utf-8").replace("even =", "evem ="), "utf-8")
    registry = running.house.tables.pit.registry
    monkeypatch.setattr(registry, "broken", Registry((tmp_path,)).broken)
    (said,) = boss.http.get("/api/lobby").json()["left_out"]
    assert str(tmp_path / "unlucky") in said
    assert "editions/standard.toml: pays.even is missing" in said
    for other in (running.guest("Pat").http, running.client()):
        assert other.get("/api/lobby").json()["left_out"] == []


# --- a whole round of each game ---------------------------------------------------------------


@pytest.mark.parametrize("by_hand", SCRIPTS, indirect=True)
def test_a_round_by_hand(by_hand: ByHand) -> None:
    game = by_hand.player.view["game"]
    desk = play(by_hand, game)
    assert desk["is_decided"]
    assert desk["bets"]
    assert len(desk["entries"]) == len(SCRIPTS[game][1])
    for entry, shown in zip(desk["entries"], SCRIPTS[game][1], strict=True):
        assert entry["shown"] == shown[1:]
    before = [
        (bet["seat"], bet["spot"], bet["stake"], bet["result"], bet["pays"], bet["clause"])
        for bet in desk["bets"]
    ]
    by_hand.act("settle")
    view = by_hand.player.see(lambda view: view["last"] is not None)
    after = [
        (one["seat"], one["spot"], one["stake"], one["result"], one["pays"], one["clause"])
        for one in view["last"]["lines"]
    ]
    assert before == after
    kinds = [note["kind"] for note in by_hand.desk["trail"]]
    assert kinds[0] == "open"
    assert kinds[-1] == "settle"
    assert all(note["who"] for note in by_hand.desk["trail"])


def test_an_invalid_spin_is_spun_again(by_hand: ByHand) -> None:
    by_hand.act("open-round")
    by_hand.bet("single:red")
    by_hand.close()
    by_hand.player.see(lambda view: bool(view["awaited"]))
    by_hand.decide()
    desk = by_hand.desk
    note = next(one for one in desk["calls"] if one["call"] == "invalid-spin")
    assert note["draw"]["count"] == 2
    assert [face["word"] for face in note["draw"]["faces"]] == [
        "Red",
        "Green",
        "Blue",
        "Yellow",
        "Joker",
    ]
    silent = by_hand.refusal("call", what="invalid-spin", reason="Fell off the dish")
    assert silent["status"] == 400
    by_hand.act("call", what="invalid-spin", reason="Cocked", shown=["tops", "R", "R"])
    by_hand.act("call", what="invalid-spin", reason="Fell off the dish", is_readable=False)
    assert by_hand.desk["draw"]["kind"] == "tops"
    by_hand.act("enter-draw", shown=["tops", "G", "B"])
    told = [note["sentence"] for note in by_hand.desk["trail"] if note["kind"] == "call"]
    assert told == [
        "Void the spin, showed Red Red. Reason: Cocked",
        "Void the spin, nothing could be read. Reason: Fell off the dish",
    ]
    chosen = [note["sentence"] for note in by_hand.desk["trail"] if note["kind"] == "decide"]
    assert "The dealer chose Start at the left end, seat 1." in chosen, chosen
    by_hand.act("settle")


def test_a_correction_needs_a_reason_and_stays_on_record(by_hand: ByHand) -> None:
    play(by_hand, "spin-n-win")
    silent = by_hand.refusal("correct-draws", draw=0, shown=["tops", "R", "G"], reason="")
    assert silent["status"] == 400
    same = by_hand.refusal("correct-draws", draw=0, shown=["tops", "R", "J"], reason="Typo")
    assert same["status"] == 400
    by_hand.act("correct-draws", draw=0, shown=["tops", "G", "G"], reason="Misread the Top")
    desk = by_hand.desk
    assert desk["entries"][0]["shown"] == ["G", "G"]
    assert desk["entries"][0]["was"] == [["R", "J"]]
    assert [bet["result"] for bet in desk["bets"]] == ["lose"]
    assert desk["taken"] == desk["bets"][0]["stake"]
    last = desk["trail"][-1]
    assert last["kind"] == "correction"
    assert last["who"] == "Dora"
    assert "was Red Joker, now Green Green. Reason: Misread the Top" in last["sentence"]
    by_hand.act("settle")
    late = by_hand.refusal("correct-draws", draw=0, shown=["tops", "R", "G"], reason="Too late")
    assert late["code"] == "not-now"


@pytest.mark.parametrize("by_hand", ["gin-and-win"], indirect=True)
def test_only_cards_that_can_be_are_offered(by_hand: ByHand) -> None:
    by_hand.act("open-round")
    by_hand.bet("ante")
    by_hand.close()
    early = by_hand.refusal("enter-draw", shown=SCRIPTS["gin-and-win"][1][0])
    assert "Dealt face down" in early["sentence"]
    by_hand.wants_draw()
    by_hand.see(by_hand.desk["version"])
    by_hand.decide()
    first = by_hand.desk["draw"]
    assert len(first["cards"]) == 52
    assert (first["place"], first["count"]) == ("dealer", 7)
    by_hand.act("enter-draw", shown=SCRIPTS["gin-and-win"][1][0])
    desk = by_hand.desk
    assert len(desk["draw"]["cards"]) == 45
    assert "Kc" not in desk["draw"]["cards"]
    refused = by_hand.refusal(
        "enter-draw", shown=["cards", "Kc", "Ac", "Ad", "9d", "8h", "6d", "4c"]
    )
    assert refused["code"] == "impossible-card"
    assert "Kc" in refused["sentence"]
    # An entry may be put right with its own cards and those that nobody has.
    assert len(desk["entries"][0]["draw"]["cards"]) == 52


@pytest.mark.parametrize("by_hand", ["flip-it"], indirect=True)
def test_cards_of_later_entries_cannot_stand_in_an_earlier_one(by_hand: ByHand) -> None:
    by_hand.act("open-round")
    by_hand.wants_draw()
    for _ in range(2):
        by_hand.act("enter-draw", shown=["cards", "As"])
    first, second = by_hand.desk["entries"]
    assert first["draw"]["cards"]["As"] == 7
    assert second["draw"]["cards"]["As"] == 7
    note = next(one for one in by_hand.desk["calls"] if one["call"] == "exposed-card")
    assert note["draw"]["count"] == 1
    assert note["draw"]["cards"]["As"] == 6


@pytest.mark.parametrize("by_hand", ["flip-it"], indirect=True)
def test_what_a_call_records_while_bets_are_open(by_hand: ByHand) -> None:
    by_hand.act("open-round")
    by_hand.wants_draw()
    for shown in SCRIPTS["flip-it"][1][:4]:
        by_hand.act("enter-draw", shown=shown)
    desk = by_hand.desk
    assert desk["draw"] is None
    for note in desk["calls"]:
        if note["draw"] is not None:
            assert note["draw"]["cards"]["2s"] == 7


def test_bets_show_what_they_can_pay(by_hand: ByHand) -> None:
    by_hand.act("open-round")
    by_hand.bet("single:red")
    bet = by_hand.desk["bets"][0]
    assert bet["name"] == "Pia"
    assert bet["result"] is None
    assert [(one["odds"], one["pays"]) for one in bet["may_pay"]] == [
        ("1 to 2", bet["stake"] // 2),
        ("1 to 1", bet["stake"]),
    ]


# --- who may ----------------------------------------------------------------------------------


def test_voids_pauses_and_closing_are_for_pit_bosses(by_hand: ByHand) -> None:
    by_hand.act("open-round")
    by_hand.bet("single:red")
    for kind in ("void-round", "pause", "close-table"):
        assert by_hand.refusal(kind, reason="Because")["status"] == 403
    by_hand.act("pause", who=by_hand.boss, reason="Dispute")
    assert by_hand.refusal("close-bets")["code"] == "not-now"
    by_hand.act("resume", who=by_hand.boss)
    by_hand.act("void-round", who=by_hand.boss, reason="Equipment failed")
    trail = by_hand.desk["trail"]
    assert [note["kind"] for note in trail[-3:]] == ["pause", "pause", "void"]
    assert trail[-1]["who"] == "Boss"
    by_hand.act("close-table", who=by_hand.boss, reason="End of shift")
    listed = by_hand.boss.http.get("/api/desk").json()["tables"]
    assert by_hand.table not in [one["table"] for one in listed]


def test_a_role_waits_for_an_account_that_does_not_exist_yet(running: Running) -> None:
    assert running.on_loop(lambda: grant(running.house, "Della", "dealer")) is False
    assert isinstance(running.on_loop(lambda: grant(running.house, "", "dealer")), Refusal)
    guest = running.guest("Della")
    assert guest.http.get("/api/desk").status_code == 403
    form = {"name": "della", "password": PASSWORD}
    made = guest.http.post("/api/account", json=form)
    assert made.json()["role"] == "dealer"
    assert guest.http.get("/api/desk").status_code == 200
    # Once: another account of that name does not come by the role.
    assert running.house.accounts.promised == {}


def test_a_stranger_and_a_player_are_told_how(running: Running, by_hand: ByHand) -> None:
    nobody = running.client().get("/api/desk")
    assert nobody.status_code == 401
    guest = running.guest("Gil")
    for path in ("/api/desk", f"/api/desk/{by_hand.table}"):
        answer = guest.http.get(path)
        assert answer.status_code == 403
        assert "account" in answer.json()["sentence"]
        assert "pitboss serve --grant Gil=dealer" in answer.json()["sentence"]
    auditor = running.staff("Aud", HouseRole.AUDITOR)
    assert "--grant Aud=dealer" in auditor.http.get("/api/desk").json()["sentence"]


def test_dealers_see_tables_by_hand_and_bosses_all(by_hand: ByHand) -> None:
    mine = by_hand.dealer.http.get("/api/desk").json()
    assert not mine["may_open"]
    assert not mine["games"]
    assert all(one["is_by_hand"] for one in mine["tables"])
    assert by_hand.table in [one["table"] for one in mine["tables"]]
    house = by_hand.boss.http.get("/api/desk").json()
    assert house["may_open"]
    assert {one["game"] for one in house["games"]} == set(SCRIPTS)
    watched = [one["table"] for one in house["tables"] if not one["is_by_hand"]]
    assert "flip-it-1" in watched
    assert by_hand.dealer.http.get("/api/desk/flip-it-1").status_code == 403
    seen = by_hand.boss.http.get("/api/desk/flip-it-1").json()
    assert (seen["entries"], seen["calls"], seen["draw"]) == ([], [], None)
    assert by_hand.boss.http.get("/api/desk/nowhere").status_code == 404


@pytest.mark.parametrize(
    ("path", "who"),
    [("/api/desk", "dealers and pit bosses"), ("/api/pit", "pit bosses and auditors")],
)
def test_whoever_lacks_a_role_is_told_how_to_get_it(running: Running, path: str, who: str) -> None:
    refused = running.guest("Gil").http.get(path)
    assert refused.status_code == 403
    assert refused.json()["sentence"].startswith(f"This is for {who}. Make an account under")
    assert "pitboss serve --grant Gil=" in refused.json()["sentence"]
