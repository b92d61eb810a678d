"""The coach's process as the server sees it: started when first asked, ended with the house.

Work for the coach may take a second the first time and holds the interpreter; in a process of its
own it never keeps a table waiting. May import the worker's records; used by the coach's advice.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass, field

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.coach_worker import Answer, Question

MODULE = "pitboss.server.coach_worker"
PATIENCE_S = 30.0
LINE_BYTES_MAX = 1 << 22
NO_COACH = Refusal(RefusalCode.STORE_UNAVAILABLE, "The coach cannot be asked now; try again.")


@dataclass(slots=True)
class CoachProcess:
    """One worker, asked one question at a time."""

    folders: tuple[str, ...]
    process: Process | None = None
    numbered: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_closed: bool = False

    async def ask(self, question: Question) -> Answer | Refusal:
        """The answer, or why there is none."""
        async with self.turn:
            if self.is_closed:
                return NO_COACH
            try:
                return await asyncio.wait_for(self._exchange(question), PATIENCE_S)
            except (OSError, TimeoutError, EOFError, msgspec.MsgspecError):
                self._kill()
                return NO_COACH

    async def _exchange(self, question: Question) -> Answer | Refusal:
        self.numbered += 1
        process = await self._running()
        if process.stdin is None or process.stdout is None:
            raise EOFError
        asked = msgspec.structs.replace(question, number=self.numbered)
        process.stdin.write(msgspec.json.encode(asked) + b"\n")
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line:
                raise EOFError
            told = msgspec.json.decode(line, type=Answer)
            # An answer that nobody waited for any more is left behind.
            if told.number == self.numbered:
                break
        if told.refused:
            return Refusal(RefusalCode.UNKNOWN_EDITION, told.refused)
        return told

    async def _running(self) -> Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                MODULE,
                *self.folders,
                stdin=PIPE,
                stdout=PIPE,
                limit=LINE_BYTES_MAX,
            )
        return self.process

    def _kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        self.process = None

    async def close(self) -> None:
        """End the process with the house."""
        self.is_closed = True
        process = self.process
        self._kill()
        if process is not None:
            await process.wait()
