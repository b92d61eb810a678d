"""Decide: what a command leads to, or why it leads to nothing. Pure: asking changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.games.profiles import refusal_for
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import corrections, limits, running, seating, supervision, tray, walk_ups
from pitboss.table import events as ev
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.evolve import attempt
from pitboss.table.state import Phase, TableState
from pitboss.table.validation import command_refusal
from pitboss.units import SeatIndex

_AT_THE_TABLE = frozenset({Role.DEALER, Role.SUPERVISOR, Role.HOUSE})
_IN_CHARGE = frozenset({Role.SUPERVISOR, Role.HOUSE})
_STAFF = frozenset({Role.DEALER, Role.SUPERVISOR})
_WENT_ON = Refusal(
    RefusalCode.NOT_NOW,
    "The round went on before your decision came. Nothing was done; look at the table and decide"
    " again.",
)


class Decision(msgspec.Struct, frozen=True):
    """The result of a command: its events, at least one, and the state after them."""

    events: tuple[ev.Event, ...]
    after: TableState


def decide(state: TableState, command: Command) -> Decision | Refusal:
    refused = command_refusal(command) or _standing_refusal(state, command)
    if refused is not None:
        return refused
    wanted = _HANDLERS[type(command.act)](state, command.by, command.act)
    if isinstance(wanted, Refusal):
        return wanted
    wanted = (*wanted, *supervision.arrival(state, command.by, command.act))
    after = state
    for event in wanted:
        following = attempt(after, event)
        if isinstance(following, Refusal):
            return following
        after = following
    refused = _afterwards(after, command.act)
    if refused is not None:
        return refused
    more, after = running.add_follow_ups(after)
    return Decision((*wanted, *more), after)


def _standing_refusal(state: TableState, command: Command) -> Refusal | None:
    act, by = command.act, command.by
    kind = type(act)
    if state.phase is Phase.CLOSED:
        return Refusal(RefusalCode.NOT_NOW, "This table is closed for good.")
    if kind in _SEAT_ACTS:
        refused = _seat_refusal(state, by, act)
        if refused is not None:
            return refused
    elif by.role not in _WHO[kind]:
        return Refusal(RefusalCode.NOT_YOUR_TURN, f"A {by.role.value} cannot do that.")
    refused = supervision.dealer_refusal(state, by, act) or corrections.waiting_refusal(state, act)
    if refused is not None:
        return refused
    if state.is_blind and kind not in _WHILE_BLIND:
        return Refusal(RefusalCode.NOT_NOW, "The round's key is lost; every stake goes back.")
    if state.paused is not None and kind not in _WHILE_PAUSED:
        return Refusal(RefusalCode.NOT_NOW, f"The table is paused: {state.paused}.")
    return _round_refusal(state, act)


def _round_refusal(state: TableState, act: cmd.Act) -> Refusal | None:
    """What was meant for one round is never done in another."""
    meant = getattr(act, "round_id", "")
    if meant in ("", state.round_id):
        return None
    if isinstance(act, cmd.SayReady) and state.is_between and _is_last(state, meant):
        return None
    _, _, number = meant.rpartition(".")
    what = "bet" if isinstance(act, cmd.PlaceBet) else "move"
    return Refusal(
        RefusalCode.ROUND_OVER,
        f"Your {what} was for round {number}, which is over. Nothing was done; look at the table"
        " and try again.",
    )


def _is_last(state: TableState, round_id: str) -> bool:
    return state.last is not None and state.last.round_id == round_id


def _seat_refusal(state: TableState, by: Actor, act: Any) -> Refusal | None:
    """A seat's player acts for it; the table makes the dealer's own decisions."""
    if act.seat == 0 and isinstance(act, cmd.MakeDecision):
        if by.role in _AT_THE_TABLE:
            return None
        return Refusal(RefusalCode.NOT_YOUR_TURN, "The dealer decides this, not a player.")
    absent = walk_ups.absent_seat_refusal(state, act.seat)
    if absent is not None:
        return absent
    if isinstance(act, cmd.TakeSeat):
        return None
    if walk_ups.is_staff(by):
        return walk_ups.staff_refusal(state, act.seat)
    occupant = state.occupants[act.seat - 1]
    if occupant is None:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Nobody sits at seat {act.seat}.")
    # The house frees seats and gives stakes back; it bets and decides for bots alone.
    is_given_back = isinstance(act, cmd.LeaveSeat | cmd.TakeDownBet)
    if by.role is Role.HOUSE and (occupant.is_bot or is_given_back):
        return None
    if by.role is not Role.PLAYER or by.id != occupant.player:
        return Refusal(RefusalCode.NOT_YOUR_TURN, f"Seat {act.seat} is not yours.")
    return None


def _afterwards(after: TableState, act: cmd.Act) -> Refusal | None:
    """What is judged once the rules took the bet: the posted and the jurisdiction's limits."""
    if not isinstance(act, cmd.PlaceBet) or after.current is None:
        return None
    refused = limits.posted_refusal(after, act)
    profile = after.rules.profile
    if refused is not None or profile is None:
        return refused
    occupant = after.occupants[act.seat - 1]
    mine = set() if occupant is None else set(after.seats_of(occupant.player))
    bets = after.rules.game.bets(after.current.state)
    own = tuple(bet for bet in bets if bet.seat in mine)
    return refusal_for(profile, own, after.rules.groups)


# --- bets --------------------------------------------------------------------------------


def _place(state: TableState, by: Actor, act: cmd.PlaceBet) -> ev.Wanted:
    refused = _betting_refusal(state, act.seat)
    if refused is not None:
        return refused
    return (ev.BetPlaced(act.seat, act.spot, act.stake),)


def _take_down(state: TableState, by: Actor, act: cmd.TakeDownBet) -> ev.Wanted:
    refused = _betting_refusal(state, act.seat)
    return (ev.BetTakenDown(act.seat, act.spot),) if refused is None else refused


def _betting_refusal(state: TableState, seat: int) -> Refusal | None:
    if state.current is None:
        return Refusal(RefusalCode.NOT_NOW, "No round is open; wait until bets are opened.")
    if SeatIndex(seat) not in state.current.seats:
        return Refusal(
            RefusalCode.NOT_NOW, f"Seat {seat} sits out this round; it plays from the next one."
        )
    if state.occupants[seat - 1].is_leaving:  # type: ignore[union-attr]
        return Refusal(RefusalCode.NOT_NOW, "You have left this seat; the round is finished first.")
    return None


def _ready(state: TableState, by: Actor, act: cmd.SayReady) -> ev.Wanted:
    """Done betting; between rounds, done with the result."""
    said = ev.ReadySaid(act.seat)
    if state.is_between:
        return (said,)
    if state.phase is not Phase.BETTING:
        return Refusal(RefusalCode.NOT_NOW, "Bets are not open.")
    playing = () if state.current is None else state.current.seats
    waiting = [
        seat
        for seat, one in enumerate(state.occupants, 1)
        if one is not None and not one.is_ready and seat != act.seat and seat in playing
    ]
    if waiting or not state.stakes:
        return (said,)
    closed = running.close_event(state, ev.BY_PLAYER)
    # Not every felt may be closed (a bonus without its Ante); then the table simply waits on.
    return (said,) if isinstance(attempt(state, closed), Refusal) else (said, closed)


# --- the dealer --------------------------------------------------------------------------


def _decision(state: TableState, by: Actor, act: cmd.MakeDecision) -> ev.Wanted:
    if state.phase is not Phase.DECISIONS and act.seat not in state.awaited:
        return Refusal(RefusalCode.NOT_NOW, "Nobody decides anything now.")
    if act.seat in state.awaited and act.step not in (None, state.step_of(act.seat)):
        return _WENT_ON
    is_recorded = act.seat == 0 or walk_ups.is_staff(by)
    who = ev.BY_DEALER if is_recorded else ev.BY_PLAYER
    return (running.decide_event(act.seat, act.option, by=who, setting=act.setting),)


Handler = Callable[[TableState, Actor, Any], ev.Wanted]

_HANDLERS: dict[type, Handler] = {
    cmd.TakeSeat: seating.take_seat,
    cmd.LeaveSeat: seating.leave_seat,
    cmd.CommitSeed: seating.commit_seed,
    cmd.RevealSeed: seating.reveal_seed,
    cmd.OpenRound: running.open_round,
    cmd.PlaceBet: _place,
    cmd.TakeDownBet: _take_down,
    cmd.SayReady: _ready,
    cmd.CloseBetting: running.close_bets,
    cmd.ShowDraw: running.show_draw,
    cmd.CorrectDraws: running.correct_draws,
    cmd.MakeDecision: _decision,
    cmd.MakeCall: running.call,
    cmd.SettleRound: running.settle,
    cmd.VoidRound: running.void,
    cmd.Expire: running.expire,
    cmd.RelieveDealer: supervision.relieve,
    cmd.CallSupervisor: supervision.call_supervisor,
    cmd.AcknowledgeCall: supervision.acknowledge,
    cmd.SeatWalkUp: walk_ups.seat_walk_up,
    cmd.BuyChips: walk_ups.buy_chips,
    cmd.OpenTray: tray.open_tray,
    cmd.AskTransfer: tray.ask,
    cmd.SignTransfer: tray.sign,
    cmd.WithdrawTransfer: tray.withdraw,
    cmd.CloseTray: tray.close_tray,
    cmd.AskCorrection: corrections.ask,
    cmd.SignCorrection: corrections.sign,
    cmd.WithdrawCorrection: corrections.withdraw,
    cmd.ChangeLimits: limits.change_limits,
    cmd.Pause: seating.pause,
    cmd.Resume: seating.resume,
    cmd.CloseTable: seating.close_table,
}

_SEAT_ACTS = frozenset(
    {
        cmd.TakeSeat,
        cmd.LeaveSeat,
        cmd.CommitSeed,
        cmd.RevealSeed,
        cmd.PlaceBet,
        cmd.TakeDownBet,
        cmd.SayReady,
        cmd.MakeDecision,
    }
)
_WHO: dict[type, frozenset[Role]] = {
    cmd.OpenRound: _AT_THE_TABLE,
    cmd.CloseBetting: _AT_THE_TABLE,
    cmd.ShowDraw: _AT_THE_TABLE,
    cmd.CorrectDraws: _AT_THE_TABLE,
    cmd.MakeCall: _AT_THE_TABLE,
    cmd.SettleRound: _AT_THE_TABLE,
    cmd.VoidRound: _IN_CHARGE,
    cmd.Expire: frozenset({Role.HOUSE}),
    cmd.RelieveDealer: frozenset({Role.DEALER}),
    cmd.CallSupervisor: _STAFF,
    cmd.AcknowledgeCall: frozenset({Role.SUPERVISOR}),
    cmd.SeatWalkUp: _STAFF,
    cmd.BuyChips: _STAFF,
    cmd.OpenTray: _STAFF,
    cmd.AskTransfer: _STAFF,
    cmd.SignTransfer: _STAFF,
    cmd.WithdrawTransfer: _STAFF,
    cmd.CloseTray: _STAFF,
    cmd.AskCorrection: _STAFF,
    cmd.SignCorrection: frozenset({Role.SUPERVISOR}),
    cmd.WithdrawCorrection: _STAFF,
    cmd.ChangeLimits: _IN_CHARGE,
    cmd.Pause: _IN_CHARGE,
    cmd.Resume: _IN_CHARGE,
    cmd.CloseTable: _IN_CHARGE,
}
_ON_THE_FLOOR = frozenset(
    {
        cmd.RelieveDealer,
        cmd.CallSupervisor,
        cmd.AcknowledgeCall,
        cmd.AskCorrection,
        cmd.SignCorrection,
        cmd.WithdrawCorrection,
        cmd.ChangeLimits,
        cmd.OpenTray,
        cmd.AskTransfer,
        cmd.SignTransfer,
        cmd.WithdrawTransfer,
        cmd.CloseTray,
    }
)
_WHILE_BLIND = frozenset(
    {cmd.Pause, cmd.Resume, cmd.VoidRound, cmd.LeaveSeat, cmd.TakeSeat, cmd.AcknowledgeCall}
)
_WHILE_PAUSED = _ON_THE_FLOOR | {cmd.Resume, cmd.VoidRound, cmd.LeaveSeat, cmd.CloseTable}
