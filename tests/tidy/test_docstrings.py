"""Docstrings: every module says what it is; a package says what it may import and who calls it."""

from __future__ import annotations

import ast
import re

from tests.tidy.tree import PACKAGE, Source, expect_none, python_files, sample

SAYS_IMPORTS = re.compile(r"\bimports?\b|\bknows nothing\b", re.IGNORECASE)
SAYS_CALLERS = re.compile(
    r"\b(?:called|found|read|run|used) by\b|\bcallers?\b|\bnothing imports it\b", re.IGNORECASE
)


def unsaid(source: Source) -> list[str]:
    """What the docstring of a module leaves out."""
    if source.path.startswith("tests/") and not source.text.strip():
        return []  # an empty file that only marks a folder
    text = ast.get_docstring(source.tree)
    if not text:
        return [f"{source.path} has no docstring"]
    if not source.is_package or source.module == PACKAGE or not source.path.startswith("src/"):
        return []
    complaints = []
    if not SAYS_IMPORTS.search(text):
        complaints.append(f"{source.path} does not say what it may import")
    if not SAYS_CALLERS.search(text):
        complaints.append(f"{source.path} does not say who calls it")
    return complaints


def test_every_module_says_what_it_is() -> None:
    expect_none(line for source in python_files() for line in unsaid(source))


def test_a_silent_module_is_found() -> None:
    package = "src/pitboss/games/__init__.py"
    assert unsaid(sample("x = 1\n"))
    assert not unsaid(sample('"""A module."""\n'))
    assert len(unsaid(sample('"""A package."""\n', path=package))) == 2
    assert len(unsaid(sample('"""A package. May import units."""\n', path=package))) == 1
    assert not unsaid(sample('"""May import units; called by exact."""\n', path=package))
