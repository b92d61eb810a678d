"""Statements: a player's numbered account lines."""

from __future__ import annotations

import msgspec

from pitboss.ledger.transfers import MoveKind


class StatementLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line: what happened to a player's credits and what was left to bet with."""

    number: int
    at_ms: int
    kind: MoveKind
    change: int
    amount: int
    balance: int
    stream: str
    version: int
    round_id: str | None
    hold_id: str | None
    reason: str
