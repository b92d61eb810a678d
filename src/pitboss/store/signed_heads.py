"""Signed heads: how far every stream goes and a digest of the ledger, signed at a set interval.

Each line stands in the database, where a number is taken once, so that processes cannot sign
different lines after the same one; and in a file outside it, which makes a database that was cut
back visible. Copies of that file that others keep make it visible to them.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.audit.anchor import NO_LINE, Signer, anchor_line, line_digest
from pitboss.audit.chain import Head
from pitboss.audit.verify import Tampered, ed25519_verdict, read_anchors
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store import reads
from pitboss.store.heads_file import add_lines, create_file, read_lines
from pitboss.store.ledger_state import read_ledger
from pitboss.store.session import Session
from pitboss.store.store import Store

HEADS_PER_LINE_MAX = 1_000
INTERVAL_MS = 60_000
RENEW = "`pitboss audit renew` begins new signed heads, on record"


@dataclass(slots=True)
class SignedHeads:
    """The lines signed so far: where they end and what they say of each stream."""

    store: Store
    path: Path
    signer: Signer
    interval_ms: int = INTERVAL_MS
    number: int = 0
    previous: str = NO_LINE
    heads: dict[str, Head] = field(default_factory=dict)
    """The last signed head of each stream."""
    ledger: str | None = None
    """The digest of the ledger at the last line; lines of older versions have none."""
    copied: int = 0
    """How many lines the file has."""
    is_stored: bool = True
    """Whether the lines are in the database; an older version kept them in the file alone."""
    last_ms: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while a line is written: a stop may come while the minute's line is on its way."""

    def tick(self, *, now_ms: int) -> int | Refusal:
        """Sign when the interval has passed; how many heads were signed."""
        if self._is_early(now_ms):
            return 0
        return self.sign(now_ms=now_ms)

    def _is_early(self, now_ms: int) -> bool:
        return self.last_ms is not None and 0 <= now_ms - self.last_ms < self.interval_ms

    def sign(self, *, now_ms: int) -> int | Refusal:
        """Sign the heads that moved and put them on disk now."""
        with self.lock:
            return self._sign(now_ms)

    def _sign(self, now_ms: int) -> int | Refusal:
        seen = self.store.backend.read(self._look)
        if isinstance(seen, Refusal):
            return seen
        moved, ledger = seen
        lines = self._lines(moved, ledger, now_ms)
        try:
            create_file(self.path)
        except OSError as error:
            return Refusal(RefusalCode.CANNOT_WRITE, f"{self.path} cannot be written: {error}.")
        added = self._add(lines) if lines else False
        if isinstance(added, Refusal):
            return added
        self.last_ms = now_ms
        return self.copy() or (len(moved) if added else 0)

    def _add(self, lines: list[bytes]) -> bool | Refusal:
        after = self.number
        added = self.store.backend.rewrite(lambda session: _insert(session, after, lines))
        if added is True:
            self._follow(lines)
        return added

    def _look(self, session: Session) -> tuple[list[Head], str] | Refusal:
        """What moved since the last line, of whichever process, and the ledger: one snapshot."""
        lines = [line for _, line in _rows(session, max(0, self.number - 1))]
        if self.number and (not lines or line_digest(lines.pop(0)) != self.previous):
            sentence = "The signed heads of this house were taken out of the database."
            return Refusal(RefusalCode.TAMPERED, sentence)
        refusal = self._extend(lines)
        if refusal is not None:
            return refusal
        ends = {head.stream: head for head in reads.heads(session)}
        fault = cut_fault(self.heads, ends)
        if fault is not None:
            return Refusal(RefusalCode.TAMPERED, fault)
        moved = [head for head in ends.values() if self.heads.get(head.stream) != head]
        return moved, read_ledger(session).digest() if moved else ""

    def _lines(self, moved: list[Head], ledger: str, now_ms: int) -> list[bytes]:
        lines: list[bytes] = []
        previous = self.previous
        for start in range(0, len(moved), HEADS_PER_LINE_MAX):
            is_last = start + HEADS_PER_LINE_MAX >= len(moved)
            line = anchor_line(
                moved[start : start + HEADS_PER_LINE_MAX],
                previous=previous,
                number=self.number + len(lines) + 1,
                at_ms=now_ms,
                signer=self.signer,
                ledger=ledger if is_last else None,
            )
            previous = line_digest(line)
            lines.append(line)
        return lines

    def _extend(self, lines: Sequence[bytes]) -> Refusal | None:
        """Take in lines that another process signed after the last one known."""
        try:
            read_anchors(
                lines,
                key=self.signer.public_key(),
                verdict=ed25519_verdict(),
                after=(self.number, self.previous),
            )
        except Tampered as found:
            return Refusal(RefusalCode.TAMPERED, f"In the database: {found}")
        self._follow(lines)
        return None

    def _follow(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            body = json.loads(line)
            for stream, version, digest in body["heads"]:
                self.heads[stream] = Head(stream, version, digest)
            self.ledger = body.get("ledger")
        if lines:
            self.number, self.previous = self.number + len(lines), line_digest(lines[-1])

    def copy(self) -> Refusal | None:
        """Bring the file up to the database."""
        if self.copied == self.number:
            return None
        lines = self.store.backend.read(lambda session: _rows(session, self.copied))
        if isinstance(lines, Refusal):
            return lines
        try:
            add_lines(self.path, lambda after: [line for number, line in lines if number > after])
        except (OSError, ValueError) as error:
            return Refusal(RefusalCode.CANNOT_WRITE, f"{self.path} cannot be written: {error}.")
        self.copied = self.number
        return None

    @property
    def versions(self) -> dict[str, int]:
        """How far each stream is signed."""
        return {stream: head.version for stream, head in self.heads.items()}


def cut_fault(signed: dict[str, Head], ends: dict[str, Head]) -> str | None:
    """The first stream that ends before its signed head, or with another record there."""
    for stream, head in sorted(signed.items()):
        end = ends.get(stream)
        version = 0 if end is None else end.version
        if version < head.version:
            return (
                f"{stream} ends at record {version}, but record {head.version} was signed:"
                " its end was cut off."
            )
        if version == head.version and end != head:
            return f"Record {version} of {stream} is not the one that was signed."
    return None


def open_signed_heads(
    store: Store, path: Path, signer: Signer, *, interval_ms: int = INTERVAL_MS, place: str = ""
) -> SignedHeads | Refusal:
    """The signed heads of a house, from the file and the database, which must agree.

    `place` names the machine and its file where a house has several: one that is new begins with
    the lines of the database.
    """
    is_new = place != "" and _is_new(store, place)
    if isinstance(is_new, Refusal):
        return is_new
    found = _read_both(store, path, is_new=is_new)
    if isinstance(found, Refusal):
        return found
    lines, newer, is_stored = found
    every = [*lines, *newer]
    try:
        _check_lines(every, signer)
    except Tampered as found:
        sentence = f"{path}: {found} Put the right file back; if it is lost, {RENEW}."
        return Refusal(RefusalCode.TAMPERED, sentence)
    heads = SignedHeads(store, path, signer, interval_ms, copied=len(lines), is_stored=is_stored)
    heads._follow(every)
    return heads


def _is_new(store: Store, place: str) -> bool | Refusal:
    """Whether a machine never had a file of the heads."""
    query = "SELECT 1 FROM heads_copies WHERE place = ?"
    return store.backend.read(lambda session: not session.fetch(query, (place,)))


def note_place(store: Store, path: Path, place: str) -> Refusal | None:
    """Remember that a machine has a file: from now on a missing one is a lost one."""
    try:
        create_file(path)
    except OSError as error:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be written: {error}.")
    query = "INSERT INTO heads_copies (place) VALUES (?) ON CONFLICT DO NOTHING"
    done = store.backend.rewrite(lambda session: session.write(query, [(place,)]))
    return done if isinstance(done, Refusal) else None


def _read_both(
    store: Store, path: Path, *, is_new: bool = False, is_first: bool = True
) -> tuple[list[bytes], list[bytes], bool] | Refusal:
    """The file's lines, the newer ones of the database, and whether that has any it needs."""
    try:
        # The file first: lines are put there after the database, so it never has more.
        lines = read_lines(path)
    except OSError as error:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be used: {error}.")
    stored = store.backend.read(lambda session: _last_and_newer(session, len(lines or ())))
    if isinstance(stored, Refusal):
        return stored
    count, same, newer = stored
    fault = _file_fault(path, lines, count=count, same=same)
    if fault is None or (lines is None and is_new):
        return lines or [], newer, count > 0 or not lines
    if lines is None and is_first:
        # Another process may have made the file, and signed, since we looked for it.
        return _read_both(store, path, is_new=is_new, is_first=False)
    return Refusal(RefusalCode.TAMPERED, fault)


def _check_lines(lines: Sequence[bytes], signer: Signer) -> None:
    """Each line names the one before it, so the last signature stands for all of them."""
    key = signer.public_key()
    read_anchors(lines, key=key)
    if lines:
        before = line_digest(lines[-2]) if len(lines) > 1 else NO_LINE
        after = (len(lines) - 1, before)
        read_anchors(lines[-1:], key=key, verdict=ed25519_verdict(), after=after)


def _file_fault(
    path: Path, lines: list[bytes] | None, *, count: int, same: bytes | None
) -> str | None:
    """What is wrong between the file and the database, of which `same` is the line to compare."""
    if lines is None and count > 0:
        return (
            f"{path} is missing, but the database has {count} lines of signed heads."
            f" Put the file back; if it is lost, {RENEW}."
        )
    if count == 0 or not lines:
        # A house that was never signed, one of a version that kept its heads in the file alone,
        # or one that ended before its first line came to the file.
        return None
    if same != lines[min(count, len(lines)) - 1]:
        return (
            f"{path} and the signed heads in the database are not of the same house."
            f" Put the right file back; if it is lost, {RENEW}."
        )
    if count < len(lines):
        return (
            f"The database has {count} lines of signed heads and {path} has {len(lines)}: the"
            " database was cut back or is an old copy. Put the newest one back; if there is none,"
            f" {RENEW}."
        )
    return None


def _last_and_newer(session: Session, count: int) -> tuple[int, bytes | None, list[bytes]]:
    """How many lines the database has, the one to compare with the file's, and those after it."""
    highest = session.fetch("SELECT COALESCE(MAX(number), 0) FROM signed_heads")[0][0]
    number = min(highest, count)
    same = session.fetch("SELECT line FROM signed_heads WHERE number = ?", (number,))
    newer = [line for _, line in _rows(session, count)]
    return highest, same[0][0].encode() + b"\n" if same else None, newer


def stored_lines(session: Session) -> list[bytes]:
    return [line for _, line in _rows(session, 0)]


def _rows(session: Session, after: int) -> list[tuple[int, bytes]]:
    rows = session.fetch(
        "SELECT number, line FROM signed_heads WHERE number > ? ORDER BY number", (after,)
    )
    return [(number, line.encode() + b"\n") for number, line in rows]


def _insert(session: Session, after: int, lines: Sequence[bytes]) -> bool:
    """Append lines; False when another process has signed meanwhile."""
    add = "INSERT INTO signed_heads (number, line) VALUES (?, ?) ON CONFLICT DO NOTHING"
    rows = [(after + at, line.decode().rstrip("\n")) for at, line in enumerate(lines, 1)]
    # Whoever has the first number has them all: others wait for it or find it taken.
    if session.write(add, rows[:1]) == 0:
        return False
    if rows[1:]:
        session.write(add, rows[1:])
    return True


def import_lines(heads: SignedHeads) -> Refusal | None:
    """Put the lines of a file into a database that has none yet."""
    if heads.is_stored:
        return None
    try:
        lines = read_lines(heads.path) or []
    except OSError as error:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{heads.path} cannot be used: {error}.")

    def work(session: Session) -> bool:
        has_some = session.fetch("SELECT 1 FROM signed_heads LIMIT 1")
        return not has_some and _insert(session, 0, lines)

    done = heads.store.backend.rewrite(work)
    heads.is_stored = not isinstance(done, Refusal)
    return done if isinstance(done, Refusal) else None
