"""Files of a house: nobody but their owner can read them, at no moment."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.private_files import tighten
from pitboss.server.edge.log_files import LogFile
from tests.server.kit import house_at
from tests.store.crashes import ROOT, environment

# A call that another thread's comes in between of is written in two lines.
CREATED = re.compile(
    r'open(?:at)?\([^"]*"([^"]+)", ([A-Z_|]*O_CREAT[A-Z_|]*), (0\d+)(?:\)| <unfinished)'
)
HOUSE = """
import os, sys
os.umask(0)
from pathlib import Path
from pitboss.server.edge.log_files import LogFile
from pitboss.store.copies import backup
from tests.server.kit import house_at
folder = Path(sys.argv[1])
log = LogFile(folder / "log.jsonl", bytes_max=200, files_max=2)
with house_at(folder / "house.db") as running:
    running.guest("Ana")
    house = running.house
    house.runtime.log.write = log.write
    running.on_loop(lambda: house.signer.sign(is_last=True))
    for _ in range(9):
        house.runtime.log.event("any")
    store = house.tables.pit.store
    assert not hasattr(backup(store, folder / "copy.db"), "code")
    assert store.export_to(folder / "export.jsonl")
log.close()
"""
KEY = "house.db.key"
TABLES = "house.db.heads.jsonl.tables"
EXPECTED = {
    "copy.db",
    "export.jsonl",
    "house.db",
    "house.db.heads.jsonl",
    TABLES,
    KEY,
    "house.db.lock",
    "log.jsonl",
    "log.jsonl.1",
}
BESIDE_DATABASES = {f"house.db{ending}" for ending in ("-wal", "-shm")}


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _final_name(name: str) -> str:
    """The key and the tables are written under other names first, until they are whole."""
    return next((final for final in (KEY, TABLES) if name.startswith(final)), name)


@pytest.mark.needs("strace")
def test_every_file_is_its_owners_from_the_call_that_creates_it(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    assert strace is not None, "strace is needed for this test: install Debian's package `strace`."
    folder, calls = tmp_path / "house", tmp_path / "calls"
    folder.mkdir()
    run = subprocess.run(
        [
            *(strace, "-f", "--seccomp-bpf", "-qq", "-o", str(calls)),
            *("-e", "trace=open,openat,chmod,fchmod,fchmodat"),
            *(sys.executable, "-c", HOUSE, str(folder)),
        ],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
    )
    assert run.returncode == 0, run.stderr.decode()
    text = calls.read_text()
    # The first call creates a file; SQLite names rights of its own when it opens it after that.
    made = {
        _final_name(Path(path).name): int(mode, 8)
        for path, _, mode in reversed(CREATED.findall(text))
        if Path(path).parent == folder
    }
    assert made.keys() >= (EXPECTED - {"log.jsonl.1"}) | BESIDE_DATABASES
    assert set(made.values()) == {0o600}, made
    # The rights come with the call: nothing is made readable first and closed to others later.
    assert not [line for line in text.splitlines() if "chmod" in line and str(folder) in line]
    assert {path.name for path in folder.iterdir()} == EXPECTED
    assert {rights(path) for path in folder.iterdir()} == {0o600}


def test_files_of_an_older_version_are_tightened_with_a_line_in_the_log(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    with house_at(database):
        pass
    loose = [path for path in tmp_path.iterdir() if path.suffix != ".lock"]
    assert len(loose) == 4
    for path in loose:
        path.chmod(0o644)
    with house_at(database) as running:
        assert {rights(path) for path in tmp_path.iterdir()} == {0o600}
        told = [one for one in map(json.loads, running.log) if one["event"] == "file.rights"]
        assert {one["file"] for one in told} == set(map(str, loose))


def test_log_files_of_an_older_version_are_tightened(tmp_path: Path) -> None:
    log, aside = tmp_path / "log.jsonl", tmp_path / "log.jsonl.1"
    for path in (log, aside):
        path.write_text("old\n")
        path.chmod(0o644)
    LogFile(log, bytes_max=1_000, files_max=2).close()
    assert {rights(path) for path in (log, aside)} == {0o600}
    assert log.read_text() == "old\n"


def test_a_pipe_that_takes_the_log_keeps_its_rights(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o622)
    assert not tighten(pipe) and rights(pipe) == 0o622


def test_make_run_keeps_its_folder_to_its_owner(tmp_path: Path) -> None:
    said = subprocess.run(
        [shutil.which("make") or "", "-n", "run", f"HOUSE={tmp_path / 'new'}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    (line,) = [one for one in said.stdout.splitlines() if one.startswith("mkdir")]
    subprocess.run(["/bin/sh", "-c", f"umask 0; {line}"], check=True)
    assert rights(tmp_path / "new") == 0o700
