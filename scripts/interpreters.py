"""Pythons of this machine, on the PATH and among pyenv's versions."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
"""Looked for; what the package claims is what `scripts/pythons` has tried."""


def find_interpreter(version: str) -> str | None:
    """An interpreter of this version that starts."""
    roots = (os.environ.get("PYENV_ROOT"), "~/.pyenv")
    folders = [Path(one).expanduser() / "versions" for one in roots if one]
    kept = [path for folder in folders for path in folder.glob(f"{version}.*/bin/python")]
    for one in (shutil.which(f"python{version}"), *map(str, sorted(kept, reverse=True))):
        code = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
        if one is None:
            continue
        said = subprocess.run([one, "-c", code], check=False, capture_output=True, text=True)
        if said.stdout.strip() == version:
            return one
    return None
