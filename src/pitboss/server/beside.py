"""A process beside the house: started with pipes, kept out of the house's way, never left behind.

Workers share the session of the house, because a system that divides its time by sessions would
give a low priority no effect; they have a process group of their own, because a Ctrl-C at the
terminal is for the house, which ends its workers itself. May import asyncio alone; used by the
coach, protection, simulations and the pool of figures, and by their workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A worker and the two ends of its pipes."""

    process: Process
    reader: StreamReader
    writer: StreamWriter

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    async def tell(self, data: bytes) -> None:
        """Send something whole."""
        self.writer.write(data)
        await self.writer.drain()

    async def line(self) -> bytes:
        """The next line; a worker that has gone says none more, which is an `EOFError`."""
        line = await self.reader.readline()
        if not line:
            raise EOFError("the worker ended")
        return line

    def kill(self) -> None:
        """End it now."""
        if self.is_running:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def gone(self) -> None:
        """End it and wait until nothing is left of it, whatever happens to the house meanwhile."""
        self.kill()
        await asyncio.shield(self.process.wait())


async def start_beside(module: str, *words: str, line_max: int) -> Beside:
    """Start a module of ours as a worker; `line_max` bounds what it may say in one breath."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *words),
        stdin=PIPE,
        stdout=PIPE,
        limit=line_max,
    )
    if process.stdout is None or process.stdin is None:
        raise EOFError("a worker without pipes")
    return Beside(process, process.stdout, process.stdin)


def step_aside(niceness: int) -> None:
    """What a worker does first: leave the terminal's signals and the processors to the house."""
    if sys.platform != "win32":
        os.setpgid(0, 0)
        os.nice(niceness)
