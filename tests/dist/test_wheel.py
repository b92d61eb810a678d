"""The wheel is the product: it holds the pages, and serves and settles without this checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.deadlines import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")
BET = ("settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=10")
CORE_BYTES_MAX = 120_000_000
RUN = "from pitboss.cli import main; raise SystemExit(main())"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("dist")
    ran = subprocess.run(
        [UV, "build", "-q", "--wheel", "--no-build-isolation", "-o", folder],
        cwd=ROOT,
        env=os.environ | {"VIRTUAL_ENV": str(Path(sys.executable).parents[1])},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_packaged_file_and_the_built_pages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = ROOT / "src" / "pitboss"
    shipped = {
        f"pitboss/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert shipped - names == set()
    pages = {one.removeprefix("pitboss/server/web/") for one in names if "/server/web/" in one}
    dist = ROOT / "web" / "dist"
    assert pages == {
        one.relative_to(dist).as_posix() for one in dist.rglob("*") if one.is_file()
    }
    assert "index.html" in pages


@contextmanager
def serving(python: Path, folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of a house that this Python opens in a folder of its own."""
    house = folder / "house"
    house.mkdir()
    files = ["--database", str(house / "house.db"), "--log", str(house / "log.jsonl")]
    with subprocess.Popen(
        [str(python), "-c", RUN, "serve", "--port", "0", *files],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            found = next(filter(None, (re.search(r"http://\S+?:\d+", at) for at in process.stdout)))
            yield found.group()
        finally:
            process.terminate()


def check_product(python: Path, folder: Path, environment: dict[str, str]) -> None:
    """Settle, and fetch the lobby with every script that it names."""
    where = ["-c", "import pitboss; print(pitboss.__file__)"]
    said = [
        subprocess.run(
            [str(python), *one],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for one in (where, ["-c", RUN, *BET])
    ]
    assert not Path(said[0].strip()).is_relative_to(ROOT)
    assert "net 10.00" in said[1]
    with (
        serving(python, folder, environment) as url,
        httpx.Client(base_url=url, timeout=PATIENCE_S) as browser,
    ):
        page = browser.get("/")
        assert page.status_code == 200 and "Pitboss" in page.text
        files = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
        assert files and all(browser.get(one).status_code == 200 for one in files)
        assert len(browser.get("/api/lobby").json()["games"]) >= 3


def test_the_wheel_serves_and_settles_without_this_checkout(wheel: Path, tmp_path: Path) -> None:
    """Unpacked before everything else that Python finds; dependencies are those of the tests."""
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    settings = {"PITBOSS_FIGURE_WORKERS": "0", "PYTHONPATH": str(unpacked)}
    check_product(Path(sys.executable), tmp_path, os.environ | settings)


def install(python: Path, what: str) -> None:
    """Install the wheel, as a user would, at the tested versions."""
    pinned = ["--compile-bytecode", "-c", str(ROOT / "constraints.txt")]
    subprocess.run([UV, "pip", "install", "-q", "--python", python, *pinned, what], check=True)


@pytest.mark.slow
def test_the_wheel_installs_into_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    made = tmp_path / "empty"
    subprocess.run([UV, "venv", "-q", "--python", sys.executable, made], check=True)
    python = made / "bin" / "python"
    environment = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    environment |= {"PITBOSS_CACHE_DIR": str(tmp_path / "cache")}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(python), "-c", RUN, *words]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    install(python, str(wheel))
    installed = sum(path.lstat().st_size for path in made.rglob("*") if path.is_file())
    assert installed < CORE_BYTES_MAX
    assert "net 10.00" in run(*BET).stdout
    sheet = ("par", "spin-n-win", "--format", "pdf", "--out", "sheet.pdf")
    refused = run(*sheet)
    assert (refused.returncode, refused.stderr.count("\n")) == (4, 1)
    assert "pip install 'pitboss[pdf]'" in refused.stderr

    install(python, f"{wheel}[server]")
    check_product(python, tmp_path, environment)
    for words in (sheet, ("simulate", "spin-n-win", "--rounds", "1e5", "--seed", "7")):
        assert run(*words).returncode == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
