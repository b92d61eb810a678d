"""Pages of simulations: what can be chosen, what was asked, and the news of a run."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.server.edge.schemas import Form, Key, Page, SpotChoice

ROUNDS_MOST = 10**12
Money = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class SimulationChoice(Page, frozen=True):
    """An edition that can be simulated: one that ships, or a design by its hash."""

    edition: str
    title: str


class SimulatorPage(Page, frozen=True):
    """What can be chosen for a simulation of a game."""

    game: str
    title: str
    edition: str
    edition_title: str
    games: tuple[SimulationChoice, ...]
    """Every game by its key, for the head of the page."""
    editions: tuple[SimulationChoice, ...]
    spots: tuple[SpotChoice, ...]
    strategies: tuple[str, ...]
    rounds_max: int
    rounds_per_hour: int


class StakeForm(Form, frozen=True):
    """A bet and its stake in minor units."""

    spot: Key
    stake: Money


class SimulationForm(Form, frozen=True):
    """What to simulate."""

    game: Key
    rounds: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS_MOST)]
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,78}$")]
    """A whole number below 2^256; as text, because a browser's numbers are not that exact."""
    edition: Annotated[str, msgspec.Meta(max_length=80)] = ""
    bets: Annotated[tuple[StakeForm, ...], msgspec.Meta(max_length=64)] = ()
    """None plays every bet at one unit."""
    strategy: Key = "best"
    bankroll: Money | None = None
    """Also whole visits with this much money."""
    stop_win: Money | None = None
    stop_loss: Money | None = None
    trips: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 10_000
    trip_rounds: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class SimulationStarted(Page, frozen=True):
    """A simulation that was taken on, and the command that gives the same result."""

    id: str
    command: str


class SimulatedBet(Page, frozen=True):
    """One bet so far, per unit."""

    bet: str
    label: str
    mean: float
    error: float
    exact: str | None
    """The exact value as n/d; None where none is known."""
    exact_value: float | None
    z: float | None


class SimulatedPoint(Page, frozen=True):
    """Means and errors after so many rounds, in the order of the bets."""

    rounds: int
    means: tuple[float, ...]
    errors: tuple[float, ...]


class TripFact(Page, frozen=True):
    """One figure of the visits beside its exact value; money in credits."""

    figure: str
    value: float
    error: float
    exact: float | None
    z: float | None


class SimulationResult(Page, frozen=True):
    """A run that ended: the same document as `pitboss simulate --format json`."""

    is_partial: bool
    verdict: str
    document: dict[str, object]
    trips: tuple[TripFact, ...]
    law: str
    """What the exact values of visits rest on; empty without visits."""


class SimulationNews(Page, frozen=True):
    """How a run stands; sent as it goes."""

    state: str
    """`waiting`, `starting`, `running`, `visits`, `done`, `stopped` or `refused`."""
    ahead: int = 0
    rounds: int = 0
    total: int = 0
    trips: int = 0
    trips_total: int = 0
    seconds: float = 0.0
    bets: tuple[SimulatedBet, ...] = ()
    path: tuple[SimulatedPoint, ...] = ()
    """The whole way of a run that ended, for its picture."""
    code: str = ""
    sentence: str = ""
    result: SimulationResult | None = None
