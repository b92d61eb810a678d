"""The writer: commits of an event loop that come soon after the last ones leave together."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest

from pitboss.refusals import Refusal, RefusalCode
from pitboss.store import writer as written
from pitboss.store.records import Answer
from pitboss.store.writer import LEAVE_GAP_S, Ticket, Writer
from tests.deadlines import PATIENCE_S
from tests.set_time import SetLoop, run_set
from tests.store.house import command

ANSWER = Refusal(RefusalCode.NOT_NOW, "Nothing is written here.")


class CountingWriter(Writer):
    """Writes nothing, and remembers how many commits left the loop each time."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        super().__init__(lambda commits: [ANSWER] * len(commits))

    def put(self, tickets: list[Ticket]) -> bool:
        self.sizes.append(len(tickets))
        return super().put(tickets)


def test_what_comes_by_itself_leaves_at_once_and_what_follows_soon_leaves_together() -> None:
    async def run(loop: SetLoop) -> None:
        writer = CountingWriter()
        assert await writer.put_async(command("a")) is ANSWER
        waiting = []
        for name in "bcd":
            waiting.append(writer.put_async(command(name)))
            await loop.go_on()
        assert writer.sizes == [1]
        await loop.go_on(LEAVE_GAP_S)
        assert await asyncio.gather(*waiting) == [ANSWER] * 3
        await loop.go_on(LEAVE_GAP_S)
        await writer.put_async(command("e"))
        assert writer.sizes == [1, 3, 1]
        writer.stop()

    run_set(run)


def test_a_wait_that_is_over_before_the_queue_is_looked_at_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a busy machine, where a thread may lose the processor for longer than the wait."""
    monkeypatch.setattr(written, "GATHER_GAP_S", 1e-9)
    writer = CountingWriter()
    for size in (2, 1) * 2_000:
        waiting = [Future[Answer]() for _ in range(size)]
        writer.put([Ticket(command("a"), one) for one in waiting])
        assert [one.result(PATIENCE_S) for one in waiting] == [ANSWER] * size
    writer.stop()
