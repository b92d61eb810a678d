"""The runtime that every part of a server shares: settings, clock, log, metrics, stopping."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.refusals import Refusal
from pitboss.server.edge.errors import UNSAVED, AnyRefusal, Refused
from pitboss.server.edge.logs import Log
from pitboss.server.edge.metrics import Metrics
from pitboss.server.options import Options
from pitboss.store.backend import Unavailable


@dataclass(slots=True)
class Runtime:
    """One server process."""

    options: Options
    log: Log
    clock: Callable[[], int]
    metrics: Metrics = field(default_factory=Metrics)
    is_stopping: bool = False
    failure: Refusal | None = None
    """Why this process is no longer fit to serve and is about to end."""
    standstill: Refusal | None = None
    """Which background task stands still; without it bets may not be dealt or shown."""

    def report_refusal(
        self, refusal: AnyRefusal, *, where: str, who: str = "", address: str = ""
    ) -> Refused:
        """Log a refusal under a reference; the shape that is sent."""
        if isinstance(refusal, Unavailable):
            # Strangers are not told how the database is reached.
            self.log.event("store.failed", path=where, problem=refusal.sentence)
            refusal = UNSAVED
        shape = Refused(
            code=refusal.code.value, sentence=refusal.sentence, reference=secrets.token_hex(4)
        )
        self.log.event(
            "refused",
            code=shape.code,
            reference=shape.reference,
            where=where,
            who=who or None,
            address=address or None,
        )
        return shape
