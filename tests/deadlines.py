"""Waiting in tests: until something is so, and never longer than a deadline.

A deadline is generous, because a busy machine is no failure; it only ends a test that would never
end. This is the one place in the tests that reads a clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE_S = 240.0
PAUSE_S = 0.02


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment after which waiting is a failure."""

    end_s: float = field(default_factory=lambda: time.monotonic() + PATIENCE_S)

    @property
    def is_over(self) -> bool:
        """Whether the moment has passed."""
        return time.monotonic() >= self.end_s

    @property
    def left_s(self) -> float:
        """How long there is still to wait."""
        return max(0.0, self.end_s - time.monotonic())

    def check(self) -> None:
        """Fail once the moment has passed."""
        assert not self.is_over, "waited in vain"


def wait_until(is_so: Callable[[], object], *, pause_s: float = PAUSE_S) -> None:
    """Look again and again until something is so."""
    deadline = Deadline()
    while not is_so():
        deadline.check()
        time.sleep(pause_s)
