"""Traceability: every clause has a test, every clause number in code exists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.gamekit.conformance import documents
from pitboss.gamekit.conformance.documents import check_rules, check_tests, marked_clauses
from pitboss.games.game_folder import GameEdition, GameFolder
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import unwrap
from tests.contract.conftest import CLASSICS, KIT, clauses_once

GAMES = list(Registry((GAMES_FOLDER, KIT, CLASSICS)).games.values())


def ids(folder: GameFolder) -> str:
    return folder.game.key


@pytest.mark.parametrize("check", [check_rules, check_tests], ids=["rules", "tests"])
@pytest.mark.parametrize("folder", GAMES, ids=ids)
def test_every_clause_is_cited_and_proved(
    folder: GameFolder, check: Callable[[GameEdition], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "marked_clauses", clauses_once)
    assert str(len(folder.clauses())) in check(GameEdition(folder, unwrap(folder.edition())))


def test_a_clause_without_a_test_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(
        "@pytest.mark.clause('XYZ-1.1')\ndef test_x() -> None: ...\n", "utf-8"
    )
    assert marked_clauses(tmp_path) == {"XYZ-1.1"}
