"""SQLite: one file, write-ahead log, every commit synced to disk before it is acknowledged.

A connection on which anything failed is closed and never used again: after a failed sync nobody
knows what it holds.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from pitboss.invariants import BrokenInvariant
from pitboss.private_files import create_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.backend import HeadsMoved, unavailable
from pitboss.store.batch import Batch
from pitboss.store.migrate import Step, migrate
from pitboss.store.records import Answer, Commit
from pitboss.store.session import Query, Row, Session, Writing

T = TypeVar("T")

BUSY_TIMEOUT_MS = 5_000
TRIES_MAX = 2
FAILED = (sqlite3.Error, UnicodeDecodeError)
"""What a file raises that cannot be read; damage may even be in the words of the error."""
CACHE_KIB = 65_536
MEMORY = ":memory:"


class SqliteSession:
    lock = ""  # The writer holds the only write lock there is.

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.moved: list[tuple[str, int]] = []

    def fetch(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    def fetch_all(self, queries: Sequence[Query]) -> list[list[Row]]:
        return [self.fetch(*query) for query in queries]

    def write_all(self, writings: Sequence[Writing]) -> list[int]:
        return [self.write(*writing) for writing in writings]

    def write(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        return self._connection.executemany(sql, rows).rowcount

    def notify(self, heads: Iterable[tuple[str, int]]) -> None:
        """Listeners live in this process; they are called after the commit."""
        self.moved.extend(heads)


class SqliteBackend:
    """One database file (or one in memory, for simulation)."""

    def __init__(
        self,
        path: str,
        *,
        steps: Sequence[Step] | None = None,
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
    ) -> None:
        self._path = path
        self._busy_timeout_ms = busy_timeout_ms
        self._steps = steps
        self._lock = threading.RLock()
        self._read_lock = self._lock if path == MEMORY else threading.RLock()
        self._writing: sqlite3.Connection | None = None
        self._reading: sqlite3.Connection | None = None
        self._listeners: list[HeadsMoved] = []
        self._must_recover = False
        self._closed = False

    def open(self) -> Refusal | None:
        """Open and migrate now, so that a bad file is told at the start."""
        with self._lock:
            try:
                if self._path != MEMORY:
                    create_private(self._path)
                self._writer()
            except (OSError, *FAILED) as error:
                self._drop()
                return _unusable(self._path, error)
            except _Refused as refused:
                self._drop()
                return refused.refusal
        return None

    def transact(self, commits: Sequence[Commit]) -> list[Answer]:
        """Commit a batch; on an error try once more on a new connection, then refuse all."""
        with self._lock:
            cause: Exception | None = None
            for _ in range(TRIES_MAX):
                try:
                    answers, moved = self._attempt(lambda session: Batch(session).run(commits))
                except FAILED as error:
                    cause = error
                else:
                    self._tell(moved)
                    return answers
                if self._path == MEMORY or self._closed:
                    break
            return [unavailable(cause or "closed")] * len(commits)

    def rewrite(self, work: Callable[[Session], T]) -> T | Refusal:
        with self._lock:
            try:
                return self._attempt(work)[0]
            except FAILED as error:
                return unavailable(error)

    def _attempt(self, work: Callable[[Session], T]) -> tuple[T, list[tuple[str, int]]]:
        try:
            connection = self._writer()
            session = SqliteSession(connection)
            if not connection.in_transaction:
                connection.execute("BEGIN IMMEDIATE")
            result = work(session)
            self._end(connection)
        except sqlite3.IntegrityError as error:
            self._drop()
            # Everything was judged under the write lock: a constraint can only catch a defect.
            raise BrokenInvariant(f"a constraint of the database spoke: {error}") from error
        except BaseException:
            self._drop()
            raise
        return result, session.moved

    def _end(self, connection: sqlite3.Connection) -> None:
        connection.execute("COMMIT")

    def _tell(self, moved: list[tuple[str, int]]) -> None:
        for heard in tuple(self._listeners):
            for stream, version in moved:
                heard(stream, version)

    def read(self, work: Callable[[Session], T], *, is_single: bool = False) -> T | Refusal:
        """Run reads on one snapshot, beside the writer; a single statement is its own."""
        with self._read_lock:
            try:
                connection = self._reader()
                if is_single:
                    return work(SqliteSession(connection))
                connection.execute("BEGIN")
                try:
                    return work(SqliteSession(connection))
                finally:
                    connection.execute("ROLLBACK")
            except FAILED as error:
                self._drop_reader()
                return _unusable(self._path, error) if is_damage(error) else unavailable(error)

    def listen(self, heard: HeadsMoved, *, others_only: bool = False) -> Callable[[], None]:
        """Hear of every commit of this process; there are no others."""
        if others_only:
            return lambda: None
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    def dead_threads(self) -> tuple[str, ...]:
        """There are none: listeners are called by the writer."""
        return ()

    def damage(self, *, is_deep: bool = False) -> str | None:
        """What SQLite finds wrong with the pages of the file; indexes too when it looks deep.

        On a connection of its own, so that records can be read meanwhile.
        """
        if self._path == MEMORY:
            return None
        try:
            with contextlib.closing(self._connect()) as connection:
                # What rows may hold is checked by replay; here it would only take time.
                connection.execute("PRAGMA ignore_check_constraints = ON")
                check = "integrity_check" if is_deep else "quick_check"
                found = connection.execute(f"PRAGMA {check}(1)").fetchone()[0]
        except FAILED as error:
            return _words(error)
        return None if found == "ok" else str(found).strip().splitlines()[-1].rstrip(".")

    def backup_to(self, path: Path) -> Refusal | None:
        """Copy the whole database as it stands, while it is in use."""
        with self._read_lock:
            target = None
            try:
                create_private(path)
                target = sqlite3.connect(path, isolation_level=None)
                self._reader().backup(target)
            except (OSError, sqlite3.Error) as error:
                self._drop_reader()
                return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be written: {error}.")
            finally:
                if target is not None:
                    target.close()
        return None

    def close(self) -> None:
        """Close both connections; the log is folded into the file."""
        self._closed = True
        with self._read_lock:
            self._drop_reader()
        with self._lock:
            self._drop()

    # Connections.

    def _writer(self) -> sqlite3.Connection:
        if self._closed:
            raise sqlite3.OperationalError("the store is closed")
        if self._writing is None:
            connection = self._connect()
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._writing = connection
        return self._writing

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path,
            timeout=self._busy_timeout_ms / 1_000,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=512,
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != ("memory" if self._path == MEMORY else "wal"):
            raise sqlite3.OperationalError(f"the journal mode is {mode}, not wal")
        if self._must_recover:
            # After a failed sync the log's pages may be clean in memory and lost on disk.
            # Copying them into the database file and syncing that makes them safe again.
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise sqlite3.OperationalError("the log is still being read")
        connection.execute("BEGIN IMMEDIATE")
        refusal = migrate(
            SqliteSession(connection), connection.execute, is_sqlite=True, steps=self._steps
        )
        if refusal is not None:
            raise _Refused(refusal)
        connection.execute("COMMIT")
        self._must_recover = False

    def _reader(self) -> sqlite3.Connection:
        if self._closed:
            raise sqlite3.OperationalError("the store is closed")
        if self._path == MEMORY:
            return self._writer()
        if self._reading is None:
            self._reading = self._connect()
            self._reading.execute("PRAGMA query_only = ON")
        return self._reading

    def _drop(self) -> None:
        connection, self._writing = self._writing, None
        self._must_recover = not self._closed
        if connection is not None:
            _close(connection)

    def _drop_reader(self) -> None:
        connection, self._reading = self._reading, None
        if connection is not None:
            _close(connection)


class _Refused(Exception):
    """Carries a refusal out of the opening of a connection."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


def _unusable(path: str, error: Exception) -> Refusal:
    if not is_damage(error):
        return Refusal(RefusalCode.STORE_UNAVAILABLE, f"{path} cannot be used: {error}.")
    return Refusal(
        RefusalCode.TAMPERED,
        f"{path} is damaged or no database of a house ({_words(error)}). Keep a copy of it as it"
        " is, then put the last good backup back.",
    )


def is_damage(error: Exception) -> bool:
    """Whether an error says that what is in the file is wrong, not that it cannot be had now."""
    # Errors that pass have a class of their own in SQLite; wrong text and a wrong header have not.
    is_wrong = any(words in str(error) for words in ("decode", "unsupported file format"))
    return is_wrong or type(error) in (sqlite3.DatabaseError, UnicodeDecodeError)


def _words(error: Exception) -> str:
    said = str(error).partition(" with text ")[0].strip().splitlines()
    return said[-1].rstrip(".") if said else type(error).__name__


def _close(connection: sqlite3.Connection) -> None:
    # Both may fail on a connection that is being given up; there is nothing left to do then.
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
    with contextlib.suppress(sqlite3.Error):
        connection.close()
