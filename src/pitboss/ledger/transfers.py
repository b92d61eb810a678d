"""Transfers: everything that may be asked of the ledger, and the moves that result.

No transfer names two players, and a stake returns only to the player of its hold, so credits cannot
pass from player to player: there is no way to say it.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.ledger.accounts import AccountName, HoldId, PlayerId, RoundId, TableId
from pitboss.units import Credits


class Reason(StrEnum):
    """Why a bet was voided or a settlement corrected."""

    DEALER_ERROR = "dealer-error"
    MISREAD_OUTCOME = "misread-outcome"
    WRONG_PAYOUT = "wrong-payout"
    EQUIPMENT_FAULT = "equipment-fault"
    INTERRUPTED = "interrupted"
    TAKEN_DOWN = "taken-down"
    DISPUTE_UPHELD = "dispute-upheld"
    SOFTWARE_FAULT = "software-fault"


class Issue(msgspec.Struct, frozen=True, kw_only=True):
    """Practice credits made for a player: a first stack or a refill.

    With `up_to`, refused where the player's balance and open stakes together would exceed it.
    """

    player: PlayerId
    amount: Credits
    up_to: Credits | None = None


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """A bet: the stake leaves the player and stands in action at a seat.

    `could_win` is the most the bet can win, wanted where a table limits its payout.
    `carried_from` names a hold closed in the same commit whose stake stays up: such a stake
    was let through once and is not judged by the player's limits again, wherever it moved.
    """

    hold_id: HoldId
    player: PlayerId
    table: TableId
    seat: int
    round_id: RoundId
    spot: str
    amount: Credits
    could_win: Credits | None = None
    carried_from: HoldId | None = None


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """A bet settled: `taken` goes to the table, the rest returns, `won` is paid on top.

    An award on the bet is part of `won`, and its clause stands beside the bet's own.
    """

    hold_id: HoldId
    taken: Credits
    won: Credits
    clause: str = ""


class Void(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that does not count: the whole stake returns."""

    hold_id: HoldId
    reason: Reason


class Correct(msgspec.Struct, frozen=True, kw_only=True):
    """A settled bet put right by one more transfer between table and player.

    A positive amount goes to the player, a negative one back to the table.
    """

    hold_id: HoldId
    amount: int
    reason: Reason


class Fill(msgspec.Struct, frozen=True, kw_only=True):
    """Credits from the house to a table's tray, or back when the amount is negative."""

    table: TableId
    amount: int


Transfer = Issue | Hold | Post | Void | Correct | Fill


class MoveKind(StrEnum):
    ISSUE = "issue"
    HOLD = "hold"
    TAKE = "take"
    RETURN = "return"
    WIN = "win"
    VOID = "void"
    CORRECT = "correct"
    FILL = "fill"


class Move(msgspec.Struct, frozen=True):
    """One amount from one account to one other: both entries of the double entry at once."""

    kind: MoveKind
    source: AccountName
    target: AccountName
    amount: Credits
    player: PlayerId | None = None
    round_id: RoundId | None = None
    hold_id: HoldId | None = None
    reason: str = ""
