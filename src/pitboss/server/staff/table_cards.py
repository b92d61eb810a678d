"""What the desk and the pit console both say of a table."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitboss.table.state import TableState
from pitboss.table.view_records import Viewer
from pitboss.table.views import view


def card_fields(state: TableState, today: date) -> dict[str, Any]:
    """The fields of a `StaffTable`."""
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
        "says": view(state, Viewer(), today=today).says,
    }
