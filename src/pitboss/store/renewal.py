"""Renewal: signed heads begun again where the old ones are lost or no longer fit, on record.

The old lines are set aside, never deleted, and the record says how many there were. Only a house
whose books are sound goes on.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from pitboss.audit.anchor import NO_LINE, line_digest
from pitboss.audit.canonical import Json, fingerprint
from pitboss.private_files import open_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Commit, Committed, Event
from pitboss.store.session import Session
from pitboss.store.signed_heads import stored_lines
from pitboss.store.store import Store

KIND = "heads.renewed"
ACTOR = "house:operator"
TEXT_MAX = 500


class Renewal(msgspec.Struct, frozen=True):
    """The record, and the files in which the old lines now lie."""

    committed: Committed
    set_aside: tuple[Path, ...]


def renew_heads(
    store: Store, path: Path, *, by: str, reason: str, now_ms: int
) -> Renewal | Refusal:
    """Set the old lines aside and write down who did it and why; the next start signs new ones."""
    if not by.strip() or not reason.strip():
        return Refusal(RefusalCode.MISSING_FIELD, "Say who renews the signed heads, and why.")
    findings = store.check_books()
    if isinstance(findings, Refusal):
        return findings
    if not findings.is_sound:
        sentence = f"{findings.faults[0]} Put the last good backup back first."
        return Refusal(RefusalCode.TAMPERED, sentence)
    lines = store.backend.read(stored_lines)
    if isinstance(lines, Refusal):
        return lines
    body: dict[str, Json] = {
        "by": by[:TEXT_MAX],
        "last": line_digest(lines[-1]) if lines else NO_LINE,
        "lines": len(lines),
        "reason": reason[:TEXT_MAX],
    }
    try:
        aside = _set_aside(path, lines, now_ms)
    except OSError as error:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be set aside: {error}.")
    committed = _record(store, body, now_ms)
    if isinstance(committed, Refusal):
        return committed
    emptied = store.backend.rewrite(_empty)
    return emptied if isinstance(emptied, Refusal) else Renewal(committed, aside)


def _empty(session: Session) -> None:
    # Heads files of other machines hold the old lines; they are moved away and start again.
    for table in ("signed_heads", "heads_copies"):
        session.write(f"DELETE FROM {table}", [()])  # noqa: S608


def _set_aside(path: Path, lines: list[bytes], now_ms: int) -> tuple[Path, ...]:
    """Keep the file and the database's lines under names that nothing else has."""
    aside = []
    if path.exists():
        aside.append(path.rename(path.with_name(f"{path.name}.{now_ms}.file")))
    if lines:
        kept = path.with_name(f"{path.name}.{now_ms}.database")
        with os.fdopen(open_private(kept, os.O_WRONLY | os.O_EXCL), "wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        aside.append(kept)
    return tuple(aside)


def _record(store: Store, body: dict[str, Json], now_ms: int) -> Committed | Refusal:
    asked = fingerprint(body)
    if isinstance(asked, Refusal):
        return asked
    commit = Commit(
        stream="house",
        expected=None,
        at_ms=now_ms,
        actor=ACTOR,
        client_id=f"{KIND}.{now_ms}",
        fingerprint=asked,
        events=(Event(KIND, body),),
    )
    return store.append(commit)
