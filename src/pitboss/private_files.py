"""Files that only their owner may read: dealt cards, password hashes, keys and logs lie in them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

OWNER_ONLY = 0o600


def make_private(path: str | Path) -> bool:
    """Create a file for its owner alone, or take others' rights away; whether any were taken.

    The rights are part of the call that creates the file, so there is no moment in which others
    could open it. SQLite gives its -wal and -shm files the rights of the database.
    """
    handle = open_private(path, os.O_RDWR)
    try:
        mode = stat.S_IMODE(os.fstat(handle).st_mode)
        is_loose = bool(mode & ~OWNER_ONLY)
        if is_loose:
            os.fchmod(handle, mode & OWNER_ONLY)
        return is_loose
    finally:
        os.close(handle)


def open_private(path: str | Path, flags: int) -> int:
    """The descriptor of a file that is created for its owner alone where it is not there."""
    return os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
