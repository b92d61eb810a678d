"""What a server loads when it starts: the compiler is left to the workers that need it."""

from __future__ import annotations

import subprocess
import sys

COMPILER = ("numba", "llvmlite", "numpy")
"""Half a second of processor time at every start, and memory that no table needs."""
STARTS = "import pitboss.server.opening, pitboss.server.run, sys"
PREPARES = """
from pitboss.games.parts import load_part
from pitboss.games.registry import find_registry
from pitboss.server.app import PARTS
for folder in find_registry({}).games.values():
    for package in PARTS:
        load_part(package, folder.game)
"""


def loaded(program: str, *modules: str) -> str:
    program += f"\nprint(*(sys.modules.keys() & {set(modules)}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_server_starts_without_the_compiler() -> None:
    assert loaded(STARTS, *COMPILER) == ""


def test_a_server_prepares_its_pages_without_the_compiler() -> None:
    assert loaded(STARTS + PREPARES, "numba", "llvmlite") == ""
