"""A backend: one database that commits batches and answers reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Answer, Commit
from pitboss.store.session import Session

T = TypeVar("T")

HeadsMoved = Callable[[str, int], None]
"""Called with a stream and how far it goes now."""


class Backend(Protocol):
    """What a database does for the store."""

    def transact(self, commits: Sequence[Commit]) -> list[Answer]:
        """Commit a batch durably; called by one thread at a time."""

    def read(self, work: Callable[[Session], T], *, is_single: bool = False) -> T | Refusal:
        """Run reads on one consistent snapshot."""

    def listen(self, heard: HeadsMoved, *, others_only: bool = False) -> Callable[[], None]:
        """Hear of every commit from now on, or of other processes' alone; the result stops it."""

    def dead_threads(self) -> tuple[str, ...]:
        """Threads of the backend that ended by themselves, by name."""

    def damage(self, *, is_deep: bool = False) -> str | None:
        """What is wrong with the file itself; databases with a server look after their own."""

    def rewrite(self, work: Callable[[Session], T]) -> T | Refusal:
        """Run writes of copies and restores in one durable transaction."""

    def close(self) -> None:
        """Let go of the database."""


class Unavailable(Refusal, frozen=True):
    """The database failed; the sentence says how, for operators and not for strangers."""


def unavailable(cause: BaseException | str) -> Unavailable:
    """The store cannot acknowledge; the same id sent again tells what became of it."""
    return Unavailable(
        RefusalCode.STORE_UNAVAILABLE,
        f"The store cannot take this now ({_short(cause)}). Send it again with the same id.",
    )


def _short(cause: BaseException | str) -> str:
    lines = str(cause).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(cause).__name__
