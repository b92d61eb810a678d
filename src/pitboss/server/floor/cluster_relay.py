"""The relay: what other processes on one PostgreSQL commit is shown to the viewers of this one.

Commits are heard of at once; whatever was missed while the database restarted is found by a look at
the journal's ends once a second. Who looks at a table is told to the others through the file of
people, so that no process gives a seat free whose player sits at another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from pitboss.audit.chain import Head
from pitboss.pit.closed import CLOSED, closing_of
from pitboss.pit.desk import Desk
from pitboss.pit.replay import STREAM
from pitboss.refusals import Refusal
from pitboss.server.floor.house_clock import follow_clock
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import UPKEEP_MS, TableService
from pitboss.store.clock_steps import STREAM as HOUSE_STREAM

AGAIN_S = 0.02


@dataclass(slots=True)
class Relay:
    """The ear of one process."""

    tables: TableService
    presence: Presence
    adopting: set[str] = field(default_factory=set)
    """Tables of other processes that are being rebuilt here."""
    passed_by: dict[str, int] = field(default_factory=dict)
    """How far the journals of closed and quarantined tables went when they were last tried."""
    house_version: int = 0
    """How far the house's own stream was when it was last looked through."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self, beat: Callable[[], None]) -> None:
        """Hear of commits until the server stops."""
        loop = asyncio.get_running_loop()

        def heard(stream: str, version: int) -> None:
            loop.call_soon_threadsafe(self.heard, stream, version)

        end = await asyncio.to_thread(self.tables.pit.store.listen, heard)
        try:
            while not self.tables.runtime.is_stopping:
                beat()
                self.presence.follow_sessions()
                await self.look()
                await asyncio.sleep(UPKEEP_MS / 1000)
        finally:
            await asyncio.to_thread(end)

    async def look(self) -> None:
        """Compare every journal's end with what is known here."""
        for head in await asyncio.to_thread(self._heads):
            self.heard(head.stream, head.version)

    def _heads(self) -> tuple[Head, ...]:
        """The ends of all journals; closed tables among them are noted and never adopted."""
        pit = self.tables.pit
        heads = pit.store.heads()
        for head in () if isinstance(heads, Refusal) else heads:
            table = head.stream.removeprefix(STREAM)
            is_new = table not in pit.desks and head.version > self.passed_by.get(table, 0)
            is_new = is_new and head.stream.startswith(STREAM)
            if is_new and closing_of(pit.store, table) is CLOSED:
                self.passed_by[table] = head.version
        return () if isinstance(heads, Refusal) else heads

    def heard(self, stream: str, version: int) -> None:
        """A stream goes this far."""
        if self.tables.runtime.is_stopping:
            return
        if stream == HOUSE_STREAM and version > self.house_version:
            self.house_version = version
            self._start(self._follow_clock())
        if not stream.startswith(STREAM):
            return
        table = stream.removeprefix(STREAM)
        desk = self.tables.pit.desks.get(table)
        if desk is not None and desk.quarantine is None:
            desk.heard(version)
            self._catch_up(desk)
        elif table not in self.adopting and version > self.passed_by.get(table, 0):
            # A quarantined table is tried again only when its journal has grown: when it is mended.
            self.passed_by[table] = version
            self.adopting.add(table)
            self._start(self._adopt(table))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _follow_clock(self) -> None:
        """Take a time that was confirmed at another process."""
        if await follow_clock(self.presence) is not None:
            # The store did not answer; the next look tries again.
            self.house_version = 0

    def _catch_up(self, desk: Desk) -> None:
        if not desk.needs_resync:
            return
        if desk.on_the_way:
            # What is on its way is answered first; then the journal is read.
            asyncio.get_running_loop().call_later(AGAIN_S, self._catch_up, desk)
        elif desk.catch_up() is None:
            self.tables.changed(desk.table, desk.version)
        elif desk.quarantine is not None:
            self.tables.note_quarantine(desk.table)

    async def _adopt(self, table: str) -> None:
        """Serve a table that another process opened, or one that was mended."""
        try:
            served = self.tables.pit.recover((table,))
            if isinstance(served, Refusal):
                # The store did not answer; the next look tries again.
                self.passed_by.pop(table, None)
            elif table in served:
                self.passed_by.pop(table, None)
                self.tables.adopted(table)
            else:
                self.tables.note_quarantine(table)
        finally:
            self.adopting.discard(table)
