"""The house's keys: made once, kept in a file that only its owner may read.

The first half seals the seeds of rounds, the second signs the journal's heads.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pitboss.pit.sealed import Entropy
from pitboss.refusals import Refusal, RefusalCode

HALF = 32


@dataclass(frozen=True, slots=True)
class HouseKeys:
    """Two secrets of 256 bits."""

    sealing: bytes
    signing: bytes


def fresh_keys(entropy: Entropy) -> HouseKeys:
    """Keys for a house in memory."""
    return HouseKeys(entropy(HALF), entropy(HALF))


def house_keys(path: Path, entropy: Entropy) -> HouseKeys | Refusal:
    """The keys in a file, which is created if missing."""
    try:
        if not path.exists():
            _make(path, entropy(2 * HALF))
        data = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError) as problem:
        return Refusal(RefusalCode.BAD_FILE, f"{path} cannot be used as a key file: {problem}.")
    if len(data) != 2 * HALF:
        return Refusal(RefusalCode.BAD_FILE, f"{path} does not hold the house's two keys.")
    return HouseKeys(data[:HALF], data[HALF:])


def _make(path: Path, data: bytes) -> None:
    """Create the file at once: of two processes that start together, one makes it for both."""
    handle, fresh = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(data.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
    finally:
        Path(fresh).unlink()
