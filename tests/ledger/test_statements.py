"""Statements that add up, and ones that do not; repeats by fingerprint."""

from __future__ import annotations

from dataclasses import replace

from pitboss.ledger.repeats import repeat_refusal
from pitboss.ledger.statements import StatementLine, statement_fault
from pitboss.ledger.transfers import MoveKind


def line(number: int, change: int, balance: int) -> StatementLine:
    """A line with only what matters."""
    return StatementLine(
        number=number,
        at_ms=1,
        kind=MoveKind.HOLD,
        change=change,
        amount=abs(change),
        balance=balance,
        stream="house",
        version=number,
        round_id=None,
        hold_id=None,
        reason="",
    )


def test_lines_that_follow_each_other() -> None:
    lines = [line(3, 10, 10), line(4, -4, 6), line(5, 0, 6)]
    assert statement_fault(lines) is None
    assert statement_fault([]) is None
    assert statement_fault([lines[0], lines[2]]) == "Line 3 is followed by line 5."
    wrong = statement_fault([lines[0], replace(lines[1], balance=7)])
    assert wrong == "Line 4 changes 0.10 by -0.04 and shows 0.07."


def test_a_repeat_needs_the_same_fingerprint() -> None:
    assert repeat_refusal(first_fingerprint="a", fingerprint="a") is None
    refusal = repeat_refusal(first_fingerprint="a", fingerprint="b")
    assert refusal is not None
    assert refusal.code.value == "id-reused"
