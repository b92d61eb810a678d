"""A SQLite file of the server's own, beside the journal; only its owner may read it."""

from __future__ import annotations

import sqlite3
from typing import Any, Self

from pitboss.private_files import create_private
from pitboss.refusals import Refusal, RefusalCode


class SqliteFile:
    def __init__(self, where: str) -> None:
        self.file = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
        self.file.execute("PRAGMA foreign_keys = ON")
        self.file.execute("PRAGMA journal_mode = WAL")
        self.file.execute("PRAGMA synchronous = FULL")

    @classmethod
    def open(cls, where: str, **options: Any) -> Self | Refusal:
        """Open the file, or create it."""
        try:
            if where != ":memory:":
                create_private(where)
            return cls(where, **options)
        except (OSError, sqlite3.Error) as problem:
            return Refusal(RefusalCode.STORE_UNAVAILABLE, f"{where} cannot be used: {problem}.")

    def close(self) -> None:
        self.file.close()

    def row(self, query: str, *values: str | int) -> Any:
        """The first row that a query finds, or None."""
        return self.file.execute(query, values).fetchone()
