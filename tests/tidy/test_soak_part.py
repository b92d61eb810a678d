"""A part of the soak is run until it has passed on these sources: `scripts/soak_part`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tidy.tree import ROOT

SCRIPTS = ("scripts/soak_part", "scripts/digest_of_tests")
SOURCES = (
    *("constraints.txt", "pyproject.toml", "Makefile", "src/pitboss/units.py"),
    *("tests/conftest.py", "tests/store/kit.py", "tests/pit/test_pit.py", "tests/cli/test_cli.py"),
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in SCRIPTS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in SOURCES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old = 1\n")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)  # noqa: S607
    return tmp_path


def run(clone: Path, status: int) -> tuple[int, str]:
    """Run a part that counts how often it ran and ends with a status."""
    counting = f"echo ran >>runs; echo 3 failed; exit {status}"
    part: list[str | Path] = [clone / "scripts" / "soak_part", "pit"]
    part += ["sh", "-c", counting, "tests/pit"]
    env = os.environ | {"PYTHON": sys.executable}
    done = subprocess.run(part, cwd=clone, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def count_runs(clone: Path) -> int:
    return len((clone / "runs").read_text().splitlines())


@pytest.mark.parametrize(
    "name", ["src/pitboss/units.py", "tests/pit/test_pit.py", "tests/store/kit.py"]
)
def test_what_passed_is_not_run_again_until_a_source_changes(clone: Path, name: str) -> None:
    (clone / "tests" / "pit" / "test_pit.py").write_text("import tests.store.kit\n")
    assert run(clone, 0)[0] == 0
    (clone / "tests" / "cli" / "test_cli.py").write_text("of_another_part = 1\n")
    code, said = run(clone, 0)
    assert (code, count_runs(clone)) == (0, 1)
    assert "pit: passed before" in said
    with (clone / name).open("a") as source:
        source.write("new = 1\n")
    assert run(clone, 0)[0] == 0
    assert count_runs(clone) == 2


def test_what_failed_is_shown_and_run_again(clone: Path) -> None:
    code, said = run(clone, 3)
    assert code == 3
    assert "3 failed\n== pit: FAILED" in said
    assert (clone / ".cache" / "soak" / "pit.log").read_text() == "3 failed\n"
    assert run(clone, 0)[0] == 0
    assert count_runs(clone) == 2
