"""The front of the store: submit, append, read. The one class that callers use.

Safe to use from many threads and event loops at once.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from pitboss.audit.chain import export_line
from pitboss.extras import missing_extra
from pitboss.ledger.accounts import player_account
from pitboss.private_files import open_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store import reads, tallies
from pitboss.store.backend import Backend, HeadsMoved, unavailable
from pitboss.store.balances import Balances
from pitboss.store.checks import check_books
from pitboss.store.clock_steps import first_after, read_steps
from pitboss.store.reads import PAGE_MAX
from pitboss.store.records import Answer, Commit, Record, commit_refusal
from pitboss.store.session import Session
from pitboss.store.shared import SharedTables
from pitboss.store.sqlite import MEMORY, SqliteBackend
from pitboss.store.writer import Ticket, Writer

POSTGRES_SCHEMES = ("postgresql://", "postgres://")


P = ParamSpec("P")
T = TypeVar("T")


def _query(
    read: Callable[Concatenate[Session, P], T], *, is_single: bool = False
) -> Callable[Concatenate[Store, P], T | Refusal]:
    """A read as a method of the store; refused while the database cannot be read."""

    def ask(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        return store.backend.read(
            lambda session: read(session, *args, **kwargs), is_single=is_single
        )

    return ask


class Store:
    """Durable streams and the ledger that goes with them."""

    def __init__(
        self, backend: Backend, *, shared: SharedTables | None = None, is_threaded: bool = True
    ) -> None:
        self.backend = backend
        self.shared = shared or SharedTables(backend, backend)
        self.balances = Balances(lambda player: self.balance(player_account(player)))
        self._writer = Writer(self._transact) if is_threaded else None

    # Writing.

    def submit(self, commit: Commit) -> Future[Answer]:
        """Queue a commit; the future is done once it is on disk or refused."""
        future: Future[Answer] = Future()
        # What is queued will be written: whoever stops waiting cannot call it back.
        future.set_running_or_notify_cancel()
        refusal = commit_refusal(commit)
        if refusal is not None:
            future.set_result(refusal)
        elif self._writer is None:
            future.set_result(self._transact([commit])[0])
        elif not self._writer.put([Ticket(commit, future)]):
            future.set_result(unavailable("the store has stopped"))
        return future

    def append(self, commit: Commit) -> Answer:
        """Commit and wait until it is on disk or refused."""
        if self._writer is None:
            return commit_refusal(commit) or self._transact([commit])[0]
        return self.submit(commit).result()

    def commit(self, commit: Commit) -> asyncio.Future[Answer]:
        """Commit from an event loop; the loop is woken once for a whole batch.

        What the store is silent about is refused, and may be on disk all the same.
        """
        answer: Answer | None = commit_refusal(commit)
        if answer is None and self._writer is not None:
            return self._writer.put_async(commit)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        future.set_result(answer or self._transact([commit])[0])
        return future

    def _transact(self, commits: Sequence[Commit]) -> list[Answer]:
        answers = self.backend.transact(commits)
        self.balances.follow(answers)
        return answers

    # Reads, each on one snapshot.

    head = _query(reads.head)
    heads = _query(reads.heads)
    first_answer = _query(reads.first_answer)
    round_records = _query(reads.round_records)
    last_rounds = _query(reads.last_rounds)
    balance = _query(reads.balance, is_single=True)
    statement = _query(reads.statement)
    statement_length = _query(reads.statement_length)
    lost_since = _query(reads.lost_since)
    active_since = _query(reads.active_since)
    in_action = _query(reads.in_action)
    open_bets = _query(reads.open_bets)
    held_at = _query(reads.held_at)
    limits = _query(reads.limits)
    limits_after = _query(reads.limits_after)
    clock_steps = _query(read_steps)
    first_after = _query(first_after)
    read = _query(reads.journal, is_single=True)
    raw_journal = _query(reads.raw_journal)
    digest_at = _query(reads.digest_at)
    tally_end = _query(tallies.tally_end)
    read_tallies = _query(tallies.read_tallies)
    latest_tally = _query(tallies.latest_tally)
    check_books = _query(check_books)

    def replay(self, stream: str, *, after: int = 0) -> Iterator[Record | Refusal]:
        """All records after a version, page by page; a refusal is the last thing given."""
        while True:
            page = self.read(stream, after=after)
            if isinstance(page, Refusal):
                yield page
                return
            yield from page
            if len(page) < PAGE_MAX:
                return
            after = page[-1].version

    def listen(self, on_commit: HeadsMoved, *, others_only: bool = False) -> Callable[[], None]:
        """Call `on_commit(stream, version)` after commits; the result ends it.

        On PostgreSQL it hears of the commits of all processes, or of all others (and seldom of
        an own one that came on a connection since lost), on a thread of its own; on
        SQLite of those of this process, on the writer's thread: it must return at once, never
        raise and never append. Notices can be missed while a server restarts: always read from
        the last version known.
        """
        return self.backend.listen(on_commit, others_only=others_only)

    def export_to(self, path: Path) -> int | Refusal:
        """Write every record as a line for `audit/verify.py`; how many there were."""
        ends = self.heads()
        if isinstance(ends, Refusal):
            return ends
        count = 0
        try:
            # An export made in mid-round shows the cards that were dealt so far.
            with os.fdopen(open_private(path, os.O_WRONLY | os.O_TRUNC), "wb") as file:
                for end in ends:
                    for record in self.replay(end.stream):
                        if isinstance(record, Refusal):
                            return record
                        file.write(export_line(record.head, record.canonical))
                        count += 1
        except OSError as error:
            return Refusal(RefusalCode.CANNOT_WRITE, f"{path} cannot be written: {error}.")
        return count

    def dead_threads(self) -> tuple[str, ...]:
        """Threads of the store that ended by themselves, by name."""
        is_dead = self._writer is not None and self._writer.is_dead
        return (*(("writer",) if is_dead else ()), *self.backend.dead_threads())

    def batch(self) -> int:
        """The number of the batch that is being committed; 0 while none is."""
        return 0 if self._writer is None else self._writer.batch

    def close(self) -> None:
        """Commit what is queued and let go of the database."""
        if self._writer is not None:
            self._writer.stop()
        self.shared.close()
        self.backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(where: str, *, is_threaded: bool = True) -> Store | Refusal:
    """Open a store: a path, `:memory:`, or a URL beginning with postgresql://."""
    if where.startswith(POSTGRES_SCHEMES):
        missing = missing_extra("postgres", "PostgreSQL")
        if missing is not None:
            return missing
        from pitboss.store.postgres import PostgresBackend, PostgresTables

        server, tables = PostgresBackend(where), PostgresTables(where)
        shared = SharedTables(tables, tables)
        return server.open() or Store(server, shared=shared, is_threaded=is_threaded)
    path = where if where == MEMORY else str(Path(where))
    file = SqliteBackend(path)
    # Reads on an event loop wait for no long read of the journal; a house in memory is one file.
    shared = SharedTables(file, file if where == MEMORY else SqliteBackend(path))
    return file.open() or Store(file, shared=shared, is_threaded=is_threaded)
