"""The runner: chunks through an engine, merged in order, until the order is filled.

Whatever the engine and however many workers, chunk k is the same and is added k-th, and a run
that stops by its own error stops at the same chunk. May import models, tallies, statistics,
engines and checkpoints; called by the command line, the batch interface and par.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pitboss.exact.figures import GameFigures
from pitboss.invariants import check
from pitboss.simulate.checkpoint import Saved, Saver
from pitboss.simulate.chunks import Chunk, chunks
from pitboss.simulate.engines import LOCAL, Engine, in_order
from pitboss.simulate.model import Model, Subject, model_of, run_chunk
from pitboss.simulate.statistics import BetResult, bet_results
from pitboss.simulate.tallies import Point, Tally, nothing

ROUNDS_MAX = 10**15
"""A run of a thousand cores for a month; more is a slip of the keyboard."""
POINTS_MAX = 400
SAVE_EVERY_S = 5.0


@dataclass(frozen=True, slots=True)
class Order:
    """What to simulate and when to stop."""

    subject: Subject
    seed: int
    rounds: int
    """At most this many."""
    until_error: float | None = None
    """Stop once the standard error of every bet asked for is no larger."""
    bets: tuple[str, ...] = ()
    """The bets asked for; empty for all."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is, for a progress bar."""

    rounds: int
    total: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run: its tally, how it came there, and whether it was cut short."""

    order: Order
    tally: Tally
    points: tuple[Point, ...]
    seconds: float
    is_partial: bool
    engine: str
    workers: int

    def results(self, figures: GameFigures | None) -> tuple[BetResult, ...]:
        """The bets asked for, against the exact figures."""
        table = model_of(self.order.subject).table
        found = bet_results(table, self.tally, figures)
        return tuple(r for r in found if not self.order.bets or r.bet in self.order.bets)


@dataclass(slots=True)
class _Run:
    """A run in progress."""

    order: Order
    model: Model
    figures: GameFigures | None
    tally: Tally
    points: list[Point]
    next_chunk: int
    is_enough: bool = False

    def add(self, chunk: Chunk, tally: Tally) -> None:
        self.tally += tally
        self.next_chunk = chunk.index + 1
        results = bet_results(self.model.table, self.tally, self.figures)
        means = tuple(result.mean for result in results)
        errors = tuple(result.standard_error for result in results)
        self.points.append(Point(self.tally.rounds, means, errors))
        if len(self.points) > POINTS_MAX:
            # Every second point of the older half: the plot's axis is logarithmic.
            half = len(self.points) // 2
            self.points = self.points[:half:2] + self.points[half:]
        limit = self.order.until_error
        if limit is not None and chunk.is_whole:
            asked = [r for r in results if not self.order.bets or r.bet in self.order.bets]
            self.is_enough = all(0.0 < r.standard_error <= limit for r in asked)


def run(
    order: Order,
    engine: Engine,
    *,
    figures: GameFigures | None,
    saver: Saver | None = None,
    saved: Saved | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Outcome:
    """Fill the order. An interrupt from the keyboard ends it early and marks it so."""
    check(0 < order.rounds <= ROUNDS_MAX, "the number of rounds was checked")
    model = model_of(order.subject)
    columns = len(model.table.bets) + len(model.table.exposures)
    empty = nothing(columns=columns, cells=model.table.cells)
    state = _Run(order, model, figures, empty, [], 0)
    before = 0.0
    if saved is not None:
        before = saved.seconds
        state.tally, state.points, state.next_chunk = saved.tally, list(saved.points), saved.chunk
        state.is_enough = saved.is_enough
    if engine.name == LOCAL:
        # Compiling is no part of the rate; chunk 0 of nobody's seed is thrown away.
        model.tally(order.subject.state(seed=0, chunk=0, purpose="warm-up"), 1)
    started = last_save = clock()
    is_partial = False
    try:
        for chunk, tally in _results(state, engine):
            state.add(chunk, tally)
            now = clock()
            if on_progress is not None:
                on_progress(Progress(state.tally.rounds, order.rounds, before + now - started))
            # A chunk cut short by the end of the run has no place in a longer one.
            due = now - last_save >= SAVE_EVERY_S or _is_last(state)
            if saver is not None and chunk.is_whole and due:
                saver(_saved(state, before + now - started))
                last_save = now
    except KeyboardInterrupt:
        is_partial = True
    seconds = before + clock() - started
    return Outcome(
        order, state.tally, tuple(state.points), seconds, is_partial, engine.name, engine.workers
    )


def _is_last(state: _Run) -> bool:
    return state.is_enough or state.tally.rounds >= state.order.rounds


def _saved(state: _Run, seconds: float) -> Saved:
    return Saved(state.tally, tuple(state.points), state.next_chunk, seconds, state.is_enough)


def _results(state: _Run, engine: Engine) -> Iterator[tuple[Chunk, Tally]]:
    """Chunks in order, each with its tally, until the run has enough."""
    order = state.order
    left = chunks(
        0 if state.is_enough else order.rounds,
        full=state.model.full_chunk,
        start=state.next_chunk,
        done=state.tally.rounds,
    )
    tasks = ((chunk, (order.subject, order.seed, chunk.index, chunk.size)) for chunk in left)
    for chunk, tally in in_order(engine, run_chunk, tasks):
        yield chunk, tally
        if state.is_enough:
            return
