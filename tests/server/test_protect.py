"""Protection over the API: studies in a process of their own, files, the house's own monitor."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from pitboss.games.designs import design_of
from pitboss.games.registry import Registry
from pitboss.protect.studies import find_study
from pitboss.refusals import Refusal, Refused, unwrap
from pitboss.server.accounts.people import HouseRole
from pitboss.server.editions.lookup import Editions
from pitboss.server.editions.store import Designs
from pitboss.server.jobs.kinds import STUDIES
from pitboss.server.jobs.protocol import Report
from pitboss.server.protection.job import run
from pitboss.server.protection.options import typed_options
from pitboss.server.protection.studies import BROKEN, StudyJob
from pitboss.store.sqlite import MEMORY
from pitboss.store.store import open_store
from tests.server.kit import GAMES, Guest, Json, Running, Viewer
from tests.server.workers import kill_at_work, own_results

LOOKS = 1_200


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Results are kept on disk by content; the tests make them."""
    with own_results(tmp_path_factory.mktemp("cache")):
        yield


@pytest.fixture(scope="module")
def gil(running: Running) -> Guest:
    return running.guest("Gil")


def begun(client: httpx.Client, game: str, study: str, **options: str) -> Json:
    answer = client.post(f"/api/protect/{game}/{study}", json={"options": options})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def finished(running: Running, client: httpx.Client, state: Json) -> Json:
    """The study once it is done or refused."""
    for _ in range(LOOKS):
        if state["state"] in ("done", "refused"):
            return state
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0.05), running.loop).result()  # type: ignore[arg-type]
        state = client.get(f"/api/studies/{state['key']}").json()
    raise AssertionError(state)


def play_a_round(player: Viewer) -> None:
    player.bet()
    round_id = player.view["round_id"]
    player.ready()
    player.finish(round_id)


def test_a_page_per_game(running: Running) -> None:
    client = running.client()
    assert {one["game"] for one in client.get("/api/protect").json()} == set(GAMES)
    for game in GAMES:
        page = client.get(f"/api/protect/{game}").json()
        assert page["studies"]
        assert not page["may_monitor"]
        assert [one["study"] for one in page["studies"] if one["is_monitor"]] == ["monitor"]
        for study in page["studies"]:
            assert all(option["label"] and option["help"] for option in study["options"])
    assert client.get("/api/protect/whist").status_code == 404


def test_a_study_is_worked_out_once(running: Running, gil: Guest) -> None:
    state = begun(gil.http, "spin-n-win", "bias", face="joker=1/7")
    done = finished(running, gil.http, state)
    assert done["state"] == "done", done["sentence"]
    report = done["report"]
    blocks = [block for section in report["sections"] for block in section["blocks"]]
    assert any("\u221212/49" in block["text"] for block in blocks if block["kind"] == "finding")
    chart = next(block for block in blocks if block["kind"] == "chart")
    assert chart["wide"].startswith("<svg") and "style=" not in chart["wide"]
    assert begun(running.client(), "spin-n-win", "bias", face="joker=1/7")["state"] == "done"
    starts = {"html": b"<!doctype", "pdf": b"%PDF", "json": b"{", "csv": b"", "xlsx": b"PK"}
    for form in done["files"]:
        answer = gil.http.get(f"/api/studies/{done['key']}/{form}")
        assert answer.status_code == 200
        assert answer.content[:10].lower().startswith(starts[form].lower())
        assert "attachment" in answer.headers["content-disposition"]
    assert gil.http.get(f"/api/studies/{done['key']}/docx").status_code == 404
    assert gil.http.get("/api/studies/nothing").status_code == 404


def test_a_study_whose_worker_is_killed_is_refused_and_made_the_next_time(
    running: Running, gil: Guest
) -> None:
    state = begun(gil.http, "spin-n-win", "bias", face="joker=1/5")
    kill_at_work(running, STUDIES)
    refused = finished(running, gil.http, state)
    assert (refused["state"], refused["sentence"]) == ("refused", BROKEN)
    again = begun(gil.http, "spin-n-win", "bias", face="joker=1/5")
    assert finished(running, gil.http, again)["state"] == "done"


def test_a_study_is_cancelled_by_whoever_asked_for_it(running: Running, gil: Guest) -> None:
    state = begun(gil.http, "spin-n-win", "bias", face="joker=1/9")
    path = f"/api/studies/{state['key']}"
    # Somebody else who never asked for it ends nothing.
    other = running.guest("Otto")
    assert other.http.post(f"{path}/cancel").json()["state"] != "cancelled"
    assert gil.http.post(f"{path}/cancel").json()["state"] == "cancelled"
    again = begun(gil.http, "spin-n-win", "bias", face="joker=1/9")
    assert finished(running, gil.http, again)["state"] == "done"


def test_a_design_is_studied_like_an_edition(running: Running, gil: Guest) -> None:
    made = running.house.editions.designs.save(
        unwrap(
            design_of(
                unwrap(running.house.editions.registry.find("spin-n-win")),
                "standard",
                {"pays.single_joker": "9/1"},
                name="Nine",
            )
        ),
        person=gil.id,
        now_ms=0,
        most=9,
        most_each=9,
    )
    assert isinstance(made, tuple)
    page = gil.http.get("/api/protect/spin-n-win").json()
    own = [one["edition"] for one in page["editions"] if one["is_design"]]
    assert own == [made[0].hash]
    form = {"edition": own[0], "options": {"face": "joker=1/7"}}
    state = gil.http.post("/api/protect/spin-n-win/bias", json=form).json()
    done = finished(running, gil.http, state)
    assert done["state"] == "done", done["sentence"]
    assert "Nine" in str(done["report"]["facts"])
    assert [one["name"] for one in gil.http.get("/api/designs").json()] == ["Nine"]


def test_what_cannot_be_gets_a_sentence(running: Running, gil: Guest) -> None:
    refused = finished(running, gil.http, begun(gil.http, "spin-n-win", "bias", face="joker=9/7"))
    assert refused["state"] == "refused"
    assert "probability" in refused["sentence"]
    for study, options, status, word in (
        ("bias", {"alarm": "often"}, 400, "number"),
        ("bias", {"undealt": "52"}, 404, "no field"),
        ("counting", {}, 404, "no study"),
    ):
        answer = gil.http.post(f"/api/protect/spin-n-win/{study}", json={"options": options})
        assert answer.status_code == status
        assert word in answer.json()["sentence"]
    edition = {"options": {}, "edition": "../gold.toml"}
    assert gil.http.post("/api/protect/flip-it/mistakes", json=edition).status_code == 404


def test_numbers_are_read_strictly() -> None:
    study = unwrap(find_study(Registry().games["flip-it"].game, "counting"))
    assert typed_options(study, {"undealt": " 52 ", "continuous": ""}) == {"undealt": 52}
    assert typed_options(study, {"continuous": "yes"}) == {"continuous": True}
    # The study itself says why a depth below nothing cannot be.
    assert typed_options(study, {"undealt": "-1"}) == {"undealt": -1}
    for text in ("half", "5.5", "1e3", "٣"):
        assert isinstance(typed_options(study, {"undealt": text}), Refusal)


def test_the_monitor_reads_this_house(running: Running, gil: Guest) -> None:
    boss = running.staff("Boss", HouseRole.PIT_BOSS)
    form: Json = {"options": {}}
    assert gil.http.post("/api/protect/spin-n-win/monitor", json=form).status_code == 403
    assert boss.http.get("/api/protect/spin-n-win").json()["may_monitor"]
    with running.guest("Pia").at("spin-n-win-1") as pia:
        pia.sit(1)
        play_a_round(pia)
        state = begun(boss.http, "spin-n-win", "monitor")
        first = finished(running, boss.http, state)
        assert first["state"] == "done", first["sentence"]
        assert first["report"]["rounds"] >= 1
        # Asked again it reads again, for whoever looks at the same address.
        play_a_round(pia)
        again = begun(boss.http, "spin-n-win", "monitor")
        assert again["key"] == first["key"]
        done = finished(running, boss.http, again)
        assert done["report"]["rounds"] > first["report"]["rounds"]
    assert any(section["heading"] == "Hold" for section in done["report"]["sections"])
    # What names players is for pit bosses, even to whoever knows the address.
    assert gil.http.get(f"/api/studies/{done['key']}").status_code == 404
    assert gil.http.get(f"/api/studies/{done['key']}/json").status_code == 404


def test_a_house_without_rounds_or_without_a_file_is_not_watched(tmp_path: Path) -> None:
    editions = Editions(Registry(), Designs(unwrap(open_store(MEMORY, is_threaded=False)).shared))
    job = StudyJob(
        subject=editions.subject("spin-n-win", ""), study="monitor", options=(), database=MEMORY
    )
    fresh = msgspec.structs.replace(job, database=str(tmp_path / "fresh.db"))
    for one, sentence in ((job, "in a file"), (fresh, "No table of this edition")):
        with pytest.raises(Refused, match=sentence):
            run(one, Report(Registry(), lambda _: None))
