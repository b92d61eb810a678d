"""RateLimits: how much somebody may send, on average and at once.

Held in whole milliseconds' worth, never a float.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

MINUTE_MS = 60_000


@dataclass(slots=True)
class Bucket:
    """Refills at a rate per minute up to a burst."""

    per_min: int
    burst: int
    level: int = -1
    """What is left, where a minute's worth of milliseconds is one; below zero before first use."""
    at_ms: int = 0

    def take(self, now_ms: int, cost: int = 1) -> bool:
        """Pay a cost if the level covers it; no cost exceeds a burst."""
        full = self.burst * MINUTE_MS
        if self.level < 0:
            self.level, self.at_ms = full, now_ms
        self.level = min(full, self.level + max(0, now_ms - self.at_ms) * self.per_min)
        # The house's time may be set back, and the bucket fills on from there.
        self.at_ms = now_ms
        price = min(cost * MINUTE_MS, full)
        if self.level < max(price, 1):
            return False
        self.level -= price
        return True


@dataclass(slots=True)
class RateLimits:
    """A bucket for each of the most recent keys."""

    per_min: int
    burst: int
    keys_max: int = 10_000
    held: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, key: str, now_ms: int, cost: int = 1) -> bool:
        bucket = self.held.pop(key, None) or Bucket(self.per_min, self.burst)
        self.held[key] = bucket
        if len(self.held) > self.keys_max:
            self.held.popitem(last=False)
        return bucket.take(now_ms, cost)
