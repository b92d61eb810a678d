"""A ledger in memory, built from moves alone: the facts that transfers are judged on in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.invariants import check
from pitboss.ledger.accounts import may_go_negative
from pitboss.ledger.draft import loss_of
from pitboss.ledger.facts import Exposure, HeldBet
from pitboss.ledger.judge import Judgement
from pitboss.ledger.limits import NO_LIMIT, LimitKind, LimitState, SetLimit, request_limit
from pitboss.ledger.transfers import Move, MoveKind
from pitboss.refusals import Refusal

_ACTS = frozenset({MoveKind.HOLD, MoveKind.TAKE, MoveKind.RETURN, MoveKind.WIN})


@dataclass(slots=True)
class Book:
    """Balances, bets and limits; every change goes through `absorb` or `limit`."""

    balances: dict[str, int] = field(default_factory=dict)
    bets: dict[str, HeldBet] = field(default_factory=dict)
    limits_of: dict[str, dict[LimitKind, LimitState]] = field(default_factory=dict)
    history: list[tuple[int, Move]] = field(default_factory=list)

    def absorb(self, judgement: Judgement, *, at_ms: int) -> None:
        for move in judgement.moves:
            self.apply(move, at_ms=at_ms)
        for account, balance in judgement.balances.items():
            check(self.balances[account] == balance, f"{account} differs from its judgement")
        for bet in judgement.bets:
            self.bets[bet.hold_id] = bet

    def apply(self, move: Move, *, at_ms: int) -> None:
        for account, delta in ((move.source, -move.amount), (move.target, move.amount)):
            balance = self.balances.get(account, 0) + delta
            check(balance >= 0 or may_go_negative(account), f"{account} would owe {-balance}")
            self.balances[account] = balance
        self.history.append((at_ms, move))

    def limit(self, wish: SetLimit, *, now_ms: int) -> Refusal | None:
        own = self.limits_of.setdefault(wish.player, {})
        state = request_limit(
            wish.kind, own.get(wish.kind, NO_LIMIT), value=wish.value, now_ms=now_ms
        )
        if isinstance(state, Refusal):
            return state
        own[wish.kind] = state
        return None

    def balance(self, account: str) -> int | None:
        return self.balances.get(account)

    def held(self, hold_id: str) -> HeldBet | None:
        return self.bets.get(hold_id)

    def limits(self, player: str) -> Mapping[LimitKind, LimitState]:
        return self.limits_of.get(player, {})

    def in_action(self, player: str) -> int:
        return sum(b.amount for b in self.bets.values() if b.is_open and b.player == player)

    def lost_since(self, player: str, since_ms: int) -> int:
        mine = (m for at, m in self.history if at >= since_ms and m.player == player)
        return sum(loss_of(move) for move in mine)

    def active_since(self, player: str, since_ms: int) -> Sequence[int]:
        return [
            at
            for at, move in self.history
            if at >= since_ms and move.player == player and move.kind in _ACTS
        ]

    def exposure(self, table: str, round_id: str, player: str) -> Exposure:
        bets = [
            bet
            for bet in self.bets.values()
            if bet.is_open and (bet.table, bet.round_id) == (table, round_id)
        ]
        mine = (bet.could_win or 0 for bet in bets if bet.player == player)
        return Exposure(sum(bet.could_win or 0 for bet in bets), sum(mine))
