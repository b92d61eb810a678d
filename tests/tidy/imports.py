"""Every import of a source, wherever it stands.

Imports under TYPE_CHECKING, inside functions, and by name through importlib count like any
other: each of them couples two modules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.tidy.tree import Source

IMPORTERS = ("import_module", "__import__")


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name: `target` is dotted in full, attributes included."""

    target: str
    line: int

    def reaches(self, module: str) -> bool:
        """True when this imports the module, something in it or something below it."""
        return self.target == module or self.target.startswith(module + ".")


def imports_of(source: Source) -> Iterator[Import]:
    """All imports of a source."""
    for node in source.nodes:
        match node:
            case ast.Import(names=names):
                for name in names:
                    yield Import(name.name, node.lineno)
            case ast.ImportFrom(names=names):
                base = _base(source, node)
                for name in names:
                    yield Import(base if name.name == "*" else f"{base}.{name.name}", node.lineno)
            case ast.Call(func=func, args=[ast.Constant(value=str(target)), *_]):
                if getattr(func, "attr", getattr(func, "id", "")) in IMPORTERS:
                    yield Import(target, node.lineno)
            case _:
                pass


def _base(source: Source, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    parts = source.module.split(".")
    above = node.level - 1 if source.is_package else node.level
    parts = parts[: len(parts) - above]
    return ".".join([*parts, node.module] if node.module else parts)
