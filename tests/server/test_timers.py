"""Timers that are set once: what repeats, and silence that is noted without a timer a message."""

from __future__ import annotations

from pitboss.server.edge.timers import Silence, repeat
from tests.set_time import SetLoop, run_set


def test_what_repeats_goes_on_until_it_is_ended() -> None:
    async def run(loop: SetLoop) -> None:
        rung: list[float] = []
        end = repeat(2, lambda: rung.append(loop.time()))
        for _ in range(5):
            await loop.go_on(1)
        assert rung == [102, 104]
        end()
        await loop.go_on(10)
        assert rung == [102, 104]

    run_set(run)


def test_silence_counts_from_the_last_message_and_again_from_each_note() -> None:
    async def run(loop: SetLoop) -> None:
        noted: list[float] = []
        silence = Silence(10, lambda: noted.append(loop.time()))
        await loop.go_on(9)
        silence.hear()
        silence.listen(10)
        await loop.go_on(9)
        assert noted == []
        await loop.go_on(1)
        await loop.go_on(10)
        assert noted == [119, 129]
        silence.end()
        await loop.go_on(100)
        assert noted == [119, 129]

    run_set(run)


def test_nobody_is_silent_while_a_message_is_dealt_with() -> None:
    async def run(loop: SetLoop) -> None:
        noted: list[float] = []
        silence = Silence(10, lambda: noted.append(loop.time()))
        silence.hear()
        for _ in range(5):
            await loop.go_on(10)
        assert noted == []
        silence.listen(10)
        await loop.go_on(10)
        assert noted == [160]
        silence.end()

    run_set(run)


def test_a_shorter_wait_counts_at_once() -> None:
    async def run(loop: SetLoop) -> None:
        noted: list[float] = []
        silence = Silence(1_000, lambda: noted.append(loop.time()))
        silence.hear()
        silence.listen(1)
        await loop.go_on(1)
        assert noted == [101]
        silence.end()

    run_set(run)
