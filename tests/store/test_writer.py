"""The writer: commits of an event loop that come soon after the last ones leave together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Answer, Commit
from pitboss.store.writer import LEAVE_GAP_S, Writer
from tests.set_time import SetLoop, run_set
from tests.store.house import command

ANSWER = Refusal(RefusalCode.NOT_NOW, "Nothing is written here.")


def test_what_comes_by_itself_leaves_at_once_and_what_follows_soon_leaves_together() -> None:
    async def run(loop: SetLoop) -> None:
        sizes: list[int] = []

        def transact(commits: Sequence[Commit]) -> list[Answer]:
            sizes.append(len(commits))
            return [ANSWER] * len(commits)

        writer = Writer(transact)
        assert await writer.put_async(command("a")) is ANSWER
        waiting = []
        for name in "bcd":
            waiting.append(writer.put_async(command(name)))
            await loop.go_on()
        assert sizes == [1]
        await loop.go_on(LEAVE_GAP_S)
        assert await asyncio.gather(*waiting) == [ANSWER] * 3
        await loop.go_on(LEAVE_GAP_S)
        await writer.put_async(command("e"))
        assert sizes == [1, 3, 1]
        writer.stop()

    run_set(run)
