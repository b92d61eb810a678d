"""Every registered game and edition, the sample game included, as parameters."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.games.contract import AnyGame
from pitboss.games.editions import HasHead
from pitboss.games.registry import GAMES_FOLDER, GameFolder, Registry
from pitboss.refusals import Refusal

KIT = Path(__file__).parent.parent / "kit" / "games"
CLASSICS = Path(__file__).parents[2] / "classics" / "src" / "pitboss_classics"


@dataclass(frozen=True)
class Subject:
    """One edition of one game under test."""

    folder: GameFolder
    edition: HasHead

    @property
    def game(self) -> AnyGame:
        return self.folder.game


def all_subjects() -> list[Subject]:
    subjects = []
    for folder in Registry((GAMES_FOLDER, KIT, CLASSICS)).games.values():
        # Editions of a classic differ in numbers alone; tests/classics proves each of them.
        keys = folder.edition_keys()
        for key in keys[:1] if folder.folder.parent == CLASSICS else keys:
            edition = folder.edition(key)
            assert not isinstance(edition, Refusal), edition
            subjects.append(Subject(folder, edition))
    return subjects


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "subject" in metafunc.fixturenames:
        subjects = all_subjects()
        ids = [f"{s.edition.head.game}-{s.edition.head.key}" for s in subjects]
        metafunc.parametrize("subject", subjects, ids=ids)
