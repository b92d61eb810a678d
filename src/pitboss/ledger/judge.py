"""Judging: which credits move for a list of transfers, or why none of them does.

All transfers of a commit happen or none: the first refusal ends the judgement.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.invariants import check
from pitboss.ledger import limits
from pitboss.ledger.accounts import (
    HOUSE,
    ISSUER,
    AccountName,
    are_ids,
    is_id,
    player_account,
    stake_account,
    table_account,
)
from pitboss.ledger.draft import Draft
from pitboss.ledger.facts import Facts, HeldBet
from pitboss.ledger.limits import LimitKind, PayoutLimit
from pitboss.ledger.transfers import (
    Correct,
    Fill,
    Hold,
    Issue,
    Move,
    MoveKind,
    Post,
    Transfer,
    Void,
)
from pitboss.refusals import Refusal, RefusalCode
from pitboss.units import CREDITS_MAX, Credits, say_credits

SEAT_MAX = 99
TEXT_LENGTH_MAX = 200


class Judgement(msgspec.Struct, frozen=True):
    moves: tuple[Move, ...]
    moves_of: tuple[int, ...]
    """How many of the moves each transfer made, in order."""
    balances: dict[AccountName, int]
    """Every account that moved, with its balance afterwards."""
    bets: tuple[HeldBet, ...]
    """Every bet that was opened or closed, as it stands afterwards."""


NOTHING = Judgement((), (), {}, ())


def judge(
    transfers: Sequence[Transfer],
    facts: Facts,
    *,
    now_ms: int,
    payout_limit: PayoutLimit | None = None,
) -> Judgement | Refusal:
    """The moves of all transfers together, or the first refusal and no move at all."""
    if not transfers:
        return NOTHING
    draft = Draft(facts, now_ms)
    counts = []
    for transfer in transfers:
        before = len(draft.moves)
        refusal = _one(transfer, draft, payout_limit)
        if refusal is not None:
            return refusal
        counts.append(len(draft.moves) - before)
    check(sum(counts) == len(draft.moves), "every move belongs to one transfer")
    return Judgement(tuple(draft.moves), tuple(counts), draft.balances, tuple(draft.bets.values()))


def _one(transfer: Transfer, draft: Draft, payout_limit: PayoutLimit | None) -> Refusal | None:
    match transfer:
        case Hold():
            return _hold(transfer, draft, payout_limit)
        case Post():
            return _post(transfer, draft)
        case Void():
            return _void(transfer, draft)
        case Issue():
            return _issue(transfer, draft)
        case Correct():
            return _correct(transfer, draft)
        case _:
            return _fill(transfer, draft)


def amount_refusal(amount: int) -> Refusal | None:
    """Whether a number can be an amount that moves."""
    if type(amount) is not int:
        return Refusal(RefusalCode.BAD_AMOUNT, "An amount is a whole number of minor units.")
    if amount <= 0:
        return Refusal(RefusalCode.NOT_POSITIVE, "An amount must be more than zero.")
    if amount > CREDITS_MAX:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM, f"No amount may exceed {say_credits(CREDITS_MAX)}."
        )
    return None


def _bad_field(what: str) -> Refusal:
    return Refusal(RefusalCode.BAD_FIELD, f"The {what} is not valid.")


def _issue(issue: Issue, draft: Draft) -> Refusal | None:
    if not is_id(issue.player):
        return _bad_field("player's id")
    refusal = amount_refusal(issue.amount)
    if refusal is not None:
        return refusal
    account = player_account(issue.player)
    if (draft.balance(account) or 0) + issue.amount > CREDITS_MAX:
        return Refusal(
            RefusalCode.ABOVE_MAXIMUM, f"A balance cannot exceed {say_credits(CREDITS_MAX)}."
        )
    if issue.up_to is not None:
        # A stake on a table is still the player's own: it can be taken down after a refill.
        owned = (draft.balance(account) or 0) + draft.in_action(issue.player)
        if owned + issue.amount > issue.up_to:
            return Refusal(
                RefusalCode.ABOVE_MAXIMUM,
                f"You have {say_credits(Credits(owned))} including your bets on the tables;"
                f" a refill goes up to {say_credits(issue.up_to)}.",
            )
    draft.move(Move(MoveKind.ISSUE, ISSUER, account, issue.amount, issue.player))
    return None


def _hold(hold: Hold, draft: Draft, payout_limit: PayoutLimit | None) -> Refusal | None:
    refusal = _hold_fields(hold) or amount_refusal(hold.amount)
    if refusal is not None:
        return refusal
    if draft.held(hold.hold_id) is not None:
        return Refusal(RefusalCode.ID_REUSED, f"There is a bet {hold.hold_id} already.")
    account = player_account(hold.player)
    balance = draft.balance(account)
    if balance is None:
        return Refusal(
            RefusalCode.UNKNOWN_ACCOUNT, f"{hold.player} has no account; take credits first."
        )
    refusal = _payout(hold, draft, payout_limit)
    if refusal is None and not _is_carried(hold, draft):
        refusal = _player_limits(hold, draft)
    if refusal is not None:
        return refusal
    if balance < hold.amount:
        return Refusal(
            RefusalCode.NOT_ENOUGH_CREDITS,
            f"The bet is {say_credits(hold.amount)} and you have {say_credits(balance)}.",
        )
    stake = stake_account(hold.table, hold.seat)
    draft.move(
        Move(MoveKind.HOLD, account, stake, hold.amount, hold.player, hold.round_id, hold.hold_id)
    )
    draft.opened(
        HeldBet(
            hold_id=hold.hold_id,
            player=hold.player,
            table=hold.table,
            seat=hold.seat,
            round_id=hold.round_id,
            spot=hold.spot,
            amount=hold.amount,
            could_win=hold.could_win,
            is_open=True,
        )
    )
    return None


def _hold_fields(hold: Hold) -> Refusal | None:
    # No id holds a colon, so four of them are tried at once.
    if not are_ids(f"{hold.hold_id}:{hold.player}:{hold.table}:{hold.round_id}", count=4):
        return _bad_field("id of a bet, player, table or round")
    if type(hold.seat) is not int or not 1 <= hold.seat <= SEAT_MAX:
        return Refusal(RefusalCode.NO_SUCH_SEAT, f"Seats are numbered from 1 to {SEAT_MAX}.")
    if type(hold.spot) is not str or not 0 < len(hold.spot) <= TEXT_LENGTH_MAX:
        return _bad_field("spot")
    could_win = hold.could_win
    if could_win is not None and (type(could_win) is not int or not 0 <= could_win <= CREDITS_MAX):
        return Refusal(RefusalCode.BAD_AMOUNT, "The most a bet can win is zero or more.")
    return None


def _payout(hold: Hold, draft: Draft, limit: PayoutLimit | None) -> Refusal | None:
    if limit is None:
        return None
    if hold.could_win is None:
        return Refusal(
            RefusalCode.PAYOUT_LIMIT, "A table with a payout limit must know what a bet can win."
        )
    now = draft.exposure(hold.table, hold.round_id, hold.player)
    return limits.payout_refusal(
        limit, table_win=now.table + hold.could_win, player_win=now.player + hold.could_win
    )


def _is_carried(hold: Hold, draft: Draft) -> bool:
    """A stake that stays up: its former hold was closed in this very commit, no smaller."""
    if hold.carried_from is None:
        return False
    former = draft.bets.get(hold.carried_from)
    return (
        former is not None
        and not former.is_open
        and (former.player, former.table, former.seat) == (hold.player, hold.table, hold.seat)
        and hold.amount <= former.amount
    )


def _player_limits(hold: Hold, draft: Draft) -> Refusal | None:
    own = draft.limits(hold.player)
    if not own:
        return None
    now_ms = draft.now_ms
    value = {kind: limits.at_time(state, now_ms).in_force for kind, state in own.items()}
    refusal = limits.cool_off_refusal(value.get(LimitKind.COOL_OFF), now_ms)
    refusal = refusal or limits.stake_refusal(value.get(LimitKind.STAKE), hold.amount)
    if refusal is not None:
        return refusal
    for kind, period_ms in limits.LOSS_PERIODS_MS.items():
        limit = value.get(kind)
        if limit is not None:
            lost = draft.lost_since(hold.player, now_ms - period_ms)
            at_risk = lost + draft.in_action(hold.player) + hold.amount
            refusal = refusal or limits.loss_refusal(kind, limit, at_risk=at_risk)
    limit = value.get(LimitKind.TIME_DAY)
    if refusal is None and limit is not None:
        acts = draft.active_since(hold.player, now_ms - limits.DAY_MS)
        refusal = limits.time_refusal(limit, limits.played_ms(acts, now_ms=now_ms))
    return refusal


def _open_bet(hold_id: str, draft: Draft) -> HeldBet | Refusal:
    bet = draft.held(hold_id)
    if bet is None:
        return Refusal(RefusalCode.UNKNOWN_BET, f"There is no bet {hold_id}.")
    if not bet.is_open:
        return Refusal(RefusalCode.ALREADY_SETTLED, f"Bet {hold_id} was settled before.")
    return bet


def _post(post: Post, draft: Draft) -> Refusal | None:
    bet = _open_bet(post.hold_id, draft)
    if isinstance(bet, Refusal):
        return bet
    if type(post.taken) is not int or not 0 <= post.taken <= bet.amount:
        return Refusal(
            RefusalCode.BAD_AMOUNT, "What a table takes lies between zero and the stake."
        )
    if type(post.won) is not int or not 0 <= post.won <= CREDITS_MAX:
        return Refusal(RefusalCode.BAD_AMOUNT, "Winnings lie between zero and the maximum.")
    if bet.could_win is not None and post.won > bet.could_win:
        return Refusal(
            RefusalCode.PAYOUT_LIMIT,
            f"Bet {bet.hold_id} can win at most {say_credits(bet.could_win)}.",
        )
    if type(post.clause) is not str or len(post.clause) > TEXT_LENGTH_MAX:
        return _bad_field("clause")
    stake, table = stake_account(bet.table, bet.seat), table_account(bet.table)
    player = player_account(bet.player)
    returned = Credits(bet.amount - post.taken)
    for kind, way, amount in (
        (MoveKind.TAKE, (stake, table), post.taken),
        (MoveKind.RETURN, (stake, player), returned),
        (MoveKind.WIN, (table, player), post.won),
    ):
        if amount:
            draft.move(_of_bet(bet, kind, way, amount, post.clause))
    draft.closed(bet)
    return None


def _void(void: Void, draft: Draft) -> Refusal | None:
    bet = _open_bet(void.hold_id, draft)
    if isinstance(bet, Refusal):
        return bet
    way = (stake_account(bet.table, bet.seat), player_account(bet.player))
    draft.move(_of_bet(bet, MoveKind.VOID, way, bet.amount, void.reason.value))
    draft.closed(bet)
    return None


def _correct(correct: Correct, draft: Draft) -> Refusal | None:
    bet = draft.held(correct.hold_id)
    if bet is None:
        return Refusal(RefusalCode.UNKNOWN_BET, f"There is no bet {correct.hold_id}.")
    if bet.is_open:
        return Refusal(RefusalCode.NOT_NOW, "An open bet is settled or voided, not corrected.")
    amount = _size(correct.amount)
    if isinstance(amount, Refusal):
        return amount
    player, table = player_account(bet.player), table_account(bet.table)
    way = (table, player) if correct.amount > 0 else (player, table)
    if correct.amount < 0 and (draft.balance(player) or 0) < amount:
        return Refusal(
            RefusalCode.NOT_ENOUGH_CREDITS,
            f"{say_credits(amount)} must be taken back from seat {bet.seat}, and the player"
            " has fewer credits than that. Nothing has moved.",
        )
    draft.move(_of_bet(bet, MoveKind.CORRECT, way, amount, correct.reason.value))
    return None


def _fill(fill: Fill, draft: Draft) -> Refusal | None:
    if not is_id(fill.table):
        return _bad_field("table's id")
    amount = _size(fill.amount)
    if isinstance(amount, Refusal):
        return amount
    table = table_account(fill.table)
    source, target = (HOUSE, table) if fill.amount > 0 else (table, HOUSE)
    draft.move(Move(MoveKind.FILL, source, target, amount))
    return None


def _size(signed: int) -> Credits | Refusal:
    """How much moves, whichever way."""
    amount = abs(signed) if type(signed) is int else signed
    return amount_refusal(amount) or Credits(amount)


def _of_bet(
    bet: HeldBet,
    kind: MoveKind,
    way: tuple[AccountName, AccountName],
    amount: Credits,
    reason: str,
) -> Move:
    """A move of a bet's credits along a way (source, target)."""
    return Move(kind, *way, amount, bet.player, bet.round_id, bet.hold_id, reason)
