"""Seating: sitting down, standing up, the player's own seed, pause and closing."""

from __future__ import annotations

from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table import walk_ups
from pitboss.table.commands import Actor, Role
from pitboss.table.fairness import player_hash
from pitboss.table.state import Phase, TableState
from pitboss.table.take_downs import has_contract, list_take_downs


def take_seat(state: TableState, by: Actor, act: cmd.TakeSeat) -> ev.Wanted:
    """A player sits down, or the house seats a bot."""
    if act.is_bot != (by.role is Role.HOUSE) or by.role not in (Role.PLAYER, Role.HOUSE):
        return Refusal(RefusalCode.NOT_YOUR_TURN, "Players seat themselves, the house its bots.")
    if state.occupant(act.seat) is not None:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Seat {act.seat} is taken; choose another.")
    player = f"bot~{state.rules.table}~{act.seat}" if act.is_bot else by.id
    most = state.rules.opened.seats_per_player
    if len(state.seats_of(player)) >= most:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"A player holds at most {most} seat(s) here.")
    name = act.name or f"Seat {act.seat}"
    return (ev.SeatTaken(act.seat, player, name, "bot" if act.is_bot else "person"),)


def leave_seat(state: TableState, by: Actor, act: cmd.LeaveSeat) -> ev.Wanted:
    """A player stands up: at once when nothing is in action that must stay there.

    A contract bet stays until it is decided, and so does its seat; everything else goes back.
    """
    occupant = state.occupants[act.seat - 1]
    if occupant is None or occupant.is_leaving:
        return Refusal(RefusalCode.NOT_NOW, "You have left this seat already.")
    if occupant.is_walk_up:
        return walk_ups.colour_up(state, act.seat, occupant)
    left = ev.SeatLeft(act.seat, occupant.player)
    stays = has_contract(state, act.seat)
    if state.phase is Phase.BETTING:
        down = list_take_downs(state, act.seat)
        return (*down, ev.LeaveAnnounced(act.seat) if stays else left)
    if stays or (state.current is not None and state.has_stake(act.seat)):
        return (ev.LeaveAnnounced(act.seat),)
    return (left,)


def commit_seed(state: TableState, by: Actor, act: cmd.CommitSeed) -> ev.Wanted:
    """The hash of a player's seed; it can be replaced until bets close."""
    current = state.current
    if current is None or state.phase is not Phase.BETTING:
        return Refusal(RefusalCode.NOT_NOW, "A seed is committed to while bets are open.")
    if not state.link or act.seat not in current.seats:
        return Refusal(RefusalCode.NOT_NOW, "This round takes no seed from you.")
    return (ev.SeedCommitted(act.seat, act.hash),)


def reveal_seed(state: TableState, by: Actor, act: cmd.RevealSeed) -> ev.Wanted:
    """The seed itself, once bets are closed and before the first draw that uses it."""
    committed = dict(state.hashes).get(act.seat)
    if not state.is_revealing or committed is None or state.round_id is None:
        return Refusal(RefusalCode.NOT_NOW, "No seed is awaited from you.")
    if any(seat == act.seat for seat, _ in state.seeds):
        return Refusal(RefusalCode.NOT_NOW, "You have revealed your seed already.")
    if player_hash(state.round_id, act.seat, act.text) != committed:
        return Refusal(RefusalCode.TAMPERED, "That seed is not the one you committed to.")
    return (ev.SeedRevealed(act.seat, act.text),)


def pause(state: TableState, by: Actor, act: cmd.Pause) -> ev.Wanted:
    return (ev.TablePaused(act.reason),)


def resume(state: TableState, by: Actor, act: cmd.Resume) -> ev.Wanted:
    if state.paused is None:
        return Refusal(RefusalCode.NOT_NOW, "The table is not paused.")
    return (ev.TableResumed(),)


def close_table(state: TableState, by: Actor, act: cmd.CloseTable) -> ev.Wanted:
    """Everybody leaves and the table takes no more commands."""
    if state.current is not None:
        return Refusal(RefusalCode.NOT_NOW, "Finish or void the round first.")
    if state.tray is not None:
        return Refusal(RefusalCode.NOT_NOW, "Count and close the tray first.")
    leaving: list[ev.Event] = []
    for seat, one in enumerate(state.occupants, 1):
        if one is not None and one.is_walk_up:
            leaving.append(floor.ChipsColouredUp(seat, one.player, one.chips))
        if one is not None:
            leaving.append(ev.SeatLeft(seat, one.player))
    return (*leaving, ev.TableClosed(act.reason))
