"""Disks that fail: the N-th write or sync, a full disk, a file that is none."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.refusals import Refusal
from pitboss.store.sqlite import SqliteBackend
from pitboss.store.store import Store, open_store
from tests.examples import in_soak
from tests.store.crashes import ROOT, assert_acknowledged, environment, load_command
from tests.store.house import (
    assert_sound,
    command,
    credits_of,
    done,
    issue,
    opened,
    refused,
    seated,
)

STRACE_WANTED = "strace is needed for this test: install Debian's package `strace`."


def run_with_fault(where: Path, fault: str) -> tuple[dict[str, dict[str, object]], int]:
    """Twelve bets and settlements while one system call fails; the answers, and how often."""
    strace = shutil.which("strace")
    assert strace is not None, STRACE_WANTED
    call = fault.partition(":")[0]
    trace = where.with_suffix(".trace")
    # Only the call itself is stopped at, and not every one of the interpreter's.
    inject = ["-f", "--seccomp-bpf", "-qq", "-o", str(trace)]
    inject += ["-e", f"trace={call}", "-e", f"inject={fault}"]
    done = subprocess.run(
        [strace, *inject, *load_command(str(where), "n", "1", "12")],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines, done.stderr.decode()
    return {answer["id"]: answer for answer in lines}, trace.read_text().count("(INJECTED)")


# Where the opening ends and the load begins depends on SQLite's version; the fortieth write of a
# thread is no longer of the opening in any.
EARLY = [
    *(f"pwrite64:error=EIO:when={n}" for n in (1, 6)),
    *(in_soak(f"pwrite64:error=EIO:when={n}") for n in (2, 3, 13)),
]
LATER = [
    *(f"fdatasync:error=EIO:when={n}" for n in (1, 3)),
    *(in_soak(f"fdatasync:error=EIO:when={n}") for n in (2, 5)),
    *(f"pwrite64:error={error}:when={n}" for error, n in (("EIO", 40), ("ENOSPC", 50))),
]
FOR_EVER = ["fdatasync:error=EIO:when=4+", "pwrite64:error=EIO:when=30+"]
ALL = 25
"""Commits of the load: a refill, twelve bets and their settlements."""


@dataclass(frozen=True, slots=True)
class Faulty:
    """What a store under a fault did: commits acknowledged (all are kept), refused, calls failed.

    A fault while the file is opened refuses the opening, and then there is nothing else to count.
    """

    kept: int
    refused: int
    failed: int
    is_open_refused: bool


def run_faulty(tmp_path: Path, fault: str) -> Faulty:
    """Run the load under a fault; all that was acknowledged is kept."""
    where = tmp_path / "house.db"
    opened(str(where)).close()
    said, failed = run_with_fault(where, fault)
    codes = {answer["refused"] for answer in said.values() if "refused" in answer}
    assert codes <= {"store-unavailable", "unknown-account", "unknown-bet", "already-settled"}
    kept = assert_acknowledged(str(where), said)
    if "open" in said:
        assert said == {"open": {"id": "open", "refused": "store-unavailable"}}
    else:
        assert len(said) == ALL
    return Faulty(kept, len(said) - kept, failed, "open" in said)


@pytest.mark.parametrize("fault", LATER)
@pytest.mark.needs("strace")
def test_one_failed_call_is_survived(tmp_path: Path, fault: str) -> None:
    """The batch is tried again on a new connection."""
    found = run_faulty(tmp_path, fault)
    assert found.failed >= 1
    assert (found.kept, found.refused) == (ALL, 0)


@pytest.mark.parametrize("fault", EARLY)
@pytest.mark.needs("strace")
def test_one_failed_call_refuses_the_opening_or_is_survived(tmp_path: Path, fault: str) -> None:
    found = run_faulty(tmp_path, fault)
    assert found.failed >= 1
    assert found.is_open_refused or (found.kept, found.refused) == (ALL, 0)


@pytest.mark.parametrize("fault", FOR_EVER)
@pytest.mark.needs("strace")
def test_a_disk_that_fails_for_ever_loses_nothing_that_was_acknowledged(
    tmp_path: Path, fault: str
) -> None:
    found = run_faulty(tmp_path, fault)
    assert found.kept > 0 and found.refused > 0 and found.failed > 1


@pytest.mark.slow
@pytest.mark.parametrize("call", ["fdatasync", "pwrite64"])
@pytest.mark.needs("strace")
def test_every_nth_call_fails_until_a_clean_pass(tmp_path: Path, call: str) -> None:
    for number in range(1, 2_000):
        folder = tmp_path / f"{call}{number}"
        folder.mkdir()
        found = run_faulty(folder, f"{call}:error=EIO:when={number}")
        if found.failed == 0:
            # The load makes fewer calls than that: every one of them has failed once.
            assert number > 10
            assert found == Faulty(kept=ALL, refused=0, failed=0, is_open_refused=False)
            return
        assert found.is_open_refused or found.kept == ALL, (number, found)
    raise AssertionError("no pass was clean")


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
    assert answer.code.value == "tampered"
    missing = open_store(str(tmp_path / "none" / "house.db"))
    assert isinstance(missing, Refusal)


def test_a_server_that_is_not_there_is_refused_at_the_start() -> None:
    answer = open_store("postgresql://nobody@127.0.0.1:1/none")
    assert isinstance(answer, Refusal)
    assert answer.code.value == "store-unavailable"


def test_a_write_lock_held_too_long_is_refused_and_then_forgotten(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    backend = SqliteBackend(where, busy_timeout_ms=20)
    assert backend.open() is None
    refill = command("i2", issue("alice", 5), stream="house")
    with Store(backend) as store:
        seated(store, "alice", 10)
        blocker = sqlite3.connect(where, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        # Nobody lets go of the lock until the store has given up.
        assert refused(store.append(refill)) == "store-unavailable"
        assert credits_of(store, "alice") == 10
        blocker.execute("ROLLBACK")
        blocker.close()
        done(store.append(refill))
        assert credits_of(store, "alice") == 15
        assert_sound(store)


def test_a_write_lock_that_is_let_go_of_in_time_is_waited_for(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    with opened(where) as store:
        seated(store, "alice", 10)
        blocker = sqlite3.connect(where, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        pending = store.submit(command("i2", issue("alice", 5), stream="house"))
        blocker.execute("ROLLBACK")
        blocker.close()
        done(pending.result())
        assert credits_of(store, "alice") == 15
