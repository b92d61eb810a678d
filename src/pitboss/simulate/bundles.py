"""Bundles: chunks that travel to a worker together, as many as fill a task.

Which chunks share a task changes nothing in them or in their order, only how often client and
scheduler are troubled.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pitboss.simulate.chunks import Chunk

R = TypeVar("R")
Piece = tuple[Chunk, tuple[Any, ...]]

BUNDLE_MAX = 256
# What is left is cut so that no worker is handed more than this share of an equal part.
_SHARES = 2


@dataclass(frozen=True, slots=True)
class Bundle(Generic[R]):
    """One task: a function, and the arguments of each chunk it is called for."""

    task: Callable[..., R]
    pieces: tuple[Piece, ...]

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        return tuple(chunk for chunk, _ in self.pieces)

    @property
    def size(self) -> int:
        return sum(chunk.size for chunk, _ in self.pieces)


def run_bundle(
    bundle: Bundle[R], clock: Callable[[], float] = time.perf_counter
) -> tuple[list[R], float]:
    """The result of every chunk, and how long all of them took, on the worker that ran them."""
    begun = clock()
    results = [bundle.task(*arguments) for _, arguments in bundle.pieces]
    return results, clock() - begun


class Bundler(Generic[R]):
    """Cuts what is asked into bundles of about `task_s` seconds, smaller towards the end.

    It looks ahead only as far as full bundles for every worker reach.
    """

    def __init__(
        self, task: Callable[..., R], asked: Iterator[Piece], *, workers: int, task_s: float
    ) -> None:
        self._task = task
        self._asked = asked
        self._workers = workers
        self._task_s = task_s
        self._ahead: deque[Piece] = deque()
        self._size_ahead = 0
        self._largest = 0
        self._rate: float | None = None
        """Rounds a second of the last bundle that came back."""

    def learn(self, bundle: Bundle[R], seconds: float) -> None:
        """Take note of how long a bundle took."""
        self._rate = bundle.size / seconds if seconds > 0 else None

    def next(self) -> Bundle[R] | None:
        """The next bundle; None when nothing is left."""
        self._look()
        if not self._ahead:
            return None
        limit = self._limit()
        taken = [self._take()]
        size = taken[0][0].size
        while self._ahead and len(taken) < BUNDLE_MAX and size + self._ahead[0][0].size <= limit:
            taken.append(self._take())
            size += taken[-1][0].size
        return Bundle(self._task, tuple(taken))

    def _look(self) -> None:
        reach = BUNDLE_MAX * self._workers * _SHARES if self._task_s else 1
        while len(self._ahead) < reach and (piece := next(self._asked, None)) is not None:
            self._ahead.append(piece)
            self._size_ahead += piece[0].size
            self._largest = max(self._largest, piece[0].size)

    def _take(self) -> Piece:
        piece = self._ahead.popleft()
        self._size_ahead -= piece[0].size
        return piece

    def _limit(self) -> float:
        """Rounds a bundle may have: a full chunk until a rate is known, then `task_s` of them."""
        if not self._task_s:
            return 0.0
        wanted = self._largest if self._rate is None else self._rate * self._task_s
        return min(wanted, self._size_ahead / (self._workers * _SHARES))
