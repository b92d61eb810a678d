"""Trace: where every clause number of a game stands in its code and in its tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.games.clauses import CLAUSE_NUMBER
from pitboss.games.game_folder import GameFolder
from pitboss.package import PACKAGE


@dataclass(slots=True)
class Citations:
    """Places by clause number, as `file:line`."""

    code: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)


def tests_of(entry: GameFolder) -> Path | None:
    """The nearest folder `tests` above a game that lies beside a pyproject.toml; None without."""
    projects = (one for one in entry.folder.resolve().parents if (one / "pyproject.toml").is_file())
    return next((one / "tests" for one in projects if (one / "tests").is_dir()), None)


def find_citations(entry: GameFolder) -> Citations:
    """Every place where a clause of the game is cited: in its package, and in its tests."""
    found, tests, folder = Citations(), tests_of(entry), entry.folder.resolve()
    # The solver and studies of a game that ships lie in other folders of the package.
    code = PACKAGE if folder.is_relative_to(PACKAGE) else folder
    for number, place in _cited(code, entry.game.clause_prefix):
        found.code.setdefault(number, []).append(place)
    for number, place in () if tests is None else _cited(tests, entry.game.clause_prefix):
        found.tests.setdefault(number, []).append(place)
    return found


def _cited(folder: Path, prefix: str) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        for at, line in enumerate(text.splitlines() if prefix in text else (), start=1):
            for number in CLAUSE_NUMBER.findall(line):
                if number.startswith(prefix + "-"):
                    yield number, f"{path.relative_to(folder.parent).as_posix()}:{at}"
