"""Running the command line in this process and reading what it said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pitboss.cli import main


@dataclass(frozen=True)
class Ran:
    """What one command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Pitboss = Callable[..., Ran]


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Pitboss:
    monkeypatch.setenv("COLUMNS", "200")

    def run(*words: str) -> Ran:
        code = main(words)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
