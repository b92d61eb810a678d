"""The tables of a store as a monitor reads them: every finished round once, and later the new ones.

Reads only, from the last version known of each table, so that a running house is not troubled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.audit.chain import Head
from pitboss.pit.replay import STREAM, opened_table, stream_of
from pitboss.protect.monitor.records import ROUNDS_MOST, Journal, WatchedRound
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.store import Store
from pitboss.table.events import TableOpened


def opened_tables(
    store: Store, game: str, table: str | None = None
) -> tuple[TableOpened, ...] | Refusal:
    """How each table of a game was set up; only the one that is named, where one is."""
    ends = store.heads()
    if isinstance(ends, Refusal):
        return ends
    streams = [end.stream for end in ends if end.stream.startswith(STREAM)]
    if table is not None:
        streams = [stream for stream in streams if stream == stream_of(table)]
    found: list[TableOpened] = []
    for stream in streams:
        opened = opened_table(store, stream)
        if isinstance(opened, Refusal):
            return opened
        if opened is not None and opened.game == game:
            found.append(opened)
    if not found:
        name = "no table" if table is None else f"no table {table}"
        return Refusal(RefusalCode.BAD_FILE, f"The store has {name} of {game}.")
    return tuple(found)


@dataclass(slots=True)
class JournalReader:
    """The rounds of one edition, of one table or of all; each reading goes on from the last."""

    store: Store
    game: str
    edition_hash: str
    table: str | None = None
    without: frozenset[str] = frozenset()
    """Tables that are left out, such as those out of service: theirs may not be readable."""
    newest: int = 0
    """With how many of the newest records to begin, of all tables; 0 for all. A round that is cut
    in two there is left out."""
    rounds: list[WatchedRound] = field(default_factory=list)
    """All that were read so far, in the order in which they were."""
    _journal: Journal = field(default_factory=Journal)
    _versions: dict[str, int] = field(default_factory=dict)
    _watched: dict[str, bool] = field(default_factory=dict)
    """Whether a stream is of a table that is watched; what a table deals never changes."""

    def read(self) -> int | Refusal:
        """Read on; how many rounds are new."""
        ends = self._watched_ends()
        if isinstance(ends, Refusal):
            return ends
        before = len(self.rounds)
        each = self.newest // max(1, len(ends)) or sys.maxsize
        for end in ends:
            known = self._versions.setdefault(end.stream, max(0, end.version - each))
            if end.version <= known:
                continue
            for found in self._new(end.stream, known):
                if isinstance(found, Refusal):
                    return found
                self.rounds.append(found)
                if len(self.rounds) > ROUNDS_MOST:
                    return Refusal(
                        RefusalCode.WRONG_COUNT,
                        f"More than {ROUNDS_MOST} rounds are recorded; watch one --table.",
                    )
        return len(self.rounds) - before

    def _watched_ends(self) -> list[Head] | Refusal:
        """Where each table's journal that is watched ends now."""
        ends = self.store.heads()
        if isinstance(ends, Refusal):
            return ends
        found: list[Head] = []
        for end in ends:
            if end.stream not in self._watched:
                opened = self._opened(end.stream)
                if isinstance(opened, Refusal):
                    return opened
                self._watched[end.stream] = opened is not None and self._is_wanted(opened)
            if self._watched[end.stream]:
                found.append(end)
        return found

    def _opened(self, stream: str) -> TableOpened | Refusal | None:
        name = stream.removeprefix(STREAM)
        if name == stream or name in self.without or self.table not in (None, name):
            return None
        return opened_table(self.store, stream)

    def _is_wanted(self, opened: TableOpened) -> bool:
        return opened.game == self.game and opened.edition_hash in ("", self.edition_hash)

    def _new(self, stream: str, after: int) -> Iterator[WatchedRound | Refusal]:
        for record in self.store.replay(stream, after=after):
            if isinstance(record, Refusal):
                yield record
                return
            self._versions[stream] = record.version
            for one in self._journal.take_all(record):
                if one.is_of(self.game, self.edition_hash):
                    yield one
