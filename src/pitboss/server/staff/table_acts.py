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
from pitboss.table.draw_codec import decode_shown

Texts = Annotated[
    tuple[Annotated[str, msgspec.Meta(max_length=16)], ...], msgspec.Meta(max_length=64)
]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class FloorAct(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """Anything that is done from behind the table."""


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
    """An option that is the dealer's to take."""

    option: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class MakeCall(FloorAct, frozen=True, tag="call"):
    """Call a procedure of the rules."""

    what: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    reason: Reason
    shown: Texts = ()
    is_readable: bool = True


class Settle(FloorAct, frozen=True, tag="settle"):
    """Take and pay."""


class VoidRound(FloorAct, frozen=True, tag="void-round"):
    """Give every stake back."""

    reason: Reason
    shown: Texts = ()


class Pause(FloorAct, frozen=True, tag="pause"):
    """Stop the table."""

    reason: Reason


class Resume(FloorAct, frozen=True, tag="resume"):
    """Let the table go on."""


class CloseTable(FloorAct, frozen=True, tag="close-table"):
    """Close the table for good."""

    reason: Reason


AnyFloorAct = (
    OpenRound
    | CloseBets
    | EnterDraw
    | CorrectDraws
    | DealerDecides
    | MakeCall
    | Settle
    | VoidRound
    | Pause
    | Resume
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
            return cmd.MakeDecision(0, act.option)
        case MakeCall():
            return cmd.MakeCall(act.what, act.reason, shown, act.is_readable)
        case VoidRound():
            return cmd.VoidRound(act.reason, shown)
        case _:
            return _SAME_FIELDS[type(act)](*msgspec.structs.astuple(act))


_SAME_FIELDS: dict[type[FloorAct], Callable[..., cmd.Act]] = {
    OpenRound: cmd.OpenRound,
    CloseBets: cmd.CloseBetting,
    Settle: cmd.SettleRound,
    Pause: cmd.Pause,
    Resume: cmd.Resume,
    CloseTable: cmd.CloseTable,
}
