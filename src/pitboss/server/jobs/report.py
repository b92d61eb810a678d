"""What a job's `run` is handed beside the job: the games, and how to report progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.games.registry import Registry
from pitboss.server.jobs.protocol import Progress


@dataclass(frozen=True, slots=True)
class Report:
    """The worker as a running job sees it."""

    registry: Registry
    send: Callable[[Progress], None]

    def __call__(
        self, done: int = 0, total: int = 0, doing: str = "", *, detail: bytes = b""
    ) -> None:
        """Report progress."""
        self.send(Progress(done=done, total=total, doing=doing, detail=detail))
