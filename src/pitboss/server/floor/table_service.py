"""The tables of one process: commands go in, changes are passed on, and clocks are driven."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from datetime import date

from msgspec.structs import replace

from pitboss.games.standing import day_of
from pitboss.pit.closed import CLOSED
from pitboss.pit.pit import NO_TABLE, Pit
from pitboss.pit.requests import Request
from pitboss.pit.ticks import tick
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal, RefusalCode
from pitboss.server.accounts.people import People
from pitboss.server.edge.errors import CLOSING, AnyRefusal
from pitboss.server.edge.runtime import Runtime
from pitboss.server.edge.timers import repeat
from pitboss.server.floor.load_monitor import LoadMonitor
from pitboss.server.floor.results import HISTORY, recall_results
from pitboss.store.records import Committed
from pitboss.store.shared import Unwritten
from pitboss.table.commands import Act, Actor, Command
from pitboss.table.results import ResultNote, note_of
from pitboss.table.state import Phase, TableState

UPKEEP_MS = 1_000
STEP_S = 0.01
_HELD = (Phase.WAITING, Phase.BETTING, Phase.DECISIONS, Phase.CLOSED)
"""Phases in which a table waits for people and not for the house."""

Listener = Callable[[str], object]


@dataclass(slots=True)
class TableService:
    runtime: Runtime
    pit: Pit
    people: People
    wallet: Wallet
    load: LoadMonitor
    is_shared: bool = False
    """Whether other processes serve the same tables."""
    history: dict[str, deque[ResultNote]] = field(default_factory=dict)
    on_change: list[Listener] = field(default_factory=list)
    on_release: list[Listener] = field(default_factory=list)
    nudge: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something may be due at a table."""
    due: set[str] = field(default_factory=set)
    """At which tables, where that is known; every table is looked at each tick anyway."""
    is_every_due: bool = True

    def recover(self) -> int | Refusal:
        """Rebuild every table and restart every player's timer; how many tables there are."""
        tables = self.pit.recover()
        if isinstance(tables, Refusal):
            return tables
        now_ms = self.runtime.clock()
        for table in tables:
            desk = self.pit.desks[table]
            # Whoever was thinking when the server stopped gets their whole time again.
            if not self.is_shared:
                desk.snapshot = replace(desk.snapshot, since_ms=now_ms)
            # Without anybody who looks at it a table opens no round.
            desk.is_deserted = True
            self.history[table] = recall_results(self.pit, table)
            self.runtime.log.event(
                "table.recovered", table=table, version=desk.version, phase=desk.state.phase.value
            )
        for table in self.pit.quarantined:
            self.note_quarantine(table)
        for table in self.people.tables():
            if table not in self.pit.desks and self._is_gone(table):
                self.people.forget_table(table)
        self.runtime.metrics.tables.set_function(self.open_tables)
        self.pit.subscribe(self.changed)
        return len(tables)

    def _is_gone(self, table: str) -> bool:
        """Whether a table was closed for good, or never opened before the house stopped."""
        why = self.pit.absence(table)
        is_mended = why.code is RefusalCode.NOT_NOW
        return why is CLOSED or is_mended or (why is NO_TABLE and not self.is_shared)

    def note_quarantine(self, table: str) -> None:
        why = self.pit.quarantined.get(table)
        if why is not None:
            self.runtime.log.event("table.quarantined", table=table, sentence=why.sentence)

    # Changes.

    def adopt(self, table: str) -> None:
        """Serve a table that another process opened."""
        version = self.pit.desks[table].version
        self.history[table] = recall_results(self.pit, table)
        self.runtime.log.event("table.adopt", table=table, version=version)
        self.changed(table, version)

    def refresh(self, table: str) -> None:
        """Read what other processes have committed at a table, and pass it on."""
        desk = self.pit.desks.get(table)
        if desk is None or desk.in_flight:
            return
        if desk.needs_resync and desk.catch_up() is not None:
            self.note_quarantine(table)
        before, desk.unshown_round = desk.unshown_round, None
        if before is not None:
            if desk.state.number > before + 1:
                # Several rounds may have ended since: the strip of results needs them all.
                self.history[table] = recall_results(self.pit, table)
            self.changed(table, desk.version)

    def changed(self, table: str, version: int) -> None:
        """Notify listeners of a table's new version, and keep its result for the ribbon."""
        for listener in self.on_change:
            listener(table)
        state = self.pit.desks[table].state
        last = state.last
        notes = self.history.setdefault(table, deque(maxlen=HISTORY))
        if last is not None and (not notes or notes[-1].round_id != last.round_id):
            notes.append(note_of(last))
            lines = () if last.is_void else last.played.lines()
            self.runtime.metrics.count_round(
                state.rules.game.key,
                drop=sum(line.stake for line in lines),
                win=-sum(line.net for line in lines),
            )
            self.runtime.log.event("round.ended", table=table, round=last.round_id, version=version)
        if state.phase is Phase.CLOSED:
            # Whatever cannot be deleted now is deleted by the next start.
            with contextlib.suppress(Unwritten):
                self.people.forget_table(table)
        self.wake(table)

    def wake(self, table: str | None = None) -> None:
        """Look after a table now, or after all of them."""
        if table is None:
            self.is_every_due = True
        else:
            self.due.add(table)
        self.nudge.set()

    def name_of(self, actor: str) -> str:
        """Who acted, by name, from a journalled actor or an account's id; else the house."""
        person = self.people.person(actor.rpartition(":")[2])
        return "the house" if person is None else person.name

    def today(self) -> date:
        """The day of the house's clock."""
        return day_of(self.runtime.clock())

    def open_tables(self) -> int:
        return sum(desk.state.phase is not Phase.CLOSED for desk in self.pit.desks.values())

    def release_closed(self, watched: Container[str]) -> None:
        """Drop closed tables that nobody watches; their history stays on record."""
        closed = [
            table
            for table, desk in self.pit.desks.items()
            if desk.state.phase is Phase.CLOSED and table not in watched
        ]
        for table in closed:
            if self.pit.release(table):
                self.history.pop(table, None)
                for listener in self.on_release:
                    listener(table)
                self.runtime.log.event("table.released", table=table)

    # Commands.

    async def ask(
        self, table: str, by: Actor, act: Act, *, client_id: str
    ) -> Committed | AnyRefusal:
        """Submit a command; the answer comes when it is on disk."""
        if self.runtime.is_stopping:
            return CLOSING
        started = self.runtime.clock()
        answer = await self.pit.submit(Request(table, client_id, Command(by, act)))
        took_ms = self.runtime.clock() - started
        self.load.record_delay(took_ms)
        self.runtime.metrics.answer.observe(took_ms / 1000)
        metrics = self.runtime.metrics
        is_done = isinstance(answer, Committed)
        (metrics.commands_done if is_done else metrics.commands_refused).inc()
        return answer

    async def is_done(self, by: Actor, client_id: str) -> bool:
        """Whether a command is on record already, so that asking again adds nothing."""
        first_answer = self.pit.store.first_answer
        found = await asyncio.to_thread(first_answer, actor=by.journal_name, client_id=client_id)
        return isinstance(found, Committed)

    def is_coach_allowed(self, table: str) -> bool:
        """Whether both the house and the table's host allow the coach; not while nobody knows."""
        with contextlib.suppress(Unwritten):
            return bool(self.runtime.options.coach) and not self.people.is_coach_forbidden(table)
        return False

    # Time.

    async def drive(self, beat: Callable[[], None]) -> None:
        """Do what is due at every table until the server stops."""
        end = repeat(self.runtime.options.tick_ms / 1000, self.wake)
        try:
            while not self.runtime.is_stopping:
                beat()
                self.nudge.clear()
                due, self.due = self.due, set()
                if self.is_every_due:
                    self.is_every_due = False
                    await tick(self.pit)
                else:
                    await tick(self.pit, due)
                await self.nudge.wait()
        finally:
            end()

    async def hold(self, until_ms: int) -> int:
        """Finish what only the house can finish; how many rounds are held in play."""
        self.wake()
        while self.runtime.clock() < until_ms and not self._is_held():
            await tick(self.pit)
            await asyncio.sleep(STEP_S)
        return sum(desk.state.current is not None for desk in self.pit.desks.values())

    def _is_held(self) -> bool:
        leases = self.pit.leases
        # Other processes finish what is theirs.
        desks = [one for one in self.pit.desks.values() if leases is None or one.table in leases]
        return all(desk.in_flight == 0 and _waits(desk.state) for desk in desks)


def _waits(state: TableState) -> bool:
    """Whether a table waits for people, so that it can be held without loss."""
    is_by_hand = state.rules.is_by_hand
    return state.phase in _HELD or state.paused is not None or is_by_hand
