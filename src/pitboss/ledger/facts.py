"""Facts: what the ledger must know to judge transfers; the store answers in its transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from pitboss.ledger.accounts import HoldId, PlayerId, RoundId, TableId
from pitboss.ledger.limits import LimitKind, LimitState
from pitboss.units import Credits


class HeldBet(msgspec.Struct, frozen=True):
    """A stake that was put in action, and whether it still is."""

    hold_id: HoldId
    player: PlayerId
    table: TableId
    seat: int
    round_id: RoundId
    spot: str
    amount: Credits
    could_win: Credits | None
    is_open: bool


class Exposure(msgspec.Struct, frozen=True):
    """What the open bets of a round could win: at the table, and for one player of it."""

    table: int
    player: int


class Facts(Protocol):
    """Read access to the ledger as it stands just before a transfer."""

    def balance(self, account: str) -> int | None:
        """The balance of an account, or None when there is no such account."""

    def held(self, hold_id: str) -> HeldBet | None:
        """A bet by its id, open or closed."""

    def limits(self, player: str) -> Mapping[LimitKind, LimitState]:
        """The limits a player has set."""

    def in_action(self, player: str) -> int:
        """The sum of a player's open stakes at all tables."""

    def lost_since(self, player: str, since_ms: int) -> int:
        """Stakes taken less winnings and corrections since a time; negative when ahead."""

    def active_since(self, player: str, since_ms: int) -> Sequence[int]:
        """The times of a player's bets and settlements since a time, in any order."""

    def exposure(self, table: str, round_id: str, player: str) -> Exposure:
        """What a round's open bets could win."""
