"""What a source calls, with every name written out in full.

`from time import time as now` followed by `now()` is found as `time.time`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.tidy.tree import Source


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a dotted name, resolved through the imports of its file."""

    name: str
    line: int


def _aliases(source: Source) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for node in source.nodes:
        match node:
            case ast.Import(names=names):
                for name in names:
                    top = name.name.partition(".")[0]
                    aliases[name.asname or top] = name.name if name.asname else top
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for name in names:
                    aliases[name.asname or name.name] = f"{module}.{name.name}"
            case _:
                pass
    return aliases


def uses_of(source: Source) -> Iterator[Use]:
    """Every name and dotted name that a source reads, and every name that it imports from."""
    aliases = _aliases(source)
    inner: set[ast.expr] = set()
    for node in source.nodes:
        match node:
            case ast.Attribute(value=value):
                inner.add(value)
                if node not in inner:
                    yield Use(_resolved(_dotted(node), aliases), node.lineno)
            case ast.Name(id=plain):
                if node not in inner:
                    yield Use(aliases.get(plain, plain), node.lineno)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for name in names:
                    yield Use(f"{module}.{name.name}", node.lineno)
            case ast.Import(names=names):
                for name in names:
                    yield Use(name.name, node.lineno)
            case _:
                pass


def _dotted(node: ast.Attribute) -> str:
    """An attribute as it is written; most are names with dots between, and unparsing is slow."""
    names = [node.attr]
    base = node.value
    while isinstance(base, ast.Attribute):
        names.append(base.attr)
        base = base.value
    if not isinstance(base, ast.Name):
        return ast.unparse(node)
    return ".".join((base.id, *reversed(names)))


def _resolved(dotted: str, aliases: dict[str, str]) -> str:
    first, dot, rest = dotted.partition(".")
    return aliases.get(first, first) + dot + rest
