"""Backups of a whole house: one archive with its database, keys and signed heads.

Made while the house runs, checked when made and again before anything is restored. The archive
holds secrets: like every file of the house it is its owner's alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.private_files import create_private, open_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.copies import backup, restore
from pitboss.store.house_files import HouseFiles
from pitboss.store.store import Store, open_store

FORMAT = "pitboss-backup 1"
MANIFEST = "manifest.json"
STORE = "store"
OLD = ("people", "designs")
"""Files that backups of earlier versions have; the next start takes them into the database."""
_BLOCK = 1 << 20


def make_backup(store: Store, files: HouseFiles, out: Path, *, version: str) -> int | Refusal:
    """Write a new archive of a house that may be running; how many records it holds."""
    if out.exists():
        return Refusal(RefusalCode.CANNOT_WRITE, f"{out} exists; a backup makes a new file.")
    part = out.with_name(f"{out.name}.part")
    try:
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup-") as folder:
            copied = _copy_all(store, files, Path(folder))
            if isinstance(copied, Refusal):
                return copied
            _pack(Path(folder), part, version=version)
        part.replace(out)
    except (OSError, sqlite3.Error) as problem:
        part.unlink(missing_ok=True)
        why = getattr(problem, "strerror", None) or problem
        return Refusal(RefusalCode.CANNOT_WRITE, f"{out} cannot be written: {why}.")
    return copied


def _copy_all(store: Store, files: HouseFiles, folder: Path) -> int | Refusal:
    """Everything into a folder; heads first, so that the store is newer than they are."""
    for name, path in files.beside().items():
        if path.exists():
            create_private(folder / name)
            shutil.copyfile(path, folder / name)
    heads = backup(store, folder / STORE)
    if isinstance(heads, Refusal):
        return heads
    for extra in folder.glob(f"{STORE}-*"):
        extra.unlink()
    return sum(head.version for head in heads)


def _pack(folder: Path, out: Path, *, version: str) -> None:
    members = sorted(path for path in folder.iterdir() if path.is_file())
    manifest = {
        "format": FORMAT,
        "version": version,
        "files": {path.name: _digest(path) for path in members},
    }
    handle = open_private(out, os.O_WRONLY | os.O_TRUNC)
    with os.fdopen(handle, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
            for path in members:
                archive.write(path, path.name)
        file.flush()
        os.fsync(file.fileno())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def restore_backup(path: Path, files: HouseFiles) -> int | Refusal:
    """Put a backup where no house is; how many records it holds. A refusal changes nothing."""
    places = {**files.beside(), **files.old}
    taken = [one for one in places.values() if one.exists()]
    if files.is_file and Path(files.database).exists():
        taken.insert(0, Path(files.database))
    if taken:
        sentence = f"{taken[0]} exists; restore where no house is, or move that one away first."
        return Refusal(RefusalCode.CANNOT_WRITE, sentence)
    beside = Path(files.database).parent if files.is_file else Path(files.key).parent
    try:
        with tempfile.TemporaryDirectory(dir=beside, prefix=".restore-") as folder:
            bad = _unpack(path, Path(folder))
            return bad or _place(Path(folder), files)
    except OSError as problem:
        return Refusal(RefusalCode.CANNOT_WRITE, f"Cannot restore: {problem.strerror}.")


def _unpack(path: Path, folder: Path) -> Refusal | None:
    """Every file of the archive, checked against its manifest."""
    if not path.is_file():
        return Refusal(RefusalCode.BAD_FILE, f"There is no backup at {path}.")
    try:
        with zipfile.ZipFile(path) as archive:
            manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
            if manifest.get("format") != FORMAT:
                raise ValueError("its format is not one that this version reads")
            for name, digest in dict(manifest["files"]).items():
                if name not in (STORE, "key", "heads", *OLD):
                    raise ValueError(f"it holds an unknown file {name}")
                create_private(folder / name)
                with archive.open(name) as packed, (folder / name).open("wb") as file:
                    shutil.copyfileobj(packed, file, _BLOCK)
                if _digest(folder / name) != digest:
                    raise ValueError(f"{name} was changed")
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError) as problem:
        why = "it is cut off or no archive" if _is_cut(problem) else str(problem)
        return Refusal(RefusalCode.BAD_FILE, f"{path} is not a whole backup of a house: {why}.")
    if not (folder / STORE).is_file():
        return Refusal(RefusalCode.BAD_FILE, f"{path} holds no store.")
    return None


def _is_cut(problem: Exception) -> bool:
    return isinstance(problem, zipfile.BadZipFile | zlib.error | EOFError | KeyError)


def _place(folder: Path, files: HouseFiles) -> int | Refusal:
    """Files first and the database last: until it is there, no house can open on them."""
    with _moved(folder, files) as keep:
        target = open_store(files.database, is_threaded=False)
        if isinstance(target, Refusal):
            return target
        with target:
            heads = restore(folder / STORE, target)
        if isinstance(heads, Refusal):
            return heads
        keep()
        return sum(head.version for head in heads)


@contextlib.contextmanager
def _moved(folder: Path, files: HouseFiles) -> Iterator[Any]:
    """The files beside the database at their places; taken away again unless they are kept."""
    with contextlib.ExitStack() as undo:
        if files.is_file:
            for ending in ("", "-wal", "-shm"):
                undo.callback(Path(files.database + ending).unlink, missing_ok=True)
        for name, path in {**files.beside(), **files.old}.items():
            if (folder / name).is_file():
                undo.callback(path.unlink, missing_ok=True)
                create_private(path)
                shutil.copyfile(folder / name, path)
        yield undo.pop_all
