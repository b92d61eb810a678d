"""What one test run leaves to the next on the same machine: `scripts/kept`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tidy.tree import ROOT


def clone(folder: Path) -> Path:
    (folder / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "kept", folder / "scripts")
    return folder


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / ".cache" / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def read(folder: Path) -> dict[str, str]:
    cache = folder / ".cache"
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    return {path.relative_to(cache).as_posix(): path.read_text("utf-8") for path in files}


def run(folder: Path, step: str, **settings: str) -> None:
    environment = {"PATH": os.environ["PATH"], **settings}
    subprocess.run([folder / "scripts" / "kept", step], env=environment, check=True)


@pytest.mark.parametrize("where", ["PITBOSS_KEPT", "XDG_CACHE_HOME"])
def test_a_fresh_clone_takes_what_another_put(tmp_path: Path, where: str) -> None:
    first, second = clone(tmp_path / "first"), clone(tmp_path / "second")
    write(first, mypy__meta="types", passed__stamp="", pitboss__kernels__d1__mine__code="tests'")
    (first / ".cache/pitboss/kernels/d1/pitboss.exact").mkdir()
    (first / ".cache/pitboss/kernels/d1/pitboss.exact/code").write_text("compiled")
    write(first, hypothesis__unicode_data__14__table="letters", hypothesis__examples__one="own")
    write(second, passed__other="own")
    run(first, "put", **{where: str(tmp_path / "kept")})
    run(second, "take", **{where: str(tmp_path / "kept")})
    assert read(second) == {
        "hypothesis/unicode_data/14/table": "letters",
        "mypy/meta": "types",
        "passed/other": "own",
        "passed/stamp": "",
        "pitboss/kernels/d1/pitboss.exact/code": "compiled",
    }


def test_what_a_clone_has_already_stays(tmp_path: Path) -> None:
    first, second = clone(tmp_path / "first"), clone(tmp_path / "second")
    write(first, mypy__meta="theirs", pitboss__kernels__d1__code="theirs")
    write(second, mypy__meta="own", pitboss__kernels__d1__code="own")
    before = read(second)
    run(first, "put", PITBOSS_KEPT=str(tmp_path / "kept"))
    run(second, "take", PITBOSS_KEPT=str(tmp_path / "kept"))
    assert read(second) == before


@pytest.mark.parametrize("settings", [{}, {"HOME": ""}, {"PITBOSS_KEPT": "", "HOME": "home"}])
def test_nothing_is_kept_without_a_folder_for_it(tmp_path: Path, settings: dict[str, str]) -> None:
    first = clone(tmp_path / "first")
    write(first, mypy__meta="types")
    run(first, "put", **settings)
    run(first, "take", **settings)
    assert read(first) == {"mypy/meta": "types"}
    assert sorted(path.name for path in first.iterdir()) == [".cache", "scripts"]
