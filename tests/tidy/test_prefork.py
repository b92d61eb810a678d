"""Forked processes of tests behave as those that `subprocess` starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.deadlines import PATIENCE_S
from tests.prefork import PythonProcess, run_python

BOTH = pytest.mark.parametrize("made", [subprocess.Popen, PythonProcess], ids=["plain", "forked"])
ENDS = [
    ("print('fine')", 0, "fine\n", ""),
    ("import sys; sys.exit(3)", 3, "", ""),
    ("raise SystemExit('words')", 1, "", "words\n"),
    ("import sys; print(sys.argv, __name__)", 0, "['-c', 'one', 'two'] __main__\n", ""),
    ("import atexit; atexit.register(print, 'last')", 0, "last\n", ""),
    ("import threading as t; t.Thread(target=print, args=('side',)).start()", 0, "side\n", ""),
    ("import os; os._exit(7)", 7, "", ""),
    ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL, "", ""),
]


def _started(made: Any, code: str, *words: str, **settings: Any) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    command = (sys.executable, "-c", code, *words)
    process: subprocess.Popen[bytes] = made(
        command, stdin=pipe, stdout=pipe, stderr=pipe, **settings
    )
    return process


@BOTH
@pytest.mark.parametrize(("code", "status", "out", "err"), ENDS)
def test_a_process_ends_as_it_should(made: Any, code: str, status: int, out: str, err: str) -> None:
    with _started(made, code, "one", "two") as process:
        said = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, *(text.decode() for text in said)) == (status, out, err)


@BOTH
def test_it_has_its_own_settings_folder_and_input(made: Any, tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd(), os.environ['GIVEN'], 'HOME' in os.environ, input())"
    environment = {"GIVEN": "this", "PATH": os.environ["PATH"]}
    with _started(made, code, cwd=tmp_path, env=environment) as process:
        out, _ = process.communicate(b"typed\n", timeout=PATIENCE_S)
    assert out.decode().split() == [str(tmp_path), "this", "False", "typed"]


@BOTH
def test_it_is_interrupted_waited_for_and_gone(made: Any) -> None:
    code = "import time; print('ready', flush=True); time.sleep(1000)"
    with _started(made, code) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == process.poll() == -signal.SIGINT
    assert err.endswith(b"KeyboardInterrupt\n")
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


def test_a_fault_is_told_with_its_place() -> None:
    ran = run_python("-c", "1 / 0", timeout=PATIENCE_S)
    assert ran.returncode == 1
    assert "Traceback" in ran.stderr and "ZeroDivisionError" in ran.stderr


def test_a_module_runs_as_the_program() -> None:
    ran = run_python("-m", "tests.prefork", timeout=PATIENCE_S)
    assert ran.returncode == 1 and "sys.argv[1]" in ran.stderr
