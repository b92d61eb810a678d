"""RULES.md is data: every clause has a number, a text and a source."""

from __future__ import annotations

import pytest

from pitboss.games.clauses import parse_rules
from pitboss.invariants import BrokenInvariant

RULES = """# A game

Some words that are no clause.

## 1 Bets

**ABC-1.1** A player bets
before the draw.
Source: the document, line 3,
and line 4.

**ABC-1.2** *(ruling)* Ties push.
Source: ruling; the document is silent.
"""


def test_clauses_are_read_in_order() -> None:
    first, second = parse_rules(RULES)
    assert first.number == "ABC-1.1"
    assert first.heading == "1 Bets"
    assert first.text == "A player bets before the draw."
    assert first.source == "the document, line 3, and line 4."
    assert not first.is_ruling
    assert second.is_ruling


def test_a_clause_without_source_or_used_twice_stops() -> None:
    with pytest.raises(BrokenInvariant, match="source"):
        parse_rules("**ABC-1.1** A rule.")
    with pytest.raises(BrokenInvariant, match="once"):
        parse_rules(RULES + "\n\n" + RULES)
    assert parse_rules("\n\n") == ()
