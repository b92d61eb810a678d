"""What the desk and the pit console both say of a table."""

from __future__ import annotations

from typing import Any

from pitboss.pit.desk import Desk


def card_fields(desk: Desk) -> dict[str, Any]:
    """The fields of a `StaffTable`; on the event loop, where the table's memory is kept."""
    state = desk.state
    head = state.rules.edition.head
    return {
        "table": state.rules.table,
        "game": head.game,
        "title": state.rules.game.title,
        "edition_title": head.title,
        "is_by_hand": state.rules.is_by_hand,
        "phase": state.phase.value,
        "paused": state.paused,
        "people": sum(one is not None for one in state.occupants),
        "seats": len(state.occupants),
        "in_action": sum(int(stake.amount) for stake in state.stakes),
        "says": desk.memory.common_of(state).says,
    }
