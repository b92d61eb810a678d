"""The record of this house's own tables, as the monitors read it."""

from __future__ import annotations

from pitboss.pit.pit import Pit
from pitboss.pit.replay import STREAM, stream_of
from pitboss.pit.round_keys import events_of
from pitboss.refusals import Refusal
from pitboss.table.events import TableOpened

RECORDS_MAX = 200_000
"""The newest records that are read; a round cut in two at the edge is left out."""


def tables_of(pit: Pit, game: str, edition_hash: str) -> tuple[str, ...]:
    """The tables that deal or dealt this edition, by name."""
    wanted = game, edition_hash
    opened = {
        table: (desk.state.rules.edition.head.game, str(desk.state.rules.edition.head.hash))
        for table, desk in tuple(pit.desks.items())
    }
    for table in _closed_tables(pit):
        first = pit.store.read(stream_of(table), limit=1)
        events = () if isinstance(first, Refusal) or not first else events_of(first[0])
        for one in () if isinstance(events, Refusal) else events:
            if isinstance(one, TableOpened):
                opened[table] = one.game, one.edition_hash
    return tuple(sorted(table for table, dealt in opened.items() if dealt == wanted))


def _closed_tables(pit: Pit) -> list[str]:
    """Tables on record that are no longer served, except those out of service."""
    heads = pit.store.heads()
    streams = () if isinstance(heads, Refusal) else (head.stream for head in heads)
    names = (one.removeprefix(STREAM) for one in streams if one.startswith(STREAM))
    return [one for one in names if one not in pit.desks and one not in pit.unserved]


def journal_text(pit: Pit, game: str, edition_hash: str) -> str | Refusal:
    """The journals of an edition's tables, one record a line, as `pitboss audit export` writes."""
    tables = tables_of(pit, game, edition_hash)
    each = RECORDS_MAX // max(1, len(tables))
    lines: list[bytes] = []
    for table in tables:
        head = pit.store.head(stream_of(table))
        if isinstance(head, Refusal):
            return head
        for record in pit.store.replay(stream_of(table), after=max(0, head.version - each)):
            if isinstance(record, Refusal):
                return record
            lines.append(b'{"record":' + record.canonical + b"}")
    return b"\n".join(lines).decode()
