"""Jurisdiction profiles at a real server: one claim, in the same words wherever a table shows."""

from __future__ import annotations

from pitboss.pit.conditions import read_marks
from pitboss.server.accounts.people import HouseRole
from tests.server.kit import Running

WORDS = "as approved for Washington commercial card rooms, 2023"
GIN = {"game": "gin-and-win", "edition": "wsgc-2017"}


def test_the_house_table_is_under_the_profile_in_force(running: Running) -> None:
    guest = running.guest("Wanda")
    games = {one["game"]: one for one in guest.http.get("/api/lobby").json()["games"]}
    card = next(one for one in games["gin-and-win"]["tables"] if one["table"] == "gin-and-win-1")
    assert card["approval"] == WORDS
    spin = next(one for one in games["spin-n-win"]["tables"] if one["table"] == "spin-n-win-1")
    assert spin["approval"] == "as documented"
    with guest.at("gin-and-win-1") as seat:
        view, welcome = seat.view, seat.welcome
    assert view["approval"] == WORDS
    assert (
        view["placard"] == "A player may wager on at most four games. No side bets between players."
    )
    beside = welcome["beside_approval"]
    assert "earliest possible" in beside[0]
    assert "GNW-9.10" in beside[1]
    assert "operator's option" in beside[2]


def test_every_profile_is_listed_with_what_it_is_worth_today(running: Running) -> None:
    lobby = running.client().get("/api/lobby").json()
    gin = next(one for one in lobby["games"] if one["game"] == "gin-and-win")
    letter, ten = gin["editions"]
    listed = {one["profile"]: one for one in letter["profiles"]}
    assert listed["wa-commercial-2023"]["maximum"] == 400_00
    assert listed["wa-commercial-2023"]["words"] == WORDS
    old = listed["wa-commercial-2017"]
    assert old["words"].endswith("until 19 July 2023: not in force")
    assert not old["is_in_force"]
    assert ten["profiles"] == []


def test_the_400_of_2023_can_be_dealt_and_no_more(running: Running) -> None:
    host = running.guest("Holly")
    form = GIN | {"profile": "wa-commercial-2023"}
    opened = host.http.post("/api/tables", json=form | {"maximum": 400_00})
    assert opened.status_code == 201, opened.text
    with host.at(opened.json()["table"]) as seat:
        assert seat.view["approval"] == WORDS
        assert {spot["maximum"] for spot in seat.view["spots"]} == {400_00}
        rules = host.http.get(f"/api/games/gin-and-win/rules?edition={seat.view['edition_hash']}")
        assert rules.status_code == 200
    over = host.http.post("/api/tables", json=form | {"maximum": 400_01})
    assert over.status_code == 409
    assert "at most 400 on one wager" in over.json()["sentence"]


def test_a_profile_that_does_not_hold_opens_nothing(running: Running) -> None:
    host = running.guest("Hank")
    before = host.http.get("/api/tables").json()
    for form, status, says in (
        (
            GIN | {"profile": "wa-commercial-2017"},
            409,
            "choose Washington commercial card rooms, 2023",
        ),
        (GIN | {"edition": "ten", "profile": "wa-commercial-2023"}, 400, "is about gin-and-win"),
        (
            {"game": "flip-it", "profile": "wa-commercial-2023"},
            400,
            "open this one without a profile",
        ),
        (GIN | {"profile": "wa-moon"}, 404, "There is no jurisdiction profile"),
    ):
        answer = host.http.post("/api/tables", json=form)
        assert answer.status_code == status, answer.text
        assert says in answer.json()["sentence"]
    assert host.http.get("/api/tables").json() == before


def test_conditions_are_signed_on_record_and_can_hold_a_table_back(running: Running) -> None:
    boss = running.staff("Bea", HouseRole.PIT_BOSS)
    dealer = running.staff("Dan", HouseRole.DEALER)
    form = GIN | {"profile": "wa-commercial-2023", "needs_conditions": True}
    refused = boss.http.post("/api/tables", json=form)
    assert refused.status_code == 409
    assert "Open conditions" in refused.json()["sentence"]
    where = "/api/conditions/wa-commercial-2023"
    sign = {"condition": "internal-controls", "is_met": True, "note": "Approved on 4 May."}
    assert dealer.http.post(where, json=sign).status_code == 403
    assert running.guest("Gus").http.get("/api/conditions").status_code == 403
    assert boss.http.post(where, json=sign | {"note": " "}).status_code == 400
    assert boss.http.post(where, json=sign | {"condition": "luck"}).status_code == 400
    notes = {one["profile"]: one for one in dealer.http.get("/api/conditions").json()}
    assert not any(one["is_met"] for one in notes["wa-commercial-2023"]["conditions"])
    for one in notes["wa-commercial-2023"]["conditions"]:
        answer = boss.http.post(where, json=sign | {"condition": one["condition"]})
        assert answer.status_code == 200, answer.text
    assert boss.http.post("/api/tables", json=form).status_code == 201
    boss.http.post(where, json=sign | {"is_met": False, "note": "Withdrawn."})
    assert boss.http.post("/api/tables", json=form).status_code == 409
    notes = {one["profile"]: one for one in dealer.http.get("/api/conditions").json()}
    (again,) = [one for one in notes["wa-commercial-2023"]["conditions"] if not one["is_met"]]
    assert (again["name"], again["note"]) == ("Bea", "Withdrawn.")
    marks = read_marks(running.house.tables.pit.store)
    assert isinstance(marks, tuple)
    assert marks[-1].condition == "internal-controls"
    assert all(mark.at_ms > 0 and mark.name == "Bea" for mark in marks)
