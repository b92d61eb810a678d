"""`pitboss new-game` and `pitboss check-game`: from a name to a game that passes every check."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Pitboss


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    for name in [name for name in sys.modules if name.startswith("pitboss.games.lucky")]:
        del sys.modules[name]


def test_a_new_game_passes_every_check_and_its_own_tests(pitboss: Pitboss, tmp_path: Path) -> None:
    written = pitboss("new-game", "lucky-seven")
    assert written.code == 0
    assert "lucky-seven/src/lucky_seven/RULES.md" in written.out
    assert "Next: pitboss check-game lucky-seven" in written.out
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()]
    sample = ("ROB-", "RedOrBlack", "Red or Black", "red_or_black", "red-or-black")
    assert not any(name in text for text in texts for name in sample)
    assert any("**LSE-2.1**" in text for text in texts)
    checked = pitboss("check-game", "lucky-seven", "--format", "json")
    assert checked.code == 0
    (game,) = checked.json["games"]
    assert {one["standing"] for one in game["checks"]} == {"ok"}, game
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "lucky-seven"],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0 and "5 passed" in ran.stdout, ran.stdout


def test_a_new_game_is_played_and_proved_at_once(
    pitboss: Pitboss, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pitboss("new-game", "lucky-red", "--folder", "mine").code == 0
    monkeypatch.setenv("PITBOSS_GAMES_PATH", "mine/src")
    settled = pitboss("settle", "lucky-red", "--draw", "Ah", "--bet", "red=10", "--format", "json")
    assert settled.json["net"] == "10.00" and settled.json["lines"][0]["clause"] == "LRE-2.1"
    assert "3.7037%" in pitboss("par", "lucky-red").out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Lucky", "small letters"),
        ("7-up", "small letters"),
        ("lucky_seven", "small letters"),
        ("lucky-", "small letters"),
        ("a", "small letters"),
        ("l" * 41, "small letters"),
        ("../lucky", "small letters"),
        ("", "small letters"),
        ("flip-it", "already"),
        ("json", "means something in Python"),
        ("class", "means something in Python"),
        ("one-draw-game", "means something in Python"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    pitboss: Pitboss, tmp_path: Path, name: str, said: str
) -> None:
    ran = pitboss("new-game", name)
    assert ran.code == 2 and said in ran.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_written_over(pitboss: Pitboss, tmp_path: Path) -> None:
    (tmp_path / "lucky").mkdir()
    ran = pitboss("new-game", "lucky")
    assert ran.code == 2 and "'lucky' is there already; name another --folder." in ran.err
    ran = pitboss("new-game", "lucky", "--folder", "none/lucky")
    assert ran.code == 2 and "Cannot write 'none/lucky': No such file" in ran.err
    assert [path.name for path in tmp_path.rglob("*")] == ["lucky"]


def test_a_failed_check_is_told_with_what_to_do(pitboss: Pitboss, tmp_path: Path) -> None:
    pitboss("new-game", "lucky")
    edition = tmp_path / "lucky" / "src" / "lucky" / "editions" / "standard.toml"
    edition.write_text(edition.read_text("utf-8").replace('"1/1"', '"6/5"'), "utf-8")
    ran = pitboss("check-game", "lucky")
    assert ran.code == 1
    assert "fail  figures   red pays players 5.93% of their stakes on average." in ran.out
    assert "Change the pays" in ran.out and "1 failed." in ran.out


def test_a_game_that_is_not_there_or_broken(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = pitboss("check-game", "flip-ti")
    assert ran.code == 2 and "Did you mean flip-it?" in ran.err
    (tmp_path / "empty").mkdir()
    ran = pitboss("check-game", "empty")
    assert ran.code == 2 and "There is no game in 'empty'" in ran.err
    pitboss("new-game", "lucky")
    source = tmp_path / "lucky" / "src" / "lucky" / "__init__.py"
    source.write_text(source.read_text("utf-8") + "\n1 / 0\n", "utf-8")
    ran = pitboss("check-game", "lucky")
    assert ran.code == 1 and "ZeroDivisionError" in ran.out


def test_a_game_that_ships_is_checked_by_name(pitboss: Pitboss) -> None:
    ran = pitboss("check-game", "spin-n-win")
    assert ran.code == 0
    assert "Spin N Win (spin-n-win)\n" in ran.out and "Next: pitboss play spin-n-win" in ran.out
