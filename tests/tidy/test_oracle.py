"""The slow oracle borrows nothing from the fast kernels that it checks."""

from __future__ import annotations

from collections.abc import Iterable

from tests.tidy.imports import imports_of
from tests.tidy.tree import Source, expect_none, package_sources, sample

ORACLE = "pitboss.exact.oracle"
COMPILERS = ("numba", "pitboss.exact.compiled")


def borrowed(sources: Iterable[Source]) -> list[str]:
    """Roads by which an oracle module reaches compiled code, through other modules included."""
    by_module = {source.module: source for source in sources}
    complaints = []
    for start in by_module:
        if start != ORACLE and not start.startswith((ORACLE + ".", ORACLE + "_")):
            continue
        waiting, seen = [(start, start)], {start}
        while waiting:
            module, road = waiting.pop()
            for found in imports_of(by_module[module]):
                if any(found.reaches(compiler) for compiler in COMPILERS):
                    complaints.append(f"{road} -> {found.target}")
                for target in (found.target, found.target.rpartition(".")[0]):
                    if target in by_module and target not in seen:
                        seen.add(target)
                        waiting.append((target, f"{road} -> {target}"))
    return complaints


def test_no_oracle_reaches_a_kernel() -> None:
    expect_none(borrowed(package_sources()))


def test_a_borrowing_oracle_is_found() -> None:
    oracle = sample("from pitboss.exact import moments\n", path="src/pitboss/exact/oracle_tree.py")
    moments = sample("from pitboss.exact.fast import count\n", path="src/pitboss/exact/moments.py")
    fast = sample("from pitboss.exact.compiled import kernel\n", path="src/pitboss/exact/fast.py")
    assert len(borrowed([oracle, moments, fast])) == 1
    assert not borrowed([oracle, moments])
    assert not borrowed([moments, fast])
