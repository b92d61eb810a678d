"""Changes of roles in the journal: who gave whom which role, in a stream of their own."""

from __future__ import annotations

import msgspec

from pitboss.pit.pit import Pit
from pitboss.refusals import Refusal
from pitboss.store.records import Committed
from pitboss.store.store import Store

STREAM = "roles"
KIND = "role.set"
OPERATOR = "operator"
"""The person who starts the house."""


class RoleChange(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    """The account that gave the role, or the operator."""
    whose: str
    role: str
    at_ms: int = 0


def record_role(pit: Pit, change: RoleChange) -> Committed | Refusal:
    """Put a role that was given on record."""
    is_operator = change.who == OPERATOR
    return pit.record(
        KIND,
        {"who": change.who, "whose": change.whose, "role": change.role},
        now_ms=pit.clock(),
        actor="house:house" if is_operator else f"supervisor:{change.who}",
        stream=STREAM,
    )


def read_role_changes(store: Store) -> tuple[RoleChange, ...] | Refusal:
    """Every change, in order."""
    found: list[RoleChange] = []
    for record in store.replay(STREAM):
        if isinstance(record, Refusal):
            return record
        found += [
            msgspec.convert({**event.body, "at_ms": record.at_ms}, RoleChange)
            for event in record.events
            if event.kind == KIND
        ]
    return tuple(found)
