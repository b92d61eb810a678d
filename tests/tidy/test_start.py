"""What a server loads when it starts: the compiler is left to the workers that need it."""

from __future__ import annotations

import subprocess
import sys

COMPILER = ("numba", "llvmlite", "numpy")
"""Half a second of processor time at every start, and memory that no table needs."""
PROGRAM = f"import pitboss.server.run, sys; print(*(sys.modules.keys() & {set(COMPILER)}))"


def test_a_server_starts_without_the_compiler() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (found.stdout.strip(), found.returncode) == ("", 0), found.stderr
