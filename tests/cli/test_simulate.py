"""`pitboss simulate`: what it prints, what it keeps, what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.progress import rate_text
from pitboss.cli.simulate_input import read_count
from pitboss.refusals import Refused
from tests.cli.conftest import Pitboss
from tests.deadlines import wait_until
from tests.prefork import PythonProcess

BET_KEYS = ["bet", "mean", "standard_error", "exact", "z"]
SPIN = ("simulate", "spin-n-win")
GIN = ("simulate", "gin-and-win", "--strategy", "simple", "--rounds", "2000", "--seed", "7")


def same(first: dict[str, object], second: dict[str, object]) -> bool:
    """Equal in all that does not depend on the machine."""
    apart = {"seconds", "rounds_per_second", "workers", "engine"}
    return {k: v for k, v in first.items() if k not in apart} == {
        k: v for k, v in second.items() if k not in apart
    }


def test_json_holds_what_is_documented(pitboss: Pitboss) -> None:
    ran = pitboss(*SPIN, "--rounds", "200000", "--seed", "7", "--format", "json")
    found = ran.json
    assert ran.code == 0 and ran.err == ""
    for key in ("rounds", "seconds", "rounds_per_second", "seed", "engine", "bets", "partial"):
        assert key in found
    assert (found["rounds"], found["seed"], found["engine"]) == (200_000, 7, "local")
    assert found["partial"] is False
    assert len(found["bets"]) == 12
    for bet in found["bets"]:
        assert list(bet) == BET_KEYS
        assert re.fullmatch(r"-\d+/\d+", bet["exact"])
        numerator, denominator = map(int, bet["exact"].split("/"))
        z = (bet["mean"] - numerator / denominator) / bet["standard_error"]
        assert bet["z"] == pytest.approx(z, rel=1e-6)
        assert abs(z) < 5


def test_a_seed_decides_and_workers_do_not(pitboss: Pitboss) -> None:
    words = (*SPIN, "--rounds", "3e5", "--format", "json", "--seed")
    one = pitboss(*words, "7", "--workers", "1").json
    two = pitboss(*words, "7", "--workers", "2").json
    other = pitboss(*words, "8").json
    assert same(one, two) and not same(one, other)
    unseeded = [pitboss(*SPIN, "--rounds", "10", "--format", "json").json["seed"] for _ in "ab"]
    assert unseeded[0] != unseeded[1]


def test_only_the_bets_asked_for(pitboss: Pitboss) -> None:
    words = ("simulate", "gin-and-win", "--strategy", "simple", "--rounds", "50000", "--seed", "1")
    ran = pitboss(*words, "--bet", "ante=10", "--format", "json")
    assert [bet["bet"] for bet in ran.json["bets"]] == ["ante-play"]
    assert ran.json["bets"][0]["exact"] == "-1456402396/114982812399"
    assert abs(ran.json["bets"][0]["z"]) < 5
    both = pitboss(*words, "--bet", "ante-play=10", "--bet", "gin-bonus=5", "--format", "json")
    assert [bet["bet"] for bet in both.json["bets"]] == ["ante-play", "gin-bonus"]


def test_until_the_error_is_small(pitboss: Pitboss) -> None:
    ran = pitboss(*SPIN, "--until-se", "0.01", "--seed", "7", "--format", "json")
    assert max(bet["standard_error"] for bet in ran.json["bets"]) <= 0.01
    capped = pitboss(
        *SPIN, "--until-se", "0.00001", "--rounds", "5000", "--seed", "7", "--format", "json"
    )
    assert capped.json["rounds"] == 5000


def test_a_changed_edition(pitboss: Pitboss) -> None:
    words = ("simulate", "flip-it", "--rounds", "2e5", "--seed", "7", "--format", "json")
    plain, changed = (
        pitboss(*words, *extra).json for extra in ((), ("--set", "pays.call_it=11/1"))
    )
    assert plain["edition_hash"] != changed["edition_hash"]
    assert plain["bets"][8]["exact"] != changed["bets"][8]["exact"]


def test_the_table_tells_the_verdict_and_draws(pitboss: Pitboss) -> None:
    ran = pitboss(*SPIN, "--rounds", "1e6", "--seed", "7")
    assert ran.code == 0
    assert "AGREES: all 12 bets" in " ".join(ran.out.split())
    assert "95% interval" in ran.out and "Joker-Joker" in ran.out
    assert "Convergence" in ran.out and "mean" in ran.out


def test_a_verdict_that_differs_is_the_exit_code(
    pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No run is this near its exact values.
    monkeypatch.setattr("pitboss.simulate.statistics.Z_LIMIT", 1e-9)
    ran = pitboss(*SPIN, "--rounds", "1e4", "--seed", "7", "--format", "json")
    assert ran.code == 1 and ran.json["verdict"].startswith("DIFFERS")


def test_trips(pitboss: Pitboss) -> None:
    words = (*SPIN, "--rounds", "1e5", "--seed", "7", "--bet", "single:red=10")
    visit = ("--bankroll", "100", "--stop-win", "50", "--stop-loss", "80", "--trips", "2000")
    found = pitboss(*words, *visit, "--trip-rounds", "100", "--format", "json").json["trips"]
    assert (found["trips"], found["bankroll"], found["rounds_most"]) == (2000, "100.00", 100)
    figures = {figure["figure"]: figure for figure in found["figures"]}
    assert abs(figures["mean result"]["z"]) < 5
    assert abs(figures["left ahead (stop-win)"]["z"]) < 5
    assert sum(found["results"].values()) == 2000
    hours = pitboss(*words, *visit, "--hours", "2", "--format", "json").json["trips"]
    assert hours["rounds_most"] == 100
    spread = pitboss(*words, *visit, "--spread", "1,2,4").out
    assert "Trips by result" in spread and "risk of ruin" in spread


def test_seats_share_their_draws(pitboss: Pitboss) -> None:
    words = (*SPIN, "--rounds", "4096", "--seed", "7", "--bet", "single:red=1", "--format", "json")
    three = pitboss(*words, "--seats", "3").json
    assert three["seats"] == 3 and abs(three["bets"][0]["z"]) < 5
    # Three seats on one spin know no more than one: the error is that of 4096 spins.
    assert three["bets"][0]["standard_error"] == pytest.approx(0.99 / 64, rel=0.3)
    refused = pitboss(*GIN, "--seats", "7")
    assert refused.code == 2 and "1 to 6" in refused.err


# What six hands of one deal have in common is summed for many seconds.
@pytest.mark.parametrize("seats", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_seats_share_their_deals(pitboss: Pitboss, seats: int) -> None:
    found = pitboss(*GIN, "--seats", str(seats), "--format", "json").json
    assert found["seats"] == seats
    assert all(abs(bet["z"]) < 5 for bet in found["bets"])


def test_visits_are_kept_and_go_on(pitboss: Pitboss, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    words = (*SPIN, "--rounds", "1000", "--seed", "7", "--bet", "single:red=10", "--format", "json")
    visit = ("--bankroll", "100", "--trip-rounds", "300", "--trips")
    pitboss(*words, *visit, "2000", "--checkpoint", str(file))
    kept = json.loads(file.read_text("utf-8"))["content"]
    assert kept["rounds"] == 0 and kept["trips"]["trips"] == 256 + 512 + 1024
    longer = pitboss(*words, *visit, "4000", "--checkpoint", str(file)).json
    assert same(longer, pitboss(*words, *visit, "4000").json)
    other = pitboss(*words, "--bankroll", "200", "--checkpoint", str(file))
    assert other.code == 2 and "visit differs" in other.err


def test_html_is_one_page_with_pictures(pitboss: Pitboss, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    words = ("--rounds", "1e6", "--seed", "7", "--format", "html", "--out", str(page))
    ran = pitboss(*SPIN, *words)
    assert (ran.code, ran.out) == (0, "")
    text = page.read_text("utf-8")
    assert text.count("<svg") >= 12
    assert "AGREES" in text and "http" not in re.sub(r"http://www\.w3\.org/\S+", "", text)


def test_every_format_can_be_written(pitboss: Pitboss, tmp_path: Path) -> None:
    for form in ("table", "json"):
        out = tmp_path / f"result.{form}"
        words = ("--rounds", "1000", "--seed", "7", "--format", form, "--out", str(out))
        assert pitboss(*SPIN, *words).code == 0
        assert "\x1b" not in out.read_text("utf-8")
    assert json.loads((tmp_path / "result.json").read_text("utf-8"))["rounds"] == 1000


def test_a_checkpoint_goes_on(pitboss: Pitboss, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    words = (*SPIN, "--seed", "7", "--format", "json")
    pitboss(*words, "--rounds", "60000", "--checkpoint", str(file))
    kept = json.loads(file.read_text("utf-8"))["content"]
    assert kept["rounds"] == 4096 + 8192 + 16384
    longer = pitboss(*words, "--rounds", "2e5", "--checkpoint", str(file))
    assert same(longer.json, pitboss(*words, "--rounds", "2e5").json)
    seven = ("--seed", "7")
    for other in (
        ("--seed", "8"),
        (*seven, "--set", "pays.single_red=1/1"),
        (*seven, "--bet", "single:red=1"),
    ):
        ran = pitboss(*SPIN, *other, "--checkpoint", str(file))
        assert ran.code == 2 and "another run" in ran.err and ran.out == ""
    file.write_bytes(file.read_bytes()[:-20])
    ran = pitboss(*words, "--checkpoint", str(file))
    assert ran.code == 2 and "not a whole checkpoint" in ran.err


@pytest.mark.untraced
def test_an_interrupt_gives_a_partial_result(tmp_path: Path) -> None:
    """Ctrl-C in mid-run: the rounds so far, marked, with exit code 130."""
    command = [sys.executable, "-c", "import sys; from pitboss.cli import main; sys.exit(main())"]
    words = (*SPIN, "--rounds", "1e15", "--seed", "7", "--format", "json", "--workers", "1")
    file = tmp_path / "run.json"
    started = PythonProcess(
        [*command, *words, "--checkpoint", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
    )
    wait_until(file.exists)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=300)
    found = json.loads(out)
    assert started.returncode == 130, err
    assert found["partial"] is True
    assert 0 < found["rounds"] < 10**15
    assert len(found["bets"]) == 12


REFUSED: list[tuple[str, tuple[str, ...], str]] = [
    ("unknown game", ("whist",), "spin-n-win"),
    ("unknown edition", ("spin-n-win", "--edition", "gold"), "standard"),
    ("unknown field", ("spin-n-win", "--set", "pays.pink=1/1"), "pays.pink"),
    ("no field", ("spin-n-win", "--set", "pays"), "KEY=VALUE"),
    ("no rounds", ("spin-n-win", "--rounds", "0"), "1 to"),
    ("absurd rounds", ("spin-n-win", "--rounds", "1e30"), "1 to"),
    ("negative rounds", ("spin-n-win", "--rounds=-5"), "Play 1 to"),
    ("half a round", ("spin-n-win", "--rounds", "1.5"), "whole number"),
    ("rounds in words", ("spin-n-win", "--rounds", "many"), "1,000,000"),
    ("an error of zero", ("spin-n-win", "--until-se", "0"), "between 0 and 1"),
    ("no number", ("spin-n-win", "--until-se", "nan"), "between 0 and 1"),
    ("unknown bet", ("spin-n-win", "--bet", "single:pink=1"), "single:red"),
    ("a bet of another game", ("flip-it", "--bet", "single:red=1"), "inside:red"),
    ("over the limit", ("spin-n-win", "--bet", "single:red=1000000"), "1,000"),
    ("below the limit", ("spin-n-win", "--bet", "single:red=0.5"), "The least on Red is 1."),
    ("not payable", ("spin-n-win", "--bet", "single:red=1.50"), "bet 1 or 2."),
    ("a bonus alone", ("gin-and-win", "--strategy", "simple", "--bet", "gin-bonus=1"), "Ante"),
    ("Play by itself", ("gin-and-win", "--strategy", "simple", "--bet", "play=1"), "ante"),
    ("no stake", ("spin-n-win", "--bet", "single:red"), "SPOT=STAKE"),
    (
        "a bet twice",
        ("gin-and-win", "--strategy", "simple", "--bet", "ante=1", "--bet", "ante-play=1"),
        "twice",
    ),
    ("unknown engine", ("spin-n-win", "--engine", "gpu"), "dask://HOST:PORT"),
    ("no workers", ("spin-n-win", "--workers", "0"), "1 to"),
    ("unknown strategy", ("spin-n-win", "--strategy", "bold"), "best"),
    ("a negative seed", ("spin-n-win", "--seed=-1"), "seed"),
    ("bankroll without bets", ("spin-n-win", "--bankroll", "10"), "--bet"),
    (
        "stops without bankroll",
        ("spin-n-win", "--bet", "single:red=1", "--stop-win", "5"),
        "--bankroll",
    ),
    (
        "bankroll below a stake",
        ("spin-n-win", "--bet", "single:red=10", "--bankroll", "5"),
        "can take 10.",
    ),
    (
        "stop beyond the bankroll",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--stop-loss", "60"),
        "beyond the bankroll",
    ),
    (
        "no trips",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--trips", "0"),
        "trips",
    ),
    (
        "endless trips",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--trip-rounds", "99999999"),
        "rounds",
    ),
    (
        "hours and rounds",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--trip-rounds", "9",
         "--hours", "1"),
        "rounds or in hours",
    ),
    (
        "hours that never end",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--hours", "inf"),
        "hours",
    ),
    (
        "no spread",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--spread", "1,x"),
        "1,2,4",
    ),
    (
        "a spread over the limit",
        ("spin-n-win", "--bet", "single:red=100", "--bankroll", "500", "--spread", "1,20"),
        "1,000",
    ),
    (
        "raised after what",
        ("spin-n-win", "--bet", "single:red=1", "--bankroll", "50", "--raise-after", "lunch"),
        "lost or won",
    ),
    ("no folder", ("spin-n-win", "--out", "/no/such/folder/x.json"), "folder"),
    ("no folder to keep it", ("spin-n-win", "--checkpoint", "/no/such/folder/x"), "folder"),
    ("unknown format", ("spin-n-win", "--format", "xml"), "xml"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "says"), [case[1:] for case in REFUSED],
                         ids=[case[0] for case in REFUSED])  # fmt: skip
def test_bad_input_is_refused_in_one_sentence(
    pitboss: Pitboss, words: tuple[str, ...], says: str
) -> None:
    ran = pitboss("simulate", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("pitboss: ") and ran.err.count("\n") == 1
    assert says in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.untraced
def test_a_scheduler_out_of_reach_is_refused(pitboss: Pitboss) -> None:
    ran = pitboss(*SPIN, "--engine", "dask://127.0.0.1:1")
    assert (ran.code, ran.out) == (2, "")
    assert "No Dask scheduler answers" in ran.err


@pytest.mark.parametrize(
    ("text", "count"),
    [("1", 1), ("1e6", 10**6), ("2.5e3", 2500), ("1_000", 1000), ("1,000", 1000), ("1.0", 1)],
)
def test_counts_as_people_type_them(text: str, count: int) -> None:
    assert read_count(text, "rounds", default=5, most=10**9) == count
    assert read_count(None, "rounds", default=5, most=10**9) == 5
    with pytest.raises(Refused, match="Play 1 to 1,000,000,000 rounds"):
        read_count("1e99", "rounds", default=5, most=10**9)


def test_rates_are_short() -> None:
    assert [rate_text(n) for n in (12.0, 3400.0, 1.92e9)] == ["12 /s", "3.4 k/s", "1.92 G/s"]
