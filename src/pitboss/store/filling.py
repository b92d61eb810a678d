"""Filling a new file: nobody waits for what is in it, so it is written in long transactions.

For a simulated house alone. What is on the way is lost when the machine stops, and whoever fills a
file throws it away unless it was finished; a house with players is never kept so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from pitboss.refusals import Refusal
from pitboss.store.session import Session
from pitboss.store.sqlite import SqliteBackend
from pitboss.store.store import Store

T = TypeVar("T")

BATCHES = 32
"""How many batches share a transaction."""


class FillingBackend(SqliteBackend):
    """A file with one writer, which reads what it wrote before that is committed."""

    _batches = 0

    def read(self, work: Callable[[Session], T], *, is_single: bool = False) -> T | Refusal:
        """Read what was written so far; nobody else writes, so that every read is consistent."""
        with self._lock:
            return super().read(work, is_single=True)

    def finish(self) -> Refusal | None:
        """Commit what is on the way; without it the file is not whole."""
        self._batches = -1
        return self.rewrite(lambda _: None)

    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    def _reader(self) -> sqlite3.Connection:
        return self._writer()

    def _end(self, connection: sqlite3.Connection) -> None:
        self._batches += 1
        if self._batches % BATCHES == 0:
            super()._end(connection)


def fill_new(path: str) -> tuple[Store, FillingBackend] | Refusal:
    """A store in a new file, for one thread; its backend is to be told when all is in it."""
    file = FillingBackend(path)
    return file.open() or (Store(file, is_threaded=False), file)
