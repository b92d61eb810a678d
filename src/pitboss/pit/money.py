"""Money: the transfers that belong to what happened at a table.

Pure. A stake is held when it lies on the felt, and posted or voided when it leaves it.
"""

from __future__ import annotations

from pitboss.games.contract import Line, Result
from pitboss.invariants import BrokenInvariant, check
from pitboss.ledger.accounts import HoldId, PlayerId, RoundId, TableId
from pitboss.ledger.limits import PayoutLimit
from pitboss.ledger.transfers import Fill, Hold, Issue, Post, Reason, Transfer, Void
from pitboss.table.events import (
    BetPlaced,
    ChipsBought,
    Event,
    RoundSettled,
    RoundVoided,
    TrayClosed,
    TrayOpened,
    TraySigned,
)
from pitboss.table.setup import TableRules
from pitboss.table.state import Stake, TableState
from pitboss.table.tray import FILL
from pitboss.units import Credits


def transfers_of(
    before: TableState, after: TableState, events: tuple[Event, ...]
) -> tuple[Transfer, ...]:
    """Every transfer of a command, in the order in which the ledger must judge them."""
    if any(isinstance(event, RoundSettled) for event in events):
        return _settlement(before, after)
    held = {stake.hold: stake for stake in before.stakes}
    lying = {stake.hold for stake in after.stakes}
    voided = any(isinstance(event, RoundVoided) for event in events)
    reason = Reason.INTERRUPTED if voided else Reason.TAKEN_DOWN
    gone = (Void(hold_id=HoldId(hold), reason=reason) for hold in held if hold not in lying)
    # What is given back comes first, so that a stake can be changed with the same credits.
    placed = (_hold(after, stake) for stake in after.stakes if stake.hold not in held)
    return (*gone, *_chips(after.rules.table, events), *placed)


def _chips(table: str, events: tuple[Event, ...]) -> tuple[Transfer, ...]:
    """Chips that walk-up players buy, and chips that come to the tray or go from it."""
    found: list[Transfer] = []
    for event in events:
        if isinstance(event, ChipsBought):
            amount = Credits(event.amount)
            found.append(Issue(player=PlayerId(event.player), amount=amount))
            continue
        moved = 0
        if isinstance(event, TrayOpened):
            moved = event.count
        elif isinstance(event, TrayClosed):
            moved = -event.count
        elif isinstance(event, TraySigned):
            moved = event.amount if event.kind == FILL else -event.amount
        if moved:
            found.append(Fill(table=TableId(table), amount=moved))
    return tuple(found)


def payout_limit(rules: TableRules, events: tuple[Event, ...]) -> PayoutLimit | None:
    """The table's payout limit where a bet is placed; what follows from it was reserved then."""
    opened = rules.opened
    if not opened.payout_table_max or not any(isinstance(event, BetPlaced) for event in events):
        return None
    player_max = Credits(opened.payout_player_max) if opened.payout_player_max else None
    return PayoutLimit(table_max=Credits(opened.payout_table_max), player_max=player_max)


def _settlement(before: TableState, after: TableState) -> tuple[Transfer, ...]:
    if before.settlement is None:
        raise BrokenInvariant("a round that is settled is over")
    lines = before.settlement.lines
    stakes = {(stake.seat, stake.spot): stake for stake in before.stakes}
    check(len(stakes) == len(lines), "every stake has one line")
    closed = tuple(_closed(stakes[line.seat, line.spot], line) for line in lines)
    return (*closed, *(_hold(after, stake) for stake in after.stakes))


def _closed(stake: Stake, line: Line) -> Transfer:
    check(stake.amount == line.stake, "a line settles the whole stake")
    hold_id = HoldId(stake.hold)
    if line.result is Result.REFUND:
        return Void(hold_id=hold_id, reason=Reason.DEALER_ERROR)
    return Post(hold_id=hold_id, taken=line.taken, won=line.pays, clause=str(line.clause))


def _hold(state: TableState, stake: Stake) -> Hold:
    rules = state.rules
    return Hold(
        hold_id=HoldId(stake.hold),
        player=PlayerId(stake.player),
        table=TableId(rules.table),
        seat=int(stake.seat),
        round_id=RoundId(stake.hold.rpartition(".")[0]),
        spot=str(stake.spot),
        amount=stake.amount,
        could_win=rules.could_win(stake.spot, stake.amount),
        carried_from=HoldId(stake.carried_from) if stake.carried_from else None,
    )
