"""The core works without any extra, and says in one sentence which extra a command needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from fractions import Fraction
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pitboss
from pitboss.extras import MODULES

ROOT = Path(__file__).resolve().parents[2]
SHEET = ["par", "gin-and-win", "--format"]
WORKS = [
    ["settle", "spin-n-win", "--draw", "R,J", "--bet", "single:red=10"],
    ["hand", "Ac", "Ah", "7d", "8d", "Jd", "3s", "2c"],
    [*SHEET, "json"],
    [*SHEET, "csv", "--out", "{folder}/sheet.csv"],
    [*SHEET, "html", "--out", "{folder}/sheet.html"],
    ["par", "flip-it"],
    ["settings"],
    ["verify", "--page", "{folder}/page.html"],
]
NEEDS = {
    "pdf": [*SHEET, "pdf", "--out", "{folder}/sheet.pdf"],
    "xlsx": [*SHEET, "xlsx", "--out", "{folder}/sheet.xlsx"],
    "sim": ["simulate", "spin-n-win", "--rounds", "10"],
    "server": ["serve", "--port", "0", "--database", "{folder}/house.db"],
    "postgres": ["audit", "verify", "--database", "postgresql://nobody@localhost/none"],
}
ALSO = {
    "pdf": ["dossier", "spin-n-win", "--out", "{folder}/dossier.zip"],
    "sim": ["protect", "spin-n-win", "bias", "--face", "joker=1/7"],
}


def run_core(commands: list[list[str]], folder: Path) -> list[dict[str, Any]]:
    """What each command says where nothing but the core can be imported."""
    named = [[word.format(folder=folder) for word in words] for words in commands]
    ran = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("core_only.py"))],
        input=json.dumps(named),
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"PITBOSS_CACHE_DIR": str(folder / "cache"), "COLUMNS": "200"},
        check=True,
    )
    answers: list[dict[str, Any]] = json.loads(ran.stdout)
    return answers


def test_the_core_works_alone_and_names_the_extra_a_command_needs(tmp_path: Path) -> None:
    said = run_core([*WORKS, *NEEDS.values(), ALSO["pdf"], ALSO["sim"]], tmp_path)
    works, needs = said[: len(WORKS)], said[len(WORKS) :]
    assert [one["code"] for one in works] == [0] * len(WORKS), works
    assert "net 10.00" in works[0]["out"] and "Best: play" in works[1]["out"]
    edges = {bet["bet"]: bet["house_edge"] for bet in json.loads(works[2]["out"])["bets"]}
    # The same figures as with compiled kernels, to the last digit.
    assert {bet: Fraction(one["fraction"]) for bet, one in edges.items()} == pitboss.load(
        "gin-and-win"
    ).edges()
    for extra, one in zip([*NEEDS, "pdf", "sim"], needs, strict=True):
        assert one["code"] == 4, one
        assert one["err"].count("\n") == 1
        assert one["err"].endswith(f" needs the extra '{extra}': pip install 'pitboss[{extra}]'.\n")
    assert sorted(path.name for path in tmp_path.glob("*.*")) == [
        "page.html",
        "sheet.csv",
        "sheet.html",
    ]


def test_every_extra_installs_the_modules_that_it_stands_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(MODULES) == set(extras) - {"all", "dev", "node"}
    assert all(extra in extras["all"][0] for extra in MODULES)
    where = packages_distributions()
    for extra, modules in MODULES.items():
        named = " ".join(extras[extra])
        installed = {one: where[one][0].replace("_", "-") for one in modules}
        absent = [one for one, distribution in installed.items() if distribution not in named]
        assert absent == (["dask"] if extra == "cluster" else []), extra
