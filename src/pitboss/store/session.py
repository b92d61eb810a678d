"""A session: the few things the store asks of a database inside one transaction.

SQL is written with `?` for values; lists are padded so that few different statements exist and stay
prepared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]
Query = tuple[str, Sequence[object]]
"""A statement with its values."""
Writing = tuple[str, Sequence[Row]]
"""A statement with the rows of values that it is run for."""


class Session(Protocol):
    """Reads and writes of one transaction."""

    lock: str
    """What to add to a read whose rows must not change until the end: ` FOR UPDATE` or nothing."""

    def fetch(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows of a query."""

    def fetch_all(self, queries: Sequence[Query]) -> list[list[Row]]:
        """The rows of several queries that do not depend on each other, in their order."""

    def write_all(self, writings: Sequence[Writing]) -> list[int]:
        """Run several statements; how many rows each of them changed."""

    def write(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        """Run a statement once for each row of values; how many rows it changed."""

    def notify(self, heads: Iterable[tuple[str, int]]) -> None:
        """Tell listeners, once this transaction is committed, how far streams go."""


def marks(count: int, shape: str = "?") -> str:
    return ",".join([shape] * padded(count))


def padded(count: int) -> int:
    """The next multiple of sixteen; up to four, the number itself."""
    return count if count <= 4 else -(-count // 16) * 16


def pad(values: Sequence[Any]) -> list[Any]:
    """A list brought to its padded length by repeating its last value."""
    return [*values, *[values[-1]] * (padded(len(values)) - len(values))]
