"""The file of signed heads, kept outside the database and added to at a set interval.

Copies of this file that others keep are what makes a cut tail or a rewritten journal visible to
them.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.audit.anchor import NO_LINE, Signer, anchor_line, line_digest
from pitboss.audit.chain import Head
from pitboss.audit.verify import Tampered, ed25519_verdict, read_anchors
from pitboss.private_files import open_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.front import Store

HEADS_PER_LINE_MAX = 1_000
INTERVAL_MS = 60_000


@dataclass(slots=True)
class AnchorFile:
    """An open file of heads: where it ends and what it last said of each stream."""

    path: Path
    signer: Signer
    interval_ms: int
    number: int
    previous: str
    anchored: dict[str, int]
    last_ms: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while a line is written: a stop may come while the minute's line is on its way."""

    def tick(self, store: Store, *, now_ms: int) -> int | Refusal:
        """Anchor when the interval has passed; how many heads were written."""
        if self.last_ms is not None and 0 <= now_ms - self.last_ms < self.interval_ms:
            return 0
        return self.anchor(store, now_ms=now_ms)

    def anchor(self, store: Store, *, now_ms: int) -> int | Refusal:
        """Sign the heads that moved and put them on disk now."""
        with self.lock:
            return self._anchor(store, now_ms=now_ms)

    def _anchor(self, store: Store, *, now_ms: int) -> int | Refusal:
        heads = store.heads()
        if isinstance(heads, Refusal):
            return heads
        for head in heads:
            if self.anchored.get(head.stream, 0) > head.version:
                return Refusal(
                    RefusalCode.TAMPERED,
                    f"{head.stream} ends at {head.version}, before its signed head.",
                )
        moved = [head for head in heads if self.anchored.get(head.stream) != head.version]
        refusal = self._write(moved, now_ms=now_ms)
        if refusal is not None:
            return refusal
        self.last_ms = now_ms
        return len(moved)

    def _write(self, moved: list[Head], *, now_ms: int) -> Refusal | None:
        for start in range(0, len(moved), HEADS_PER_LINE_MAX):
            part = moved[start : start + HEADS_PER_LINE_MAX]
            line = anchor_line(
                part,
                previous=self.previous,
                number=self.number + 1,
                at_ms=now_ms,
                signer=self.signer,
            )
            try:
                _append(self.path, line)
            except OSError as error:
                return Refusal(RefusalCode.CANNOT_WRITE, f"{self.path} cannot be written: {error}.")
            self.number, self.previous = self.number + 1, line_digest(line)
            self.anchored.update((head.stream, head.version) for head in part)
        return None


def open_anchors(
    path: Path, signer: Signer, *, interval_ms: int = INTERVAL_MS
) -> AnchorFile | Refusal:
    """Open a file of heads, or begin one; a last line torn by a crash is cut off."""
    try:
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
    except OSError as error:
        return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be used: {error}.")
    lines = whole.splitlines(keepends=True)
    try:
        anchors = read_anchors(lines, key=signer.public_key(), verdict=ed25519_verdict())
    except Tampered as found:
        return Refusal(RefusalCode.TAMPERED, f"{path}: {found}")
    last: dict[str, int] = {}
    for stream, version in anchors.heads:
        last[stream] = max(version, last.get(stream, 0))
    previous = line_digest(lines[-1]) if lines else NO_LINE
    return AnchorFile(path, signer, interval_ms, len(lines), previous, last)


def _append(path: Path, line: bytes) -> None:
    with os.fdopen(open_private(path, os.O_WRONLY | os.O_APPEND), "ab") as file:
        end = file.tell()
        try:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            # Half a line must not stand before the next one.
            file.truncate(end)
            raise
