"""The files of this package, one list and one digest of them; and its cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parent
_BYTECODE = "__pycache__"


def packaged_files(folder: Path = PACKAGE) -> list[Path]:
    """Every file in a folder but compiled bytecode, in a fixed order."""
    return sorted(map(Path, _files_below(str(folder))))


def _files_below(folder: str) -> Iterator[str]:
    # Plain strings: to make a path of every entry takes longer than to read the files. A folder
    # that went away or cannot be read holds none.
    with contextlib.suppress(FileNotFoundError, PermissionError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != _BYTECODE:
                    yield from _files_below(entry.path)
            elif entry.is_file():
                yield entry.path


def hash_files(files: Iterable[Path], folder: Path = PACKAGE) -> dict[str, str]:
    """The SHA-256 of each file, by its name below a folder."""
    found, above = {}, f"{folder.as_posix()}/"
    for path in files:
        # A file that goes away while it is looked at was removed.
        with contextlib.suppress(FileNotFoundError):
            name = path.as_posix().removeprefix(above)
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def digest_hashes(hashes: dict[str, str]) -> str:
    """One SHA-256 over names and hashes of files."""
    lines = (f"{name} {hash_}\n" for name, hash_ in sorted(hashes.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def package_digest(*folders: Path) -> str:
    """One hash of every packaged file, and of every file in folders outside the package."""
    return digest_with(digest_hashes(hash_files(packaged_files())), *folders)


def digest_with(package: str, *folders: Path) -> str:
    """The digest of a package that was hashed already and of folders outside it."""
    outside = (one for one in folders if not one.resolve().is_relative_to(PACKAGE))
    digests = (package, *(digest_hashes(hash_files(packaged_files(one), one)) for one in outside))
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def cache_root() -> Path:
    """The folder for results that may be thrown away: PITBOSS_CACHE_DIR, else the user's."""
    named = os.environ.get("PITBOSS_CACHE_DIR")
    return Path(named) if named else user_cache_path("pitboss", appauthor=False, opinion=False)
