"""Kinds of jobs and the lanes they wait in: who runs them, at what priority, within what limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

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


class Keep(Enum):
    """The cache of a job's results."""

    NOWHERE = 0
    MEMORY = 1
    DISK = 2
    """In memory, and in the cache folder for the next start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A kind of job."""

    name: str
    module: str
    """The module whose `run(job, report)` does it; loaded by the worker only."""
    lane: str
    cost: int = 1
    """What a job charges to its owner's share, in units of a quick job."""
    wall_s: float = 60.0
    cpu_s: int = 0
    """How much processor time a job may use; 0 for no limit."""
    memory_mb: int = 2_000
    """How much memory a job may take; 0 for no limit."""
    keep: Keep = Keep.NOWHERE
    is_shared: bool = True
    """Whether equal jobs of several people are done once for all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """Workers that share a queue."""

    name: str
    workers: int
    niceness: int
    queue_max: int
    is_idle: bool = False
    """Whether workers run only when nothing else wants to."""
    is_fresh: bool = False
    """Whether each job gets a process of its own."""
    warm_up: str = ""
    """A module whose `warm_up(registry)` prepares each worker; workers then start at once."""


def house_lanes(options: Options) -> tuple[Lane, ...]:
    most = options.figures_queue
    lanes = (
        Lane(name=CHECKS, workers=1, niceness=10, queue_max=most),
        Lane(name=COACH, workers=1, niceness=5, queue_max=most),
        Lane(
            name=FIGURES,
            workers=options.figure_workers,
            niceness=5,
            queue_max=most,
            warm_up="pitboss.server.analysis.job",
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
