"""The runner: chunks through an engine, merged in order, until the order is filled.

Whatever the engine and however many workers, chunk k is the same and is added k-th, and a run that
stops by its own error stops at the same chunk.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass

from pitboss.exact.figures import GameFigures
from pitboss.invariants import check
from pitboss.simulate.checkpoint import SAVE_EVERY_S, Saved, Saver
from pitboss.simulate.chunks import Chunk, chunks
from pitboss.simulate.engines import LOCAL, Engine, in_order
from pitboss.simulate.model import Model, SimulatedGame, model_of, run_chunk
from pitboss.simulate.statistics import BetResult, bet_results
from pitboss.simulate.tallies import Point, RoundTally, nothing

ROUNDS_MAX = 10**15
"""A run of a thousand cores for a month; more is a slip of the keyboard."""
POINTS_MAX = 400


@dataclass(frozen=True, slots=True)
class RunOrder:
    """An order for a run: the game, the seed, and when to stop."""

    subject: SimulatedGame
    seed: int
    rounds: int
    """At most this many."""
    until_error: float | None = None
    """Stop once the standard error of every bet asked for is no larger."""
    bets: tuple[str, ...] = ()
    """The bets asked for; empty for all."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """The progress of a run, for a progress bar."""

    rounds: int
    total: int
    seconds: float
    point: Point
    """Means and errors of all bets so far."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A run: its tally, how it came there, and whether it was cut short."""

    order: RunOrder
    tally: RoundTally
    points: tuple[Point, ...]
    seconds: float
    is_partial: bool
    engine: str
    workers: int
    kept: Saved
    """The run up to its last whole chunk, from which a longer one can go on."""

    def results(self, figures: GameFigures | None) -> tuple[BetResult, ...]:
        """The bets asked for, against the exact figures."""
        table = model_of(self.order.subject).table
        found = bet_results(table, self.tally, figures)
        return tuple(r for r in found if not self.order.bets or r.bet in self.order.bets)


@dataclass(slots=True)
class _Run:
    """A run in progress; `now` is replaced as one, so an interrupt finds it whole."""

    order: RunOrder
    model: Model
    figures: GameFigures | None
    now: Saved
    kept: Saved | None = None
    """The run up to its last whole chunk; one cut short has no place in a longer run."""

    def add(self, chunk: Chunk, tally: RoundTally, seconds: float) -> None:
        total = self.now.tally + tally
        results = bet_results(self.model.table, total, self.figures)
        means = tuple(result.mean for result in results)
        errors = tuple(result.standard_error for result in results)
        points = _thin_out((*self.now.points, Point(total.rounds, means, errors)))
        limit = self.order.until_error
        asked = [r for r in results if not self.order.bets or r.bet in self.order.bets]
        is_enough = (
            limit is not None
            and chunk.is_whole
            and all(0.0 < r.standard_error <= limit for r in asked)
        )
        self.now = Saved(total, points, chunk.index + 1, seconds, is_enough, self.now.trips)
        if chunk.is_whole:
            self.kept = self.now

    @property
    def is_done(self) -> bool:
        return self.now.is_enough or self.now.tally.rounds >= self.order.rounds


def _thin_out(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Every second point of the older half once there are many: the plot is logarithmic."""
    if len(points) <= POINTS_MAX:
        return points
    half = len(points) // 2
    return points[:half:2] + points[half:]


def run(
    order: RunOrder,
    engine: Engine,
    *,
    figures: GameFigures | None,
    saver: Saver | None = None,
    saved: Saved | None = None,
    on_progress: Callable[[RunProgress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> RunOutcome:
    """Fill the order. An interrupt, or a cluster that goes away, ends it early and marks it so."""
    check(0 < order.rounds <= ROUNDS_MAX, "the number of rounds was checked")
    model = model_of(order.subject)
    columns = len(model.table.bets) + len(model.table.exposures)
    empty = Saved(nothing(columns=columns, cells=model.table.cells), (), 0, 0.0, False)
    state = _Run(order, model, figures, saved or empty)
    if engine.name == LOCAL:
        # Compiling is no part of the rate; what is drawn here is thrown away.
        model.tally(order.subject.state(seed=0, chunk=0, purpose="warm-up"), 1)
    begun = clock() - state.now.seconds
    saved_at = clock()
    is_partial = False
    try:
        for chunk, tally in _results(state, engine):
            state.add(chunk, tally, clock() - begun)
            if on_progress is not None:
                now = state.now
                told = RunProgress(now.tally.rounds, order.rounds, now.seconds, now.points[-1])
                on_progress(told)
            due = clock() - saved_at >= SAVE_EVERY_S or state.is_done
            if saver is not None and state.kept is not None and due:
                saver(state.kept)
                saved_at = clock()
    except (KeyboardInterrupt, CancelledError):
        # The keyboard, or a scheduler that went away with everything it was asked.
        is_partial = True
        if saver is not None and state.kept is not None:
            saver(state.kept)
    now = state.now
    seconds = clock() - begun
    return RunOutcome(
        order,
        now.tally,
        now.points,
        seconds,
        is_partial,
        engine.name,
        engine.workers,
        state.kept or saved or empty,
    )


def _results(state: _Run, engine: Engine) -> Iterator[tuple[Chunk, RoundTally]]:
    """Chunks in order, each with its tally, until the run has enough."""
    order = state.order
    left = chunks(
        0 if state.now.is_enough else order.rounds,
        full=state.model.full_chunk,
        start=state.now.chunk,
        done=state.now.tally.rounds,
    )
    tasks = ((chunk, (order.subject, order.seed, chunk.index, chunk.size)) for chunk in left)
    for chunk, tally in in_order(engine, run_chunk, tasks):
        yield chunk, tally
        if state.now.is_enough:
            return
