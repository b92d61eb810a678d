"""The configuration does what it says: known-bad samples are in fact rejected.

A setting with a slip in its name does nothing and says nothing; only a sample shows it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.tidy.tree import ROOT, expect_none, files

CONFIGURATION = ROOT / "pyproject.toml"

# Files in which the same tools could be configured behind the back of pyproject.toml.
OTHER_HOMES = {
    ".coveragerc",
    ".flake8",
    ".mypy.ini",
    ".pre-commit-config.yaml",
    ".ruff.toml",
    "mypy.ini",
    "pylock.toml",
    "pytest.ini",
    "pytest.toml",
    "requirements.txt",
    "ruff.toml",
    "setup.cfg",
    "setup.py",
    "tox.ini",
    "uv.lock",
}

HEAD = '"""A sample."""\n\nfrom __future__ import annotations\n\n'

BRANCHES = "def f(x: int) -> None:\n" + "".join(
    f"    if x == {n}:\n        f({n})\n" for n in range(13)
)

REJECTED_BY_RUFF = {
    "A001": "len = 3\n",
    "B006": "def f(x: list[int] = []) -> list[int]:\n    return x\n",
    "BLE001": "try:\n    x = 1\nexcept Exception:\n    x = 2\n",
    "C901": BRANCHES,
    "DTZ005": "import datetime\n\nx = datetime.datetime.now()\n",
    "E501": f"x = '{'y' * 100}'\n",
    "E722": "try:\n    x = 1\nexcept:\n    x = 2\n",
    "ERA001": "# x = f(1)\n",
    "F401": "import json\n",
    "FIX002": "# " + "TO" + "DO: later\n",
    "I001": "import sys\nimport json\n\nprint(sys, json)\n",
    "N802": "def Bad() -> None:\n    pass\n",
    "NPY002": "import numpy as np\n\nnp.random.seed(1)\n",
    "PGH003": "x: int = 'y'  # type: ignore\n",
    "PLR0912": BRANCHES,
    "PTH123": "x = open('y')\n",
    "RET505": "def f(x: int) -> int:\n    if x:\n        return 1\n    else:\n        return 2\n",
    "RUF012": "class A:\n    x = [1]\n",
    "S101": "assert f\n",
    "S301": "import pickle\n\nx = pickle.loads(b'')\n",
    "SIM102": "def f(x: int) -> None:\n    if x:\n        if x > 1:\n            f(x)\n",
    "T201": "print(1)\n",
    "TID251": "import random\n",
    "TID252": "from .sample import x\n",
    "UP006": "from typing import List\n\nx: List[int]\n",
    "W291": "x = 1 \n",
}  # fmt: skip

REJECTED_BY_MYPY = {
    "arg-type": "def f(x: int) -> int:\n    return x\n\n\nf('1')\n",
    "exhaustive-match": (
        "def f(x: int | str) -> None:\n    match x:\n        case int():\n            pass\n"
    ),
    "no-any-return": "from typing import Any\n\n\ndef f(x: Any) -> int:\n    return x.y\n",
    "no-untyped-call": "def f(x):\n    return x\n\n\ndef g() -> None:\n    f(1)\n",
    "no-untyped-def": "def f(x):\n    return x\n",
    "possibly-undefined": "def f(x: int) -> int:\n    if x:\n        y = 1\n    return y\n",
    "redundant-expr": "def f(x: int) -> bool:\n    return isinstance(x, int) and x > 1\n",
    "return-value": "def f() -> int:\n    return None\n",
    "type-arg": "def f(x: list) -> None: ...\n",
    "union-attr": "def f(x: str | None) -> str:\n    return x.upper()\n",
    "unreachable": "def f(x: int) -> int:\n    return x\n    f(1)\n",
    "unused-ignore": "x: int = 1  # type: ignore[assignment]\n",
}

REJECTED_BY_PYTEST = '''\
"""Tests that must not pass."""

import warnings

import pytest


def test_that_warns():
    warnings.warn("a warning is an error", stacklevel=1)


@pytest.mark.xfail
def test_that_passes_unexpectedly():
    pass


def test_that_passes():
    pass
'''


def configuration() -> dict[str, Any]:
    return tomllib.loads(CONFIGURATION.read_text("utf-8"))


def tool(name: str, *arguments: str, given: str = "") -> tuple[int, str]:
    """Run a tool of this environment on the project's configuration."""
    done = subprocess.run(
        [sys.executable, "-m", name, *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def ruff_codes(text: str, *, path: str = "src/pitboss/games/sample.py") -> set[str]:
    _, output = tool(
        "ruff", "check", "--no-cache", "--output-format=concise", "--stdin-filename", path, "-",
        given=HEAD + text,
    )  # fmt: skip
    return set(re.findall(r"^\S+:\d+:\d+: ([A-Z]+\d+)", output, re.MULTILINE))


@pytest.mark.parametrize("code", REJECTED_BY_RUFF)
def test_ruff_rejects(code: str) -> None:
    assert code in ruff_codes(REJECTED_BY_RUFF[code])


def test_ruff_takes_good_code() -> None:
    assert not ruff_codes('x = 1\n\n\ndef f(y: int) -> int:\n    """Double."""\n    return 2 * y\n')


def test_tests_may_assert_and_the_package_may_not() -> None:
    assert not ruff_codes("assert HEAD\n".replace("HEAD", "__name__"), path="tests/test_x.py")
    assert ruff_codes("assert __name__\n") == {"S101"}


def test_the_formatter_rejects() -> None:
    code, _ = tool("ruff", "format", "--check", "--stdin-filename", "src/x.py", "-", given="x=1\n")
    assert code == 1


def test_mypy_rejects(tmp_path: Path) -> None:
    for code, text in REJECTED_BY_MYPY.items():
        (tmp_path / f"{code.replace('-', '_')}.py").write_text(HEAD + text, "utf-8")
    (tmp_path / "good.py").write_text(HEAD + "x = 1\n", "utf-8")
    cache = str(tmp_path / "cache")
    _, output = tool(
        "mypy", "--config-file", str(CONFIGURATION), "--cache-dir", cache, str(tmp_path)
    )
    found = set(re.findall(r"(\w+)\.py:\d+: error: .*\[([a-z-]+)\]", output))
    expected = {(code.replace("-", "_"), code) for code in REJECTED_BY_MYPY}
    assert expected <= found, output
    assert "good" not in {name for name, _ in found}


def pytest_says(tmp_path: Path, text: str) -> str:
    (tmp_path / "test_sample.py").write_text(text, "utf-8")
    given = ("-c", str(CONFIGURATION), "--rootdir", str(tmp_path), str(tmp_path))
    _, output = tool("pytest", *given)
    return output


def test_pytest_rejects_warnings_and_unexpected_passes(tmp_path: Path) -> None:
    output = pytest_says(tmp_path, REJECTED_BY_PYTEST)
    failed = set(re.findall(r"^FAILED \S*test_sample\.py::(\w+)", output, re.MULTILINE))
    assert failed == {"test_that_warns", "test_that_passes_unexpectedly"}
    assert "2 failed, 1 passed" in output


def test_pytest_rejects_unknown_markers(tmp_path: Path) -> None:
    text = "import pytest\n\n\n@pytest.mark.unheard_of\ndef test_a():\n    pass\n"
    assert "'unheard_of' not found in `markers`" in pytest_says(tmp_path, text)


def test_there_is_one_configuration_file() -> None:
    expect_none(str(path.relative_to(ROOT)) for path in files() if path.name in OTHER_HOMES)


def test_the_gate_covers_the_rules() -> None:
    coverage = configuration()["tool"]["coverage"]
    assert coverage["run"]["branch"] is True
    assert {"pitboss.games", "pitboss.units", "pitboss.refusals"} <= set(
        coverage["run"]["source_pkgs"]
    )
    assert coverage["report"]["fail_under"] == 100


def _bare(requirement: str) -> str:
    return re.split(r"[\[<>=~! ;]", requirement)[0].lower()


def test_the_group_of_tools_equals_the_extra() -> None:
    project = configuration()
    assert project["dependency-groups"]["dev"] == project["project"]["optional-dependencies"]["dev"]


def test_every_requirement_is_pinned() -> None:
    project = configuration()["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {line.partition("==")[0] for line in lines if "==" in line and line[0] != " "}
    # An extra may take in others by the project's own name.
    assert {_bare(requirement) for requirement in wanted} - {project["name"]} <= pinned


def test_constraints_hold_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pin = re.compile(r"[a-z0-9][a-z0-9._-]*==[0-9][\w.+!]*(?: ; [\w .<>=!'()]+)?")
    note = re.compile(r"    #(?: via)?(?:\s+[\w.-]+(?: \(pyproject\.toml(?::\w+)?\))?)?")
    expect_none(line for line in lines if not pin.fullmatch(line) and not note.fullmatch(line))
