"""`pitboss protect`: JSON in its agreed shape, every format, and bad input in one sentence."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Pitboss
from tests.examples import in_soak

ROUNDS = Path(__file__).resolve().parents[1] / "golden" / "rounds"


def test_counting_names_every_bet_with_its_figures(pitboss: Pitboss) -> None:
    ran = pitboss(
        "protect", "flip-it", "counting", "--undealt", "104", "--samples", "256", "--format", "json"
    )
    assert ran.code == 0 and ran.err == ""
    bets = {row["bet"]: row for row in ran.json["bets"]}
    assert {"call-it", "bonus", "inside:red", "inside:low"} <= bets.keys()
    for row in bets.values():
        assert row["undealt"] == 104
        assert row["units_per_round"] == pytest.approx(
            row["positive_rounds"] * row["edge_when_bet"], abs=0.02
        )
        assert row["standard_error"] >= 0
    assert 0.14 < bets["call-it"]["units_per_round"] < 0.21


def test_counting_a_continuous_shuffler_is_exact(pitboss: Pitboss) -> None:
    ran = pitboss("protect", "flip-it", "counting", "--continuous", "--format", "json")
    assert ran.code == 0
    for row in ran.json["bets"]:
        assert row["units_per_round"] == row["standard_error"] == 0 and row["undealt"] is None


@pytest.mark.parametrize("samples", ["100", in_soak("4000")])
def test_collusion_of_six_wins(pitboss: Pitboss, samples: str) -> None:
    ran = pitboss(
        "protect", "gin-and-win", "collusion", "--players", "6", "--samples", samples,
        "--format", "json",
    )  # fmt: skip
    assert ran.code == 0
    found = ran.json
    assert found["players"] == 6 and found["edition"] == "wsgc-2017"
    error = found["standard_error"]
    assert 0 < error < 0.316 / int(samples) ** 0.5
    assert abs(found["ev_per_ante"] - 0.09094) < 4 * error
    assert 0.6 < found["play_rate"] < 0.8


def test_one_player_is_exact(pitboss: Pitboss) -> None:
    ran = pitboss(
        "protect", "gin-and-win", "collusion", "--players", "1", "--edition", "ten",
        "--format", "json",
    )  # fmt: skip
    assert ran.json["standard_error"] == 0
    assert ran.json["ev_per_ante"] == pytest.approx(-0.0430332413)


def test_bias_gives_every_edge_exactly(pitboss: Pitboss) -> None:
    ran = pitboss("protect", "spin-n-win", "bias", "--face", "joker=1/7", "--format", "json")
    edges = {row["bet"]: row["house_edge"] for row in ran.json["bets"]}
    assert Fraction(edges["single:red"]["fraction"]) == Fraction(-31, 2401)
    assert edges["single:red"]["percent"] == pytest.approx(-100 * 31 / 2401)


def test_a_monitor_reads_rounds_from_a_file(pitboss: Pitboss, tmp_path: Path) -> None:
    for game in ("spin-n-win", "flip-it", "gin-and-win"):
        lines = [
            json.dumps({"round": path.stem, "players": {}, "text": path.read_text()})
            for path in sorted(ROUNDS.glob(f"{game}-*.round"))
        ]
        record = tmp_path / f"{game}.jsonl"
        record.write_text("\n".join(lines))
        ran = pitboss("protect", game, "monitor", "--records", str(record), "--format", "json")
        assert ran.code == 0, ran.err
        other = ran.json["rounds_of_other_editions"]
        assert ran.json["rounds"] + other == len(lines) and ran.json["alerts"] == []
        assert ran.json["rounds"] > 0
        page = pitboss("protect", game, "monitor", "--records", str(record))
        assert page.code == 0 and "No alarm" in page.out


@pytest.mark.parametrize("form", ["html", "csv", "pdf", "xlsx"])
def test_every_format_is_written(pitboss: Pitboss, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"report.{form}"
    ran = pitboss("protect", "spin-n-win", "bias", "--face", "a.red=0.3", "--format", form,
                  "--out", str(out))  # fmt: skip
    assert ran.code == 0 and out.stat().st_size > 500
    again = tmp_path / f"again.{form}"
    pitboss("protect", "spin-n-win", "bias", "--face", "a.red=0.3", "--format", form,
            "--out", str(again))  # fmt: skip
    assert out.read_bytes() == again.read_bytes()


def test_pages_of_every_study_say_what_was_found(pitboss: Pitboss) -> None:
    for words in (
        ("flip-it", "counting", "--continuous"),
        ("flip-it", "mistakes"),
        ("gin-and-win", "mistakes"),
        ("spin-n-win", "mistakes"),
        ("gin-and-win", "exposure", "--flashed", "6", "--samples", "2000"),
    ):
        ran = pitboss("protect", *words)
        assert ran.code == 0, ran.err
        assert "Finding" in ran.out and "What to do about it" in ran.out


REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("whist", "counting"), "spin-n-win"),
    (("flip-it", "collusion"), "counting"),
    (("flip-it", "counting", "--edition", "gold"), "call12-pay1"),
    (("flip-it", "counting", "--undealt", "-1"), "0 to 435"),
    (("flip-it", "counting", "--undealt", "440"), "0 to 435"),
    (("flip-it", "counting", "--players", "6"), "takes no --players"),
    (("flip-it", "counting", "--error", "0"), "standard error"),
    (("flip-it", "counting", "--samples", "0"), "samples"),
    (("flip-it", "counting", "--seed", "-1"), "seed"),
    (("flip-it", "counting", "--workers", "0"), "workers"),
    (("flip-it", "counting", "--engine", "cluster"), "dask://"),
    (("flip-it", "counting", "--format", "pdf"), "--out"),
    (("gin-and-win", "collusion", "--players", "7"), "1 to 6"),
    (("gin-and-win", "collusion", "--players", "0"), "1 to 6"),
    (("gin-and-win", "exposure", "--flashed", "8"), "1 to 7"),
    (("gin-and-win", "exposure", "--signal", "wink"), "suit"),
    (("spin-n-win", "bias", "--face", "joker=1/2", "red=3/4"), "add up"),
    (("spin-n-win", "bias", "--face", "joker=2"), "probability"),
    (("spin-n-win", "bias", "--face", "pink=1/7"), "red"),
    (("spin-n-win", "bias", "--alarm", "2"), "false-alarm"),
    (("spin-n-win", "bias", "--records", "nowhere.jsonl"), "There is no file"),
    (("spin-n-win", "monitor"), "--records"),
    (("spin-n-win", "bias", "--out", "nowhere/x.html"), "no folder"),
]


@pytest.mark.parametrize(("words", "says"), REFUSED, ids=[" ".join(w) for w, _ in REFUSED])
def test_bad_input_gets_a_sentence(pitboss: Pitboss, words: tuple[str, ...], says: str) -> None:
    ran = pitboss("protect", *words)
    assert ran.code == 2 and ran.out == "" and says in ran.err
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err
