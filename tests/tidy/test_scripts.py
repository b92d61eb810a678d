"""Scripts and benchmarks run seldom: every name that they import from the project is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {"pitboss": ROOT / "src", "tests": ROOT, "scripts": ROOT}


def written_in_python() -> list[Path]:
    files = (path for folder in ("scripts", "bench") for path in sorted((ROOT / folder).iterdir()))
    return [path for path in files if path.is_file() and _is_python(path)]


def _is_python(path: Path) -> bool:
    return path.suffix == ".py" or path.read_bytes()[:64].splitlines()[0].endswith(b"python3")


@cache
def names_in(module: str) -> frozenset[str] | None:
    """What can be imported from a module of the project; None where there is no such module."""
    where = OURS[module.partition(".")[0]].joinpath(*module.split("."))
    file = where / "__init__.py" if where.is_dir() else where.with_suffix(".py")
    if not file.exists():
        return frozenset(path.stem for path in where.glob("*.py")) if where.is_dir() else None
    tree = ast.parse(file.read_text("utf-8"))
    found = {path.stem for path in where.iterdir()} if where.is_dir() else set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found |= {one.asname or one.name for one in names}
            case _:
                stored = (one for one in ast.walk(node) if isinstance(one, ast.Name))
                found |= {one.id for one in stored if isinstance(one.ctx, ast.Store)}
    return frozenset(found)


def missing(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in OURS:
            known = names_in(node.module or "")
            for one in node.names:
                if known is None or one.name not in known:
                    yield f"{node.module}.{one.name}"


@pytest.mark.parametrize("path", written_in_python(), ids=lambda path: path.name)
def test_what_a_script_imports_is_there(path: Path) -> None:
    assert not list(missing(path.read_text("utf-8")))


def test_a_name_that_went_is_found() -> None:
    source = "from pitboss.units import Credits, Dollars\nfrom pitboss.nowhere import any_name"
    assert list(missing(source)) == ["pitboss.units.Dollars", "pitboss.nowhere.any_name"]
