"""A house: everything that one server process holds, and how it is closed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from pitboss.server.accounts.sign_in import Accounts
from pitboss.server.analysis.studio import Studio
from pitboss.server.edge.runtime import Runtime
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.editions.lookup import Editions
from pitboss.server.floor.clock_keeper import ClockKeeper
from pitboss.server.floor.cluster_relay import Relay
from pitboss.server.floor.head_signer import HeadSigner
from pitboss.server.floor.presence import Presence
from pitboss.server.floor.table_service import STEP_S, TableService
from pitboss.server.floor.tally_keeper import TallyKeeper
from pitboss.server.jobs.runner import Runner
from pitboss.server.live.socket import LiveTables
from pitboss.server.lobby.best_bets import Figures
from pitboss.store.house_lock import HouseLock


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    database: str
    runtime: Runtime
    tables: TableService
    presence: Presence
    accounts: Accounts
    live: LiveTables
    editions: Editions
    signer: HeadSigner
    tallies: TallyKeeper
    threads: SideThreads
    jobs: Runner
    figures: Figures
    studio: Studio
    relay: Relay | None = None
    keeper: ClockKeeper | None = None
    """Of the tables' clocks, where other processes serve them too."""
    lock: HouseLock | None = None
    """What keeps other servers from this house's file."""

    async def stop(self) -> None:
        """Take nothing new, finish what only the house can finish, hold the rest, say goodbye."""
        runtime = self.runtime
        if runtime.is_stopping:
            return
        runtime.is_stopping = True
        until_ms = runtime.clock() + runtime.options.stop_ms
        held = await self.tables.hold(until_ms)
        if self.keeper is not None:
            await asyncio.to_thread(self.keeper.release)
        runtime.log.event("house.closing", rounds_held=held)
        self.presence.say_goodbye()
        while self.presence.viewers and runtime.clock() < until_ms:
            await asyncio.sleep(STEP_S)
        await self.threads.close()
        await self.jobs.close()
        self.signer.sign(is_last=True)

    def close(self) -> None:
        self.tables.pit.store.close()
        if self.lock is not None:
            self.lock.release()
