"""A book: the whole ledger in memory, built from moves alone.

It answers the same questions as a store and is what a journal's replay fills when it is compared
with the stored balances.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.invariants import check
from pitboss.ledger.accounts import may_go_negative
from pitboss.ledger.draft import loss_of
from pitboss.ledger.facts import Exposure, HeldBet
from pitboss.ledger.judge import Judgement
from pitboss.ledger.limits import NO_LIMIT, LimitKind, LimitState, SetLimit, requested
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
        """Take over what a judgement decided."""
        for move in judgement.moves:
            self.apply(move, at_ms=at_ms)
        for account, balance in judgement.balances.items():
            check(self.balances[account] == balance, f"{account} differs from its judgement")
        for bet in judgement.bets:
            self.bets[bet.hold_id] = bet

    def apply(self, move: Move, *, at_ms: int) -> None:
        """Take over one move."""
        for account, delta in ((move.source, -move.amount), (move.target, move.amount)):
            balance = self.balances.get(account, 0) + delta
            check(balance >= 0 or may_go_negative(account), f"{account} would owe {-balance}")
            self.balances[account] = balance
        self.history.append((at_ms, move))

    def limit(self, wish: SetLimit, *, now_ms: int) -> Refusal | None:
        """Take over a player's wish for a limit."""
        own = self.limits_of.setdefault(wish.player, {})
        state = requested(wish.kind, own.get(wish.kind, NO_LIMIT), value=wish.value, now_ms=now_ms)
        if isinstance(state, Refusal):
            return state
        own[wish.kind] = state
        return None

    def balance(self, account: str) -> int | None:
        """The balance of an account."""
        return self.balances.get(account)

    def held(self, hold_id: str) -> HeldBet | None:
        """A bet by its id."""
        return self.bets.get(hold_id)

    def limits(self, player: str) -> Mapping[LimitKind, LimitState]:
        """The limits a player has set."""
        return self.limits_of.get(player, {})

    def in_action(self, player: str) -> int:
        """The sum of a player's open stakes."""
        return sum(b.amount for b in self.bets.values() if b.is_open and b.player == player)

    def lost_since(self, player: str, since_ms: int) -> int:
        """Stakes taken less winnings and corrections since a time."""
        mine = (m for at, m in self.history if at >= since_ms and m.player == player)
        return sum(loss_of(move) for move in mine)

    def active_since(self, player: str, since_ms: int) -> Sequence[int]:
        """The times of a player's bets and settlements since a time."""
        return [
            at
            for at, move in self.history
            if at >= since_ms and move.player == player and move.kind in _ACTS
        ]

    def exposure(self, table: str, round_id: str, player: str) -> Exposure:
        """What a round's open bets could win."""
        bets = [
            bet
            for bet in self.bets.values()
            if bet.is_open and (bet.table, bet.round_id) == (table, round_id)
        ]
        mine = (bet.could_win or 0 for bet in bets if bet.player == player)
        return Exposure(sum(bet.could_win or 0 for bet in bets), sum(mine))
