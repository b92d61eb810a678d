"""Statements: a player's numbered account lines, and whether they add up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.ledger.transfers import MoveKind
from pitboss.units import show_credits


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
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


def statement_fault(lines: Sequence[StatementLine]) -> str | None:
    """Why consecutive lines cannot be a player's statement, or None when they can."""
    for before, line in itertools.pairwise(lines):
        if line.number != before.number + 1:
            return f"Line {before.number} is followed by line {line.number}."
        if line.balance != before.balance + line.change:
            return (
                f"Line {line.number} changes {show_credits(before.balance)} by "
                f"{show_credits(line.change)} and shows {show_credits(line.balance)}."
            )
    return None
