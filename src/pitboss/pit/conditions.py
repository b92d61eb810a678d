"""The conditions of approvals in the journal: each signature is a record of its own stream."""

from __future__ import annotations

from pitboss.audit.canonical import Json
from pitboss.games.conditions import ConditionMark, mark_refusal
from pitboss.games.profiles import load_profile
from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal
from pitboss.store.records import Committed, Event
from pitboss.store.store import Store

STREAM = "conditions"
KIND = "condition.marked"
MET, OPEN = "met", "open"


def sign_condition(pit: Pit, mark: ConditionMark, *, actor: str) -> Committed | Refusal:
    """Put on record that a condition is met, or open again."""
    profile = load_profile(mark.profile)
    refusal = profile if isinstance(profile, Refusal) else mark_refusal(profile, mark)
    if refusal is not None:
        return refusal
    body: dict[str, Json] = {
        "profile": mark.profile,
        "condition": mark.condition,
        "state": MET if mark.is_met else OPEN,
        "note": mark.note,
        "name": mark.name,
    }
    return pit.record(KIND, body, now_ms=pit.clock(), actor=actor, stream=STREAM)


def read_marks(store: Store) -> tuple[ConditionMark, ...] | Refusal:
    """Everything that was signed, in order."""
    found: list[ConditionMark] = []
    after = 0
    while True:
        records = store.read(STREAM, after=after)
        if isinstance(records, Refusal):
            return records
        for record in records:
            found += [_read(event, record.at_ms) for event in record.events if event.kind == KIND]
        if not records:
            return tuple(found)
        after = records[-1].version


def _read(event: Event, at_ms: int) -> ConditionMark:
    body = event.body
    return ConditionMark(
        profile=str(body["profile"]),
        condition=str(body["condition"]),
        is_met=body["state"] == MET,
        note=str(body["note"]),
        name=str(body["name"]),
        at_ms=at_ms,
    )
