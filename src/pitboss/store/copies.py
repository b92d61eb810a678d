"""Backup, restore and copy: every row from one store to an empty other, heads unchanged.

The copy is checked before it is committed: its books must be sound and its heads must be the
source's.
"""

from __future__ import annotations

from pathlib import Path

from pitboss.audit.chain import Head
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.checks import check_books
from pitboss.store.reads import heads
from pitboss.store.session import Session
from pitboss.store.sqlite import SqliteBackend
from pitboss.store.store import Store, open_store
from pitboss.store.tables import TABLES, insert_into

CHUNK = 2_000


class _Broken(Exception):
    """Ends a copy's transaction without a commit."""


def copy_store(source: Store, target: Store) -> tuple[Head, ...] | Refusal:
    """Copy everything into an empty store in one transaction; the heads both now have."""
    return source.backend.read(lambda session: _fill(session, target))


def _fill(source: Session, target: Store) -> tuple[Head, ...] | Refusal:
    expected = heads(source)

    def work(session: Session) -> tuple[Head, ...]:
        if session.fetch("SELECT 1 FROM streams LIMIT 1"):
            raise _Broken("the target is not empty")
        for table in TABLES:
            _copy_table(source, session, table)
        if heads(session) != expected:
            raise _Broken("the heads of the copy differ")
        findings = check_books(session)
        if not findings.is_sound:
            raise _Broken(findings.faults[0].rstrip("."))
        return expected

    try:
        return target.backend.rewrite(work)
    except _Broken as broken:
        return Refusal(RefusalCode.CANNOT_WRITE, f"Nothing was copied: {broken}.")


def _copy_table(source: Session, target: Session, table: str) -> None:
    rows = source.fetch(f"SELECT {', '.join(TABLES[table])} FROM {table}")  # noqa: S608
    for start in range(0, len(rows), CHUNK):
        target.write(insert_into(table), rows[start : start + CHUNK])


def backup(store: Store, path: Path) -> tuple[Head, ...] | Refusal:
    """Write the whole store into one new SQLite file, whichever database it is in."""
    if path.exists():
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} exists; name a new file for the backup.")
    if isinstance(store.backend, SqliteBackend):
        refusal = store.backend.backup_to(path)
        return refusal or _checked(path)
    copy = open_store(str(path), is_threaded=False)
    if isinstance(copy, Refusal):
        return copy
    with copy:
        return copy_store(store, copy)


def _checked(path: Path) -> tuple[Head, ...] | Refusal:
    copy = open_store(str(path), is_threaded=False)
    if isinstance(copy, Refusal):
        return copy
    with copy:
        findings = copy.check_books()
        if isinstance(findings, Refusal):
            return findings
        if not findings.is_sound:
            return Refusal(RefusalCode.TAMPERED, findings.faults[0])
        return copy.heads()


def restore(path: Path, target: Store) -> tuple[Head, ...] | Refusal:
    """Fill an empty store from a backup file."""
    if not path.is_file():
        return Refusal(RefusalCode.BAD_FILE, f"There is no backup at {path}.")
    source = open_store(str(path), is_threaded=False)
    if isinstance(source, Refusal):
        return source
    with source:
        return copy_store(source, target)
