"""Keeps the clocks of tables for this process, where several processes serve the same ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.server.floor.table_service import TableService
from pitboss.store.clock_leases import RENEWED_MS, ClockLeases
from pitboss.store.shared import Unwritten


@dataclass(slots=True)
class ClockKeeper:
    """Renews the leases of this process and takes over those of processes that are gone."""

    tables: TableService
    leases: ClockLeases
    is_released: bool = False

    def __post_init__(self) -> None:
        self.tables.pit.leases = {}

    async def run(self, beat: Callable[[], None]) -> None:
        """Keep leases until they are let go of, after the last round that must be finished here."""
        while not self.is_released:
            beat()
            await self.keep()
            await asyncio.sleep(RENEWED_MS / 1000)

    async def keep(self) -> None:
        """Renew and take over once. What is held stays so while the database cannot be asked:
        whoever took over in the meantime is found out by the epoch."""
        pit = self.tables.pit
        with contextlib.suppress(Unwritten):
            watched = {table: not desk.is_deserted for table, desk in pit.desks.items()}
            held = await asyncio.to_thread(self.leases.keep, watched)
            for table in sorted(held.keys() - (pit.leases or {}).keys()):
                self.tables.runtime.log.event("clock.kept", table=table, epoch=held[table].epoch)
                self.tables.wake()
            if not self.is_released:
                pit.leases = held

    def release(self) -> None:
        """Leave the tables to other processes at once."""
        self.is_released = True
        with contextlib.suppress(Unwritten):
            self.leases.release()
