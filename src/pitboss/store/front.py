"""The front of the store: submit, append, read. The one class that callers use.

Safe to use from many threads and event loops at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Self

from pitboss.audit.chain import Head, export_line
from pitboss.ledger.clock_steps import ClockStep
from pitboss.ledger.facts import HeldBet
from pitboss.ledger.limits import LimitKind, LimitState
from pitboss.ledger.statements import StatementLine
from pitboss.private_files import open_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store import reads
from pitboss.store.backend import Backend, HeadsMoved, unavailable
from pitboss.store.checks import Findings, check_books
from pitboss.store.clock_steps import first_after, read_steps
from pitboss.store.reads import PAGE_MAX, RECALL_ROUNDS, RecalledRound
from pitboss.store.records import Answer, Commit, Committed, Record, commit_refusal
from pitboss.store.sqlite import MEMORY, SqliteBackend
from pitboss.store.writer import Ticket, Writer

POSTGRES_SCHEMES = ("postgresql://", "postgres://")


class Store:
    """Durable streams and the ledger that goes with them."""

    def __init__(self, backend: Backend, *, is_threaded: bool = True) -> None:
        self.backend = backend
        self._writer = Writer(backend) if is_threaded else None

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
            future.set_result(self.backend.transact([commit])[0])
        elif not self._writer.put([Ticket(commit, future)]):
            future.set_result(unavailable("the store has stopped"))
        return future

    def append(self, commit: Commit) -> Answer:
        """Commit and wait until it is on disk or refused."""
        if self._writer is None:
            return commit_refusal(commit) or self.backend.transact([commit])[0]
        return self.submit(commit).result()

    async def commit(self, commit: Commit) -> Answer:
        """Commit from an event loop; the loop is woken once for a whole batch."""
        refusal = commit_refusal(commit)
        if refusal is not None:
            return refusal
        if self._writer is None:
            return self.backend.transact([commit])[0]
        return await self._writer.put_async(commit)

    # The journal.

    def head(self, stream: str) -> Head | Refusal:
        """The end of a stream; version 0 when it has no records."""
        return self.backend.read(lambda session: reads.head(session, stream))

    def heads(self) -> tuple[Head, ...] | Refusal:
        """The ends of all streams."""
        return self.backend.read(reads.heads)

    def read(
        self, stream: str, *, after: int = 0, limit: int = PAGE_MAX
    ) -> tuple[Record, ...] | Refusal:
        """At most a thousand records after a version, each checked against the chain."""
        return self.backend.read(
            lambda session: reads.journal(session, stream, after=after, limit=limit)
        )

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

    def listen(self, heard: HeadsMoved) -> Callable[[], None]:
        """Call `heard(stream, version)` after commits; the result ends it.

        On PostgreSQL the commits of all processes are heard, from a thread of its own; on
        SQLite those of this process, on the writer's thread: `heard` must return at once,
        never raise and never append. Notices can be missed while a server restarts: always
        read from the last version known.
        """
        return self.backend.listen(heard)

    def first_answer(self, *, actor: str, client_id: str) -> Committed | Refusal | None:
        """What a command was answered, or None when it never took effect."""
        return self.backend.read(
            lambda session: reads.first_answer(session, actor=actor, client_id=client_id)
        )

    # Recall.

    def round_records(self, round_id: str) -> tuple[Record, ...] | Refusal:
        """Everything written about a round."""
        return self.backend.read(lambda session: reads.round_records(session, round_id))

    def last_rounds(
        self, player: str, *, count: int = RECALL_ROUNDS
    ) -> tuple[RecalledRound, ...] | Refusal:
        """A player's last rounds, newest first."""
        return self.backend.read(lambda session: reads.last_rounds(session, player, count))

    # The ledger.

    def balance(self, account: str) -> int | Refusal | None:
        """The balance of an account, or None when there is no such account."""
        return self.backend.read(lambda session: reads.balance(session, account))

    def statement(
        self, player: str, *, after: int = 0, limit: int = PAGE_MAX
    ) -> tuple[StatementLine, ...] | Refusal:
        """A player's account lines after a number."""
        return self.backend.read(
            lambda session: reads.statement(session, player, after=after, limit=limit)
        )

    def statement_length(self, player: str) -> int | Refusal:
        """The number of a player's last account line; 0 when there is none."""
        return self.backend.read(lambda session: reads.statement_length(session, player))

    def lost_since(self, player: str, since_ms: int, *, now_ms: int) -> int | Refusal:
        """Stakes taken less winnings and corrections since a time; negative when ahead."""
        return self.backend.read(
            lambda session: reads.lost_since(session, player, since_ms, now_ms=now_ms)
        )

    def active_since(self, player: str, since_ms: int, *, now_ms: int) -> tuple[int, ...] | Refusal:
        """The times of a player's bets and settlements since a time."""
        return self.backend.read(
            lambda session: reads.active_since(session, player, since_ms, now_ms=now_ms)
        )

    def in_action(self, player: str) -> int | Refusal:
        """The sum of a player's open stakes at all tables."""
        return self.backend.read(lambda session: reads.in_action(session, player))

    def open_bets(self, table: str) -> tuple[HeldBet, ...] | Refusal:
        """The bets in action at a table."""
        return self.backend.read(lambda session: reads.open_bets(session, table))

    def held_at(self, stream: str, table: str) -> tuple[Head, tuple[HeldBet, ...]] | Refusal:
        """How far a table's journal goes and its bets in action, on one snapshot."""
        return self.backend.read(lambda session: reads.held_at(session, stream, table))

    def limits(self, player: str) -> dict[LimitKind, LimitState] | Refusal:
        """The limits a player has set."""
        return self.backend.read(lambda session: reads.limits(session, player))

    def limits_after(self, at_ms: int) -> tuple[tuple[str, LimitKind, LimitState], ...] | Refusal:
        """Limits that change or end later than a time, with whose they are."""
        return self.backend.read(lambda session: reads.limits_after(session, at_ms))

    # The house's time.

    def clock_steps(self) -> tuple[ClockStep, ...] | Refusal:
        """Every confirmation of the machine's clock, oldest first."""
        return self.backend.read(read_steps)

    def first_after(self, at_ms: int) -> int | Refusal | None:
        """The oldest stamp in the journal that is later than a time."""
        return self.backend.read(lambda session: first_after(session, at_ms))

    # Audit.

    def check_books(self) -> Findings | Refusal:
        """Replay the whole journal and compare it with every stored row of the ledger."""
        return self.backend.read(check_books)

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
        self.backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(where: str, *, is_threaded: bool = True) -> Store | Refusal:
    """Open a store: a path, `:memory:`, or a URL beginning with postgresql://."""
    if where.startswith(POSTGRES_SCHEMES):
        # psycopg is an extra that a single machine with SQLite does not need.
        try:
            from pitboss.store.postgres import PostgresBackend
        except ImportError:
            return Refusal(
                RefusalCode.STORE_UNAVAILABLE,
                "PostgreSQL needs the package psycopg: install pitboss[postgres].",
            )
        server = PostgresBackend(where)
        refusal = server.open()
        return refusal or Store(server, is_threaded=is_threaded)
    file = SqliteBackend(where if where == MEMORY else str(Path(where)))
    refusal = file.open()
    return refusal or Store(file, is_threaded=is_threaded)
