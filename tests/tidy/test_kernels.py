"""Kernels: one decorator compiles them all, and every use of it states its flags."""

from __future__ import annotations

import ast

import pytest

from tests.tidy.names import uses_of
from tests.tidy.tree import Source, expect_none, package_sources, sample

COMPILER = "pitboss.exact.compiled"
DECORATOR = f"{COMPILER}.kernel"


def stray(source: Source) -> list[str]:
    """Compilation that goes round the one decorator, or leaves its flags unsaid."""
    if source.module == COMPILER:
        return []
    strays = [
        f"{source.path}:{use.line} uses {use.name}: use {DECORATOR}"
        for use in uses_of(source)
        if use.name.split(".")[0] == "numba" or use.name.startswith(f"{COMPILER}.numba")
    ]
    bare = [
        f"{source.path}:{node.lineno} {node.name} states no flags"
        for node in source.nodes
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator) in _names_of_the_decorator(source)
    ]
    return strays + bare


def _names_of_the_decorator(source: Source) -> set[str]:
    return {
        name.asname or name.name
        for node in source.nodes
        if isinstance(node, ast.ImportFrom) and node.module == COMPILER
        for name in node.names
        if name.name == "kernel"
    }


def test_every_kernel_goes_through_the_one_decorator() -> None:
    expect_none(line for source in package_sources() for line in stray(source))


@pytest.mark.parametrize(
    "text",
    [
        "import numba\n@numba.njit(cache=True)\ndef f(): ...",
        "from numba import njit\n@njit\ndef f(): ...",
        "import numba as nb\n@nb.vectorize\ndef f(): ...",
        "from pitboss.exact.compiled import numba\nf = numba.njit(len)",
        "from pitboss.exact.compiled import kernel\n@kernel\ndef f(): ...",
        "from pitboss.exact.compiled import kernel as k\n@k\ndef f(): ...",
    ],
)
def test_a_stray_kernel_is_found(text: str) -> None:
    assert stray(sample(text, path="src/pitboss/exact/sample.py"))


def test_a_kernel_with_flags_is_not() -> None:
    text = "from pitboss.exact.compiled import kernel\n@kernel(largest=9)\ndef f(): ..."
    assert not stray(sample(text, path="src/pitboss/exact/sample.py"))
