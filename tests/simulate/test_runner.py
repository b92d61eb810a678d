"""A seed gives one result, whatever runs it; a run stops where it should."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from dataclasses import replace
from typing import Any

import pytest

from pitboss.exact.solvers import game_figures
from pitboss.invariants import BrokenInvariant
from pitboss.simulate.checkpoint import Saved
from pitboss.simulate.chunks import FIRST_CHUNK, chunk_size, chunks
from pitboss.simulate.engines import Engine, local_engine
from pitboss.simulate.model import SimulatedGame, run_chunk
from pitboss.simulate.runner import RunOrder, RunOutcome, RunProgress, run
from tests.simulate.subjects import FLIP, GIN, KIT_GAME, SPIN, subject

SEED = 11


def played(what: SimulatedGame, rounds: int, *, workers: int = 1, **options: Any) -> RunOutcome:
    figures = game_figures(what.game, what.edition)
    with local_engine(workers) as engine:
        return run(RunOrder(what, SEED, rounds, **options), engine, figures=figures)


def test_chunks_double_up_to_a_full_one_and_cover_the_run() -> None:
    sizes = [chunk_size(index, full=20_000) for index in range(6)]
    assert sizes == [4096, 8192, 16384, 20_000, 20_000, 20_000]
    cut = list(chunks(30_000, full=20_000))
    assert [chunk.size for chunk in cut] == [4096, 8192, 16384, 1328]
    assert [chunk.is_whole for chunk in cut] == [True, True, True, False]
    resumed = list(chunks(30_000, full=20_000, start=2, done=12_288))
    assert resumed == cut[2:]
    assert list(chunks(0, full=20_000)) == []


@pytest.mark.parametrize("game", [SPIN, GIN, FLIP, KIT_GAME])
def test_workers_do_not_change_a_result(game: str) -> None:
    what = subject(game)
    rounds = 4500 if game == KIT_GAME else 400_001
    results = [played(what, rounds, workers=workers) for workers in (1, 3)]
    assert {outcome.tally for outcome in results} == {results[0].tally}
    assert {outcome.points for outcome in results} == {results[0].points}
    assert results[0].tally.rounds == rounds


def test_a_run_is_the_sum_of_its_chunks_in_order() -> None:
    what = subject(FLIP)
    parts = [run_chunk(what, SEED, 0, 4096), run_chunk(what, SEED, 1, 8192)]
    assert played(what, 4096 + 8192).tally == parts[0] + parts[1]


def test_a_longer_run_begins_with_the_shorter() -> None:
    what = subject(GIN, strategy="simple")
    short, long = played(what, 3 * FIRST_CHUNK), played(what, 7 * FIRST_CHUNK)
    assert long.points[: len(short.points)] == short.points


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_stops_at_the_first_chunk_that_is_sure_enough(workers: int) -> None:
    what = subject(SPIN)
    outcome = played(what, 10**9, workers=workers, until_error=0.004, bets=("single:red",))
    at = outcome.order.bets
    assert at == ("single:red",)
    errors = [point.errors[0] for point in outcome.points]
    assert errors[-1] <= 0.004 < errors[-2]
    assert outcome.tally.rounds == sum(chunk_size(k, full=1 << 28) for k in range(len(errors)))


def test_a_run_that_stops_by_itself_waits_for_every_bet() -> None:
    what = subject(SPIN)
    one = played(what, 10**9, until_error=0.01, bets=("single:red",))
    every = played(what, 10**9, until_error=0.01)
    assert every.tally.rounds > one.tally.rounds
    assert max(every.points[-1].errors) <= 0.01


def test_progress_is_told_chunk_by_chunk() -> None:
    what = subject(SPIN)
    seen: list[RunProgress] = []
    ticks = iter(range(1000))
    with local_engine(1) as engine:
        run(
            RunOrder(what, SEED, 20_000),
            engine,
            figures=None,
            on_progress=seen.append,
            clock=lambda: float(next(ticks)),
        )
    assert [progress.rounds for progress in seen] == [4096, 12288, 20_000]
    assert all(progress.total == 20_000 for progress in seen)
    assert [p.seconds for p in seen] == sorted(p.seconds for p in seen)


class InterruptedPool:
    """An executor of this thread in which the keyboard interrupts the n-th result."""

    def __init__(self, interrupt_at: int, problem: BaseException | None = None) -> None:
        self.left = interrupt_at
        self.problem = problem or KeyboardInterrupt()

    def submit(self, fn: Any, /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left -= 1
        if self.left == 0:
            future.set_exception(self.problem)
        else:
            future.set_result(fn(*args))
        return future


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), CancelledError()])
def test_an_interrupt_gives_the_part_that_was_played(problem: BaseException) -> None:
    what = subject(SPIN)
    saved: list[Saved] = []
    engine = Engine("local", InterruptedPool(4, problem), 1)
    outcome = run(RunOrder(what, SEED, 10**6), engine, figures=None, saver=saved.append)
    whole = played(what, 4096 + 8192 + 16384)
    assert outcome.is_partial and not whole.is_partial
    assert outcome.tally == whole.tally
    assert [one.tally for one in saved] == [whole.tally]


def test_a_saved_run_goes_on_to_the_same_end() -> None:
    what = subject(FLIP)
    figures = game_figures(what.game, what.edition)
    saved: list[Saved] = []
    engine = Engine("local", InterruptedPool(3), 1)
    run(RunOrder(what, SEED, 100_000), engine, figures=figures, saver=saved.append)
    with local_engine(2) as second:
        order = RunOrder(what, SEED, 100_000)
        resumed = run(order, second, figures=figures, saved=saved[-1])
    assert resumed.tally == played(what, 100_000).tally
    assert resumed.points == played(what, 100_000).points
    assert resumed.seconds >= saved[-1].seconds


def test_a_run_that_had_enough_plays_no_more() -> None:
    what = subject(SPIN)
    first = played(what, 10**9, until_error=0.01)
    saved = Saved(first.tally, first.points, len(first.points), 1.0, True)
    with local_engine(1) as engine:
        again = run(
            RunOrder(what, SEED, 10**9, until_error=0.01), engine, figures=None, saved=saved
        )
    assert again.tally == first.tally


def test_a_worker_of_another_version_plays_nothing() -> None:
    other = replace(subject(SPIN), version="0.0.0")
    with pytest.raises(BrokenInvariant, match=r"0\.0\.0"):
        run_chunk(other, 1, 0, 10)
