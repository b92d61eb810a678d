"""The project's own files, read once, for the tests of this folder.

A check here is a plain function from a source to complaints; each test runs it over the whole
tree and over known-bad samples, so a check that finds nothing is known to work.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = "pitboss"

# Folders that tools make; none of them is part of the source. Nor is a hidden one, but for .ci.
MADE = frozenset({"__pycache__", "node_modules", "build", "dist"})
OURS = frozenset({".ci"})


@dataclass(frozen=True)
class Source:
    """One Python file: its path from the root of the project, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree: to walk takes longer than to parse, and most tests look."""
        return tuple(ast.walk(self.tree))

    @property
    def module(self) -> str:
        """The dotted name under which the file is imported."""
        parts = list(Path(self.path).with_suffix("").parts)
        if parts[0] == "src":
            parts = parts[1:]
        if parts[-1] == "__init__":
            parts = parts[:-1]
        return ".".join(parts)

    @property
    def is_package(self) -> bool:
        return self.path.endswith("/__init__.py")

    @property
    def part(self) -> str:
        """The name that the layer table knows: `games` for pitboss.games.rounds, '' for pitboss."""
        parts = self.module.split(".")
        return parts[1] if len(parts) > 1 else ""


def sample(text: str, *, path: str = "src/pitboss/games/sample.py") -> Source:
    """A source that exists only in a test."""
    return Source(path=path, text=text)


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and not entry.is_symlink():
            hidden = entry.name.startswith(".") and entry.name not in OURS
            if not hidden and entry.name not in MADE and not entry.name.endswith(".egg-info"):
                yield from _walk(entry)
        elif entry.is_file() and entry.name != ".git":  # a worktree's pointer to its repository
            yield entry


@cache
def files() -> tuple[Path, ...]:
    """Every file of the project, without what tools made."""
    return tuple(path for path in _walk(ROOT) if not path.name.startswith(".coverage"))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text file of the project, as (path from the root, text)."""
    found = []
    for path in files():
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((path.relative_to(ROOT).as_posix(), content.decode("utf-8")))
    return tuple(found)


@cache
def python_files() -> tuple[Source, ...]:
    """Every Python file of the project."""
    return tuple(Source(path=path, text=text) for path, text in texts() if path.endswith(".py"))


def package_sources() -> tuple[Source, ...]:
    """The Python files that ship."""
    return tuple(source for source in python_files() if source.path.startswith("src/"))


def sources_of_tests() -> tuple[Source, ...]:
    """The Python files of the tests."""
    return tuple(source for source in python_files() if source.path.startswith("tests/"))


def games() -> tuple[str, ...]:
    """The folders of the games that ship."""
    folder = SRC / PACKAGE / "games"
    return tuple(sorted(path.parent.name for path in folder.glob("*/RULES.md")))


def ratchet(found: Iterable[str], *, allowed: Iterable[str] = ()) -> list[str]:
    """What is found beyond the listed exceptions, and exceptions that no longer are any.

    The second half makes a list of exceptions shrink: once the code is better than its entry,
    the entry must go.
    """
    found, allowed = set(found), set(allowed)
    return sorted(found - allowed) + sorted(
        f"no longer an exception, take it off the list: {entry}" for entry in allowed - found
    )


def expect_none(complaints: Iterable[str]) -> None:
    """Fail with every complaint on a line of its own."""
    lines = list(complaints)
    if lines:
        pytest.fail("\n" + "\n".join(lines), pytrace=False)
