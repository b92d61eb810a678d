"""The workbench over HTTP: figures of `pitboss par`, refusals at their field, workers that go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.cli import main
from pitboss.games.registry import Registry
from pitboss.par.choices import choose
from pitboss.par.document import sheet_document
from pitboss.par.sheet import make_sheet
from pitboss.par.terms import terms_of
from pitboss.refusals import unwrap
from pitboss.server.analysis import studio
from pitboss.server.analysis.requests import FiguresJob
from pitboss.server.edge.documents import document_note
from pitboss.server.editions.schemas import Subject
from pitboss.server.jobs.crew import BROKE_OFF
from pitboss.server.jobs.kinds import FIGURES
from pitboss.server.jobs.runner import REPLACED
from tests.server.kit import GAMES, PATIENCE_S, Running, house_at
from tests.server.workers import crew_of, dying_at_its_order, until

pytestmark = pytest.mark.untraced

DEFAULT = {"spin-n-win": "standard", "gin-and-win": "wsgc-2017", "flip-it": "call12-pay1"}
MOVED = (
    ("spin-n-win", "pays.single_red=1/1"),
    ("spin-n-win", "tops.joker=2"),
    ("flip-it", "cards.decks=6"),
    ("flip-it", "bonus.two_pair=5/2"),
    ("gin-and-win", "pays.play_zero=7/2"),
    ("gin-and-win", "qualifier.rank=T"),
)
HARD = "qualifier.score=6"
"""Solved by the general method, which takes a while."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    where = tmp_path_factory.mktemp("house") / "house.db"
    with pytest.MonkeyPatch.context() as patch:
        # A busy machine is no failure, so these figures may take as long as they like.
        for name in ("FIGURES_KIND", "AIM_KIND"):
            patch.setattr(studio, name, replace(getattr(studio, name), wall_s=0.0))
        with house_at(where, figure_workers=2, proofs_warmed=0) as found:
            yield found


@pytest.fixture
def http(running: Running) -> httpx.Client:
    return running.client()


def figures(http: httpx.Client, game: str, *changes: str, **more: str) -> dict[str, Any]:
    answer = http.get(f"/api/figures/{game}/{DEFAULT[game]}", params={"changes": changes, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def edges(page: dict[str, Any]) -> dict[str, str]:
    return {key: bet["house_edge"]["fraction"] for bet in page["bets"] for key in bet["keys"]}


@pytest.mark.parametrize(("game", "change"), MOVED)
def test_the_figures_are_those_of_the_command_line(
    http: httpx.Client, capsys: pytest.CaptureFixture[str], game: str, change: str
) -> None:
    page = figures(http, game, change)
    assert main(["par", game, "--set", change, "--format", "json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert edges(page) == {bet["bet"]: bet["house_edge"]["fraction"] for bet in sheet["bets"]}
    assert page["edition_hash"] == sheet["edition_hash"]
    assert page["approval"] == "modified, not approved"


@pytest.mark.parametrize(("game", "change"), MOVED)
def test_a_bet_in_full_is_its_page_of_the_sheet(http: httpx.Client, game: str, change: str) -> None:
    first = figures(http, game, change)
    assert first["bet"] == first["bets"][0]["keys"][0]
    for bet in first["bets"]:
        page = figures(http, game, change, bet=bet["keys"][-1])
        assert page["bet"] == bet["keys"][0]
        assert page["sections"][0]["heading"] == f"Bet: {bet['name']}"
        assert page["sections"][0] in printed_sections(game, change)
        assert {"terms", "table", "chart"} <= {b["kind"] for b in page["sections"][0]["blocks"]}


@cache
def printed_sections(game: str, change: str) -> list[dict[str, Any]]:
    """Every section of the sheet, as a page has it."""
    field, _, value = change.partition("=")
    choice = unwrap(choose(unwrap(Registry().find(game)), DEFAULT[game], {field: value}))
    terms = unwrap(terms_of(choice.edition.head))
    made = make_sheet(choice, choice.figures(), terms, version="")
    note = document_note(sheet_document(made))
    found: list[dict[str, Any]] = json.loads(msgspec.json.encode(note.sections))
    return found


def test_moves_are_exact_distances_from_the_edition(http: httpx.Client) -> None:
    before, page = figures(http, "flip-it"), figures(http, "flip-it", "pays.call_it=11/1")
    moved = {one["name"]: Fraction(one["change"]["fraction"]) for one in page["bets"]}
    old, new = edges(before), edges(page)
    name = next(bet["name"] for bet in page["bets"] if "call:7" in bet["keys"])
    assert moved[name] == Fraction(new["call:7"]) - Fraction(old["call:7"]) > 0
    assert all(one["change"]["fraction"] == "0/1" for one in before["bets"])


def test_the_card_comes_with_the_figures_where_something_is_decided(http: httpx.Client) -> None:
    strategy = figures(http, "gin-and-win", MOVED[4][1])["sections"][-1]
    assert strategy["heading"] == "Strategy" and strategy in printed_sections(*MOVED[4])
    assert "Hand" in [c["heading"] for block in strategy["blocks"] for c in block["columns"]]
    plain = [one["heading"] for one in figures(http, "spin-n-win")["sections"]]
    assert plain == ["Bet: Red, Green, Blue"]
    assert figures(http, "flip-it", bet="bonus")["sections"][1]["heading"] == "Bonus by row"


@pytest.mark.parametrize("game", GAMES)
def test_the_bench_says_what_can_be_changed(http: httpx.Client, game: str) -> None:
    page = http.get(f"/api/workbench/{game}").json()
    assert page["edition"] == DEFAULT[game] and page["design"] == ""
    fields = {one["field"]: one for one in page["controls"]}
    assert {one["kind"] for one in fields.values()} >= {"odds", "number", "amount"}
    assert all(one["clause"] for one in fields.values() if one["section"] == "pays")
    assert {one["bet"] for one in page["bets"]} == set(edges(figures(http, game)))
    assert page["editions"][0]["edition"] == DEFAULT[game]


@pytest.mark.parametrize(
    ("game", "changes", "field", "words"),
    [
        ("spin-n-win", ("pays.single_red=-1/2",), "pays.single_red", "negative"),
        ("spin-n-win", ("pays.single_red=many",), "pays.single_red", "odds"),
        ("spin-n-win", ("tops.red=1.5",), "tops.red", "whole number"),
        ("spin-n-win", ("tops.red=-1",), "tops.red", "whole number"),
        ("spin-n-win", ("tops.joker=0",), "tops.joker", "never win"),
        ("spin-n-win", ("pays.combo_red_green=0/1",), "pays.combo_red_green", "never win"),
        (
            "spin-n-win",
            tuple(f"tops.{one}=0" for one in ("red", "green", "blue", "yellow", "joker")),
            "tops.red",
            "at least one face",
        ),
        ("gin-and-win", ("qualifier.rank=2",), "qualifier.rank", "different ranks"),
        ("gin-and-win", ("pays.ante=0/1",), "pays.ante", "more than nothing"),
        ("flip-it", ("cards.decks=0",), "cards.decks", "whole number"),
        ("flip-it", ("pays.unheard_of=1/1",), "", "not a field"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    http: httpx.Client, game: str, changes: tuple[str, ...], field: str, words: str
) -> None:
    page = figures(http, game, *changes)
    assert page["bets"] == []
    assert page["refused"]["field"] == field
    assert words in page["refused"]["sentence"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/figures/unheard-of/standard", 404),
        ("/api/figures/spin-n-win/unheard-of", 404),
        ("/api/figures/spin-n-win/standard?changes=pays.single_red", 400),
        ("/api/figures/spin-n-win/standard?changes=a=1&changes=a=2", 400),
        ("/api/figures/spin-n-win/standard?" + "&".join(f"changes=a{n}=1" for n in range(70)), 409),
        ("/api/workbench/spin-n-win/0123", 404),
        ("/api/workbench/spin-n-win/..%2F..%2Fx.toml", 404),
        ("/api/figures/spin-n-win/standard/aim?field=a&bet=b&target=" + "5" * 90, 400),
    ],
)
def test_an_address_that_cannot_be_has_a_sentence(
    http: httpx.Client, path: str, status: int
) -> None:
    answer = http.get(path)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"]


def test_an_aim_gives_pays_with_the_edges_of_the_figures(http: httpx.Client) -> None:
    asked = {"field": "pays.call_it", "bet": "call:7", "target": "10", "step": "1/2"}
    found = http.get("/api/figures/flip-it/call12-pay1/aim", params=asked).json()
    assert found["refused"] is None
    for side in ("less", "more"):
        page = figures(http, "flip-it", f"pays.call_it={found[side]['odds']}")
        assert edges(page)["call:7"] == found[side]["edge"]["fraction"]
    assert Fraction(found["less"]["edge"]["fraction"]) >= Fraction(1, 10)
    assert Fraction(found["more"]["edge"]["fraction"]) < Fraction(1, 10)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"target": "much"}, "aim"),
        ({"step": "1/7"}, "step"),
        ({"step": "x"}, "step"),
        ({"field": "pays.inside"}, "field"),
        ({"bet": "none"}, "field"),
    ],
)
def test_an_aim_that_cannot_be_is_said_at_its_field(
    http: httpx.Client, change: dict[str, str], field: str
) -> None:
    asked = {"field": "pays.call_it", "bet": "call:7", "target": "10", "step": "1/2", **change}
    found = http.get("/api/figures/flip-it/call12-pay1/aim", params=asked).json()
    assert found["refused"]["field"] == field and found["less"] is None


# --- the latest counts --------------------------------------------------------------------------


def test_of_one_tab_the_latest_question_counts(running: Running) -> None:
    http, other = running.guest("Ana").http, running.guest("Bo").http
    # Answered only once a worker is there.
    figures(http, "gin-and-win", "bonus.one=5/2")
    with ThreadPoolExecutor(3) as browsers:
        path = "/api/figures/gin-and-win/wsgc-2017"
        slow = browsers.submit(http.get, path, params={"changes": [HARD], "tab": "one"})
        _until_running(running)
        beside = browsers.submit(
            other.get, path, params={"changes": ["bonus.one=3/1"], "tab": "one"}
        )
        newest = http.get(path, params={"changes": ["bonus.zero=5/1"], "tab": "one"})
        assert newest.status_code == 200, newest.text
        assert newest.json()["bets"]
        assert slow.result(PATIENCE_S).status_code == 429
        assert slow.result().json()["sentence"] == REPLACED.sentence
        assert beside.result(PATIENCE_S).status_code == 200


def _until_running(running: Running) -> None:
    field, _, value = HARD.partition("=")
    hard = Subject(game="gin-and-win", edition="wsgc-2017", changes=((field, value),))
    job, crew = msgspec.json.encode(FiguresJob(hard)), crew_of(running, FIGURES)
    until(running, lambda: any(one.job == job for one, at in crew.running.items() if at))


def test_figures_whose_worker_is_killed_are_refused_and_worked_out_the_next_time(
    running: Running, http: httpx.Client
) -> None:
    path, changes = "/api/figures/spin-n-win/standard", ["pays.single_red=9/8"]
    with dying_at_its_order(running, FIGURES):
        refused = http.get(path, params={"changes": changes})
    assert (refused.status_code, refused.json()["sentence"]) == (500, BROKE_OFF.sentence)
    assert any("worker.ended" in line for line in running.log)
    assert edges(figures(http, "spin-n-win", *changes))


def test_a_house_may_keep_no_workers(tmp_path: Path) -> None:
    with house_at(tmp_path / "house.db", figure_workers=0) as house:
        answer = house.client().get("/api/figures/spin-n-win/standard")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
