"""Seats: how sitting down, standing up and being ready change a table's state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pitboss.invariants import BrokenInvariant, check
from pitboss.table import events as ev
from pitboss.table.state import Occupant, TableState


def _put_occupant(state: TableState, seat: int, occupant: Occupant | None) -> TableState:
    check(1 <= seat <= len(state.occupants), "a seat of the table")
    all_seats = list(state.occupants)
    all_seats[seat - 1] = occupant
    return replace(state, occupants=tuple(all_seats))


def seat_taken(state: TableState, event: ev.SeatTaken) -> TableState:
    check(state.occupant(event.seat) is None, "a free seat is taken")
    is_walk_up = event.kind == "walk-up"
    occupant = Occupant(event.player, event.name, is_bot=event.kind == "bot", is_walk_up=is_walk_up)
    after = _put_occupant(state, event.seat, occupant)
    return replace(after, walk_ups=after.walk_ups + 1) if is_walk_up else after


def update_occupant(state: TableState, seat: int, **changes: Any) -> TableState:
    occupant = state.occupant(seat)
    if occupant is None:
        raise BrokenInvariant("somebody sits where something changes")
    return _put_occupant(state, seat, replace(occupant, **changes))


def leave_announced(state: TableState, event: ev.LeaveAnnounced) -> TableState:
    return update_occupant(state, event.seat, is_leaving=True)


def seat_left(state: TableState, event: ev.SeatLeft) -> TableState:
    """The seat is free; what stayed up goes with its player."""
    # Between rounds a stake that stayed up goes back with its player.
    kept = tuple(stake for stake in state.stakes if stake.seat != event.seat)
    check(state.current is None or kept == state.stakes, "nobody leaves a stake in action")
    hashes = tuple(one for one in state.hashes if one[0] != event.seat)
    return _put_occupant(replace(state, stakes=kept, hashes=hashes), event.seat, None)


def ready(state: TableState, event: ev.ReadySaid) -> TableState:
    return update_occupant(state, event.seat, is_ready=True)


def clear_ready(state: TableState) -> tuple[Occupant | None, ...]:
    """The occupants, none of whom has said that they are ready."""
    return tuple(None if one is None else replace(one, is_ready=False) for one in state.occupants)
