"""A machine without a browser or strace proves the rest, and says what it did not prove."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tests import needs
from tests.needs import LOG, needs_of
from tests.store import servers
from tests.tidy.tree import ROOT

FILES = ("tests/browser/test_spoken.py", "tests/store/test_faults.py")
LACKING = {"PATH": "", "CHROMIUM": "", "CI": "", LOG: ""}


def run_without(*words: str, **more: str) -> tuple[int, list[str]]:
    """How a run ends where no program is on the PATH, and its lines."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *words],
        cwd=ROOT,
        env={**os.environ, **LACKING, **more},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout.splitlines()


def test_what_cannot_be_had_is_left_out_and_said_last() -> None:
    words = (*FILES, "-n", "1", "-m", "not slow", "-k", "spoken or failed_call or no_database")
    code, lines = run_without(*words)
    assert code == 0, "\n".join(lines)
    said = [line.partition(" (")[0] for line in lines[-2:]]
    assert said == ["NOT PROVEN HERE: browser", "NOT PROVEN HERE: strace"]
    assert lines[-2].endswith("install chromium-headless-shell")
    assert lines[-3].startswith("1 passed")


ENDS = [("", 0), ("true", 1)]
"""What CI is set to, and how a run ends that had nothing to prove."""


@pytest.mark.slow
@pytest.mark.parametrize(("ci", "code"), ENDS)
def test_a_run_of_nothing_else_passes_here_and_never_in_ci(ci: str, code: int) -> None:
    found, lines = run_without("-n", "0", FILES[0], CI=ci)
    assert found == code, "\n".join(lines)
    assert lines[-1].startswith("NOT PROVEN HERE: browser (")


@pytest.mark.parametrize(("ci", "code"), ENDS)
def test_the_end_of_such_a_run_is_judged(
    ci: str, code: int, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(needs, "NEEDS", (needs.Need("strace", "strace", lambda: None),))
    config: Any = SimpleNamespace(
        option=SimpleNamespace(collectonly=False),
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
    )
    session: Any = SimpleNamespace(config=config, exitstatus=pytest.ExitCode.NO_TESTS_COLLECTED)
    plugin = needs.Needs()
    request.node.add_marker(pytest.mark.needs("strace"))
    left = [request.node]
    plugin.pytest_collection_modifyitems(config, left)
    plugin.pytest_sessionfinish(session)
    assert left == [] and session.exitstatus == code


@pytest.fixture
def database() -> object:
    return servers.start_server


def test_a_fixture_that_starts_postgresql_tells(
    database: object, request: pytest.FixtureRequest
) -> None:
    assert database
    assert needs_of(request.node) == {"postgresql"}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_parameter_tells(kind: str, request: pytest.FixtureRequest) -> None:
    assert needs_of(request.node) == ({"postgresql"} if kind == "postgresql" else set())
