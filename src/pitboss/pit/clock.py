"""The house clock: one time for everything, steady even when the machine's clock jumps.

Times of records only ever grow, so a jump can neither end a cool-off early nor raise a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.invariants import check

JUMP_MS = 2_000
"""The wall may differ from the steady clock by this much before it counts as a jump."""

Clock = Callable[[], int]


@dataclass(slots=True)
class HouseClock:
    """Wall time taken once, then carried on by a clock that nobody sets."""

    wall: Clock
    steady: Clock
    base_ms: int
    base_steady_ms: int
    last_ms: int
    told_ms: int = 0
    """How far off the wall clock was when that was last told."""

    @classmethod
    def start(cls, wall: Clock, steady: Clock, *, not_before_ms: int = 0) -> HouseClock:
        """Start at the wall's time, or at the newest record's where that is later."""
        now = max(wall(), not_before_ms)
        check(now >= 0, "time is milliseconds since 1970")
        return cls(wall, steady, now, steady(), now)

    def now(self) -> int:
        """Milliseconds since 1970, never less than before."""
        self.last_ms = max(self.last_ms, self.base_ms + self.steady() - self.base_steady_ms)
        return self.last_ms

    def jump(self) -> int | None:
        """How far the wall clock has come away from the house's, told once for each jump."""
        off = self.wall() - self.now()
        if abs(off - self.told_ms) < JUMP_MS:
            return None
        self.told_ms = off
        return off
