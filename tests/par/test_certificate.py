"""Certificates: the stand-alone script derives every percentage, and finds every change."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.par.certificate import certificate, certificate_bytes, check_script
from tests.par.kit import REGISTRY, VERSION, chosen

SCRIPT = Path(__file__).resolve().parents[2] / "src/pitboss/par/check_certificate.py"
GAMES = tuple(REGISTRY.games)


def run(content: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """The script in an interpreter that sees nothing of this project."""
    path = folder / "certificate.json"
    path.write_bytes(content)
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def made(game: str) -> dict[str, Any]:
    choice = chosen(game)
    return certificate(choice, choice.figures(), version=VERSION)


@pytest.mark.parametrize("game", GAMES)
def test_every_percentage_is_derived_again(game: str, tmp_path: Path) -> None:
    document = made(game)
    ran = run(certificate_bytes(document), tmp_path)
    assert ran.returncode == 0, ran.stderr + ran.stdout
    for bet in document["bets"]:
        assert f"ok   {bet['bet']}: house_edge {bet['percent']['house_edge']}%" in ran.stdout
    assert "NOT" not in ran.stdout


def test_the_known_misprint_is_found_by_the_script(tmp_path: Path) -> None:
    ran = run(certificate_bytes(made("spin-n-win")), tmp_path)
    assert "combo:joker-joker: printed 4.6785%, exact rounds to 4.6875%" in ran.stdout


def test_a_changed_percentage_is_found(tmp_path: Path) -> None:
    document = made("spin-n-win")
    document["bets"][0]["percent"]["house_edge"] = "1.5626000000"
    ran = run(certificate_bytes(document), tmp_path)
    assert ran.returncode == 1
    assert "NOT 1.5626000000 single:red: house_edge 1.5625000000%" in ran.stdout


@pytest.mark.parametrize("place", [0, 1])
def test_a_changed_count_is_found(place: int, tmp_path: Path) -> None:
    document = made("spin-n-win")
    document["bets"][0]["outcomes"][place]["count"] += 1
    ran = run(certificate_bytes(document), tmp_path)
    assert ran.returncode == 1
    assert "sum to" in ran.stderr


def test_a_moved_count_is_found(tmp_path: Path) -> None:
    document = made("spin-n-win")
    document["bets"][0]["outcomes"][0]["count"] += 1
    document["bets"][0]["outcomes"][1]["count"] -= 1
    ran = run(certificate_bytes(document), tmp_path)
    assert ran.returncode == 1
    assert "NOT 1.5625000000 single:red: house_edge" in ran.stdout


def test_rows_that_do_not_mix_to_their_bet_are_found(tmp_path: Path) -> None:
    document = made("flip-it")
    rows = document["bets"][-1]["rows"]
    rows[0]["probability"] = rows[1]["probability"]
    ran = run(certificate_bytes(document), tmp_path)
    assert ran.returncode == 1
    assert "mix" in ran.stderr


def test_a_claim_that_is_turned_round_is_found(tmp_path: Path) -> None:
    document = made("spin-n-win")
    document["claims"][-1]["agrees"] = True
    assert run(certificate_bytes(document), tmp_path).returncode == 1


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"bets": 3, "claims": []}'])
def test_what_is_no_certificate_is_refused(content: bytes, tmp_path: Path) -> None:
    ran = run(content, tmp_path)
    assert ran.returncode == 1
    assert ran.stderr.startswith("not a sound certificate")
    assert "Traceback" not in ran.stderr


def test_the_script_is_short_and_needs_only_python() -> None:
    text = check_script().decode()
    assert text == SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) < 80
    imported = [
        line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))
    ]
    assert all(name.partition(".")[0] in sys.stdlib_module_names for name in imported)


def test_the_same_counts_give_the_same_bytes() -> None:
    first, second = (certificate_bytes(made("flip-it")) for _ in range(2))
    assert first == second
    assert json.loads(first)["edition_hash"] == chosen("flip-it").edition.head.hash
