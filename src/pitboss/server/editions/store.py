"""Designs in a file of their own: saved once, never changed, found by the hash of their rules.

Rounds of a design carry its changes themselves and need nothing of this.
"""

from __future__ import annotations

import json
import re

from pitboss.games.designs import Design
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import AnyRefusal, Denial, DoorCode
from pitboss.server.edge.sqlite_file import SqliteFile
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
FULL_HOUSE = Denial(DoorCode.TOO_MANY, "This house cannot save any more designs.")
FULL_HAND = Denial(DoorCode.TOO_MANY, "You cannot save any more designs.")


class Designs(SqliteFile):
    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.file.executescript(_SCHEMA)

    def save(
        self, design: Design, *, person: str, now_ms: int, most: int, most_each: int
    ) -> tuple[Design, bool] | AnyRefusal:
        """Save a design; the one saved first where the rules are the same."""
        known = self.find(design.game, design.hash)
        if isinstance(known, Design):
            return known, False
        if self._count("1 = 1") >= most:
            return FULL_HOUSE
        if self._count("person = ?", person) >= most_each:
            return FULL_HAND
        self.file.execute(
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
        if _HASH.fullmatch(text) is not None:
            query = f"SELECT {_COLUMNS} FROM designs WHERE hash = ? AND game = ?"  # noqa: S608
            row = self.row(query, text, game)
            if row is not None:
                return _design(row)
        return Refusal(
            RefusalCode.UNKNOWN_EDITION,
            "There is no such design in this house; the link may be cut short or from another one.",
        )

    def of(self, game: str, person: str) -> tuple[Design, ...]:
        """A person's own designs of a game, newest first."""
        rows = self.file.execute(
            f"SELECT {_COLUMNS} FROM designs WHERE person = ? AND game = ?"  # noqa: S608
            " ORDER BY at_ms DESC, hash LIMIT ?",
            (person, game, LISTED),
        ).fetchall()
        return tuple(map(_design, rows))

    def _count(self, condition: str, *values: str) -> int:
        query = f"SELECT count(*) FROM designs WHERE {condition}"  # noqa: S608
        return int(self.row(query, *values)[0])


def _design(row: tuple[str, str, str, str, str]) -> Design:
    game, base, changes, name, hash_ = row
    pairs = tuple((str(field), str(value)) for field, value in json.loads(changes))
    return Design(game, base, pairs, name, EditionHash(hash_))
