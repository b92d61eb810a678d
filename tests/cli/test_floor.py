"""`pitboss floor simulate`: a house is there once it is whole, and not before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.conftest import Pitboss
from tests.deadlines import PATIENCE_S, wait_until
from tests.prefork import PythonProcess

COMMAND = [sys.executable, "-c", "import sys; from pitboss.cli import main; sys.exit(main())"]
SIMULATE = ("floor", "simulate", "--day", "2026-03-01", "--database")


@pytest.mark.untraced
def test_a_simulation_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    started = PythonProcess(
        [*COMMAND, *SIMULATE, str(tmp_path / "trial.db"), "--days", "366"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
    )
    wait_until((tmp_path / "trial.db.partial-wal").exists)
    started.send_signal(signal.SIGTERM)
    out, err = started.communicate(timeout=PATIENCE_S)
    assert (started.returncode, out, err) == (130, b"", b"pitboss: Stopped.\n")
    assert not [*tmp_path.iterdir()]


def test_what_a_killed_one_left_is_not_taken_for_a_house(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "trial.db"
    (tmp_path / "trial.db.partial").write_bytes(b"half a house")
    ran = pitboss(*SIMULATE, str(path), "--days", "1", "--hours", "1", "--tables", "1")
    assert ran.code == 0 and " on 1 table in 1 day. " in ran.err
    assert [*tmp_path.iterdir()] == [path]
    ran = pitboss(*SIMULATE, str(path))
    assert ran.code == 2 and "exists; name a new file" in ran.err


@pytest.mark.parametrize(("hour", "is_played"), [(10, False), (11, True)])
def test_a_day_before_its_tables_open_is_refused(
    pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hour: int, is_played: bool
) -> None:
    now_s = 86_400 * 20_000 + 3_600 * hour
    monkeypatch.setattr("pitboss.cli.floor.time", SimpleNamespace(time=lambda: now_s))
    path = tmp_path / "trial.db"
    ran = pitboss("floor", "simulate", "--database", str(path), "--days", "1", "--tables", "1")
    assert ran.code == (0 if is_played else 2)
    assert ("No table has opened yet" in ran.err) is not is_played
    assert path.exists() is is_played
