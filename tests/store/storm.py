"""A storm on PostgreSQL: many writers on one account, a server that refuses what is not serial.

With transactions that are SERIALIZABLE most of the writers' tries fail at first; a spoiler beside
them locks the same rows the wrong way round, so that some of them deadlock.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import psycopg

from pitboss.refusals import Refusal
from pitboss.store.postgres import TRIES_MAX, PostgresBackend
from pitboss.store.records import Answer, Commit
from pitboss.store.session import Session
from pitboss.store.store import Store
from tests.store.house import assert_sound, command, credits_of, done, hold, opened, seated
from tests.store.servers import Server

WRITERS = 8
STAKE = 3
T = TypeVar("T")


class CountingBackend(PostgresBackend):
    """The real backend; says how often a transaction was tried, and why it was tried again."""

    def __init__(self, url: str, *, is_strict: bool) -> None:
        super().__init__(url)
        if is_strict:
            self.begin = b"BEGIN ISOLATION LEVEL SERIALIZABLE"
        self.tries = 0
        self.causes: set[str] = set()

    def _attempt(self, work: Callable[[Session], T]) -> T:
        self.tries += 1
        try:
            return super()._attempt(work)
        except psycopg.Error as error:
            self.causes.add(str(error.sqlstate))
            raise


@dataclass
class Seen:
    """What the storm came to."""

    taken: int = 0
    refused: int = 0
    retries: int = 0
    most_tries: int = 0
    causes: set[str] = field(default_factory=set)


@dataclass
class Writer:
    """A process of its own, as far as the server can tell."""

    url: str
    number: int
    commands: int
    is_strict: bool
    answers: dict[str, tuple[Commit, Answer]] = field(default_factory=dict)
    seen: Seen = field(default_factory=Seen)

    def run(self) -> None:
        backend = CountingBackend(self.url, is_strict=self.is_strict)
        assert backend.open() is None
        with Store(backend, is_threaded=False) as store:
            for number in range(self.commands):
                key = f"w{self.number}-{number}"
                before = backend.tries
                commit = command(key, hold(key, STAKE))
                answer = store.append(commit)
                tries = backend.tries - before
                self.answers[key] = (commit, answer)
                self.seen.most_tries = max(self.seen.most_tries, tries)
                self.seen.retries += tries - (not isinstance(answer, Refusal))
        self.seen.causes = backend.causes


def spoil(url: str, stop: threading.Event) -> None:
    """Lock the account first and the stream second, against the order of everybody else."""
    while not stop.is_set():
        with contextlib.suppress(psycopg.Error), psycopg.connect(url) as connection:
            connection.execute("SET deadlock_timeout = '20ms'")
            for sql in (
                "SELECT 1 FROM accounts WHERE account = 'player:alice' FOR UPDATE",
                "SELECT 1 FROM streams WHERE stream = 'table:T1' FOR UPDATE",
            ):
                connection.execute(sql.encode())
                stop.wait(0.005)
        stop.wait(0.05)


def storm(server: Server, url: str, *, commands: int, is_strict: bool = True) -> Seen:
    """Run it, then see that every command has one effect or none, and that all came to an end."""
    stack = STAKE * commands
    with opened(url) as store:
        seated(store, "alice", stack)
    name = url.rpartition("/")[2]
    with psycopg.connect(server.url(), autocommit=True) as admin:
        for setting in ("default_transaction_isolation = serializable", "deadlock_timeout = '1ms'"):
            admin.execute(f"ALTER DATABASE {name} SET {setting}".encode())
    writers = [Writer(url, number, commands // WRITERS, is_strict) for number in range(WRITERS)]
    stop = threading.Event()
    spoiler = threading.Thread(target=spoil, args=(url, stop))
    threads = [threading.Thread(target=writer.run) for writer in writers]
    for thread in (spoiler, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    spoiler.join()
    return settled(url, writers, stack)


def settled(url: str, writers: list[Writer], stack: int) -> Seen:
    """What was taken is there once, what was refused is not there, and can still be sent."""
    total = Seen()
    with opened(url) as store:
        for writer in writers:
            assert len(writer.answers) == writer.commands, "every command was answered"
            for key, (_, answer) in writer.answers.items():
                found = store.first_answer(actor="test", client_id=key)
                if isinstance(answer, Refusal):
                    assert answer.code.value == "store-unavailable", answer
                    assert found is None, "refused, and yet it happened"
                    total.refused += 1
                else:
                    assert found == answer
                    total.taken += 1
            total.retries += writer.seen.retries
            total.most_tries = max(total.most_tries, writer.seen.most_tries)
            total.causes |= writer.seen.causes
        assert total.most_tries <= TRIES_MAX
        assert credits_of(store, "alice") == stack - STAKE * total.taken
        assert_sound(store)
        refused = [
            commit
            for writer in writers
            for commit, answer in writer.answers.values()
            if isinstance(answer, Refusal)
        ]
        for commit in refused:
            done(store.append(commit))
        assert credits_of(store, "alice") == stack - STAKE * (total.taken + total.refused)
        assert_sound(store)
    return total
