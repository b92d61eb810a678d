"""Clauses: a game's RULES.md as numbered data.

Each clause is a paragraph `**ABC-1.2** text` (a ruling reads `**ABC-1.2** *(ruling)* text`)
followed by a line `Source: …`.
"""

from __future__ import annotations

import re

import msgspec

from pitboss.invariants import check
from pitboss.units import ClauseId

CLAUSE_NUMBER = re.compile(r"\b[A-Z]{3}-\d+\.\d+\b")

_HEADING = re.compile(r"^## +(.+)$")
_CLAUSE = re.compile(r"^\*\*([A-Z]{3}-\d+\.\d+)\*\* +(\*\(ruling\)\* +)?(.*)$")
_SOURCE = re.compile(r"^Source: +(.+)$")


class Clause(msgspec.Struct, frozen=True):
    """One numbered rule, in our own words, with where it comes from."""

    number: ClauseId
    heading: str
    text: str
    source: str
    is_ruling: bool


def parse_rules(text: str) -> tuple[Clause, ...]:
    """Every clause of a RULES.md, in order. The file ships with the game, so faults stop us."""
    clauses: list[Clause] = []
    heading = ""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.strip().splitlines()
        if not lines:
            continue
        if found := _HEADING.match(lines[0]):
            heading = found.group(1)
        if found := _CLAUSE.match(lines[0]):
            clauses.append(_clause(heading, found, lines[1:]))
    numbers = [clause.number for clause in clauses]
    check(len(set(numbers)) == len(numbers), "every clause number is used once")
    return tuple(clauses)


def _clause(heading: str, first: re.Match[str], rest: list[str]) -> Clause:
    body, source = [first.group(3)], ""
    for line in rest:
        if found := _SOURCE.match(line):
            source = found.group(1)
        elif source:
            source += " " + line.strip()
        else:
            body.append(line.strip())
    check(source != "", f"clause {first.group(1)} names its source")
    return Clause(
        number=ClauseId(first.group(1)),
        heading=heading,
        text=" ".join(body),
        source=source,
        is_ruling=first.group(2) is not None,
    )
