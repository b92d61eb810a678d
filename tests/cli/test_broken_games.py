"""A broken game outside the package: every command names it and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli import main


def test_a_broken_game_is_named_and_the_others_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "nameless"
    folder.mkdir()
    (folder / "__init__.py").write_text("GAME = undefined\n", "utf-8")
    monkeypatch.setenv("PITBOSS_GAMES_PATH", str(tmp_path))
    assert main(["games"]) == 0
    printed = capsys.readouterr()
    assert "spin-n-win" in printed.out
    assert f"The game in {folder} is left out: NameError" in printed.err


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_terminal_shows_which_game_is_tried(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_terminal: bool,
) -> None:
    folder = tmp_path / "slow_start"
    folder.mkdir()
    (folder / "__init__.py").write_text("GAME = undefined\n", "utf-8")
    monkeypatch.setenv("PITBOSS_GAMES_PATH", str(tmp_path))
    monkeypatch.setenv("FORCE_COLOR" if is_terminal else "NO_COLOR", "1")
    assert main(["games"]) == 0
    assert ("Checking slow-start before its first use" in capsys.readouterr().err) is is_terminal
