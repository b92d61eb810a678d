"""docs/documents.md: every line of every document has a row, and no row is idle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.games.game_folder import GameFolder
from pitboss.games.registry import Registry

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "documents.md"
# Each document: its heading, its lines, the game whose rules cite it, and how they name it.
DOCUMENTS = {
    "Spin N Win": (176, "spin-n-win", "Spin N Win document"),
    "Gin & Win, Washington": (156, "gin-and-win", "Washington"),
    "Gin & Win, Ten": (75, "gin-and-win", "Ten"),
    "flip~it": (26, "flip-it", "flip~it document"),
}
_ROW = re.compile(r"\| (\d+)(?: to (\d+))? \| ([^|]+) \| ([^|]+) \|")
_CLAUSE = re.compile(r"\b(?:SNW|GNW|FLP)-\d+\.\d+\b")
_NUMBERS = re.compile(r"lines? (\d+(?:(?: to |, | and )\d+)*)")


@dataclass(frozen=True)
class Row:
    first: int
    last: int
    what: str
    where: str


def rows(heading: str) -> list[Row]:
    text = PAGE.read_text("utf-8")
    section = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [
        Row(int(first), int(last or first), what, where)
        for first, last, what, where in _ROW.findall(section)
    ]


def cited(source: str, name: str) -> set[int]:
    """The lines of one document that a clause's source names."""
    found: set[int] = set()
    for part in source.split(";"):
        # A game with one document need not name it again.
        if name not in part and not name.endswith("document"):
            continue
        for run in _NUMBERS.findall(part.split(name, 1)[-1]):
            for piece in re.split(r", | and ", run):
                first, _, last = piece.partition(" to ")
                found |= set(range(int(first), int(last or first) + 1))
    return found


def folder(game: str) -> GameFolder:
    found = Registry().find(game)
    assert isinstance(found, GameFolder)
    return found


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_no_line_is_without_a_row_or_in_two(heading: str) -> None:
    lines, _, _ = DOCUMENTS[heading]
    text = PAGE.read_text("utf-8")
    assert f"{lines} lines" in text.split(f"## {heading}\n", 1)[1].split("|", 1)[0]
    expected = 1
    for row in rows(heading):
        assert row.first == expected, f"{heading}: lines {expected} to {row.first - 1}"
        assert row.last >= row.first
        expected = row.last + 1
    assert expected == lines + 1


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_every_row_says_where_or_why_not(heading: str) -> None:
    _, game, _ = DOCUMENTS[heading]
    known = {clause.number for clause in folder(game).clauses()}
    for row in rows(heading):
        named = set(_CLAUSE.findall(row.where))
        assert named <= known, row
        files = re.findall(r"`([^`]+/[^`]+)`", row.where)
        assert all((ROOT / file).exists() for file in files), row
        assert named or files or row.where.startswith(("Nothing to do:", "Not done:")), row


@pytest.mark.parametrize("heading", DOCUMENTS)
def test_clauses_stand_in_the_rows_of_the_lines_they_cite(heading: str) -> None:
    _, game, name = DOCUMENTS[heading]
    table = rows(heading)
    count = 0
    for clause in folder(game).clauses():
        for line in cited(clause.source, name):
            row = next(one for one in table if one.first <= line <= one.last)
            assert clause.number in row.where, (clause.number, line, row)
            count += 1
    assert count > 10
