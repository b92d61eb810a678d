"""Compiled code: one set of flags, counts that fit, and a cache that cannot mislead."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE

import pytest

from pitboss.exact import compiled
from pitboss.invariants import BrokenInvariant
from pitboss.package import cache_root
from tests import prefork

PROGRAM = """
import os
from pitboss.exact import compiled
from pitboss.exact.compiled import kernel

compiled.LOCK_TRIES = int(os.environ.get("LOCK_TRIES", compiled.LOCK_TRIES))

@kernel(largest=10)
def double(x: int) -> int:
    return 2 * x

@kernel(largest=20)
def outer(x: int) -> int:
    return double(x) + 1

print(outer(3), outer.stats.cache_hits.total())
"""


ELSEWHERE = """
from pitboss.simulate.generator import words_for
words_for(2)
print(words_for.stats.cache_hits.total())
"""


SOURCES = Path(compiled.__file__).parents[2]


Compiling = prefork.loading("tests.exact.compiler")
"""Processes that have loaded numba and nothing of the package."""


def run(folder: Path, program: Path, *, sources: Path = SOURCES, **settings: str) -> str:
    environment = {**os.environ, "PITBOSS_CACHE_DIR": str(folder), **settings}
    environment.pop("NUMBA_DISABLE_JIT", None)
    code = (
        f"import runpy, sys; sys.path.insert(0, {str(sources)!r}); "
        f"runpy.run_path({str(program)!r}, run_name='__main__')"
    )
    with Compiling(
        [sys.executable, "-c", code], env=environment, stdout=PIPE, stderr=PIPE, text=True
    ) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    return str(out).strip()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("program") / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, program: Path) -> Path:
    """A cache after two runs at once, of which one has compiled."""
    cache = tmp_path_factory.mktemp("filled") / "cache"
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: run(cache, program), range(2)))
    assert sorted(found) == ["7 0", "7 1"]
    return cache


@pytest.fixture
def cache(tmp_path: Path, filled: Path) -> Path:
    """A copy of the filled cache."""
    return shutil.copytree(filled, tmp_path / "cache")


def test_of_several_processes_at_once_one_compiles_for_all_later_ones(
    cache: Path, program: Path
) -> None:
    assert run(cache, program) == "7 1"


def test_an_installation_elsewhere_takes_the_same_code(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(ELSEWHERE, encoding="utf-8")
    hits = []
    for place in ("here", "there"):
        shutil.copytree(
            Path(compiled.__file__).parents[1],
            tmp_path / place / "pitboss",
            ignore=shutil.ignore_patterns("__pycache__"),
            copy_function=shutil.copyfile,
        )
        found = run(tmp_path / "cache", program, sources=tmp_path / place)
        hits.append(int(found))
    assert hits == [0, 1]


def test_a_lock_that_is_never_released_only_costs_time(cache: Path, program: Path) -> None:
    locks = list(cache.rglob("*.lock"))
    assert len(locks) == 2
    with ExitStack() as held:
        for path in locks:
            fcntl.flock(held.enter_context(path.open("wb")), fcntl.LOCK_EX)
        assert run(cache, program, LOCK_TRIES="2") == "7 1"


def test_damaged_files_are_noticed_and_compiled_again(cache: Path, program: Path) -> None:
    damaged = sorted(cache.rglob("*.nb?"))
    assert damaged
    for path in damaged:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0xFF
        path.write_bytes(bytes(content))
    assert run(cache, program) == "7 0"
    assert run(cache, program) == "7 1"


def test_code_with_bounds_checks_has_a_cache_of_its_own(cache: Path, program: Path) -> None:
    assert run(cache, program, NUMBA_BOUNDSCHECK="1") == "7 0"
    assert len(list((cache / "kernels").iterdir())) == 2


def test_a_folder_that_cannot_be_made_only_costs_time(tmp_path: Path, program: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert run(tmp_path / "file", program) == "7 0"


def test_the_digest_covers_what_kernels_import_and_nothing_else() -> None:
    sources = {path.as_posix() for path in compiled.kernel_sources()}
    assert any(path.endswith("pitboss/exact/gin_and_win/scoring.py") for path in sources)
    assert any(path.endswith("pitboss/invariants.py") for path in sources)
    # Each of several imports in a row is followed.
    assert any(path.endswith("pitboss/equipment/shoe.py") for path in sources)
    assert any(path.endswith("pitboss/games/flip_it/edition.py") for path in sources)
    # A change of a page, a sheet or the contract compiles nothing again.
    for part in ("cli", "sdk", "par", "report", "pit"):
        assert not any(f"/pitboss/{part}/" in path for path in sources)
    assert not any(path.endswith("pitboss/games/contract.py") for path in sources)


@pytest.mark.parametrize("largest", [2**63, -1])
def test_a_count_that_does_not_fit_is_refused(largest: int) -> None:
    with pytest.raises(BrokenInvariant):
        compiled.kernel(largest=largest)


def test_the_cache_follows_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("PITBOSS_CACHE_DIR")
    assert cache_root().name == "pitboss"
