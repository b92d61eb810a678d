"""PostgreSQL: the same batches, safe for any number of server processes.

Streams and accounts are locked in one order; a lost connection, a deadlock or a conflict is tried
again at most five times in all, which is safe because every commit is known by its id.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.backend import HeadsMoved, unavailable
from pitboss.store.batch import Batch
from pitboss.store.migrate import Step, migrate
from pitboss.store.records import Answer, Commit
from pitboss.store.session import Row, Session

T = TypeVar("T")
Connection = psycopg.Connection[Row]

TRIES_MAX = 5
CHANNEL = "pitboss_heads"
LISTEN_WAIT_S = 0.5
CONNECT_TIMEOUT_S = 5
# A process that stops in mid-transaction must not hold a table's lock for ever.
_SETTINGS = (
    "-c lock_timeout=5000 -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000"
)
# Only one process at a time may bring the schema forward.
_MIGRATION_LOCK = 7_023_118


@lru_cache(maxsize=256)
def _dialect(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class PostgresSession:
    lock = " FOR UPDATE"

    def __init__(self, connection: Connection) -> None:
        self._cursor = connection.cursor()

    def fetch(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._cursor.execute(_dialect(sql), values).fetchall()

    def write(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        self._cursor.executemany(_dialect(sql), rows)
        return self._cursor.rowcount

    def notify(self, heads: Iterable[tuple[str, int]]) -> None:
        """Listeners of all processes hear it when the transaction commits."""
        lines = [f"{stream} {version}" for stream, version in heads]
        if lines:
            self._cursor.execute(
                "SELECT pg_notify(%s, line) FROM unnest(%s::text[]) AS line", (CHANNEL, lines)
            )


class PostgresBackend:
    """One database server, reached by URL."""

    # Everything that is judged is locked first; a stricter default would only make writers fail.
    begin = b"BEGIN ISOLATION LEVEL READ COMMITTED"

    def __init__(self, url: str, *, steps: Sequence[Step] | None = None) -> None:
        self._url = url
        self._steps = steps
        self._lock = threading.RLock()
        self._read_lock = threading.RLock()
        self._writing: Connection | None = None
        self._reading: Connection | None = None
        self._ears: dict[threading.Thread, threading.Event] = {}
        """Threads that listen, each with what stops it."""
        self._closed = False

    def open(self) -> Refusal | None:
        """Connect and migrate now, so that a wrong URL is told at the start."""
        with self._lock:
            try:
                refusal = self._migrate(self._writer())
            except psycopg.Error as error:
                cause = unavailable(error).sentence
                refusal = Refusal(RefusalCode.STORE_UNAVAILABLE, f"No PostgreSQL store: {cause}")
            if refusal is not None:
                self._drop()
            return refusal

    def _migrate(self, connection: Connection) -> Refusal | None:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
            return migrate(
                PostgresSession(connection),
                lambda sql: connection.execute(_dialect(sql)),
                is_sqlite=False,
                steps=self._steps,
            )

    def transact(self, commits: Sequence[Commit]) -> list[Answer]:
        """Commit a batch, trying again with the same ids after any error."""
        answer = self.rewrite(lambda session: Batch(session).run(commits))
        return [answer] * len(commits) if isinstance(answer, Refusal) else answer

    def rewrite(self, work: Callable[[Session], T]) -> T | Refusal:
        """Run a transaction at most five times until it is known to be committed."""
        cause: psycopg.Error | None = None
        with self._lock:
            for _ in range(TRIES_MAX):
                try:
                    return self._attempt(work)
                except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                    cause = error
                except psycopg.IntegrityError as error:
                    # Another process may have won a race for an id; the next try sees its row.
                    cause = error
            if isinstance(cause, psycopg.IntegrityError):
                raise BrokenInvariant(f"a constraint of the database spoke: {cause}") from cause
            return unavailable(cause or "closed")

    def _attempt(self, work: Callable[[Session], T]) -> T:
        connection = self._writer()
        try:
            connection.execute(self.begin, prepare=False)
            result = work(PostgresSession(connection))
            connection.execute("COMMIT", prepare=False)
        except (errors.SerializationFailure, errors.DeadlockDetected):
            # The server has undone all of it and said so: the connection is as good as before.
            self._undo(connection)
            raise
        except BaseException:
            # What a failed connection still holds is unknown; the next try gets a new one.
            self._drop()
            raise
        return result

    def read(self, work: Callable[[Session], T], *, is_single: bool = False) -> T | Refusal:
        """Run reads on one snapshot, with one new connection when the old one was lost.

        A single statement is a snapshot of its own.
        """
        with self._read_lock:
            cause: psycopg.Error | None = None
            for _ in range(2):
                try:
                    connection = self._reader()
                    if is_single:
                        return work(PostgresSession(connection))
                    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    result = work(PostgresSession(connection))
                    connection.execute("COMMIT", prepare=False)
                except psycopg.Error as error:
                    self._drop_reader()
                    cause = error
                else:
                    return result
            return unavailable(cause or "closed")

    def listen(self, heard: HeadsMoved) -> Callable[[], None]:
        """Hear of every commit of every process, on a thread of its own."""
        stop, ready = threading.Event(), threading.Event()
        thread = threading.Thread(
            target=self._hear, args=(heard, stop, ready), name="pitboss-listen", daemon=True
        )
        thread.start()
        ready.wait(CONNECT_TIMEOUT_S)
        self._ears[thread] = stop

        def end() -> None:
            self._ears.pop(thread, None)
            stop.set()
            thread.join()

        return end

    def dead_threads(self) -> tuple[str, ...]:
        """Listeners that ended although nobody stopped them."""
        ears = tuple(self._ears.items())
        return tuple("listener" for ear, stop in ears if not ear.is_alive() and not stop.is_set())

    def damage(self, *, is_deep: bool = False) -> str | None:
        """The server looks after its files and says so when it cannot read them."""
        return None

    def _hear(self, heard: HeadsMoved, stop: threading.Event, ready: threading.Event) -> None:
        while not stop.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    while not stop.is_set():
                        for notice in connection.notifies(timeout=LISTEN_WAIT_S):
                            stream, _, version = notice.payload.partition(" ")
                            # Anybody with the database's password can send on the channel.
                            if version.isascii() and version.isdigit() and len(version) < 19:
                                heard(stream, int(version))
            except psycopg.Error:
                # A restarted server is listened to again; what was missed is read by version.
                stop.wait(LISTEN_WAIT_S)

    def close(self) -> None:
        self._closed = True
        for stop in tuple(self._ears.values()):
            stop.set()
        with self._read_lock:
            self._drop_reader()
        with self._lock:
            self._drop()

    # Connections.

    def _connect(self) -> Connection:
        if self._closed:
            raise errors.AdminShutdown("the store is closed")
        connection: psycopg.Connection[Any] = psycopg.connect(
            self._url, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S, options=_SETTINGS
        )
        return connection

    def _writer(self) -> Connection:
        if self._writing is None:
            self._writing = self._connect()
        return self._writing

    def _reader(self) -> Connection:
        if self._reading is None:
            self._reading = self._connect()
        return self._reading

    def _undo(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK", prepare=False)
        except psycopg.Error:
            self._drop()

    def _drop(self) -> None:
        connection, self._writing = self._writing, None
        _close(connection)

    def _drop_reader(self) -> None:
        connection, self._reading = self._reading, None
        _close(connection)


def _close(connection: Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(psycopg.Error):
            connection.close()
