"""The lanes of a house: which workers it keeps, and how far they stand back for the tables."""

from __future__ import annotations

from dataclasses import replace

from pitboss.server.jobs.kinds import Lane
from pitboss.server.options import Options

CHECKS = "checks"
"""Files from outside, which nobody trusts."""
COACH = "coach"
STUDIES = "studies"
SIMULATIONS = "simulations"
FIGURES = "figures"
PROOFS = "proofs"
WAITING_MAX = 8
"""Studies and simulations that may wait; each may take minutes."""


def house_lanes(options: Options) -> tuple[Lane, ...]:
    """Every lane with its workers."""
    most = options.figures_queue
    lanes = (
        Lane(name=CHECKS, workers=1, niceness=10, queue_max=most),
        Lane(name=COACH, workers=1, niceness=5, queue_max=most),
        Lane(
            name=FIGURES,
            workers=options.figure_workers,
            niceness=5,
            queue_max=most,
            warm_up="pitboss.server.analysis.working",
        ),
        Lane(name=PROOFS, workers=min(1, options.figure_workers), niceness=10, queue_max=most),
        Lane(name=STUDIES, workers=1, niceness=10, queue_max=WAITING_MAX, is_fresh=True),
        Lane(
            name=SIMULATIONS,
            workers=max(1, options.simulations),
            niceness=15,
            queue_max=WAITING_MAX,
            is_idle=True,
            is_fresh=True,
        ),
    )
    if options.workers_yield:
        return lanes
    return tuple(replace(lane, niceness=0, is_idle=False) for lane in lanes)
