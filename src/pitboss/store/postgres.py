"""PostgreSQL: the same batches, safe for any number of server processes.

Streams and accounts are locked in one order; a lost connection, a deadlock or a conflict is tried
again at most five times in all, which is safe because every commit is known by its id.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.backend import HeadsMoved, unavailable
from pitboss.store.batch import Batch
from pitboss.store.migrate import Step, migrate
from pitboss.store.postgres_session import (
    CHANNEL,
    Connection,
    LoopReader,
    PostgresSession,
    Reader,
    close_quietly,
    dialect,
    is_on_loop,
)
from pitboss.store.records import Answer, Commit
from pitboss.store.session import Session

T = TypeVar("T")

TRIES_MAX = 5
LISTEN_WAIT_S = 0.5
CONNECT_TIMEOUT_S = 5
# A machine that vanished is given up in seconds; libpq would wait for hours.
_NETWORK: dict[str, Any] = {
    "connect_timeout": CONNECT_TIMEOUT_S,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
}
LOST = (psycopg.OperationalError, psycopg.InterfaceError, errors.IdleInTransactionSessionTimeout)
"""What may be tried again on a new connection."""
# A process that hangs in mid-transaction must not keep others from its tables.
HANG_MS = 1_000
IDLE_MS = 30_000
_AT_LEISURE = f"SELECT set_config('idle_in_transaction_session_timeout', '{IDLE_MS}', true)"
# Only one process at a time may bring the schema forward, or write to shared tables.
_MIGRATION_LOCK = 7_023_118
_TABLES_LOCK = 7_023_119


class PostgresBackend:
    """One database server, reached by URL."""

    # Everything that is judged is locked first; a stricter default would only make writers fail.
    begin = b"BEGIN ISOLATION LEVEL READ COMMITTED"

    def __init__(self, url: str, *, steps: Sequence[Step] | None = None) -> None:
        self._url = url
        self._steps = steps
        self._lock = threading.RLock()
        self._writing: Connection | None = None
        self._writer_pid = 0
        """The server's process that writes for this one."""
        self._reader = Reader(self._connect)
        self._loop_reader = LoopReader(Reader(self._connect))
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
                lambda sql: connection.execute(dialect(sql)),
                is_sqlite=False,
                steps=self._steps,
            )

    def transact(self, commits: Sequence[Commit]) -> list[Answer]:
        """Commit a batch, trying again with the same ids after any error."""
        answer = self._repeat(lambda session: Batch(session).run(commits))
        return [answer] * len(commits) if isinstance(answer, Refusal) else answer

    def rewrite(self, work: Callable[[Session], T]) -> T | Refusal:
        """Run a transaction that may think for long between its statements."""
        return self._repeat(lambda session: (session.fetch(_AT_LEISURE), work(session))[1])

    def _repeat(self, work: Callable[[Session], T]) -> T | Refusal:
        """Run a transaction at most five times until it is known to be committed."""
        cause: psycopg.Error | None = None
        with self._lock:
            for _ in range(TRIES_MAX):
                try:
                    return self._attempt(work)
                except LOST as error:
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
            session = PostgresSession(connection)
            result = work(session)
            session.commit()
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
        """Run reads on one snapshot; an event loop gives a database up that does not answer."""
        reader = self._loop_reader if is_on_loop() else self._reader
        return reader.read(work, is_single=is_single)

    def listen(self, heard: HeadsMoved, *, others_only: bool = False) -> Callable[[], None]:
        """Hear of every commit of every process, on a thread of its own."""
        stop, ready = threading.Event(), threading.Event()
        thread = threading.Thread(
            target=self._hear,
            args=(heard, others_only, stop, ready),
            name="pitboss-listen",
            daemon=True,
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

    def _hear(
        self,
        heard: HeadsMoved,
        others_only: bool,
        stop: threading.Event,
        ready: threading.Event,
    ) -> None:
        while not stop.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    ready.set()
                    while not stop.is_set():
                        for notice in connection.notifies(timeout=LISTEN_WAIT_S):
                            if others_only and notice.pid == self._writer_pid:
                                continue
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
        self._loop_reader.close()
        self._reader.close()
        with self._lock:
            self._drop()

    # Connections.

    def _connect(self, idle_ms: int = IDLE_MS) -> Connection:
        if self._closed:
            raise errors.AdminShutdown("the store is closed")
        settings = {
            "lock_timeout": 5_000,
            "statement_timeout": 30_000,
            "idle_in_transaction_session_timeout": idle_ms,
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        connection: psycopg.Connection[Any] = psycopg.connect(
            self._url, autocommit=True, options=options, **_NETWORK
        )
        return connection

    def _writer(self) -> Connection:
        if self._writing is None:
            self._writing = self._connect(HANG_MS)
            self._writer_pid = self._writing.info.backend_pid
        return self._writing

    def _undo(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK", prepare=False)
        except psycopg.Error:
            self._drop()

    def _drop(self) -> None:
        connection, self._writing = self._writing, None
        close_quietly(connection)


class PostgresTables(PostgresBackend):
    """The connections of shared tables: writers take turns, and none waits for the journal's."""

    begin = (
        f"{PostgresBackend.begin.decode()}; SELECT pg_advisory_xact_lock({_TABLES_LOCK})".encode()
    )

    def rewrite(self, work: Callable[[Session], T]) -> T | Refusal:
        """Their steps are short, and others wait for whoever hangs in one."""
        return self._repeat(work)
