"""Chunks: how a run is cut, by nothing but its model and the number of the chunk.

Sizes double up to a full chunk, so that a short run has points to show and a long one few tasks.
Chunk k draws from its own place in the seed tree, on whatever worker it runs, and chunks are
merged in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

FIRST_CHUNK = 4096
SEED_BITS = 256
"""How long the root of the seed tree may be."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One task: its number and how many rounds (or trips) it plays."""

    index: int
    size: int
    is_whole: bool
    """False for a last chunk that the end of the run cuts short."""


def chunk_size(index: int, *, full: int, first: int = FIRST_CHUNK) -> int:
    """How many rounds a whole chunk of this number has."""
    doubled = first << min(index, 62)
    return min(doubled, full)


def chunks(
    total: int, *, full: int, first: int = FIRST_CHUNK, start: int = 0, done: int = 0
) -> Iterator[Chunk]:
    """The chunks of a run of `total` rounds from chunk `start` on, `done` rounds lying before."""
    index = start
    while done < total:
        size = chunk_size(index, full=full, first=first)
        taken = min(size, total - done)
        yield Chunk(index, taken, taken == size)
        done += taken
        index += 1
