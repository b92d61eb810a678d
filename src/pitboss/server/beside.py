"""A process beside the house: started with pipes, kept out of the house's way, never left behind.

Workers share the session of the house, because a system that divides its time by sessions would
give a low priority no effect; they have a process group of their own, because a Ctrl-C at the
terminal is for the house, which ends its workers itself. `aside` is what it starts them with.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from dataclasses import dataclass
from subprocess import PIPE, Popen


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A worker and the two ends of its pipes."""

    process: Popen[bytes]
    reader: StreamReader
    writer: StreamWriter

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

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
        self.process.kill()

    async def ended(self) -> None:
        """Wait until it has ended by itself."""
        await asyncio.to_thread(self.process.wait)
        self.writer.close()

    async def gone(self) -> None:
        """End it and wait until nothing is left of it, whatever happens to the house meanwhile."""
        self.kill()
        await asyncio.shield(self.ended())


async def start_beside(
    module: str, *words: str, line_max: int, niceness: int, is_last: bool = False
) -> Beside:
    """Start a module of ours as a worker; `line_max` bounds what it may say in one breath.

    Started by a thread: the event loop's own way may copy the house's memory map first and keep
    every table waiting meanwhile.
    """
    manners = (str(niceness), str(int(is_last)))
    command = (sys.executable, "-m", "pitboss.server.aside", *manners, module, *words)
    process = await asyncio.to_thread(subprocess.Popen, command, stdin=PIPE, stdout=PIPE)
    loop, reader = asyncio.get_running_loop(), StreamReader(limit=line_max)
    await loop.connect_read_pipe(lambda: StreamReaderProtocol(reader), process.stdout)
    ends = await loop.connect_write_pipe(
        lambda: StreamReaderProtocol(StreamReader()), process.stdin
    )
    return Beside(process, reader, StreamWriter(*ends, None, loop))
