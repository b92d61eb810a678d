"""The relay: shows this process's viewers what other processes on one PostgreSQL commit.

Notifications arrive at once; whatever was missed while the database restarted is found by comparing
the journals' ends once a second. Tables that only others look at are read just then, all that is
new in one go: following every bet of theirs would cost almost as much as taking it. Presence is
shared too, so that no process frees the seat of a player who is connected to another one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial

from pitboss.audit.chain import Head
from pitboss.pit.closed import CLOSED, closing_of
from pitboss.pit.desk import Desk
from pitboss.pit.replay import STREAM
from pitboss.pit.wallet import PLAYER_STREAM
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import CHANGED
from pitboss.server.floor.house_clock import follow_clock
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import UPKEEP_MS, TableService
from pitboss.store.clock_steps import STREAM as HOUSE_STREAM
from pitboss.store.shared import Unwritten

AGAIN_S = 0.02


@dataclass(slots=True)
class Relay:
    """What one process knows of the others' commits."""

    tables: TableService
    presence: Presence
    adopting: set[str] = field(default_factory=set)
    passed_by: dict[str, int] = field(default_factory=dict)
    """How far the journals of closed and quarantined tables went when they were last tried."""
    house_version: int = 0
    """How far the house's own stream was when it was last looked through."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self, beat: Callable[[], None]) -> None:
        """Listen for commits until the server stops."""
        loop = asyncio.get_running_loop()

        def on_commit(stream: str, version: int) -> None:
            desk = self.tables.pit.desks.get(stream.removeprefix(STREAM))
            if desk is not None and self.tables.pit.is_elsewhere(desk):
                # The loop is not woken for what its next look finds soon enough.
                desk.note_version(version)
            else:
                loop.call_soon_threadsafe(self.note_commit, stream, version)

        # What this process commits it knows: the loop is not woken for it.
        store = self.tables.pit.store
        end = await asyncio.to_thread(partial(store.listen, on_commit, others_only=True))
        try:
            while not self.tables.runtime.is_stopping:
                beat()
                await self.look()
                await asyncio.sleep(UPKEEP_MS / 1000)
        finally:
            await asyncio.to_thread(end)

    async def look(self) -> None:
        """Compare every journal's end with what is known here."""
        for head in await asyncio.to_thread(self._heads):
            self.note_commit(head.stream, head.version)
            # Others have their turn between two tables that are read.
            await asyncio.sleep(0)
        # While the database cannot be read nobody's session is compared with anything.
        with contextlib.suppress(Unwritten):
            changes = await asyncio.to_thread(self.tables.people.changes)
            self.presence.follow_sessions(changes)

    def _heads(self) -> tuple[Head, ...]:
        """The ends of all journals; closed tables among them are noted and never adopt."""
        pit = self.tables.pit
        heads = pit.store.heads()
        for head in () if isinstance(heads, Refusal) else heads:
            table = head.stream.removeprefix(STREAM)
            is_new = table not in pit.desks and head.version > self.passed_by.get(table, 0)
            is_new = is_new and head.stream.startswith(STREAM)
            if is_new and closing_of(pit.store, table) is CLOSED:
                self.passed_by[table] = head.version
        return () if isinstance(heads, Refusal) else heads

    def note_commit(self, stream: str, version: int) -> None:
        """Catch up with a stream that has reached this version."""
        if self.tables.runtime.is_stopping:
            return
        if stream == HOUSE_STREAM and version > self.house_version:
            self.house_version = version
            self._start(self._follow_clock())
        if stream.startswith(CHANGED):
            with contextlib.suppress(Unwritten):
                self.presence.note_change(stream.removeprefix(CHANGED), version)
        if stream.startswith(PLAYER_STREAM):
            self.tables.pit.store.balances.forget((stream.removeprefix(PLAYER_STREAM),))
        if not stream.startswith(STREAM):
            return
        table = stream.removeprefix(STREAM)
        desk = self.tables.pit.desks.get(table)
        if desk is not None and desk.quarantine is None:
            desk.note_version(version)
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
        """Take over a time that was confirmed at another process."""
        try:
            refusal = await follow_clock(self.presence)
        except Unwritten as problem:
            refusal = problem.refusal
        if refusal is not None:
            # The store did not answer; the next look tries again.
            self.house_version = 0

    def _catch_up(self, desk: Desk) -> None:
        if not desk.in_flight:
            self.tables.refresh(desk.table)
        elif desk.needs_resync or desk.unshown_round is not None:
            # What is on its way is answered first; then the journal is read.
            asyncio.get_running_loop().call_later(AGAIN_S, self._catch_up, desk)

    async def _adopt(self, table: str) -> None:
        """Serve a table that another process opened, or one that was mended."""
        try:
            served = self.tables.pit.recover((table,))
            if isinstance(served, Refusal):
                # The store did not answer; the next look tries again.
                self.passed_by.pop(table, None)
            elif table in served:
                self.passed_by.pop(table, None)
                self.tables.adopt(table)
            else:
                self.tables.note_quarantine(table)
        finally:
            self.adopting.discard(table)
