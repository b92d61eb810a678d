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
