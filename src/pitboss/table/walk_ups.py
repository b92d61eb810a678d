"""Walk-up players: seated by the dealer, with chips bought at the table and no account."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pitboss.games.settlement import Line
from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.commands import Actor, Role
from pitboss.table.seats import update_occupant
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import Occupant, Phase, TableState
from pitboss.table.take_downs import has_contract, list_take_downs
from pitboss.table.tray import count_refusal

KIND = "walk-up"
_STAFF = (Role.DEALER, Role.SUPERVISOR)


# --- commands ----------------------------------------------------------------------------


def seat_walk_up(state: TableState, by: Actor, act: cmd.SeatWalkUp) -> ev.Wanted:
    if state.rules.mode is not OutcomeMode.ENTERED:
        return Refusal(RefusalCode.NOT_NOW, "Only a table dealt by hand seats walk-up players.")
    if state.occupant(act.seat) is not None:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Seat {act.seat} is taken; choose another.")
    refused = absent_seat_refusal(state, act.seat) or _chips_refusal(state, act.amount)
    if refused is not None:
        return refused
    player = f"walk~{state.rules.table}~{state.walk_ups + 1}"
    name = act.name or f"Seat {act.seat}"
    return (
        ev.SeatTaken(act.seat, player, name, KIND),
        floor.ChipsBought(act.seat, player, act.amount),
    )


def buy_chips(state: TableState, by: Actor, act: cmd.BuyChips) -> ev.Wanted:
    occupant = state.occupant(act.seat)
    if occupant is None or not occupant.is_walk_up:
        return staff_refusal(state, act.seat) or Refusal(RefusalCode.NO_SUCH_SEAT, "")
    refused = _chips_refusal(state, act.amount)
    return refused or (floor.ChipsBought(act.seat, occupant.player, act.amount),)


def absent_seat_refusal(state: TableState, seat: int) -> Refusal | None:
    """Why nobody can sit there; None for a seat of the table."""
    seats = len(state.occupants)
    if 1 <= seat <= seats:
        return None
    return Refusal(RefusalCode.NO_SUCH_SEAT, f"This table has seats 1 to {seats}.")


def staff_refusal(state: TableState, seat: int) -> Refusal | None:
    """Why staff may not act for a seat; None for a walk-up player's."""
    occupant = state.occupant(seat)
    if occupant is None:
        return Refusal(
            RefusalCode.NO_SUCH_SEAT,
            f"Nobody sits at seat {seat}; seat a walk-up player there first.",
        )
    if occupant.is_walk_up:
        return None
    return Refusal(
        RefusalCode.NOT_YOUR_TURN, f"Seat {seat} is not yours: its player acts at a screen."
    )


def is_staff(by: Actor) -> bool:
    return by.role in _STAFF


def colour_up(state: TableState, seat: int, occupant: Occupant) -> ev.Wanted:
    """A walk-up player leaves with the chips; bets in action are played to their end first."""
    if has_contract(state, seat):
        return Refusal(
            RefusalCode.NOT_NOW, f"Seat {seat} has a contract bet; it is played to its end first."
        )
    left = (
        floor.ChipsColouredUp(seat, occupant.player, occupant.chips),
        ev.SeatLeft(seat, occupant.player),
    )
    if state.current is None or not state.has_stake(seat):
        return left
    if state.phase is not Phase.BETTING:
        return Refusal(
            RefusalCode.NOT_NOW, f"Seat {seat} has bets in action; finish the round first."
        )
    return (*list_take_downs(state, seat), *left)


def _chips_refusal(state: TableState, amount: int) -> Refusal | None:
    if amount <= 0:
        return Refusal(RefusalCode.NOT_POSITIVE, "Say for how much the player buys chips.")
    return count_refusal(state, amount)


# --- events ------------------------------------------------------------------------------


def chips_bought(state: TableState, event: floor.ChipsBought) -> TableState:
    occupant = state.occupant(event.seat)
    check(occupant is not None and occupant.player == event.player, "who buys chips sits there")
    chips = 0 if occupant is None else occupant.chips
    after = update_occupant(state, event.seat, chips=chips + event.amount)
    tray = after.tray
    if tray is None:
        return after
    return replace(after, tray=replace(tray, buy_ins=tray.buy_ins + event.amount))


def coloured_up(state: TableState, event: floor.ChipsColouredUp) -> TableState:
    occupant = state.occupant(event.seat)
    check(occupant is not None and occupant.chips == event.amount, "all chips are coloured up")
    return update_occupant(state, event.seat, chips=0)


def settle_chips(state: TableState, lines: Iterable[Line]) -> TableState:
    """Walk-up players' chips, and the tray's win, after a settlement."""
    for line in lines:
        occupant = state.occupant(line.seat)
        if occupant is not None:
            state = move_chips(state, occupant.player, line.net)
    return state


def move_chips(state: TableState, player: str, amount: int) -> TableState:
    """Chips from the tray to a walk-up player, or back; nothing for players at screens."""
    found = ((seat, one) for seat, one in enumerate(state.occupants, 1) if one is not None)
    at = next((pair for pair in found if pair[1].is_walk_up and pair[1].player == player), None)
    if at is None or not amount:
        return state
    state = update_occupant(state, at[0], chips=at[1].chips + amount)
    tray = state.tray
    return state if tray is None else replace(state, tray=replace(tray, win=tray.win - amount))
