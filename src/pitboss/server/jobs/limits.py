"""Limits of one job inside a worker: processor time and memory, set before it and lifted after."""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

MB = 1 << 20
MEMORY_MAX_MB = 2_000
"""A worker that has grown beyond this ends after its job and is replaced."""


class OverTime(BaseException):
    """The job has used its processor time."""


def _over_time(_signal: int, _frame: FrameType | None) -> None:
    raise OverTime


@contextlib.contextmanager
def limit_job(*, cpu_s: int, memory_mb: int) -> Iterator[None]:
    """Limit the block; beyond it `OverTime` or `MemoryError` is raised."""
    if sys.platform == "win32":
        yield
        return
    import resource

    most_cpu = resource.getrlimit(resource.RLIMIT_CPU)[1]
    most_memory = resource.getrlimit(resource.RLIMIT_AS)[1]
    signal.signal(signal.SIGXCPU, _over_time)
    try:
        if cpu_s:
            end_s = math.ceil(time.process_time()) + cpu_s
            resource.setrlimit(resource.RLIMIT_CPU, (end_s, most_cpu))
        if memory_mb:
            resource.setrlimit(
                resource.RLIMIT_AS, (_measure_memory() + memory_mb * MB, most_memory)
            )
        yield
    finally:
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_CPU, (most_cpu, most_cpu))
        resource.setrlimit(resource.RLIMIT_AS, (most_memory, most_memory))


def _measure_memory() -> int:
    """The address space of this process, in bytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    import resource

    return pages * resource.getpagesize()


def has_grown() -> bool:
    """Whether this process has ever held more memory than a worker should keep."""
    if sys.platform == "win32":
        return False
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MEMORY_MAX_MB * 1024
