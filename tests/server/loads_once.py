"""A module that takes its time to load and, like numpy, cannot be loaded again after a break."""

from __future__ import annotations

import os
import threading
from pathlib import Path

MARK = "LOADS_ONCE"
"""The variable that names the file which says that loading has begun."""

if Path(os.environ[MARK]).exists():
    raise ImportError("cannot load module more than once per process")
Path(os.environ[MARK]).touch()
threading.Event().wait(1.0)
