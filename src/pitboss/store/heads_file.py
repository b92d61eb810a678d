"""The copy of the signed heads outside the database: a file that only grows.

Several processes may keep one file: each adds what is missing under a lock.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from pitboss.private_files import open_private
from pitboss.settings import value_of
from pitboss.store.store import POSTGRES_SCHEMES

ENDING = ".heads.jsonl"
TAIL_BYTES = 1 << 20
"""More than the longest line has."""


def heads_file(environment: Mapping[str, str], database: str) -> Path:
    """Where the signed heads of a house lie outside its database."""
    named = value_of("PITBOSS_HEADS_FILE", environment)
    on_server = database.startswith(POSTGRES_SCHEMES)
    beside = value_of("PITBOSS_KEY_FILE", environment) if on_server else database
    return Path(named or beside + ENDING)


def create_file(path: Path) -> None:
    """Make sure that there is a file, also after a power cut: a missing one counts as lost."""
    if path.exists():
        return
    os.close(open_private(path, os.O_WRONLY))
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_lines(path: Path) -> list[bytes] | None:
    """All whole lines, None without a file; what a crash left of a last line is cut off."""
    if not path.exists():
        return None
    with path.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            file.truncate(len(whole))
    return whole.splitlines(keepends=True)


def add_lines(path: Path, newer_than: Callable[[int], Sequence[bytes]]) -> int:
    """Append the lines after the file's last one and sync; how many they were.

    Raises ValueError when the file does not end with a line that has a number.
    """
    with os.fdopen(open_private(path, os.O_RDWR), "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        end, number = _end(file)
        lines = newer_than(number)
        file.truncate(end)
        file.seek(end)
        try:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            # Half a line must not stand before the next one.
            file.truncate(end)
            raise
    return len(lines)


def _end(file: BinaryIO) -> tuple[int, int]:
    """Where the last whole line ends, and its number; 0 for a file without one."""
    size = file.seek(0, os.SEEK_END)
    start = file.seek(max(0, size - TAIL_BYTES))
    tail = file.read()
    end = tail.rfind(b"\n") + 1
    if end == 0:
        return 0, 0
    try:
        number = json.loads(tail[tail.rfind(b"\n", 0, end - 1) + 1 : end])["number"]
    except (LookupError, TypeError) as fault:
        raise ValueError("its last line is not a signed head") from fault
    return start + end, int(number)
