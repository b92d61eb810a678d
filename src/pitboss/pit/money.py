"""Money: the transfers that belong to what happened at a table.

Pure. A stake is held when it lies on the felt, and posted or voided when it leaves it.
"""

from __future__ import annotations

from pitboss.games.settlement import Line, Result
from pitboss.invariants import BrokenInvariant, check
from pitboss.ledger.accounts import HoldId, PlayerId, RoundId, TableId
from pitboss.ledger.limits import PayoutLimit
from pitboss.ledger.transfers import Correct, Fill, Hold, Issue, Post, Reason, Transfer, Void
from pitboss.table.events import BetPlaced, Event, RoundSettled, RoundVoided
from pitboss.table.floor_events import (
    ChipsBought,
    RoundCorrected,
    TrayClosed,
    TrayOpened,
    TraySigned,
)
from pitboss.table.setup import TableRules
from pitboss.table.state import Stake, TableState
from pitboss.table.tray import FILL
from pitboss.units import Credits, SeatIndex, SpotKey


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
    chips = _chips(after.rules.table, events)
    return (*gone, *chips, *_corrections(before, events), *placed)


def _corrections(before: TableState, events: tuple[Event, ...]) -> tuple[Transfer, ...]:
    """What a correction after settlement moves, bet by bet."""
    if not any(isinstance(event, RoundCorrected) for event in events):
        return ()
    stakes = () if before.last is None else before.last.stakes
    holds = {(int(stake.seat), str(stake.spot)): stake.hold for stake in stakes}
    return tuple(
        Correct(
            hold_id=HoldId(holds[seat, spot]),
            amount=amount,
            reason=Reason.MISREAD_OUTCOME if event.draws else Reason.DEALER_ERROR,
        )
        for event in events
        if isinstance(event, RoundCorrected)
        for seat, spot, amount in event.moves
    )


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
    by_bet: dict[tuple[SeatIndex, SpotKey], list[Line]] = {}
    for line in before.settlement.lines:
        by_bet.setdefault((line.seat, line.spot), []).append(line)
    stakes = {(stake.seat, stake.spot): stake for stake in before.stakes}
    check(stakes.keys() == by_bet.keys(), "every stake has its line")
    closed = tuple(_closed(stakes[at], lines) for at, lines in by_bet.items())
    return (*closed, *(_hold(after, stake) for stake in after.stakes))


def _closed(stake: Stake, lines: list[Line]) -> Transfer:
    """A stake settled by its own line; what is awarded beside it is paid with it."""
    own = [line for line in lines if not line.is_award]
    check([line.stake for line in own] == [stake.amount], "one line settles the whole stake")
    hold_id = HoldId(stake.hold)
    if own[0].result is Result.REFUND:
        return Void(hold_id=hold_id, reason=Reason.DEALER_ERROR)
    won = Credits(sum(line.pays for line in lines))
    clause = " ".join(str(line.clause) for line in lines)
    return Post(hold_id=hold_id, taken=own[0].taken, won=won, clause=clause)


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
