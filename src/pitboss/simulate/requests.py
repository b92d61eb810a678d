"""Simulation requests in plain data: what the command line and the simulation page both build.

Loads no kernels, so that a server can check a request before it starts a worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.players.strategies import BEST
from pitboss.units import Credits

TRIPS_DEFAULT = 10_000
HOURS_DEFAULT = 4.0


@dataclass(frozen=True, slots=True)
class VisitRequest:
    """Whole visits with this much money; their length in rounds or in hours at the table's pace."""

    bankroll: Credits
    stop_win: Credits | None = None
    stop_loss: Credits | None = None
    trips: int = TRIPS_DEFAULT
    rounds: int | None = None
    hours: float | None = None


@dataclass(frozen=True, slots=True)
class SimulationRequest:
    """What to simulate. No bets plays every bet at one unit."""

    game: str
    rounds: int
    seed: int
    edition: str | None = None
    edition_hash: str | None = None
    changes: Mapping[str, str] = field(default_factory=dict)
    bets: tuple[tuple[str, Credits], ...] = ()
    until_error: float | None = None
    strategy: str = BEST
    seats: int = 1
    multiples: tuple[int, ...] = (1,)
    raise_after: str = "lost"
    visit: VisitRequest | None = None
