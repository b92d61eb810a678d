"""The Makefile: every target is explained, and the gate leaves nothing out."""

from __future__ import annotations

import re
import subprocess

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
    targets = set(re.findall(r"^\.PHONY: ([a-z]+)$", text, re.MULTILINE))
    explained = set(re.findall(r"^  make ([a-z]+) +\S", _make(), re.MULTILINE))
    assert targets == explained
    assert targets >= PROMISED


def test_the_gate_runs_every_check() -> None:
    steps = _make("--dry-run", "test")
    for step in ("ruff check", "ruff format", "mypy", "NUMBA_DISABLE_JIT=1",
                 "NUMBA_BOUNDSCHECK=1", "--cov", "wire_types --check", "scripts/web check",
                 "-m traced", "-m 'not traced and not slow' --ignore=tests/browser",
                 "-m 'not slow' tests/browser"):  # fmt: skip
        assert step in steps, step
    traced = " ".join(f"tests/{name}" for name in RULES)
    assert f"--cov-report=term {traced}\n" in steps


def test_continuous_integration_runs_the_same_gate() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.search(r"^(?:exec )?make test$", script, re.MULTILINE)
