"""A worker process: started with pipes, spoken to line by line, never left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from subprocess import PIPE, Popen
from typing import Self

from pitboss.server.jobs.kinds import Lane
from pitboss.server.jobs.protocol import LINE_BYTES_MAX, JobOrder, Reply, decode_reply, encode_line


@dataclass(frozen=True, slots=True, eq=False)
class WorkerProcess:
    process: Popen[bytes]
    reader: StreamReader
    writer: StreamWriter
    threads: Executor
    """Where starting and ending a process is waited for; never the pool that people need."""

    @classmethod
    async def start(cls, lane: Lane, folders: tuple[str, ...], threads: Executor) -> Self:
        """Start a worker.

        In a thread: the event loop's own way may copy the house's memory map first and keep every
        table waiting meanwhile.
        """
        words = (str(lane.niceness), str(int(lane.is_idle)), lane.warm_up or "-", *folders)
        command = (sys.executable, "-m", "pitboss.server.jobs", *words)
        loop, reader = asyncio.get_running_loop(), StreamReader(limit=LINE_BYTES_MAX)
        starting = threads.submit(_popen, command)
        try:
            process = await asyncio.wrap_future(starting)
            await loop.connect_read_pipe(lambda: StreamReaderProtocol(reader), process.stdout)
            ends = await loop.connect_write_pipe(
                lambda: StreamReaderProtocol(StreamReader()), process.stdin
            )
        except BaseException:
            # Nobody waits for this worker any more, and it may not have started yet.
            starting.add_done_callback(_end_started)
            raise
        return cls(process, reader, StreamWriter(*ends, None, loop), threads)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    async def send(self, order: JobOrder) -> None:
        self.writer.write(encode_line(order))
        await self.writer.drain()

    async def reply(self) -> Reply | None:
        """The next reply, or None for a heartbeat; raises `EOFError` if the worker has exited."""
        line = await self.reader.readline()
        if not line.endswith(b"\n"):
            raise EOFError("the worker exited")
        return decode_reply(line)

    def interrupt(self) -> None:
        """Ask the worker to end its job; it stays for the next one."""
        if sys.platform == "win32":
            self.kill()
        else:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGINT)

    def kill(self) -> None:
        self.process.kill()

    async def end(self) -> None:
        """Kill it and wait until it is gone, even if this task is cancelled."""
        self.kill()
        loop = asyncio.get_running_loop()
        await asyncio.shield(loop.run_in_executor(self.threads, self.process.wait))
        self.writer.close()


def _popen(command: tuple[str, ...]) -> Popen[bytes]:
    return Popen(command, stdin=PIPE, stdout=PIPE)  # noqa: S603


def _end_started(starting: Future[Popen[bytes]]) -> None:
    if starting.cancelled() or starting.exception() is not None:
        return
    with starting.result() as process:
        process.kill()
