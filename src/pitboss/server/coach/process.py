"""The coach's process as the server sees it: started when first asked, ended with the house.

Work for the coach may take a second the first time and holds the interpreter; in a process of its
own it never keeps a table waiting.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import msgspec

from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.beside import Beside, start_beside
from pitboss.server.coach.worker import Answer, Question

MODULE = "pitboss.server.coach.worker"
NICENESS = 5
PATIENCE_S = 30.0
LINE_BYTES_MAX = 1 << 22
NO_COACH = Refusal(RefusalCode.STORE_UNAVAILABLE, "The coach cannot be asked now; try again.")


@dataclass(slots=True)
class CoachProcess:
    """One worker, asked one question at a time."""

    folders: tuple[str, ...]
    process: Beside | None = None
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
        asked = msgspec.structs.replace(question, number=self.numbered)
        await process.tell(msgspec.json.encode(asked) + b"\n")
        while True:
            told = msgspec.json.decode(await process.line(), type=Answer)
            # An answer that nobody waited for any more is left behind.
            if told.number == self.numbered:
                break
        if told.refused:
            return Refusal(RefusalCode.UNKNOWN_EDITION, told.refused)
        return told

    async def _running(self) -> Beside:
        if self.process is None or not self.process.is_running:
            self.process = await start_beside(
                MODULE, *self.folders, line_max=LINE_BYTES_MAX, niceness=NICENESS
            )
        return self.process

    def _kill(self) -> None:
        if self.process is not None:
            self.process.kill()
        self.process = None

    async def close(self) -> None:
        """End the process with the house."""
        self.is_closed = True
        process, self.process = self.process, None
        if process is not None:
            await process.gone()
