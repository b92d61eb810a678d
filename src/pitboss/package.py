"""The files of this package: one list and one digest of them."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_BYTECODE = "__pycache__"


def packaged_files(folder: Path = PACKAGE) -> list[Path]:
    """Every file in a folder but compiled bytecode, in a fixed order."""
    return sorted(
        path for path in folder.rglob("*") if path.is_file() and _BYTECODE not in path.parts
    )


def hash_files(files: Iterable[Path], folder: Path = PACKAGE) -> dict[str, str]:
    """The SHA-256 of each file, by its name below a folder."""
    found = {}
    for path in files:
        # A file that goes away while it is looked at was removed.
        with contextlib.suppress(FileNotFoundError):
            name = path.relative_to(folder).as_posix()
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def digest_hashes(hashes: dict[str, str]) -> str:
    """One SHA-256 over names and hashes of files."""
    lines = (f"{name} {hash_}\n" for name, hash_ in sorted(hashes.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def package_digest(*folders: Path) -> str:
    """One hash of every packaged file, and of every file in folders outside the package."""
    outside = (one for one in folders if not one.resolve().is_relative_to(PACKAGE))
    digests = (digest_hashes(hash_files(packaged_files(one), one)) for one in (PACKAGE, *outside))
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()
