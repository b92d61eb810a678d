"""The house clock: one time for everything, steady even when the machine's clock jumps.

Times of records only ever grow, so a jump can neither end a cool-off early nor raise a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.invariants import check

JUMP_MS = 2_000
"""The wall may differ from the steady clock by this much before it counts as a jump."""

BEHIND_MS = 60_000
"""The wall may be behind the newest record by this much; clocks that are set right do that."""

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
    is_held: bool = False
    """Whether the wall's time is not believed until somebody confirms it."""

    @classmethod
    def start(
        cls,
        wall: Clock,
        steady: Clock,
        *,
        not_before_ms: int = 0,
        closed_max_ms: int | None = None,
        is_confirmed: bool = False,
    ) -> HouseClock:
        """Start at the wall's time, or go on from the newest record where that is not plausible.

        A wall that is behind the newest record, or further ahead of it than a house is closed,
        may be wrong: it must neither end a cool-off nor a session before somebody has looked.
        """
        now, newest = wall(), not_before_ms
        is_ahead = closed_max_ms is not None and 0 < newest < now - closed_max_ms
        is_held = not is_confirmed and (is_ahead or now < newest - BEHIND_MS)
        begin = newest if is_held else max(now, newest)
        check(begin >= 0, "time is milliseconds since 1970")
        return cls(wall, steady, begin, steady(), begin, is_held=is_held)

    @property
    def off_ms(self) -> int:
        """How far the wall clock is ahead of the house's; negative when it is behind."""
        return self.wall() - self.now()

    def confirm(self) -> None:
        """Believe the wall from now on; time still never goes back."""
        self.base_ms, self.base_steady_ms = max(self.wall(), self.now()), self.steady()
        self.is_held, self.told_ms = False, self.off_ms

    def now(self) -> int:
        """Milliseconds since 1970, never less than before."""
        self.last_ms = max(self.last_ms, self.base_ms + self.steady() - self.base_steady_ms)
        return self.last_ms

    def jump(self) -> int | None:
        """How far the wall clock has come away from the house's, told once for each jump."""
        off = self.off_ms
        if abs(off - self.told_ms) < JUMP_MS:
            return None
        self.told_ms = off
        return off
