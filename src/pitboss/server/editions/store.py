"""Designs: saved once, never changed, found by the hash of their rules.

Rounds of a design carry its changes themselves and need nothing of this.
"""

from __future__ import annotations

import json
import re

from pitboss.games.designs import Design
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.edge.errors import AnyRefusal, Denial, DoorCode
from pitboss.store.session import Row
from pitboss.store.shared import SharedTables, in_one_step
from pitboss.store.tables import insert_into
from pitboss.units import EditionHash

LISTED = 40
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_COLUMNS = "game, base, changes, name, hash"
FULL_HOUSE = Denial(DoorCode.TOO_MANY, "This house cannot save any more designs.")
FULL_HAND = Denial(DoorCode.TOO_MANY, "You cannot save any more designs.")


class Designs:
    def __init__(self, shared: SharedTables) -> None:
        self.shared = shared

    @in_one_step
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
        rules = (design.hash, design.game, design.base, json.dumps(design.changes))
        self.shared.run(insert_into("designs"), *rules, design.name, person, now_ms)
        return design, True

    def find(self, game: str, text: str) -> Design | Refusal:
        if _HASH.fullmatch(text) is not None:
            query = f"SELECT {_COLUMNS} FROM designs WHERE hash = ? AND game = ?"  # noqa: S608
            row = self.shared.row(query, text, game)
            if row is not None:
                return _design(row)
        return Refusal(
            RefusalCode.UNKNOWN_EDITION,
            "There is no such design in this house; the link may be cut short or from another one.",
        )

    def of(self, game: str, person: str) -> tuple[Design, ...]:
        """A person's own designs of a game, newest first."""
        rows = self.shared.rows(
            f"SELECT {_COLUMNS} FROM designs WHERE person = ? AND game = ?"  # noqa: S608
            " ORDER BY at_ms DESC, hash LIMIT ?",
            *(person, game, LISTED),
        )
        return tuple(map(_design, rows))

    def _count(self, condition: str, *values: str) -> int:
        query = f"SELECT count(*) FROM designs WHERE {condition}"  # noqa: S608
        ((count,),) = self.shared.rows(query, *values)
        return int(count)


def _design(row: Row) -> Design:
    game, base, changes, name, hash_ = row
    pairs = tuple((str(field), str(value)) for field, value in json.loads(changes))
    return Design(game, base, pairs, name, EditionHash(hash_))
