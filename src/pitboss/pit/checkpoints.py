"""Checkpoints: tables as they stood between two rounds, so that a start replays only what followed.

Signed with the house's key and made by one set of files of the software. Believed only where the
whole journal up to it still hashes to what it names; otherwise the journal is replayed from its
first record, as without one. Between rounds nothing of a table is hidden, so nothing here is.
"""

from __future__ import annotations

import hmac
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pitboss.audit.anchor import Signer
from pitboss.audit.chain import first_head, link
from pitboss.games.registry import Registry
from pitboss.pit.replay import (
    UNPLAYABLE,
    Snapshot,
    begin_table,
    read_until,
    rebuild,
    replay_records,
    stream_of,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.reads import PAGE_MAX
from pitboss.store.store import Store
from pitboss.table.setup import TableRules
from pitboss.table.state import TableState, begin_next, open_table

ENDING = ".tables"
UNFIT = Refusal(RefusalCode.TAMPERED, "The checkpoint is not of this journal.")
_MARK = b"pitboss/checkpoints/1\n"
# Known from the journal's first record or the carry, empty between rounds, or set again when a
# round opens; what the last round was is known again once the next one is replayed.
_LEFT_OUT = frozenset(
    (
        *("rules", "carry", "upcoming", "current", "settlement", "last", "correction"),
        *("hashes", "seeds", "missing", "is_revealing", "is_closed", "corrections"),
        *("commitment", "sealed", "link", "counter", "draws", "draws_at_close"),
    )
)
_Kept: Any = msgspec.defstruct(
    "_Kept",
    [
        (one.name, one.type)
        for one in msgspec.structs.fields(TableState)
        if one.name not in _LEFT_OUT
    ],
    frozen=True,
)


class Checkpoint(msgspec.Struct, frozen=True):
    """A table before one of its rounds, and where in its journal that was."""

    table: str
    version: int
    since_ms: int
    head: str
    carry: dict[str, str]
    state: _Kept

    def restore(self, rules: TableRules) -> Snapshot | Refusal:
        """The table as it stood; fields that the next round sets again are left empty."""
        carry = rules.game.read_carry(rules.edition, self.carry)
        if isinstance(carry, Refusal):
            return carry
        kept = msgspec.structs.asdict(self.state)
        upcoming = begin_next(rules, carry)
        state = msgspec.structs.replace(open_table(rules), carry=carry, upcoming=upcoming, **kept)
        return Snapshot(state, self.version, self.since_ms, self.head)


class _Bundle(msgspec.Struct, frozen=True):
    software: str
    tables: tuple[Checkpoint, ...]


def checkpoint_of(now: Snapshot) -> Checkpoint | None:
    """The last rest of a table after which a whole round was played; None when there is none."""
    state = now.state
    ended = state.number - (state.current is not None)
    rests = [one for one in now.rests if one.state.number < ended]
    # A correction that waits is about a round that would not be replayed.
    found = [one for one in rests if one.state.correction is None]
    if not found:
        return None
    rest = found[-1]
    kept = _Kept(**{name: getattr(rest.state, name) for name in _Kept.__struct_fields__})
    carry = state.rules.game.write_carry(rest.state.carry)
    return Checkpoint(state.rules.table, rest.version, rest.since_ms, rest.head, carry, kept)


def rebuild_table(
    store: Store,
    table: str,
    registry: Registry,
    kept: Checkpoint | None,
    *,
    house_key: bytes,
    until: int,
) -> Snapshot | Refusal:
    """A table from its checkpoint, else from its first record, up to a version."""
    if kept is not None and kept.version <= until:
        found = _rebuild_from(kept, store, registry, house_key=house_key, until=until)
        if isinstance(found, Snapshot):
            return found
    return rebuild(store, table, registry, house_key=house_key, until=until)


def _rebuild_from(
    checkpoint: Checkpoint, store: Store, registry: Registry, *, house_key: bytes, until: int
) -> Snapshot | Refusal:
    """A table from a checkpoint and the records after it; refused where they do not fit.

    Every record before it is hashed, so that a changed one is found as by a replay.
    """
    stream = stream_of(checkpoint.table)
    first = store.read(stream, limit=1)
    if isinstance(first, Refusal) or not first:
        return UNFIT
    opened = begin_table(checkpoint.table, first[0], registry)
    if isinstance(opened, Refusal) or _digest(store, stream, checkpoint.version) != checkpoint.head:
        return UNFIT
    try:
        before = checkpoint.restore(opened.state.rules)
    except UNPLAYABLE:
        return UNFIT
    if isinstance(before, Refusal):
        return before
    records = read_until(store.replay(stream, after=checkpoint.version), until)
    return replay_records(before, records, house_key)


def _digest(store: Store, stream: str, version: int) -> str | None:
    """What the records of a stream hash to up to a version; None where a head is not theirs."""
    digest, at = first_head(stream).digest, 0
    while at < version:
        rows = store.raw_journal(stream, after=at, limit=min(PAGE_MAX, version - at))
        if isinstance(rows, Refusal) or not rows:
            return None
        for number, text, written in rows:
            digest, at = link(digest, text.encode()), at + 1
            if (number, written) != (at, digest):
                return None
    return digest


@dataclass(slots=True)
class Checkpoints:
    """The checkpoints of a house in their file."""

    path: Path
    signer: Signer
    software: str
    """A digest of every file that decides what a journal means."""
    tables: dict[str, Checkpoint] = field(default_factory=dict)

    def read(self) -> bool:
        """Read the file; False when it is not to be believed, as one of other software."""
        try:
            mark, signature, body = self.path.read_bytes().split(b"\n", 2)
            if not hmac.compare_digest(self._sign(body), signature) or mark + b"\n" != _MARK:
                return False
            found = msgspec.json.decode(body, type=_Bundle)
        except (OSError, ValueError, msgspec.MsgspecError):
            return False
        if found.software != self.software:
            return False
        self.tables = {one.table: one for one in found.tables}
        return True

    def write(self, tables: Iterable[Snapshot]) -> Refusal | None:
        """Put the file in place of the old one, at once or not at all."""
        found = {
            name: checkpoint_of(one) or self.tables.get(name)
            for one in tables
            if (name := one.state.rules.table)
        }
        self.tables = {name: one for name, one in found.items() if one is not None}
        body = msgspec.json.encode(_Bundle(self.software, tuple(self.tables.values())))
        try:
            # Another process of the house may be writing its own.
            handle, fresh_name = tempfile.mkstemp(prefix=self.path.name, dir=self.path.parent)
            with os.fdopen(handle, "wb") as file:
                file.write(_MARK + self._sign(body) + b"\n" + body)
                file.flush()
                os.fsync(file.fileno())
            Path(fresh_name).replace(self.path)
        except OSError as error:
            return Refusal(RefusalCode.CANNOT_WRITE, f"{self.path} cannot be written: {error}.")
        return None

    def _sign(self, body: bytes) -> bytes:
        # Ed25519 signs the same bytes the same way each time.
        return self.signer.sign(_MARK + body).encode()
