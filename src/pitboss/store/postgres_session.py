"""A session on PostgreSQL, and readers of one connection each.

A database that hangs must not stop everybody who waits for nothing of it: on an event loop a read
is given up after a moment, and while the database stays silent the next are refused at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, TypeVar

import psycopg

from pitboss.invariants import DEFECTS
from pitboss.refusals import Refusal
from pitboss.store.backend import unavailable
from pitboss.store.session import Query, Row, Session, Writing

T = TypeVar("T")
Connection = psycopg.Connection[Row]
CHANNEL = "pitboss_heads"
PATIENCE_S = 2.0
"""How long an event loop waits for a read."""
ROWS_MAX = 32
_VALUES = re.compile(r"VALUES (\([?, ]+\))")
_NOTIFY = b"SELECT pg_notify(%s, line) FROM unnest(%s::text[]) AS line"
SILENT = "the database does not answer"


@lru_cache(maxsize=256)
def dialect(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


@lru_cache(maxsize=64)
def widen(sql: str, count: int) -> str:
    """A statement that inserts one row as one that inserts so many."""
    return _VALUES.sub(lambda found: "VALUES " + ", ".join([found[1]] * count), sql)


def _split(writing: Writing) -> Iterator[Query]:
    """A writing as few statements: 21 rows are inserted as 16, 4 and 1, so that few exist."""
    sql, rows = writing
    start, width = 0, ROWS_MAX if sql.startswith("INSERT") else 1
    while start < len(rows):
        while width > len(rows) - start:
            width //= 2
        taken = rows[start : start + width]
        yield widen(sql, width), [value for row in taken for value in row]
        start += width


class PostgresSession:
    lock = " FOR UPDATE"

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self._lines: list[str] = []

    def fetch_all(self, queries: Sequence[Query]) -> list[list[Row]]:
        return [cursor.fetchall() for cursor in self._run_all(queries)]

    def write_all(self, writings: Sequence[Writing]) -> list[int]:
        queries = [list(_split(writing)) for writing in writings]
        cursors = iter(self._run_all([query for found in queries for query in found]))
        return [sum(next(cursors).rowcount for _ in found) for found in queries]

    def _run_all(self, queries: Sequence[Query]) -> list[psycopg.Cursor[Row]]:
        """Run statements in one exchange with the server."""
        cursors = []
        with self._connection.pipeline():
            for sql, values in queries:
                cursors.append(self._connection.cursor())
                cursors[-1].execute(dialect(sql), values, prepare=True)
        return cursors

    def fetch(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._cursor.execute(dialect(sql), values).fetchall()

    def write(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        self._cursor.executemany(dialect(sql), rows)
        return self._cursor.rowcount

    def notify(self, heads: Iterable[tuple[str, int]]) -> None:
        """Listeners of all processes hear it when the transaction commits."""
        self._lines += [f"{stream} {version}" for stream, version in heads]

    def commit(self) -> None:
        with self._connection.pipeline():
            if self._lines:
                self._connection.execute(_NOTIFY, (CHANNEL, self._lines), prepare=True)
            self._connection.execute("COMMIT", prepare=False)


class Reader:
    """Reads on a connection of its own, one after the other."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._lock = threading.RLock()
        self._connection: Connection | None = None

    def read(self, work: Callable[[Session], T], *, is_single: bool) -> T | Refusal:
        """Run reads on one snapshot, with one new connection when the old one was lost.

        A single statement is a snapshot of its own.
        """
        with self._lock:
            cause: psycopg.Error | None = None
            for _ in range(2):
                try:
                    if self._connection is None:
                        self._connection = self._connect()
                    if is_single:
                        return work(PostgresSession(self._connection))
                    self._connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    result = work(PostgresSession(self._connection))
                    self._connection.execute("COMMIT", prepare=False)
                except psycopg.Error as error:
                    self._drop()
                    cause = error
                else:
                    return result
            return unavailable(cause or "closed")

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        close_quietly(connection)


class LoopReader:
    """Reads for an event loop, on a thread that may hang with the database."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._queue: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._silent: Future[Any] | None = None
        """A read that was given up; the database is silent until it ends."""

    def read(self, work: Callable[[Session], T], *, is_single: bool) -> T | Refusal:
        if self._silent is not None and not self._silent.done():
            return unavailable(SILENT)
        self._silent = None
        if self._thread is None or not self._thread.is_alive():
            # Nobody can end a thread that hangs, so the process does not wait for it.
            self._thread = threading.Thread(target=self._run, name="pitboss-reads", daemon=True)
            self._thread.start()
        found: Future[T | Refusal] = Future()
        self._queue.put((found, lambda: self._reader.read(work, is_single=is_single)))
        try:
            return found.result(PATIENCE_S)
        except TimeoutError:
            self._silent = found
            return unavailable(SILENT)

    def close(self) -> None:
        self._queue.put(None)
        if self._silent is None or self._silent.done():
            self._reader.close()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            found, work = job
            try:
                found.set_result(work())
            except DEFECTS as defect:
                found.set_exception(defect)
            except BaseException as unforeseen:
                # Nobody waits for a thread that is gone; the next read begins another.
                found.set_exception(unforeseen)
                raise


def is_on_loop() -> bool:
    """Whether an event loop runs in this thread, and everybody waits for what is done here."""
    with contextlib.suppress(RuntimeError):
        return asyncio.get_running_loop().is_running()
    return False


def close_quietly(connection: Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(psycopg.Error):
            connection.close()
