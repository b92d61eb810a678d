"""Files that only their owner may read: dealt cards, password hashes, keys and logs lie in them."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

OWNER_ONLY = 0o600


def open_private(path: str | Path, flags: int) -> int:
    """The descriptor of a file that is created for its owner alone where it is not there.

    The rights are part of the call that creates the file, so there is no moment in which others
    could open it.
    """
    return os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)


def create_private(path: str | Path) -> None:
    """Create an empty file for its owner alone; one that is there stays as it is.

    SQLite takes an empty file for a new database and gives its -wal and -shm the same rights. A
    file that is there is not even opened: closing it again would end SQLite's own locks on it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(open_private(path, os.O_WRONLY | os.O_EXCL))


def tighten(path: Path) -> bool:
    """Take other people's rights to a file away; whether there were any."""
    try:
        found = path.stat().st_mode
    except FileNotFoundError:
        return False
    mode = stat.S_IMODE(found)
    # A device or a pipe is not the house's to close to others.
    if not stat.S_ISREG(found) or not mode & ~OWNER_ONLY:
        return False
    path.chmod(mode & OWNER_ONLY)
    return True
