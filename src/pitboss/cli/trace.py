"""Trace: where every clause number stands in the code and in the tests.

Reads the package's own source and, in a source tree, the tests beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.games.clauses import CLAUSE_NUMBER

PACKAGE = Path(__file__).parent.parent
TESTS = PACKAGE.parent.parent / "tests"


@dataclass(slots=True)
class Citations:
    """Places by clause number, as `file:line`."""

    code: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)


def tests_are_here() -> bool:
    return TESTS.is_dir()


def find_citations(prefix: str) -> Citations:
    """Every place where a clause with this prefix is cited."""
    found = Citations()
    for number, place in _cited(PACKAGE, prefix):
        found.code.setdefault(number, []).append(place)
    if tests_are_here():
        for number, place in _cited(TESTS, prefix):
            found.tests.setdefault(number, []).append(place)
    return found


def _cited(folder: Path, prefix: str) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.py")):
        for at, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for number in CLAUSE_NUMBER.findall(line):
                if number.startswith(prefix + "-"):
                    yield number, f"{path.relative_to(folder.parent).as_posix()}:{at}"
