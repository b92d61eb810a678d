"""How late the server runs, and whether it is too busy to let anybody else in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.server.edge.runtime import Runtime

SAMPLE_MS = 100


@dataclass(slots=True)
class LoadMonitor:
    runtime: Runtime
    lag_ms: int = 0
    worst_ms: int = 0
    """The longest delay since the lag was last worked out."""

    @property
    def is_busy(self) -> bool:
        """Whether the server is too late for those inside to let anybody else in."""
        return 0 < self.runtime.options.lag_ms < self.lag_ms

    def record_delay(self, late_ms: int) -> None:
        """Record a delay; more than the slack is a clock set ahead, not a delay."""
        if late_ms <= SLACK_MS:
            self.worst_ms = max(self.worst_ms, late_ms)

    async def measure(self, beat: Callable[[], None]) -> None:
        clock = self.runtime.clock
        while not self.runtime.is_stopping:
            beat()
            before_ms = clock()
            await asyncio.sleep(SAMPLE_MS / 1000)
            self.record_delay(clock() - before_ms - SAMPLE_MS)
            # The worst of each moment, smoothed over about a second: one late answer is no crowd.
            self.lag_ms = (7 * self.lag_ms + self.worst_ms) // 8
            self.worst_ms = 0
            self.runtime.metrics.lag.set(self.lag_ms / 1000)
