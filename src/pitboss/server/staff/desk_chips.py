"""Chips at a table dealt by hand: what lies in the tray and before each seat."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.server.staff.schemas import DeskSeat, DeskSpot, ShiftNote, TransferNote, TrayNote
from pitboss.table.state import TableState, Tray
from pitboss.table.view_records import Viewer
from pitboss.table.views import view
from pitboss.units import SeatIndex

Names = Callable[[str], str]

_CLOSED = Tray(shift=0, opening=0, at_ms=0, outside=0)


def tray_note(state: TableState, name_of: Names) -> TrayNote:
    """The tray of the open shift, and how the last one ended."""
    tray = state.tray or _CLOSED
    last = state.last_shift
    return TrayNote.fill(
        tray,
        journal_win=tray.win,
        expected=tray.expected,
        asked=tuple(
            TransferNote(number=one.number, what=one.kind, amount=one.amount, who=name_of(one.by))
            for one in tray.asked
        ),
        last=None if last is None else ShiftNote.fill(last, who=name_of(last.by)),
    )


def desk_seats(state: TableState) -> tuple[DeskSeat, ...]:
    """Every seat, with the spots that are open to a walk-up player who sits there."""
    found = []
    for one in view(state, Viewer()).seats:
        is_walk_up = one.kind == "walk-up"
        spots = _spots(state, SeatIndex(one.seat)) if is_walk_up else ()
        found.append(DeskSeat.fill(one, spots=spots))
    return tuple(found)


def _spots(state: TableState, seat: SeatIndex) -> tuple[DeskSpot, ...]:
    lying = {str(stake.spot): int(stake.amount) for stake in state.stakes if stake.seat == seat}
    return tuple(
        DeskSpot.fill(spot, stake=lying.get(spot.spot, 0))
        for spot in view(state, Viewer(seat)).spots
        if spot.closed is None
    )
