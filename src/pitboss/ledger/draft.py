"""A draft: the ledger as it would stand after the transfers judged so far in one commit.

Discarded when a transfer is refused, so a refused commit leaves no trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from pitboss.invariants import BrokenInvariant
from pitboss.ledger.accounts import AccountName, may_go_negative
from pitboss.ledger.facts import Exposure, Facts, HeldBet
from pitboss.ledger.limits import LimitKind, LimitState
from pitboss.ledger.transfers import Move, MoveKind
from pitboss.units import CREDITS_MAX

_LOSS_SIGN = {MoveKind.TAKE: 1, MoveKind.WIN: -1}


@dataclass(slots=True)
class Draft:
    """Changes over facts; itself a source of facts for the next transfer."""

    facts: Facts
    now_ms: int
    moves: list[Move] = field(default_factory=list)
    balances: dict[AccountName, int] = field(default_factory=dict)
    bets: dict[str, HeldBet] = field(default_factory=dict)

    def balance(self, account: str) -> int | None:
        mine = self.balances.get(AccountName(account))
        return self.facts.balance(account) if mine is None else mine

    def held(self, hold_id: str) -> HeldBet | None:
        return self.bets.get(hold_id) or self.facts.held(hold_id)

    def limits(self, player: str) -> Mapping[LimitKind, LimitState]:
        """A commit that sets limits makes no bets, so these are the stored ones."""
        return self.facts.limits(player)

    def move(self, move: Move) -> None:
        """Add a move that was found to be allowed."""
        # Not `check`: the sentence is made only when there is something to say.
        if move.source == move.target or not 0 < move.amount <= CREDITS_MAX:
            raise BrokenInvariant(f"not a move that can be: {move}")
        out = (self.balance(move.source) or 0) - move.amount
        if out < 0 and not may_go_negative(move.source):
            raise BrokenInvariant(f"{move.source} would owe: {move}")
        self.balances[move.source] = out
        self.balances[move.target] = (self.balance(move.target) or 0) + move.amount
        self.moves.append(move)

    def opened(self, bet: HeldBet) -> None:
        """Remember a stake put in action."""
        self.bets[bet.hold_id] = bet

    def closed(self, bet: HeldBet) -> None:
        """Remember a stake that left the action."""
        self.bets[bet.hold_id] = replace(bet, is_open=False)

    def in_action(self, player: str) -> int:
        total = self.facts.in_action(player)
        for bet in self.bets.values():
            if bet.player == player:
                before = self.facts.held(bet.hold_id)
                was_open = before is not None and before.is_open
                total += bet.amount * (bet.is_open - was_open)
        return total

    def lost_since(self, player: str, since_ms: int) -> int:
        total = self.facts.lost_since(player, since_ms)
        for move in self.moves:
            if move.player == player:
                total += loss_of(move)
        return total

    def active_since(self, player: str, since_ms: int) -> Sequence[int]:
        """The times of a player's stored acts; now is counted by the caller."""
        return self.facts.active_since(player, since_ms)

    def exposure(self, table: str, round_id: str, player: str) -> Exposure:
        stored = self.facts.exposure(table, round_id, player)
        at_table, of_player = stored.table, stored.player
        for bet in self.bets.values():
            if (bet.table, bet.round_id) == (table, round_id):
                before = self.facts.held(bet.hold_id)
                was_open = before is not None and before.is_open
                change = (bet.could_win or 0) * (bet.is_open - was_open)
                at_table += change
                of_player += change if bet.player == player else 0
        return Exposure(at_table, of_player)


def loss_of(move: Move) -> int:
    if move.kind is MoveKind.CORRECT:
        return move.amount if move.source.startswith("player:") else -move.amount
    return move.amount * _LOSS_SIGN.get(move.kind, 0)
