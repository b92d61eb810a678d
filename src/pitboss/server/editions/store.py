"""Designs in a file of their own: saved once, never changed, found by the hash of their rules.

Rounds of a design carry its changes themselves and need nothing of this.
"""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Self

from pitboss.games.designs import Design
from pitboss.private_files import create_private
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import AnyRefusal, Denial, DoorCode
from pitboss.units import EditionHash

LISTED = 40
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS designs (
    hash TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    base TEXT NOT NULL,
    changes TEXT NOT NULL,
    name TEXT NOT NULL,
    person TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS designs_by_person ON designs (person, game, at_ms);
CREATE TRIGGER IF NOT EXISTS designs_stay BEFORE UPDATE ON designs
BEGIN SELECT RAISE(ABORT, 'a design never changes'); END;
"""
_COLUMNS = "game, base, changes, name, hash"
FULL_HOUSE = Denial(DoorCode.TOO_MANY, "This house keeps as many designs as it may.")
FULL_HAND = Denial(DoorCode.TOO_MANY, "You have saved as many designs as one person may.")


class Designs:
    """The open file."""

    def __init__(self, where: str) -> None:
        self._file = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.executescript(_SCHEMA)

    @classmethod
    def open(cls, where: str) -> Self | Refusal:
        """The file, made when it is not there."""
        try:
            if where != ":memory:":
                create_private(where)
            return cls(where)
        except (OSError, sqlite3.Error) as problem:
            return Refusal(RefusalCode.STORE_UNAVAILABLE, f"{where} cannot be used: {problem}.")

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def save(
        self, design: Design, *, person: str, now_ms: int, most: int, most_each: int
    ) -> tuple[Design, bool] | AnyRefusal:
        """Keep a design; the one that was saved first where the rules are the same."""
        known = self.find(design.game, design.hash)
        if isinstance(known, Design):
            return known, False
        if self._count("1 = 1") >= most:
            return FULL_HOUSE
        if self._count("person = ?", person) >= most_each:
            return FULL_HAND
        self._file.execute(
            "INSERT INTO designs (hash, game, base, changes, name, person, at_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                design.hash,
                design.game,
                design.base,
                json.dumps(design.changes),
                design.name,
                person,
                now_ms,
            ),
        )
        return design, True

    def find(self, game: str, text: str) -> Design | Refusal:
        """A design by its hash."""
        if _HASH.fullmatch(text) is not None:
            rows = self._file.execute(
                f"SELECT {_COLUMNS} FROM designs WHERE hash = ? AND game = ?",  # noqa: S608
                (text, game),
            ).fetchall()
            if rows:
                return _design(rows[0])
        return Refusal(
            RefusalCode.UNKNOWN_EDITION,
            "There is no such design in this house; the link may be cut short or from another one.",
        )

    def of(self, game: str, person: str) -> tuple[Design, ...]:
        """A person's own designs of a game, newest first."""
        rows = self._file.execute(
            f"SELECT {_COLUMNS} FROM designs WHERE person = ? AND game = ?"  # noqa: S608
            " ORDER BY at_ms DESC, hash LIMIT ?",
            (person, game, LISTED),
        ).fetchall()
        return tuple(map(_design, rows))

    def _count(self, condition: str, *values: str) -> int:
        query = f"SELECT count(*) FROM designs WHERE {condition}"  # noqa: S608
        return int(self._file.execute(query, values).fetchone()[0])


def _design(row: tuple[str, str, str, str, str]) -> Design:
    game, base, changes, name, hash_ = row
    pairs = tuple((str(field), str(value)) for field, value in json.loads(changes))
    return Design(game, base, pairs, name, EditionHash(hash_))
