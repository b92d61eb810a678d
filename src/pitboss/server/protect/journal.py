"""The record of this house's own tables, as the monitors read it.

May import the pit and the store; called by the routes in a thread of its own.
"""

from __future__ import annotations

from pitboss.pit.house import Pit
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal

RECORDS_MAX = 200_000
"""The newest records that are read; a round cut in two at the edge is left out."""


def tables_of(pit: Pit, game: str, edition_hash: str) -> tuple[str, ...]:
    """The tables that deal this edition, in the order of their names."""
    return tuple(
        sorted(
            table
            for table, desk in pit.desks.items()
            if desk.state.rules.edition.head.game == game
            and desk.state.rules.edition.head.hash == edition_hash
        )
    )


def journal_text(pit: Pit, tables: tuple[str, ...]) -> str | Refusal:
    """The journals of some tables, one record a line, as `pitboss audit export` writes them."""
    each = RECORDS_MAX // max(1, len(tables))
    lines: list[bytes] = []
    for table in tables:
        after = max(0, pit.desks[table].version - each)
        for record in pit.store.replay(stream_of(table), after=after):
            if isinstance(record, Refusal):
                return record
            lines.append(b'{"record":' + record.canonical + b"}")
    return b"\n".join(lines).decode()
