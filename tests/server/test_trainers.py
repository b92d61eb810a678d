"""Trainers over the API: questions, marks, scores that survive a restart, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.equipment.cards import parse_cards
from pitboss.games.registry import Registry
from pitboss.refusals import unwrap
from pitboss.units import Credits, show_credits
from tests.server.kit import GAMES, Guest, Json, Running, house_at

TAKE_ALL = "lose"


@pytest.fixture(scope="module")
def gil(running: Running) -> Guest:
    return running.guest("Gil")


def ask(who: Guest, game: str, level: str = "bet", edition: str = "") -> Json:
    form = {"game": game, "level": level, "edition": edition}
    answer = who.http.post("/api/trainers/payouts", json=form)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def say(who: Guest, question: Json, bets: list[Json]) -> Json:
    path = f"/api/trainers/payouts/{question['question']}"
    answer = who.http.post(path, json={"bets": bets})
    return {**answer.json(), "status": answer.status_code}


def taken(question: Json) -> list[Json]:
    return [
        {"seat": bet["seat"], "spot": bet["spot"], "result": TAKE_ALL} for bet in question["bets"]
    ]


def right(marked: Json) -> list[Json]:
    """The right answer to a question that was answered wrongly, takes first."""
    lines = sorted(marked["bets"], key=lambda one: one["result"] != "lose")
    return [
        {"seat": one["seat"], "spot": one["spot"], "result": one["result"], "pays": one["pays"]}
        for one in lines
    ]


def test_what_can_be_trained(running: Running) -> None:
    page = running.client().get("/api/trainers").json()
    assert {one["game"] for one in page["games"]} == set(GAMES)
    assert [one["game"] for one in page["games"] if one["has_hands"]] == ["gin-and-win"]
    assert [one["level"] for one in page["levels"]] == ["bet", "seat", "table"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["bet", "seat", "table"])
def test_a_layout_is_marked_with_its_clauses(gil: Guest, game: str, level: str) -> None:
    question = ask(gil, game, level)
    assert question["bets"]
    assert question["shown"]
    secret = {"result", "pays", "odds", "clause"}
    assert not any(secret & bet.keys() for bet in question["bets"])
    marked = say(gil, question, taken(question))
    assert marked["status"] == 200
    for bet in marked["bets"]:
        assert bet["is_right"] is (bet["result"] == TAKE_ALL)
        assert bet["clause_text"]
        assert bet["sentence"]
    assert marked["score"]["asked"] >= 1
    again = say(gil, question, right(marked))
    assert again["sentence"] == "That question is gone; take the next one."


def by_settle(question: Json) -> list[Json]:
    """What `pitboss settle` says of one player's layout of one spin, takes first."""
    (dish,), (seat,) = question["shown"], {bet["seat"] for bet in question["bets"]}
    words = ["settle", question["game"], "--format", "json", "--draw", ",".join(dish["items"])]
    for bet in question["bets"]:
        words += ["--bet", f"{bet['spot']}={show_credits(Credits(bet['stake']))}"]
    program = Path(sys.executable).with_name("pitboss")
    told = subprocess.run([program, *words], capture_output=True, text=True, check=True)
    lines = json.loads(told.stdout)["lines"]
    return right({"bets": [{**line, "seat": seat, "pays": cents(line["pays"])} for line in lines]})


def cents(shown: str) -> int:
    return int(shown.replace(".", ""))


def test_a_right_answer_and_its_order(running: Running) -> None:
    who = running.guest("Rita")
    for _ in range(3):
        question = ask(who, "spin-n-win", "seat")
        marked = say(who, question, by_settle(question))
        assert marked["is_right"], marked
        assert marked["is_in_order"], marked


def test_a_name_is_needed(running: Running) -> None:
    client = running.client()
    assert client.post("/api/trainers/payouts", json={"game": "flip-it"}).status_code == 401
    assert client.get("/api/trainers/scores").status_code == 401


def test_nobody_answers_for_another(running: Running, gil: Guest) -> None:
    question = ask(gil, "flip-it")
    other = running.guest("Otto")
    assert say(other, question, taken(question))["code"] == "not-now"
    assert say(gil, question, taken(question))["status"] == 200


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"game": "whist"}, 404),
        ({"game": "flip-it", "edition": "gold"}, 404),
        ({"game": "flip-it", "edition": "../../etc/passwd.toml"}, 404),
        ({"game": "flip-it", "level": "hard"}, 400),
        ({"game": "flip-it", "more": 1}, 400),
    ],
)
def test_questions_that_cannot_be_asked(gil: Guest, form: Json, status: int) -> None:
    assert gil.http.post("/api/trainers/payouts", json=form).status_code == status


def test_answers_that_cannot_be_read_leave_the_question_open(gil: Guest) -> None:
    question = ask(gil, "spin-n-win", "seat")
    whole = taken(question)
    for bets, status in (
        ([], 409),
        (whole[1:], 409),
        ([*whole, whole[0]], 409),
        ([{**whole[0], "pays": -1}, *whole[1:]], 400),
        ([{**whole[0], "result": "draw"}, *whole[1:]], 400),
    ):
        assert say(gil, question, bets)["status"] == status
    assert say(gil, question, whole)["status"] == 200


# --- hands ------------------------------------------------------------------------------------


def house_way(cards: list[str]) -> tuple[list[list[str]], int]:
    folder = Registry().games["gin-and-win"]
    edition = unwrap(folder.edition())
    score = unwrap(folder.game.score_hand(edition, unwrap(parse_cards(" ".join(cards)))))
    assert score is not None
    return [list(map(str, group)) for group in score.combinations], score.score


def test_hands_set_right_and_wrong(running: Running) -> None:
    who = running.guest("Hana")
    hand = who.http.post("/api/trainers/hands", json={}).json()
    assert len(hand["cards"]) == 7
    setting, score = house_way(hand["cards"])
    path = f"/api/trainers/hands/{hand['question']}"
    stranger = who.http.post(path, json={"setting": [["Ac", "Ac"]], "score": 1})
    assert stranger.status_code == 409
    marked = who.http.post(path, json={"setting": setting, "score": score}).json()
    assert marked["is_right"]
    assert marked["score"]["streak"] == 1
    hand = who.http.post(
        "/api/trainers/hands", json={"game": "gin-and-win", "edition": "ten"}
    ).json()
    path = f"/api/trainers/hands/{hand['question']}"
    marked = who.http.post(path, json={"setting": [], "score": 99}).json()
    assert not marked["is_score_right"]
    assert marked["score"]["streak"] == 0
    assert marked["score"]["best_streak"] == 1
    assert marked["sentence"]


def test_games_without_hands_say_so(gil: Guest) -> None:
    answer = gil.http.post("/api/trainers/hands", json={"game": "flip-it"})
    assert answer.status_code == 404
    assert answer.json()["sentence"] == "Players of this game set no hands."


# --- scores -----------------------------------------------------------------------------------


def test_scores_and_repeated_mistakes_survive_a_restart(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db") as first:
        who = first.guest("Mara")
        for _ in range(12):
            question = ask(who, "spin-n-win")
            say(who, question, [{**bet, "result": "push"} for bet in taken(question)])
        before = who.http.get("/api/trainers/scores").json()
        cookie = who.http.cookies["pitboss"]
        assert before["scores"][0]["asked"] == 12
        assert before["scores"][0]["right"] == 0
        assert before["mistakes"]
        assert all(one["wrong"] >= 2 for one in before["mistakes"])
        assert not any(one["is_at_rest"] for one in before["mistakes"])
    with house_at(tmp_path / "house.db") as second:
        client = second.client()
        client.cookies.set("pitboss", cookie)
        assert client.get("/api/trainers/scores").json() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_question_on_procedure_is_marked_and_counted(gil: Guest, game: str) -> None:
    asked = gil.http.post("/api/trainers/procedures", json={"game": game}).json()
    assert not {"right", "why", "clause"} & asked.keys()
    path = f"/api/trainers/procedures/{asked['question']}"
    marked = gil.http.post(path, json={"chosen": 0}).json()
    assert marked["is_right"] is (marked["right"] == 0)
    assert marked["why"] and bool(marked["clause"]) == bool(marked["clause_text"])
    assert (marked["score"]["trainer"], marked["score"]["asked"]) == ("procedures", 1)
    assert gil.http.post(path, json={"chosen": 0}).json()["code"] == "not-now"
