"""Runs: sampled studies cut into chunks, run by any engine, merged in order.

Chunk k draws from its own place in the seed tree, so the result is the same whatever the engine and
its workers, and a run that stops by its own error stops at the same chunk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from pitboss.invariants import check
from pitboss.refusals import Refusal, RefusalCode
from pitboss.simulate.chunks import SEED_BITS, chunks
from pitboss.simulate.engines import Engine, in_order

SAMPLES_MAX = 10**12
ERROR_LEAST = 1e-9


class ChunkTally(Protocol):
    """The tally of a chunk: it adds up and knows its own error."""

    def __add__(self, other: Self) -> Self: ...

    @property
    def largest_error(self) -> float:
        """The largest standard error of what is asked for; infinite before there is one."""
        ...


T = TypeVar("T", bound=ChunkTally)


@dataclass(frozen=True, slots=True)
class Amount:
    """The amount to sample: until the error is small enough, and never beyond `samples`."""

    samples: int
    error: float | None = None
    seed: int = 0
    first: int = 64
    full: int = 4096
    is_usual: bool = False
    """Whether the number of samples is the study's own, which it may lower where each is slow."""
    thrift: int = 1
    """By how much its own number is lowered once more for an answer within seconds."""


Progress = Callable[[int, int], None]


def silent(_done: int, _total: int) -> None:
    """Show no progress."""


def amount_refusal(amount: Amount) -> Refusal | None:
    if not 1 <= amount.samples <= SAMPLES_MAX:
        return Refusal(
            RefusalCode.WRONG_COUNT,
            f"Take 1 to {SAMPLES_MAX} samples, not {amount.samples}.",
        )
    if amount.error is not None and not ERROR_LEAST <= amount.error < 1:
        return Refusal(
            RefusalCode.BAD_AMOUNT,
            f"A standard error of {amount.error} cannot be reached; take one above 0, such as"
            " 0.0001.",
        )
    if not 0 <= amount.seed < 1 << SEED_BITS:
        return Refusal(RefusalCode.WRONG_COUNT, f"A seed is a whole number below 2^{SEED_BITS}.")
    return None


def run(
    engine: Engine,
    task: Callable[..., T],
    arguments: tuple[Any, ...],
    amount: Amount,
    *,
    on_progress: Progress = silent,
) -> T:
    """The merged tally of `task(*arguments, seed, chunk, size)` over the chunks of a run."""
    check(amount_refusal(amount) is None, "the amount was checked")
    merged: T | None = None
    done = 0
    asked = (
        (chunk, (*arguments, amount.seed, chunk.index, chunk.size))
        for chunk in chunks(amount.samples, full=amount.full, first=amount.first)
    )
    pieces = in_order(engine, task, asked)
    try:
        for chunk, tally in pieces:
            merged = tally if merged is None else merged + tally
            done += chunk.size
            on_progress(done, amount.samples)
            if amount.error is not None and merged.largest_error <= amount.error:
                break
    finally:
        pieces.close()  # type: ignore[attr-defined]
    check(merged is not None, "a run has a chunk")
    return merged  # type: ignore[return-value]
