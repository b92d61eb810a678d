"""`pitboss serve` in a process of its own, as an operator starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from tests.entropy import next_seed, program
from tests.prefork import PythonProcess

Process = subprocess.Popen[bytes]


def launch(
    *words: str,
    env: Mapping[str, str],
    before: str = "",
    prepares: bool = False,
    inside: tuple[str, ...] = (),
    stdout: Any = None,
) -> tuple[Process, int]:
    """Start the program and wait until it is open: its process, and the port that it says.

    `before` is Python that the process runs first, for a part that has to break; `inside` a command
    that runs it elsewhere, such as in another network namespace.
    """
    chosen = f"{before}\n{program(next_seed(), prepares=prepares)}"
    # What runs it elsewhere is a program of its own, and not to be forked.
    process = (subprocess.Popen if inside else PythonProcess)(
        [*inside, sys.executable, "-c", chosen, "serve", *words],
        stderr=subprocess.PIPE,
        stdout=stdout,
        env=env,
    )
    assert process.stderr is not None
    said = b""
    for line in process.stderr:
        said += line
        found = re.search(rb"Pitboss is open at http://[0-9.]+:(\d+)/", line)
        if found is not None:
            return process, int(found.group(1))
    process.stderr.close()
    raise AssertionError(f"the program ended with {process.wait()}: {said.decode()}")
