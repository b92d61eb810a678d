"""The correction of a settled round, as the desk shows it to whoever asks and whoever signs."""

from __future__ import annotations

from pitboss.refusals import Refusal
from pitboss.server.staff.desk_chips import Names
from pitboss.server.staff.desk_layout import entries_of
from pitboss.server.staff.schemas import CorrectionMove, CorrectionNote, EntryNote
from pitboss.table.corrections import latest_round, settle_again
from pitboss.table.results import call_shown
from pitboss.table.state import TableState


def settled_entries(state: TableState) -> tuple[str | None, tuple[EntryNote, ...]]:
    """The last round and what was entered in it, while it may be corrected."""
    ended = state.last
    if ended is None or ended.is_void:
        return None, ()
    return ended.round_id, entries_of(latest_round(ended), {})


def correction_note(state: TableState, name_of: Names) -> CorrectionNote | None:
    """The correction that waits for a pit boss, with what it would move."""
    asked = state.correction
    if asked is None:
        return None
    again = settle_again(state, asked.draws)
    moves = () if isinstance(again, Refusal) else again.moves
    labels = {str(one.key): one.label for one in state.rules.game.all_spots(state.rules.edition)}
    return CorrectionNote(
        number=asked.number,
        round_id=asked.round_id,
        is_void=not asked.draws,
        changes=tuple(
            f"{' '.join(call_shown(was))} → {' '.join(call_shown(now))}"
            for _, was, now in asked.draws
        ),
        reason=asked.reason,
        who=name_of(asked.by),
        moves=tuple(
            CorrectionMove(seat=seat, label=labels.get(spot, spot), amount=amount)
            for seat, spot, amount in moves
        ),
        gone=() if isinstance(again, Refusal) else again.gone,
    )
