"""Every registered game and edition, the sample game included, as parameters."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pitboss import gamekit
from pitboss.gamekit.conformance.documents import marked_clauses
from pitboss.games.game_folder import GameEdition
from pitboss.games.registry import GAMES_FOLDER, Registry
from pitboss.refusals import Refusal

KIT = Path(gamekit.__file__).parent / "sample" / "src"
"""The folder of the game that `pitboss new-game` starts from."""
CLASSICS = Path(__file__).parents[2] / "classics" / "src" / "pitboss_classics"
clauses_once = cache(marked_clauses)
"""For a folder of tests that stays as it is: all games are proved in the same one."""


def all_subjects() -> list[GameEdition]:
    subjects = []
    for folder in Registry((GAMES_FOLDER, KIT, CLASSICS)).games.values():
        # Editions of a classic differ in numbers alone; tests/classics proves each of them.
        keys = folder.edition_keys()
        for key in keys[:1] if folder.folder.parent == CLASSICS else keys:
            edition = folder.edition(key)
            assert not isinstance(edition, Refusal), edition
            subjects.append(GameEdition(folder, edition))
    return subjects


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "subject" in metafunc.fixturenames:
        subjects = all_subjects()
        ids = [f"{s.edition.head.game}-{s.edition.head.key}" for s in subjects]
        metafunc.parametrize("subject", subjects, ids=ids)
