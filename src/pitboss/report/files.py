"""Files: write a whole file or nothing, and archives with the same bytes every run."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, TypeVar

from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode

# The earliest date that a zip entry can carry: a fixed one keeps the bytes the same.
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o644
T = TypeVar("T")


def write_file(path: Path, content: bytes) -> Refusal | None:
    """Write a file in one step: readers see the old content or the new, never a part of it."""

    def write(stream: IO[bytes]) -> None:
        stream.write(content)

    return stream_file(path, write)


def stream_file(path: Path, write: Callable[[IO[bytes]], T]) -> T | Refusal:
    """The same for content that is written piece by piece; a refusal leaves nothing behind."""
    try:
        if path.is_dir():
            return _file_refusal(path, "it is a folder; name a file inside it")
        if path.exists() and not path.is_file():
            return _file_refusal(path, "it is a device, not a file; choose another name")
        if not path.parent.is_dir():
            return _file_refusal(path, f"there is no folder {str(path.parent)!r}; create it first")
        return _replace(path, write)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return _file_refusal(path, f"{reason[:1].lower()}{reason[1:]}; choose another file")


def _file_refusal(path: Path, reason: str) -> Refusal:
    return Refusal(RefusalCode.CANNOT_WRITE, f"Cannot write {str(path)!r}: {reason}.")


def _replace(path: Path, write: Callable[[IO[bytes]], T]) -> T:
    # A link keeps pointing where it did; the file it points to is the one replaced.
    target = path.resolve()
    mode = target.stat().st_mode & 0o777 if target.exists() else _FILE_MODE
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied")
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            answer = write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        if isinstance(answer, Refusal):
            part.unlink()
            return answer
        part.chmod(mode)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)
    return answer


def _sync_folder(folder: Path) -> None:
    # Some systems cannot open a folder; there the rename itself is all that can be had.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def zip_bytes(entries: Mapping[str, bytes]) -> bytes:
    """An archive of named contents: sorted names, fixed dates and rights, so fixed bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(entries):
            check(_is_plain_name(name), f"{name!r} would leave the folder it is unpacked in")
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.create_system = 3  # Unix, on whatever system this runs
            entry.external_attr = (0o100000 | _FILE_MODE) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, entries[name], compresslevel=9)
    return buffer.getvalue()


def _is_plain_name(name: str) -> bool:
    parts = name.split("/")
    return "\\" not in name and ":" not in name and all(p not in {"", ".", ".."} for p in parts)
