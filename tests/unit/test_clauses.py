"""RULES.md is data: every clause has a number, a text and a source."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.games.clauses import parse_rules
from pitboss.invariants import BrokenInvariant

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(
    path for folder in ("src", "classics") for path in (ROOT / folder).rglob("RULES.md")
)
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


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_players_read_clauses_so_no_key_of_the_code_stands_in_one(path: Path) -> None:
    clauses = parse_rules(path.read_text("utf-8"))
    assert [one.number for one in clauses if "`" in one.text + one.source] == []
