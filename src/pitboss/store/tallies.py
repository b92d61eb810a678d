"""Tallies: sums over settled rounds that views read instead of the journal.

A tally is text here; what it counts is known above. Rows and the place up to which a table's
journal was read change in one transaction, so that no round is counted twice or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.invariants import check
from pitboss.store.session import Session
from pitboss.store.tables import insert_into

HOUR, SHIFT, MONTH, PLAYER = "hour", "shift", "month", "player"

_PUT = (
    insert_into("tallies") + " ON CONFLICT (scope, period, table_id, who)"
    " DO UPDATE SET counts = excluded.counts"
)
_END = "SELECT version, carried FROM tally_ends WHERE table_id = ?"
_ROW = "scope = ? AND period = ? AND table_id = ? AND who = ?"


class TallyKey(NamedTuple):
    """Which rounds a tally counts; `who` is the dealer, or the player of a player's day."""

    scope: str
    period: int
    table: str
    who: str


class TallyEnd(NamedTuple):
    """How far a table's journal was counted, and what goes on from there."""

    version: int = 0
    carried: str = ""


def read_tallies(
    session: Session, scope: str, first: int, last: int, table: str = ""
) -> list[tuple[TallyKey, str]]:
    """Every tally of a scope between two periods, both included, in order; or one table's."""
    rows = session.fetch(
        "SELECT scope, period, table_id, who, counts FROM tallies"
        " WHERE scope = ? AND period BETWEEN ? AND ? AND ? IN ('', table_id)"
        " ORDER BY period, table_id, who",
        (scope, first, last, table),
    )
    return [(TallyKey(*row[:4]), row[4]) for row in rows]


def latest_tally(session: Session, scope: str) -> int | None:
    """The last period of a scope that has a tally."""
    rows = session.fetch("SELECT MAX(period) FROM tallies WHERE scope = ?", (scope,))
    return None if rows[0][0] is None else int(rows[0][0])


def tally_end(session: Session, table: str) -> TallyEnd:
    rows = session.fetch(_END, (table,))
    return TallyEnd(*rows[0]) if rows else TallyEnd()


def write_tallies(
    session: Session,
    table: str,
    before: TallyEnd,
    after: TallyEnd,
    changes: Mapping[TallyKey, Callable[[str | None], str]],
) -> bool:
    """Bring tallies forward; False when another process has done so since `before`."""
    session.write(insert_into("tally_ends") + " ON CONFLICT DO NOTHING", [(table, *TallyEnd())])
    rows = session.fetch(_END + session.lock, (table,))
    if TallyEnd(*rows[0]) != before:
        return False
    written = []
    for key, change in sorted(changes.items()):
        found = session.fetch(f"SELECT counts FROM tallies WHERE {_ROW}", key)  # noqa: S608
        written.append((*key, change(found[0][0] if found else None)))
    if written:
        session.write(_PUT, written)
    moved = session.write(
        "UPDATE tally_ends SET version = ?, carried = ? WHERE table_id = ?", [(*after, table)]
    )
    check(moved == 1, "a place that was locked can be moved")
    return True
