"""Clock steps: times that the house took over when staff confirmed the machine's clock.

A step back leaves records behind whose stamps lie in the future. What a stamp of that stretch means
today is worked out here: it is as old as it was when the house's time was set right.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

SLACK_MS = 60_000
"""Clocks of one house may differ by this much."""
FOREVER_MS = 2**53 - 1


class ClockStep(msgspec.Struct, frozen=True, kw_only=True):
    """The house's time went on at `to_ms` in place of `from_ms`."""

    version: int
    """Where it stands in the house's own stream."""
    from_ms: int
    to_ms: int
    since_ms: int
    """The oldest stamp on record that was later than `to_ms` at that moment."""
    who: str

    @property
    def back_ms(self) -> int:
        """How far the house's time went back; zero for a step ahead."""
        return max(0, self.from_ms - self.to_ms)

    def covers(self, at_ms: int) -> bool:
        """Whether a stamp may have been written by the clock that was ahead."""
        return self.back_ms > 0 and self.since_ms <= at_ms <= self.from_ms + SLACK_MS


class Window(msgspec.Struct, frozen=True):
    """A stretch of stamps, and how far ahead they were written."""

    first_ms: int
    last_ms: int
    ahead_ms: int = 0


def windows(steps: Iterable[ClockStep], *, since_ms: int, now_ms: int) -> tuple[Window, ...]:
    """The stamps of what happened between a time and now; they never overlap."""
    back = [step for step in steps if step.back_ms]
    if not back:
        return (Window(since_ms, FOREVER_MS),)
    end_ms = now_ms + SLACK_MS
    found = [Window(since_ms, end_ms)]
    for step in reversed(back):
        first_ms = max(step.since_ms, since_ms + step.back_ms, end_ms + 1)
        last_ms = step.from_ms + SLACK_MS
        if first_ms <= last_ms:
            found.append(Window(first_ms, last_ms, step.back_ms))
            end_ms = last_ms
    return tuple(found)


def newest_stamp(steps: tuple[ClockStep, ...], stamps_ms: Iterable[int]) -> int:
    """The newest time on record, without what a clock that was ahead has left behind."""
    taken = [step.to_ms for step in steps[-1:]]
    plain = [at for at in stamps_ms if not any(step.covers(at) for step in steps)]
    return max((*taken, *plain), default=0)
