"""Worker bootstrap: give up priority before anything large is loaded, then become a worker.

Run as `python -m pitboss.server.jobs NICENESS IS_IDLE WARM_UP FOLDER…`.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module


def lower_priority(niceness: int, *, is_idle: bool) -> None:
    """Leave the terminal's signals and the processors to the house.

    An idle worker runs only when nothing else wants to, where the system can do that: a low
    priority alone still holds a processor for some milliseconds that a table waits for.
    """
    if sys.platform != "win32":
        # A group of its own, because a Ctrl-C at the terminal is for the house; the same session,
        # because a scheduler that divides time by sessions would make the priority meaningless.
        os.setpgid(0, 0)
        os.nice(niceness)
    if is_idle and sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main(words: list[str]) -> int:
    niceness, is_idle, *rest = words
    lower_priority(int(niceness), is_idle=is_idle == "1")
    worker = import_module("pitboss.server.jobs.worker")
    code: int = worker.main(rest)
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
