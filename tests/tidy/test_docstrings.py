"""Docstrings: every module says what it is, lists no importers, and names only what exists."""

from __future__ import annotations

import ast
import keyword
import re
import sys
from collections.abc import Iterator
from functools import cache

from tests.tidy.tree import SRC, Source, expect_none, package_sources, python_files, sample

# Who imports whom is held by the layer test; a list in prose goes stale.
LISTS_IMPORTS = re.compile(
    r"\bmay (?:only )?import\b|\b(?:called|used) (?:only )?by\b|^Imports\b",
    re.IGNORECASE | re.MULTILINE,
)
QUOTED = re.compile(r"`([^`\s]+)`")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
OUTSIDE = sys.stdlib_module_names | set(keyword.kwlist)
# Packages whose docstrings are still to be rewritten: the list may only become shorter.
UNCHECKED: frozenset[str] = frozenset()


def complaints(source: Source) -> list[str]:
    """What is wrong with the docstring of a module."""
    if source.path.startswith("tests/") and not source.text.strip():
        return []  # an empty file that only marks a folder
    text = ast.get_docstring(source.tree)
    if not text:
        return [f"{source.path} has no docstring"]
    if not source.path.startswith("src/") or source.part in UNCHECKED:
        return []
    found = [f"{source.path} names `{name}`, which does not exist" for name in unknown(source)]
    if LISTS_IMPORTS.search(text):
        found.append(f"{source.path} lists what it imports or who calls it")
    return found


def unknown(source: Source) -> Iterator[str]:
    """Quoted names in a docstring that are neither a module nor written in the source itself."""
    own = set(re.findall(r"\w+", _without_docstring(source)))
    for quoted in QUOTED.findall(ast.get_docstring(source.tree) or ""):
        first = quoted.partition(".")[0]
        if first in OUTSIDE or not NAME.fullmatch(quoted):
            continue
        if not set(quoted.split(".")) <= own | known():
            yield quoted


def _without_docstring(source: Source) -> str:
    lines = source.text.splitlines()
    end = source.tree.body[0].end_lineno or 0
    return "\n".join(lines[end:])


@cache
def known() -> frozenset[str]:
    """Names of modules and folders, and of everything defined at the top of a module."""
    names = {"pitboss", "GAME", *(path.name for path in SRC.rglob("*") if path.is_dir())}
    names |= {path.name.partition(".")[0] for path in SRC.rglob("*.*") if path.is_file()}
    for source in package_sources():
        for node in source.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                names.add(node.name)
    return frozenset(names)


def test_docstrings_hold() -> None:
    expect_none(line for source in python_files() for line in complaints(source))


def test_a_bad_docstring_is_found() -> None:
    assert complaints(sample("x = 1\n"))
    assert not complaints(sample('"""A module."""\n'))
    assert complaints(sample('"""A module. May import units."""\n'))
    assert complaints(sample('"""A module.\n\nImports units only.\n"""\n'))
    assert complaints(sample('"""A module; called by the rules."""\n'))


def test_a_name_that_does_not_exist_is_found() -> None:
    assert complaints(sample('"""Counts what `nowhere_at_all` lists."""\n'))
    assert complaints(sample('"""Counts what `games.nowhere_at_all` lists."""\n'))
    assert not complaints(sample('"""Counts `here` and `games.registry`."""\nhere = 1\n'))
