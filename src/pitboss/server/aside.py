"""Steps aside, then becomes a worker: even its loading leaves the processors to the house.

Started by `beside` as `python -m pitboss.server.aside NICENESS IS_LAST MODULE WORD…`, where MODULE
is a worker of ours.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys


def step_aside(niceness: int, *, is_last: bool = False) -> None:
    """Leave the terminal's signals and the processors to the house.

    One that comes last takes only what nobody else wants, where the system can do that: a low
    priority alone still holds a processor for some milliseconds that a table waits for.
    """
    # A house that was started in the background hands down that interrupts are ignored; to a
    # worker they are how the house gives up a job.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.platform != "win32":
        os.setpgid(0, 0)
        os.nice(niceness)
    if is_last and sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main(words: list[str]) -> None:
    """Step aside and become the worker."""
    niceness, is_last, module, *rest = words
    step_aside(int(niceness), is_last=is_last == "1")
    sys.argv[1:] = rest
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
