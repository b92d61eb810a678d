"""Repeats by fingerprint."""

from __future__ import annotations

from pitboss.ledger.repeats import repeat_refusal


def test_a_repeat_needs_the_same_fingerprint() -> None:
    assert repeat_refusal(first_fingerprint="a", fingerprint="a") is None
    refusal = repeat_refusal(first_fingerprint="a", fingerprint="b")
    assert refusal is not None
    assert refusal.code.value == "id-reused"
