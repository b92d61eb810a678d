"""Traceability: every clause has a test, every clause number in code exists."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pitboss.cli.trace import TESTS, find_citations
from pitboss.games.registry import GAMES_FOLDER, GameFolder, Registry
from tests.contract.conftest import KIT

GAMES = list(Registry((GAMES_FOLDER, KIT)).games.values())


def ids(folder: GameFolder) -> str:
    return folder.game.key


@pytest.mark.parametrize("folder", GAMES, ids=ids)
def test_clauses_carry_the_prefix_of_their_game(folder: GameFolder) -> None:
    clauses = folder.clauses()
    assert clauses
    assert {clause.number.split("-")[0] for clause in clauses} == {folder.game.clause_prefix}


@pytest.mark.parametrize("folder", GAMES, ids=ids)
def test_every_clause_number_in_code_and_tests_exists(folder: GameFolder) -> None:
    numbers = {clause.number for clause in folder.clauses()}
    citations = find_citations(folder.game.clause_prefix)
    assert set(citations.code) | set(citations.tests) <= numbers


@pytest.mark.parametrize("folder", GAMES, ids=ids)
def test_every_clause_has_a_test(folder: GameFolder) -> None:
    proved = marked_clauses(TESTS)
    missing = [clause.number for clause in folder.clauses() if clause.number not in proved]
    assert missing == []


def marked_clauses(folder: Path) -> set[str]:
    """Clause numbers in `@pytest.mark.clause(...)` on a test function or in `pytestmark`."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                found |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    return found


def test_a_clause_without_a_test_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(
        "@pytest.mark.clause('XYZ-1.1')\ndef test_x() -> None: ...\n", "utf-8"
    )
    assert marked_clauses(tmp_path) == {"XYZ-1.1"}
