"""Chunks travel in bundles: every chunk once, in order, in tasks of about the asked length."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from pitboss.simulate.bundles import BUNDLE_MAX, Bundle, Bundler, run_bundle
from pitboss.simulate.chunks import Chunk, chunks
from pitboss.simulate.engines import CLUSTER_TASK_S, Engine, in_order, local_engine
from pitboss.simulate.runner import RunOrder, run
from tests.simulate.subjects import FLIP, SPIN, subject

FULL = 1 << 20


def times_ten(number: int) -> int:
    return 10 * number


def bundles_of(
    total: int, *, workers: int = 2, task_s: float = 0.5, rate: float | None = None
) -> list[Bundle[int]]:
    """All bundles of a run, on workers that play `rate` rounds a second."""
    asked = ((chunk, (chunk.index,)) for chunk in chunks(total, full=FULL))
    bundler = Bundler(times_ten, asked, workers=workers, task_s=task_s)
    found = []
    while (bundle := bundler.next()) is not None:
        found.append(bundle)
        if rate is not None:
            bundler.learn(bundle, bundle.size / rate)
    return found


def chunks_of(found: list[Bundle[int]]) -> list[Chunk]:
    return [chunk for bundle in found for chunk in bundle.chunks]


@pytest.mark.parametrize("total", [1, 4096, 5_000_000, 300_000_001])
@pytest.mark.parametrize("task_s", [0.0, 0.5])
@pytest.mark.parametrize("rate", [None, 1e4, 1e7, 1e12])
def test_every_chunk_travels_once_and_in_order(
    total: int, task_s: float, rate: float | None
) -> None:
    assert chunks_of(bundles_of(total, task_s=task_s, rate=rate)) == list(chunks(total, full=FULL))


def test_without_a_length_a_task_is_a_chunk() -> None:
    found = bundles_of(50_000_000, task_s=0.0, rate=1e12)
    assert all(len(bundle.pieces) == 1 for bundle in found)


def test_until_a_rate_is_known_a_task_is_at_most_a_full_chunk() -> None:
    found = bundles_of(100 * FULL)
    assert len(found[0].pieces) > 1
    assert max(bundle.size for bundle in found) <= FULL


def test_tasks_grow_to_the_length_asked_for_and_shrink_towards_the_end() -> None:
    rate = 8 * FULL  # eight full chunks a second, so half a second is four
    found = bundles_of(200 * FULL, rate=rate)
    sizes = [bundle.size for bundle in found]
    assert max(sizes) == 4 * FULL
    assert sizes[-1] <= FULL
    # The last task is no more than a full chunk longer than what the other workers still do.
    left = 0
    for size in reversed(sizes):
        assert size <= FULL or size <= (left + size) / 4
        left += size


def test_a_bundle_has_a_largest_number_of_chunks() -> None:
    found = bundles_of(5000 * FULL, rate=1e15)
    assert max(len(bundle.pieces) for bundle in found) == BUNDLE_MAX


def test_a_bundle_tells_how_long_it_took() -> None:
    (bundle,) = bundles_of(4096)
    ticks = iter((3.0, 5.5))
    assert run_bundle(bundle, lambda: next(ticks)) == ([0], 2.5)


class CountingPool:
    """An executor of this thread that counts its tasks."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn: Any, /, *args: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future


@pytest.mark.parametrize("game", [SPIN, FLIP])
def test_bundles_change_no_digit_of_a_result(game: str) -> None:
    order = RunOrder(subject(game), 5, 3_000_000)
    with local_engine(2) as engine:
        apart = run(order, engine, figures=None)
    pool = CountingPool()
    together = run(order, Engine("local", pool, 2, CLUSTER_TASK_S), figures=None)
    assert together.tally == apart.tally
    assert together.points == apart.points
    assert pool.tasks < len(apart.points)


def test_a_run_that_has_enough_stops_inside_a_bundle() -> None:
    order = RunOrder(subject(SPIN), 5, 10**9, until_error=0.004)
    with local_engine(1) as engine:
        apart = run(order, engine, figures=None)
    together = run(order, Engine("local", CountingPool(), 2, CLUSTER_TASK_S), figures=None)
    assert together.tally == apart.tally and together.points == apart.points


def test_what_waits_is_dropped_when_nobody_listens() -> None:
    class LatePool(CountingPool):
        def submit(self, fn: Any, /, *args: Any) -> Future[Any]:
            if self.tasks:
                self.tasks += 1
                waiting.append(Future())
                return waiting[-1]
            return super().submit(fn, *args)

    waiting: list[Future[Any]] = []
    engine = Engine("local", LatePool(), 2)
    asked = [(Chunk(at, 10, True), (at,)) for at in range(20)]
    results = in_order(engine, times_ten, asked)
    assert next(results) == (asked[0][0], 0)
    results.close()  # type: ignore[attr-defined]
    assert len(waiting) == replace(engine).window - 1
    assert all(future.cancelled() for future in waiting)
