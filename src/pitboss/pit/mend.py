"""Mending: a table whose journal cannot be replayed is closed for good, on record.

One commit gives every stake that the ledger still holds there back to the player it was held from
and says who mended the table, why, and what was wrong. The journal keeps everything that was
written; a table that was mended is not served again.
"""

from __future__ import annotations

import msgspec

from pitboss.audit.canonical import Json, fingerprint
from pitboss.invariants import BrokenInvariant
from pitboss.ledger.accounts import HoldId
from pitboss.ledger.transfers import Reason, Void
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Commit, Committed, Event, Tip
from pitboss.store.store import Store

KIND = "table.mended"
ACTOR = "house:operator"
TEXT_MAX = 500


class Mend(msgspec.Struct, frozen=True, kw_only=True):
    by: str
    reason: str
    broken_at: int
    """The first record that cannot be played; the next one where only the stakes differ."""
    fault: str


def mend_of(store: Store, stream: str) -> Mend | Refusal | None:
    """How a stream's table was mended; None when it was not."""
    head = store.head(stream)
    if isinstance(head, Refusal):
        return head
    records = store.read(stream, after=max(0, head.version - 1), limit=1)
    if isinstance(records, Refusal):
        return records if records.code is RefusalCode.STORE_UNAVAILABLE else None
    events = records[0].events if records else ()
    if len(events) != 1 or events[0].kind != KIND:
        return None
    try:
        return msgspec.convert(events[0].body, Mend, strict=True)
    except msgspec.ValidationError:
        return None


def mend(
    store: Store, table: str, wish: Mend, *, now_ms: int
) -> tuple[Committed, tuple[str, ...]] | Refusal:
    """Close a broken table and give its stakes back; the commit and the bets that were voided."""
    if not wish.by.strip() or not wish.reason.strip():
        return Refusal(RefusalCode.MISSING_FIELD, "Say who mends the table, and why.")
    body: dict[str, Json] = {
        "broken_at": wish.broken_at,
        "by": wish.by[:TEXT_MAX],
        "fault": wish.fault[:TEXT_MAX],
        "reason": wish.reason[:TEXT_MAX],
    }
    asked = fingerprint(body)
    held = store.held_at(stream_of(table), table)
    if isinstance(asked, Refusal):
        return asked
    if isinstance(held, Refusal):
        return held
    end, bets = held
    commit = Commit(
        stream=end.stream,
        expected=Tip(end.digest),
        at_ms=now_ms,
        actor=ACTOR,
        client_id=f"{table}.mend",
        fingerprint=asked,
        events=(Event(KIND, body),),
        transfers=tuple(
            Void(hold_id=HoldId(bet.hold_id), reason=Reason.SOFTWARE_FAULT) for bet in bets
        ),
    )
    try:
        answer = store.append(commit)
    except BrokenInvariant as defect:
        sentence = f"The ledger itself does not add up ({defect}); restore a backup instead."
        return Refusal(RefusalCode.TAMPERED, sentence)
    if isinstance(answer, Refusal):
        return answer
    return answer, tuple(bet.hold_id for bet in bets)
