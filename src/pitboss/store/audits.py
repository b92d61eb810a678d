"""The verifier run on an open store instead of an export.

It is the outsider's own verifier, fed from the journal, so both always say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.audit.chain import export_line
from pitboss.audit.verify import Tampered, ed25519_verdict, read_anchors, report, verify_lines
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.front import Store


def verify_store(
    store: Store, *, heads: Path | None = None, key: str | None = None
) -> list[str] | Refusal:
    """What was checked, in sentences; or TAMPERED, with where."""
    try:
        anchors = None
        if heads is not None:
            with heads.open("rb") as lines:
                anchors = read_anchors(lines, key=key, verdict=ed25519_verdict())
        chain = verify_lines(_lines(store), anchors.heads if anchors is not None else None)
    except Tampered as found:
        return Refusal(RefusalCode.TAMPERED, str(found))
    except OSError as error:
        return Refusal(RefusalCode.BAD_FILE, f"{heads} cannot be read: {error.strerror}.")
    except _Unreadable as unreadable:
        return unreadable.refusal
    return report(chain, anchors, key=key)


class _Unreadable(Exception):
    """Carries a refusal out of the generator."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def _lines(store: Store) -> Iterator[bytes]:
    ends = store.heads()
    if isinstance(ends, Refusal):
        raise _Unreadable(ends)
    for end in ends:
        for record in store.replay(end.stream):
            if isinstance(record, Refusal):
                raise _Unreadable(record)
            yield export_line(record.head, record.canonical)
