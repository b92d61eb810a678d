"""Keeps the floor's tallies up to the journal while the house is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.floor.book import FloorBook
from pitboss.floor.counting import count_house, count_table
from pitboss.refusals import Refusal
from pitboss.server.floor.table_service import TableService
from pitboss.table.state import EndedRound

EVERY_S = 1.0


@dataclass(slots=True)
class TallyKeeper:
    """Counts settled rounds soon after they are settled, beside the tables and not before them."""

    tables: TableService
    book: FloorBook
    moved: set[str] = field(default_factory=set)
    """Tables at which something ended since they were counted."""
    ended: dict[str, EndedRound | None] = field(default_factory=dict)
    """The last round of each table when it was noted here."""

    @classmethod
    def of(cls, tables: TableService) -> TallyKeeper:
        keeper = cls(tables, FloorBook(tables.pit.store, tables.pit.registry))
        tables.on_change.append(keeper.note_change)
        tables.on_release.append(lambda table: keeper.ended.pop(table, None))
        return keeper

    def note_change(self, table: str) -> None:
        """A round is counted once it is over: bets of one in play are not read again and again."""
        state = self.tables.pit.desks[table].state
        if state.current is None or self.ended.get(table) is not state.last:
            self.moved.add(table)
        self.ended[table] = state.last

    async def run(self, beat: Callable[[], None]) -> None:
        """Count until the server stops; what other versions left uncounted comes first."""
        runtime = self.tables.runtime
        counted = await asyncio.to_thread(count_house, self.tables.pit.store, beat)
        if isinstance(counted, Refusal):
            runtime.log.event("tallies.refused", sentence=counted.sentence)
        # The first look at the console does not wait for exact moments that can be known before.
        await asyncio.to_thread(self.learn_moments)
        while not runtime.is_stopping:
            beat()
            await self.count_moved()
            await asyncio.sleep(EVERY_S)

    def learn_moments(self) -> None:
        """Work out the theory of every edition that is on a table."""
        for table in tuple(self.tables.pit.desks):
            self.book.moments_at(table)

    async def count_moved(self) -> None:
        """Count every table that changed."""
        moved = tuple(self.moved)
        for table in moved:
            self.moved.discard(table)
            found = await asyncio.to_thread(count_table, self.tables.pit.store, table)
            if isinstance(found, Refusal):
                self.tables.runtime.log.event("tallies.refused", sentence=found.sentence)
