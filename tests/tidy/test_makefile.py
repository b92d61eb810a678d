"""The Makefile: every target is explained, and the gate leaves nothing out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.exact.compiled import kernel_sources
from tests.conftest import RULES
from tests.tidy.tree import ROOT

PROMISED = {"help", "run", "test", "lint", "types", "soak", "bench", "clean"}


def _make(*arguments: str) -> str:
    done = subprocess.run(
        ["make", "--no-print-directory", *arguments],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_help_explains_every_target() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^\.PHONY: ([a-z-]+)$", text, re.MULTILINE))
    explained = set(re.findall(r"^  make ([a-z-]+) +\S", _make(), re.MULTILINE))
    assert targets == explained
    assert targets >= PROMISED


def test_the_gate_runs_every_check() -> None:
    steps = _make("--dry-run", "test")
    for step in ("ruff check", "ruff format", "mypy", "NUMBA_DISABLE_JIT=1",
                 "NUMBA_BOUNDSCHECK=1", "--cov", "wire_types --check", "scripts/web check",
                 "-m traced", "-m 'not slow' tests/browser"):  # fmt: skip
        assert step in steps, step
    traced = " ".join(f"tests/{name}" for name in RULES)
    assert f"--cov-report=term {traced}\n" in steps


def _files_of(parts: list[str]) -> list[Path]:
    """The test files in the folders and files that a make target names."""
    places = [ROOT / place for part in parts for place in part.split() if place.startswith("tests")]
    files = [place for place in places if place.is_file()]
    return files + [file for place in places if place.is_dir() for file in place.rglob("test_*.py")]


def test_every_file_of_tests_is_in_one_part_of_the_gate() -> None:
    steps = _make("--dry-run", "test")
    parts = re.findall(r"-m 'not traced and not slow' (.*)$", steps, re.MULTILINE)
    found = set(ROOT.glob("tests/*/**/test_*.py")) - set(ROOT.glob("tests/browser/**/*"))
    assert sorted(_files_of(parts)) == sorted(found)


def test_the_soak_runs_whatever_the_gate_leaves_out_or_makes_small() -> None:
    """By the markers themselves: a case may be given its marker far from its file."""
    steps = _make("--dry-run", "soak")
    parts = re.findall(r"profile=soak -m 'slow or hypothesis' (.*)$", steps, re.MULTILINE)
    assert sorted(_files_of(parts)) == sorted(ROOT.glob("tests/*/**/test_*.py"))
    for script in ("live_soak", "soak_store", "load", "load_kills"):
        assert f"scripts/{script}.py" in steps


def test_the_soak_checks_the_bounds_of_every_kernel() -> None:
    (step,) = [line for line in _make("--dry-run", "soak").splitlines() if "BOUNDSCHECK" in line]
    assert "NUMBA_BOUNDSCHECK=1" in step and step.rstrip(" \\").endswith("-m bounds")


def test_continuous_integration_runs_the_same_gate() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.search(r"^(?:exec )?make test$", script, re.MULTILINE)


def _inputs_of(marker: str) -> set[str]:
    """What the stamp of a pass over the kernels covers."""
    pattern = re.compile(rf"^[^#]*mark\.{marker}\b", re.MULTILINE)
    tests = [path for path in ROOT.glob("tests/**/test_*.py") if pattern.search(path.read_text())]
    command = [sys.executable, "scripts/digest_of_tests", "--files", *map(str, tests)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("marker", ["nojit", "bounds"])
def test_a_stamp_covers_every_kernel_it_speaks_of_and_the_rules_beside_them(marker: str) -> None:
    covered = _inputs_of(marker)
    decorated = re.compile(r"^@kernel\(", re.MULTILINE)
    compiled = [path for path in kernel_sources() if decorated.search(path.read_text())]
    kernels = {path.relative_to(ROOT).as_posix() for path in compiled}
    assert len(kernels) > 10
    assert kernels - covered == set()
    games = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("src/pitboss/games/**/*.py")}
    assert games - covered == set()
    assert {"constraints.txt", "Makefile", "tests/conftest.py"} <= covered
    assert "src/pitboss/games/flip_it/editions/call10-pay1.toml" in covered
