"""The house clock: one time for everything, steady even when the machine's clock jumps.

A jump can neither end a cool-off early nor raise a limit. The house's time is set ahead or back by
staff alone, who confirm the machine's time, and that is on record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.invariants import check
from pitboss.ledger.clock_steps import SLACK_MS

JUMP_MS = 2_000
"""The wall may differ from the steady clock by this much before it counts as a jump."""

Clock = Callable[[], int]


@dataclass(slots=True)
class HouseClock:
    """Wall time taken once, then carried on by a clock that nobody sets."""

    wall: Clock
    steady: Clock
    """Only ever goes ahead."""
    since_steady_ms: int
    """The house's time less the steady clock's: one number, so that every thread sees one time."""
    reported_ms: int = 0
    """How far off the wall clock was when that was last told."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a confirmed time is taken."""

    @classmethod
    def start(
        cls,
        wall: Clock,
        steady: Clock,
        *,
        not_before_ms: int = 0,
        closed_max_ms: int | None = None,
    ) -> HouseClock:
        """Start at the wall's time, or go on from the newest record where that is not plausible.

        A wall that is behind the newest record, or further ahead of it than a house is closed,
        may be wrong: it must neither end a cool-off nor a session before somebody has looked.
        """
        now, newest = wall(), not_before_ms
        is_ahead = closed_max_ms is not None and 0 < newest < now - closed_max_ms
        begin = newest if is_ahead else max(now, newest)
        check(begin >= 0, "time is milliseconds since 1970")
        return cls(wall, steady, begin - steady())

    @property
    def off_ms(self) -> int:
        """How far the wall clock is ahead of the house's; negative when it is behind."""
        return self.wall() - self.now()

    @property
    def is_held(self) -> bool:
        """Whether the wall tells another time, which waits to be confirmed."""
        return abs(self.off_ms) > SLACK_MS

    def set(self, at_ms: int) -> None:
        """Go on from this time, which may be earlier: only for a time that was confirmed."""
        check(at_ms >= 0, "time is milliseconds since 1970")
        self.since_steady_ms = at_ms - self.steady()
        self.reported_ms = self.off_ms

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.steady() + self.since_steady_ms

    def jump(self) -> int | None:
        """How far the wall clock has come away from the house's, told once for each jump."""
        off = self.off_ms
        if abs(off - self.reported_ms) < JUMP_MS:
            return None
        self.reported_ms = off
        return off
