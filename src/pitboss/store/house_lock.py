"""The lock of a house: one server at a time on one SQLite file.

A second server would sign heads of its own and the house could never be opened again. The lock
lies beside the database itself, wherever links to it lie, and belongs to the process: the system
takes it back when the process ends in whatever way. Commands that only read need no lock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
from pathlib import Path

import msgspec

from pitboss.private_files import open_private
from pitboss.refusals import Refusal, RefusalCode

ENDING = ".lock"
SAID_MAX = 500


class HouseLock(msgspec.Struct, frozen=True):
    handle: int

    def release(self) -> None:
        """Let another server open the house; the file stays, so that nobody locks a removed one."""
        os.close(self.handle)


def lock_house(database: str, *, address: str) -> HouseLock | Refusal:
    """Take the lock of a database file, or say who has it."""
    path = Path(os.path.realpath(database) + ENDING)
    try:
        handle = open_private(path, os.O_RDWR)
    except OSError as problem:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be written: {problem.strerror}.")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.pread(handle, SAID_MAX, 0).decode("utf-8", "replace").strip()
        os.close(handle)
        return Refusal(
            RefusalCode.STORE_UNAVAILABLE,
            f"{database} is open in another server ({holder or 'it does not say which'}). Stop"
            " that one first, or name another file by --database.",
        )
    # On a full disk the lock holds all the same; it only does not say whose it is.
    with contextlib.suppress(OSError):
        os.ftruncate(handle, 0)
        said = f"process {os.getpid()} on {socket.gethostname()}, at {address}\n"
        os.pwrite(handle, said.encode(), 0)
    return HouseLock(handle)
