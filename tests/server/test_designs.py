"""Designs: saved once by their hash, shared by link, dealt at once, and their rounds verify."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.cli import main
from pitboss.games.designs import design_of
from pitboss.games.registry import Registry
from pitboss.pit.verify import verify_text
from pitboss.refusals import unwrap
from pitboss.server.editions.store import FULL_HAND, FULL_HOUSE, Designs
from tests.server.kit import Guest, Running, house_at, started
from tests.server.sockets import at_one_moment
from tests.server.test_workbench import DEFAULT
from tests.store.house import opened
from tests.store.servers import Server
from tests.store.test_migrations import execute

pytestmark = pytest.mark.untraced

CHANGES = {
    "spin-n-win": {"pays.single_red": "1/1", "tops.joker": "2"},
    "gin-and-win": {"pays.play_zero": "4/1", "qualifier.rank": "T"},
    "flip-it": {"cards.decks": "6", "pays.call_it": "11/1"},
}
NOT_APPROVED = "modified, not approved"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    where = tmp_path_factory.mktemp("house") / "house.db"
    with house_at(where, figure_workers=1, proofs_warmed=0, designs_per_min=1_000) as found:
        yield found


def form(game: str, name: str = "Mine", **changes: str) -> dict[str, Any]:
    return {
        "game": game,
        "base": DEFAULT[game],
        "name": name,
        "changes": changes or CHANGES[game],
    }


def save(guest: Guest, game: str, name: str = "Mine", **changes: str) -> dict[str, Any]:
    answer = guest.http.post("/api/designs", json=form(game, name, **changes))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", sorted(CHANGES))
def test_a_saved_design_is_dealt_and_its_rounds_verify(
    running: Running, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana = running.guest("Ana")
    design = save(ana, game)
    assert design["approval"] == NOT_APPROVED
    assert design["link"] == f"/workbench/{game}/{design['hash']}"
    opened = ana.http.post("/api/tables", json={"game": game, "edition": design["hash"]})
    assert opened.status_code == 201, opened.text
    with ana.at(opened.json()["table"]) as table:
        table.sit(1)
        table.see(lambda view: view["round_id"] is not None)
        assert table.view["approval"] == NOT_APPROVED
        assert table.view["edition_hash"] == design["hash"]
        round_id = table.view["round_id"]
        table.bet()
        table.ready()
        table.finish(round_id)
    note = ana.http.get(f"/api/rounds/{round_id}").json()
    assert note["file"]["approval"] == NOT_APPROVED
    assert dict(note["file"]["changes"]) == {**CHANGES[game], "about.title": design["name"]}
    path = tmp_path / "round.json"
    path.write_text(json.dumps(note["file"]), "utf-8")
    assert main(["verify", str(path)]) == 0
    assert "rules" in capsys.readouterr().out


@pytest.mark.parametrize(
    "altered",
    [{"approval": "as approved"}, {"changes": []}, {"edition_hash": "0" * 64}],
)
def test_an_altered_round_of_a_design_is_found_out(
    running: Running, altered: dict[str, object]
) -> None:
    bo = running.guest("Bo")
    design = save(bo, "spin-n-win")
    opened = bo.http.post("/api/tables", json={"game": "spin-n-win", "edition": design["hash"]})
    with bo.at(opened.json()["table"]) as table:
        table.sit(1)
        table.see(lambda view: view["round_id"] is not None)
        round_id = table.view["round_id"]
        table.bet()
        table.ready()
        table.finish(round_id)
    file = bo.http.get(f"/api/rounds/{round_id}").json()["file"]
    whole = unwrap(verify_text(json.dumps(file), Registry()))
    assert whole.is_sound, whole
    verdict = unwrap(verify_text(json.dumps({**file, **altered}), Registry()))
    rules = next(one for one in verdict.checks if one.name == "rules")
    assert rules.is_sound is False
    assert not verdict.is_sound


@pytest.mark.parametrize("game", sorted(CHANGES))
def test_the_file_of_a_design_has_the_same_sheet_anywhere(
    running: Running, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design = save(running.guest("Cy"), game)
    file = running.client().get(f"/api/proofs/{game}/{design['hash']}/files/edition.toml")
    path = tmp_path / "design.toml"
    path.write_bytes(file.content)
    assert main(["par", game, "--edition", str(path), "--format", "json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert sheet["edition_hash"] == design["hash"]
    page = running.client().get(f"/api/figures/{game}/{DEFAULT[game]}", params=_query(game)).json()
    assert page["edition_hash"] == design["hash"]
    assert {key: bet["house_edge"]["fraction"] for bet in page["bets"] for key in bet["keys"]} == {
        bet["bet"]: bet["house_edge"]["fraction"] for bet in sheet["bets"]
    }


def _query(game: str) -> dict[str, list[str]]:
    return {"changes": [f"{field}={value}" for field, value in CHANGES[game].items()]}


def test_a_design_is_opened_by_its_link_and_has_rules_and_a_page(running: Running) -> None:
    design = save(running.guest("Di"), "flip-it", "Six decks")
    stranger = running.client()
    bench = stranger.get(f"/api/workbench/flip-it/{design['hash']}").json()
    assert (bench["design"], bench["edition"]) == (design["hash"], "call12-pay1")
    assert dict(bench["changes"]) == CHANGES["flip-it"]
    rules = stranger.get(f"/api/games/flip-it/rules?edition={design['hash']}").json()
    assert rules["approval"] == NOT_APPROVED
    assert stranger.get(f"/api/designs/flip-it/{design['hash']}").json()["base"] == "call12-pay1"
    answer = stranger.get(f"/api/designs/spin-n-win/{design['hash']}")
    assert answer.status_code == 404


def test_the_same_rules_keep_their_first_name(running: Running) -> None:
    eve = running.guest("Eve")
    change = {"cards.jokers": "20"}
    first = save(eve, "flip-it", "First", **change)
    second = save(running.guest("Fay"), "flip-it", "Second", **change, **{"cards.decks": "8"})
    assert first["is_new"] and not second["is_new"]
    assert second["name"] == "First" and second["hash"] == first["hash"]
    own = eve.http.get("/api/workbench/flip-it").json()["editions"]
    assert [one["title"] for one in own if one["is_design"]] == ["First"]


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"pays.single_red": "-1/1"}, 400, "pays.single_red"),
        ({"tops.joker": "0"}, 400, "never win"),
        ({"pays.unheard_of": "1/1"}, 400, "not a field"),
        ({"about.title": "x"}, 400, "cannot be changed"),
        ({"pays.single_red": "1/2"}, 409, "Nothing to save"),
    ],
)
def test_what_cannot_be_saved_has_a_sentence(
    running: Running, changes: dict[str, str], status: int, words: str
) -> None:
    answer = running.guest("Gus").http.post("/api/designs", json=form("spin-n-win", **changes))
    assert answer.status_code == status
    assert words in answer.json()["sentence"]


@pytest.mark.parametrize("name", [" ", "<script>", "x" * 60])
def test_a_bad_name_has_a_sentence_at_the_name(running: Running, name: str) -> None:
    answer = running.guest("Hal").http.post("/api/designs", json=form("flip-it", name))
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith("name: ")


def test_a_stranger_must_give_a_name_first_and_a_form_must_be_a_form(running: Running) -> None:
    assert running.client().post("/api/designs", json=form("flip-it")).status_code == 401
    ida = running.guest("Ida")
    for wrong in ({"x": 1}, {"changes": {"": "1"}}, {"changes": {"a": "1" * 99}}):
        assert ida.http.post("/api/designs", json={**form("flip-it"), **wrong}).status_code == 400


def test_a_table_takes_no_path_for_an_edition(running: Running, tmp_path: Path) -> None:
    jo = running.guest("Jo")
    folder = Registry().games["flip-it"]
    path = tmp_path / "e.toml"
    path.write_bytes((folder.folder / "editions" / "call12-pay1.toml").read_bytes())
    for edition in (str(path)[-64:], "call12-pay1.toml", "0" * 64):
        answer = jo.http.post("/api/tables", json={"game": "flip-it", "edition": edition})
        assert answer.status_code == 404, answer.text


def test_saving_has_its_pace_and_designs_outlive_the_house(tmp_path: Path) -> None:
    where = tmp_path / "house.db"
    house = started(where, figure_workers=1, proofs_warmed=0, designs_per_min=1)
    kim = house.guest("Kim")
    with at_one_moment(house):
        design = save(kim, "flip-it", "Kept")
        other = form("flip-it", **{"cards.decks": "4"})
        assert kim.http.post("/api/designs", json=other).status_code == 429
    table = kim.http.post("/api/tables", json={"game": "flip-it", "edition": design["hash"]})
    house.stop()
    with house_at(where, port=house.port) as again:
        found = again.client().get(f"/api/designs/flip-it/{design['hash']}").json()
        assert found["name"] == "Kept" and dict(found["changes"]) == CHANGES["flip-it"]
        with again.guest("Lea").at(table.json()["table"]) as viewer:
            assert viewer.view["edition_hash"] == design["hash"]
            assert viewer.view["approval"] == NOT_APPROVED


# --- the file -----------------------------------------------------------------------------------


def design_number(count: int) -> Any:
    folder = Registry().games["flip-it"]
    changes = {"pays.call_it": f"{count}/7"}
    return unwrap(design_of(folder, "call12-pay1", changes, name=f"No {count}"))


def test_the_house_and_a_person_keep_so_many(tmp_path: Path) -> None:
    store = opened(str(tmp_path / "house.db"), is_threaded=False)
    designs = Designs(store.shared)

    def kept(count: int, person: str) -> object:
        design = design_number(count)
        return designs.save(design, person=person, now_ms=count, most=3, most_each=2)

    assert isinstance(kept(1, "a"), tuple) and isinstance(kept(2, "a"), tuple)
    assert kept(3, "a") == FULL_HAND
    assert isinstance(kept(4, "b"), tuple)
    assert kept(5, "c") == FULL_HOUSE
    # What is there already can be saved again by anybody.
    assert kept(1, "c") == (design_number(1), False)
    assert [one.name for one in designs.of("flip-it", "a")] == ["No 2", "No 1"]
    store.close()


def test_a_design_never_changes(tmp_path: Path, server: Server) -> None:
    """Neither by the house nor by whoever has the database."""
    url = server.new_database()
    for where in (str(tmp_path / "house.db"), url):
        with opened(where, is_threaded=False) as store:
            designs = Designs(store.shared)
            designs.save(design_number(1), person="a", now_ms=1, most=9, most_each=9)
            with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException)):
                execute(where, "UPDATE designs SET name = 'other'")
            assert [one.name for one in designs.of("flip-it", "a")] == ["No 1"]
    server.drop_database(url)
