"""A part of the soak is run until it has passed on these sources: `scripts/soak_part`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tidy.tree import ROOT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "soak_part", tmp_path / "scripts")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "module.py").write_text("old")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)  # noqa: S607
    return tmp_path


def run(clone: Path, status: int) -> tuple[int, str]:
    """Run a part that counts how often it ran and ends with a status."""
    counting = f"echo ran >>runs; echo 3 failed; exit {status}"
    command: list[str | Path] = [clone / "scripts" / "soak_part", "pit", "sh", "-c", counting]
    done = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def count_runs(clone: Path) -> int:
    return len((clone / "runs").read_text().splitlines())


def test_what_passed_is_not_run_again_until_a_source_changes(clone: Path) -> None:
    assert run(clone, 0)[0] == 0
    code, said = run(clone, 0)
    assert (code, count_runs(clone)) == (0, 1)
    assert "pit: passed before" in said
    (clone / "src" / "module.py").write_text("new")
    assert run(clone, 0)[0] == 0
    assert count_runs(clone) == 2


def test_what_failed_is_shown_and_run_again(clone: Path) -> None:
    code, said = run(clone, 3)
    assert code == 3
    assert "3 failed\n== pit: FAILED" in said
    assert (clone / ".cache" / "soak" / "pit.log").read_text() == "3 failed\n"
    assert run(clone, 0)[0] == 0
    assert count_runs(clone) == 2
