"""Random tamperings of every kind on an export: each is found, and sound exports pass."""

from __future__ import annotations

import pytest

from pitboss.audit.verify import verify_lines
from pitboss.equipment.draws import SeededBits
from tests.audit.tampering import KINDS, Lines, heads_of, tampered
from tests.audit.trail import trail

LINES = trail().lines


def test_every_kind_of_tampering_is_found() -> None:
    told = tampered(LINES, SeededBits(b"tampering"), 50 * len(KINDS))
    assert told.pop("missed") == 0
    assert set(told.values()) == {50}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_tampering_changes_the_file(kind: object) -> None:
    bits = SeededBits(b"changes")
    changed: Lines = kind(LINES, bits)  # type: ignore[operator]
    assert changed != LINES


def test_a_whole_chain_made_anew_is_sound_in_itself() -> None:
    """So only the signed heads can find it."""
    rewritten = KINDS[-1](LINES, SeededBits(b"rewritten"))
    assert verify_lines(rewritten).records == len(LINES)
    assert heads_of(rewritten) != heads_of(LINES)
