"""The chip tray of a table dealt by hand: float, fills, credits and counts, shift by shift.

Chips are those of walk-up players; players at screens bet credits of their accounts, which no tray
holds.
"""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.table import commands as cmd
from pitboss.table import events as ev
from pitboss.table import floor_events as floor
from pitboss.table.commands import Actor, Role
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import TableState, Tray
from pitboss.units import CREDITS_MAX, Credits, say_credits

FILL, CREDIT = "fill", "credit"
NOT_OPEN = Refusal(RefusalCode.NOT_NOW, "No shift is open; count the tray and open it first.")


# --- commands ----------------------------------------------------------------------------


def open_tray(state: TableState, by: Actor, act: cmd.OpenTray) -> ev.Wanted:
    if state.rules.mode is not OutcomeMode.ENTERED:
        return Refusal(RefusalCode.NOT_NOW, "Only a table dealt by hand has a chip tray.")
    if state.tray is not None:
        return Refusal(RefusalCode.NOT_NOW, "A shift is open already; close its tray first.")
    refused = count_refusal(state, act.count)
    if refused is not None:
        return refused
    return (floor.TrayOpened(state.shifts + 1, act.count, by.journal_name, act.at_ms),)


def ask(state: TableState, by: Actor, act: cmd.AskTransfer) -> ev.Wanted:
    tray = state.tray
    if tray is None:
        return NOT_OPEN
    if act.kind not in (FILL, CREDIT):
        return Refusal(RefusalCode.UNKNOWN_OPTION, "Ask for a fill or a credit.")
    refused = count_refusal(state, act.amount)
    if refused is not None:
        return refused
    if act.amount == 0:
        return Refusal(RefusalCode.NOT_POSITIVE, f"Say how many credits the {act.kind} is.")
    held = tray.expected - sum(one.amount for one in tray.asked if one.kind == CREDIT)
    if act.kind == CREDIT and act.amount > held:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM,
            f"The tray holds {say_credits(Credits(max(0, held)))}; take no more than that.",
        )
    number = state.transfers + 1
    return (floor.TrayAsked(number, act.kind, act.amount, by.journal_name, act.at_ms),)


def sign(state: TableState, by: Actor, act: cmd.SignTransfer) -> ev.Wanted:
    """Two people sign, one of them a supervisor."""
    asked = _find(state, act.number)
    if isinstance(asked, Refusal):
        return asked
    role, _, who = asked.by.partition(":")
    if who == by.id:
        return Refusal(
            RefusalCode.NOT_YOUR_TURN,
            f"You signed this {asked.kind} yourself; a second person must sign it too.",
        )
    if Role.SUPERVISOR not in (role, by.role):
        return Refusal(
            RefusalCode.NOT_YOUR_TURN, f"A {asked.kind} needs the signature of a pit boss."
        )
    name = by.journal_name
    return (floor.TraySigned(asked.number, asked.kind, asked.amount, asked.by, name, act.at_ms),)


def withdraw(state: TableState, by: Actor, act: cmd.WithdrawTransfer) -> ev.Wanted:
    asked = _find(state, act.number)
    if isinstance(asked, Refusal):
        return asked
    return (floor.TrayWithdrawn(asked.number, by.journal_name, act.at_ms),)


def close_tray(state: TableState, by: Actor, act: cmd.CloseTray) -> ev.Wanted:
    tray = state.tray
    if tray is None:
        return NOT_OPEN
    if state.current is not None:
        return Refusal(RefusalCode.NOT_NOW, "Finish or void the round before the tray is counted.")
    if tray.asked:
        one = tray.asked[0]
        return Refusal(
            RefusalCode.NOT_NOW,
            f"The {one.kind} of {say_credits(Credits(one.amount))} lacks its second signature;"
            " sign or withdraw it first.",
        )
    refused = count_refusal(state, act.count) or count_refusal(state, act.drop)
    if refused is not None:
        return refused
    most = tray.opening + tray.fills - tray.credits + tray.outside
    if act.count > most:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM,
            f"This table never had more than {say_credits(Credits(most))} in chips; count again.",
        )
    moved = tray.opening + tray.fills - tray.credits
    return (
        floor.TrayClosed(
            shift=tray.shift,
            opening=tray.opening,
            fills=tray.fills,
            credits=tray.credits,
            count=act.count,
            drop=act.drop,
            buy_ins=tray.buy_ins,
            win=act.drop - (moved - act.count),
            journal_win=tray.win,
            by=by.journal_name,
            at_ms=act.at_ms,
            opened_ms=tray.at_ms,
        ),
    )


def count_refusal(state: TableState, amount: int) -> Refusal | None:
    """Whether an amount can be counted in chips at all."""
    chip = state.rules.edition.head.limits.chip
    if 0 <= amount <= CREDITS_MAX and amount % chip == 0:
        return None
    return Refusal(
        RefusalCode.BAD_AMOUNT,
        f"{say_credits(Credits(abs(amount)))} cannot be counted in chips of"
        f" {say_credits(chip)}; count again.",
    )


def _find(state: TableState, number: int) -> floor.TrayAsked | Refusal:
    asked = () if state.tray is None else state.tray.asked
    found = next((one for one in asked if one.number == number), None)
    return found or Refusal(
        RefusalCode.UNKNOWN_OPTION, "No such fill or credit waits for a signature; look again."
    )


# --- events ------------------------------------------------------------------------------


def opened(state: TableState, event: floor.TrayOpened) -> TableState:
    outside = sum(one.chips for one in state.occupants if one is not None)
    tray = Tray(event.shift, event.count, event.at_ms, outside)
    return replace(state, tray=tray, shifts=event.shift)


def asked(state: TableState, event: floor.TrayAsked) -> TableState:
    tray = _tray(state)
    return replace(state, tray=replace(tray, asked=(*tray.asked, event)), transfers=event.number)


def signed(state: TableState, event: floor.TraySigned) -> TableState:
    tray = _drop_request(_tray(state), event.number)
    if event.kind == FILL:
        return replace(state, tray=replace(tray, fills=tray.fills + event.amount))
    return replace(state, tray=replace(tray, credits=tray.credits + event.amount))


def withdrawn(state: TableState, event: floor.TrayWithdrawn) -> TableState:
    return replace(state, tray=_drop_request(_tray(state), event.number))


def closed(state: TableState, event: floor.TrayClosed) -> TableState:
    check(_tray(state).win == event.journal_win, "the journal's own win closes the shift")
    return replace(state, tray=None, last_shift=event)


def _tray(state: TableState) -> Tray:
    check(state.tray is not None, "a shift is open")
    return state.tray  # type: ignore[return-value]


def _drop_request(tray: Tray, number: int) -> Tray:
    return replace(tray, asked=tuple(one for one in tray.asked if one.number != number))
