"""Disks that fail: the N-th write or sync, a full disk, a file that is none."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.refusals import Refusal
from pitboss.store.front import open_store
from tests.store.crashes import ROOT, assert_acknowledged, environment, load_command
from tests.store.house import assert_sound, command, credits_of, done, issue, opened, seated

STRACE_WANTED = "strace is needed for this test: install Debian's package `strace`."


def run_with_fault(where: Path, fault: str) -> dict[str, dict[str, object]]:
    """Twelve bets and settlements while one system call fails; what was answered."""
    strace = shutil.which("strace")
    assert strace is not None, STRACE_WANTED
    call = fault.partition(":")[0]
    inject = ["-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={fault}"]
    done = subprocess.run(
        [strace, *inject, *load_command(str(where), "n", "1", "12")],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines, done.stderr.decode()
    return {answer["id"]: answer for answer in lines}


FAULTS = [
    *(f"fdatasync:error=EIO:when={n}" for n in (1, 2, 3, 5)),
    *(f"pwrite64:error=EIO:when={n}" for n in (1, 2, 3, 6, 13, 40)),
    "pwrite64:error=ENOSPC:when=20",
    "fdatasync:error=EIO:when=4+",
    "pwrite64:error=EIO:when=30+",
]


def faulty(tmp_path: Path, fault: str) -> tuple[int, int]:
    """How many were acknowledged and how many refused; all acknowledged ones are kept."""
    where = tmp_path / "house.db"
    opened(str(where)).close()
    said = run_with_fault(where, fault)
    codes = {answer["refused"] for answer in said.values() if "refused" in answer}
    assert codes <= {"store-unavailable", "unknown-account", "unknown-bet", "already-settled"}
    kept = assert_acknowledged(str(where), said)
    return kept, len(said) - kept


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failing_disk_loses_nothing_that_was_acknowledged(tmp_path: Path, fault: str) -> None:
    kept, refused = faulty(tmp_path, fault)
    if fault.endswith("+"):
        assert refused > 0
    else:
        # One failure is survived: the batch is tried again on a new connection.
        assert (kept, refused) == (25, 0) or kept == 0


@pytest.mark.slow
@pytest.mark.parametrize("call", ["fdatasync", "pwrite64"])
def test_every_nth_call_fails_until_a_clean_pass(tmp_path: Path, call: str) -> None:
    for number in range(1, 400):
        folder = tmp_path / f"{call}{number}"
        folder.mkdir()
        faulty(folder, f"{call}:error=EIO:when={number}")


FULL_DISK = """
import json, resource, sys
from pitboss.refusals import Refusal
from tests.store.house import command, done, hold, opened, seated
store = opened(sys.argv[1])
seated(store, "alice", 10**6)
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, hard))
said, refused, number = {}, 0, 0
while refused < 3 and number < 3000:
    number += 1
    answer = store.append(command(f"b{number}", hold(f"h{number}", 1)))
    if isinstance(answer, Refusal):
        refused += 1
        assert answer.code.value == "store-unavailable", answer
    else:
        said[f"b{number}"] = {"version": answer.version, "head": answer.head}
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
again = done(store.append(command("again", hold("again", 1))))
said["again"] = {"version": again.version, "head": again.head}
store.close()
print(json.dumps({"refused": refused, "said": said}))
"""


def test_a_full_disk_is_refused_and_space_is_enough_to_go_on(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    child = subprocess.run(
        [sys.executable, "-c", FULL_DISK, where], capture_output=True, cwd=ROOT, env=environment()
    )
    assert child.returncode == 0, child.stderr.decode()
    told = json.loads(child.stdout)
    assert told["refused"] == 3
    assert len(told["said"]) > 20
    assert assert_acknowledged(where, told["said"]) == len(told["said"])
    with opened(where) as store:
        assert credits_of(store, "alice") == 10**6 - len(told["said"])


def test_a_file_that_is_no_database_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are only notes, and long enough not to be an empty database. " * 20)
    answer = open_store(str(path))
    assert isinstance(answer, Refusal)
    assert answer.code.value == "store-unavailable"
    missing = open_store(str(tmp_path / "none" / "house.db"))
    assert isinstance(missing, Refusal)


def test_a_server_that_is_not_there_is_refused_at_the_start() -> None:
    answer = open_store("postgresql://nobody@127.0.0.1:1/none")
    assert isinstance(answer, Refusal)
    assert answer.code.value == "store-unavailable"


def test_a_write_lock_held_too_long_is_refused_and_then_forgotten(tmp_path: Path) -> None:
    import sqlite3

    where = str(tmp_path / "house.db")
    with opened(where) as store:
        seated(store, "alice", 10)
        blocker = sqlite3.connect(where, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        bet = command("i2", issue("alice", 5), stream="house")
        pending = store.submit(bet)
        blocker.execute("ROLLBACK")
        blocker.close()
        done(pending.result())
        assert credits_of(store, "alice") == 15
        assert_sound(store)
