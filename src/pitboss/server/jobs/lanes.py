"""The lanes of a house: which workers it keeps, and how far they stand back for the tables."""

from __future__ import annotations

from pitboss.server.jobs.kinds import Lane
from pitboss.server.options import Options

CHECKS = "checks"
"""Files from outside, which nobody trusts."""


def house_lanes(options: Options) -> tuple[Lane, ...]:
    """Every lane with its workers."""
    return (Lane(name=CHECKS, workers=1, niceness=10, queue_max=options.figures_queue),)
