"""Shared tables: what all processes of a house read and write beside the journal.

The same SQL on both databases, with `?` for values. On SQLite a write waits for the journal's batch
that is on its way, and a read for nothing. Raises `Unwritten` while the database cannot be used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from pitboss.invariants import BrokenInvariant
from pitboss.refusals import Refusal, RefusalCode, Refused
from pitboss.store.backend import Backend
from pitboss.store.session import Row, Session

P = ParamSpec("P")
T = TypeVar("T")

UNWRITTEN = Refusal(
    RefusalCode.STORE_UNAVAILABLE,
    "The house cannot save anything now, so nothing was done; try again in a moment.",
)


class Unwritten(Refused):
    """The database did not answer; `why` is for the log, not for strangers."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(UNWRITTEN)
        self.why = why.sentence


class SharedTables:
    """Rows by SQL, and steps that are done whole or not at all."""

    def __init__(self, writing: Backend, reading: Backend) -> None:
        self._writing, self._reading = writing, reading
        self._step = threading.local()

    def rows(self, sql: str, *values: object) -> list[Row]:
        """All rows of a query, as the step that is being done sees them."""
        # No row has a text with this in it; PostgreSQL would not even look.
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []
        session = self._session()
        if session is not None:
            return session.fetch(sql, values)
        return _answer(self._reading.read(lambda found: found.fetch(sql, values), is_single=True))

    def row(self, sql: str, *values: object) -> Row | None:
        """The first row that a query finds."""
        return next(iter(self.rows(sql, *values)), None)

    def run(self, sql: str, *values: object) -> int:
        """Write; how many rows that changed."""
        return self.run_many(sql, (values,))

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        """Write once for each row of values."""
        return self.transact(lambda: self._writer().write(sql, rows))

    def transact(self, work: Callable[[], T]) -> T:
        """Do all of it or nothing, with no other writer in between.

        It may be begun again, so it changes nothing but rows. A step within a step is part of it.
        """
        if self._session() is not None:
            return work()

        def whole(session: Session) -> tuple[T]:
            self._step.session = session
            try:
                return (work(),)
            finally:
                self._step.session = None

        return _answer(self._writing.rewrite(whole))[0]

    def notify(self, heads: Iterable[tuple[str, int]]) -> None:
        """Tell other processes once the step is done."""
        self._writer().notify(heads)

    def close(self) -> None:
        """Let go of connections of its own; the store's are the store's."""
        self._reading.close()

    def _session(self) -> Session | None:
        found: Session | None = getattr(self._step, "session", None)
        return found

    def _writer(self) -> Session:
        session = self._session()
        if session is None:
            raise BrokenInvariant("what is written or told is part of a step")
        return session


def _answer(found: T | Refusal) -> T:
    if isinstance(found, Refusal):
        raise Unwritten(found)
    return found


class HasShared(Protocol):
    @property
    def shared(self) -> SharedTables: ...


H = TypeVar("H", bound=HasShared)


def in_one_step(method: Callable[Concatenate[H, P], T]) -> Callable[Concatenate[H, P], T]:
    """A method whose reads and writes of shared tables are one step."""

    @wraps(method)
    def whole(holder: H, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return holder.shared.transact(lambda: method(holder, *args, **kwargs))

    return whole
