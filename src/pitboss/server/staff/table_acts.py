"""Floor acts: what dealers and pit bosses ask of a table, as posted, and the table's own commands.

What showed is typed as text and read strictly here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from pitboss.refusals import Refusal
from pitboss.server.edge.schemas import AskId
from pitboss.table import commands as cmd
from pitboss.table.draw_codec import decode_setting, decode_shown

Texts = Annotated[
    tuple[Annotated[str, msgspec.Meta(max_length=16)], ...], msgspec.Meta(max_length=64)
]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=2**50)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
SUPERVISOR = "supervisor"


class FloorAct(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """Anything that is done from behind the table."""


class ForReason(FloorAct, frozen=True):
    """An act that says why."""

    reason: Reason


class AtSeat(FloorAct, frozen=True):
    """An act for a walk-up player."""

    seat: Seat


class ByNumber(FloorAct, frozen=True):
    """An act about something that the table has numbered."""

    number: Number


class OpenRound(FloorAct, frozen=True, tag="open-round"):
    """Open bets."""


class CloseBets(FloorAct, frozen=True, tag="close-bets"):
    """No more bets."""


class EnterDraw(FloorAct, frozen=True, tag="enter-draw"):
    """What the equipment showed: `tops R J` or `cards Ac 7d`, word by word."""

    shown: Texts


class CorrectDraws(FloorAct, frozen=True, tag="correct-draws"):
    """Put an entry right."""

    draw: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    shown: Texts
    reason: Reason


class DealerDecides(FloorAct, frozen=True, tag="decide"):
    """An option that is the dealer's to take, or a walk-up player's with the seat."""

    option: Word
    seat: Seat = 0
    setting: Annotated[tuple[Texts, ...], msgspec.Meta(max_length=8)] | None = None
    """Combinations as they were laid out, where the option takes them."""


class MakeCall(FloorAct, frozen=True, tag="call"):
    """Call a procedure of the rules."""

    what: Word
    reason: Reason
    shown: Texts = ()
    is_readable: bool = True


class Settle(FloorAct, frozen=True, tag="settle"):
    """Take and pay."""


class VoidRound(ForReason, frozen=True, tag="void-round"):
    """Give every stake back."""

    shown: Texts = ()


class Pause(ForReason, frozen=True, tag="pause"):
    """Stop the table."""


class Resume(FloorAct, frozen=True, tag="resume"):
    """Let the table go on."""


class ChangeLimits(FloorAct, frozen=True, tag="change-limits"):
    """Post other limits, within the edition's own, from the next round on."""

    minimum: Amount
    maximum: Amount


class CloseTable(ForReason, frozen=True, tag="close-table"):
    """Close the table for good."""


class Relieve(FloorAct, frozen=True, tag="relieve"):
    """Deal this table in place of the dealer before."""


class CallSupervisor(ForReason, frozen=True, tag="call-supervisor"):
    """Ring for a floor supervisor."""


class Acknowledge(ByNumber, frozen=True, tag="acknowledge"):
    """Answer a call for a supervisor."""


class SeatWalkUp(AtSeat, frozen=True, tag="seat-walk-up"):
    """Seat a player without a screen, who buys chips at the table."""

    amount: Amount
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class BuyChips(AtSeat, frozen=True, tag="buy-chips"):
    """More chips for a walk-up player."""

    amount: Amount


class PlaceBet(AtSeat, frozen=True, tag="place-bet"):
    """Chips of a walk-up player on a spot: this much lies there from now on."""

    spot: Word
    stake: Amount


class TakeDown(AtSeat, frozen=True, tag="take-down"):
    """Take a walk-up player's bet down."""

    spot: Word


class ColourUp(AtSeat, frozen=True, tag="colour-up"):
    """A walk-up player leaves; the chips are coloured up."""


class OpenTray(FloorAct, frozen=True, tag="open-tray"):
    """Begin a shift with the counted float."""

    count: Amount


class AskTransfer(FloorAct, frozen=True, tag="ask-transfer"):
    """Sign a fill or a credit first."""

    what: Annotated[str, msgspec.Meta(pattern="^(fill|credit)$")]
    amount: Amount


class SignTransfer(ByNumber, frozen=True, tag="sign-transfer"):
    """Sign a fill or a credit second."""


class WithdrawTransfer(ByNumber, frozen=True, tag="withdraw-transfer"):
    """Drop a fill or a credit that lacks its second signature."""


class CloseTray(FloorAct, frozen=True, tag="close-tray"):
    """End a shift with what was counted in tray and drop box."""

    count: Amount
    drop: Amount


class RightEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry by its number from 0, and what it should have said."""

    draw: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    shown: Texts


class AskCorrection(FloorAct, frozen=True, tag="ask-correction"):
    """Ask a pit boss to correct the last round; without entries every stake goes back."""

    settled_round: Word
    reason: Reason
    entries: Annotated[tuple[RightEntry, ...], msgspec.Meta(max_length=64)] = ()


class SignCorrection(ByNumber, frozen=True, tag="sign-correction"):
    """Sign a correction; the difference moves at once. Pit bosses, never who asked."""


class WithdrawCorrection(ByNumber, frozen=True, tag="withdraw-correction"):
    """Drop a correction that nobody has signed."""


AnyFloorAct = (
    Relieve
    | CallSupervisor
    | Acknowledge
    | SeatWalkUp
    | BuyChips
    | PlaceBet
    | TakeDown
    | ColourUp
    | OpenTray
    | AskTransfer
    | SignTransfer
    | WithdrawTransfer
    | CloseTray
    | AskCorrection
    | SignCorrection
    | WithdrawCorrection
    | OpenRound
    | CloseBets
    | EnterDraw
    | CorrectDraws
    | DealerDecides
    | MakeCall
    | Settle
    | VoidRound
    | Pause
    | Resume
    | ChangeLimits
    | CloseTable
)


class FloorForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One act from behind the table, under an id that the sender made."""

    id: AskId
    act: AnyFloorAct


def floor_command(act: AnyFloorAct) -> cmd.Act | Refusal:
    """The table's command, or why the text cannot be read."""
    typed: tuple[str, ...] = getattr(act, "shown", ())
    shown = decode_shown(typed)
    if isinstance(shown, Refusal):
        return shown
    match act:
        case EnterDraw():
            return cmd.ShowDraw(shown)
        case CorrectDraws():
            return cmd.CorrectDraws(((act.draw, shown),), act.reason)
        case DealerDecides():
            return _decision(act)
        case AskCorrection():
            return _correction(act)
        case MakeCall() if act.what == SUPERVISOR:
            return cmd.CallSupervisor(act.reason)
        case SeatWalkUp():
            return cmd.SeatWalkUp(act.seat, act.name, act.amount)
        case MakeCall():
            return cmd.MakeCall(act.what, act.reason, shown, act.is_readable)
        case VoidRound():
            return cmd.VoidRound(act.reason, shown)
        case _:
            return _SAME_FIELDS[type(act)](*msgspec.structs.astuple(act))


def _decision(act: DealerDecides) -> cmd.MakeDecision | Refusal:
    setting = None if act.setting is None else decode_setting(act.setting)
    if isinstance(setting, Refusal):
        return setting
    return cmd.MakeDecision(act.seat, act.option, setting)


def _correction(act: AskCorrection) -> cmd.AskCorrection | Refusal:
    entries = []
    for one in act.entries:
        shown = decode_shown(one.shown)
        if isinstance(shown, Refusal):
            return shown
        entries.append((one.draw, shown))
    return cmd.AskCorrection(act.settled_round, tuple(entries), act.reason)


_SAME_FIELDS: dict[type[FloorAct], Callable[..., cmd.Act]] = {
    OpenRound: cmd.OpenRound,
    CloseBets: cmd.CloseBetting,
    Settle: cmd.SettleRound,
    Pause: cmd.Pause,
    Resume: cmd.Resume,
    ChangeLimits: cmd.ChangeLimits,
    CloseTable: cmd.CloseTable,
    Relieve: cmd.RelieveDealer,
    CallSupervisor: cmd.CallSupervisor,
    Acknowledge: cmd.AcknowledgeCall,
    BuyChips: cmd.BuyChips,
    PlaceBet: cmd.PlaceBet,
    TakeDown: cmd.TakeDownBet,
    ColourUp: cmd.LeaveSeat,
    OpenTray: cmd.OpenTray,
    AskTransfer: cmd.AskTransfer,
    SignTransfer: cmd.SignTransfer,
    WithdrawTransfer: cmd.WithdrawTransfer,
    CloseTray: cmd.CloseTray,
    SignCorrection: cmd.SignCorrection,
    WithdrawCorrection: cmd.WithdrawCorrection,
}
