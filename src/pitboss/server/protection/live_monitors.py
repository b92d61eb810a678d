"""The live monitors: every edition in play is looked at again and again, and alarms are raised.

A worker process reads the newest records of the running store by itself: here that would hold up
the tables, more with every hour that the house has been open. An alarm becomes an alert of the
floor, once, with its rounds and how often an honest table would show it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from pitboss.floor.alerts import Alert, AlertLog, raise_new
from pitboss.protect.studies import studies_of
from pitboss.refusals import Refusal
from pitboss.report.blocks import slug
from pitboss.server.editions.lookup import subject_of
from pitboss.server.floor.table_service import TableService
from pitboss.server.jobs.runner import Runner
from pitboss.server.protection.schemas import AlertNote
from pitboss.server.protection.studies import MONITOR_KIND, StudyJob, StudyMade
from pitboss.table.events import TableOpened

EVERY_S = 300
MONITOR = "monitor"
ROUNDS_KEPT = 12


@dataclass(slots=True)
class MonitorWatch:
    tables: TableService
    jobs: Runner
    log: AlertLog
    database: str
    seen: dict[str, int] = field(default_factory=dict)
    """How many rounds each edition had when it was looked at last."""

    async def run(self, beat: Callable[[], None]) -> None:
        """Look at every edition that has new rounds, every five minutes."""
        left = EVERY_S
        while not self.tables.runtime.is_stopping:
            beat()
            await asyncio.sleep(1)
            left -= 1
            if left == 0:
                await self.look()
                left = EVERY_S

    async def look(self) -> int:
        """Look now; how many alerts were raised."""
        raised = 0
        for opened, rounds in self._in_play().items():
            if self.seen.get(opened.edition_hash) != rounds:
                self.seen[opened.edition_hash] = rounds
                raised += await self._look_at(opened)
        return raised

    def _in_play(self) -> dict[TableOpened, int]:
        """One table of every edition that can be watched, with the rounds of all of them."""
        found: dict[str, tuple[TableOpened, int]] = {}
        for desk in self.tables.pit.desks.values():
            state, opened = desk.state, desk.state.rules.opened
            if any(one.name == MONITOR for one in studies_of(state.rules.game)):
                first, rounds = found.get(opened.edition_hash, (opened, 0))
                found[opened.edition_hash] = (first, rounds + state.number)
        return {opened: rounds for opened, rounds in found.values() if rounds}

    async def _look_at(self, opened: TableOpened) -> int:
        pit = self.tables.pit
        job = StudyJob(
            subject=subject_of(opened),
            study=MONITOR,
            options=(),
            database=self.database,
            unserved=tuple(sorted(pit.unserved)),
        )
        answer = await self.jobs.ask(MONITOR_KIND, job, is_background=True)
        if not isinstance(answer, bytes):
            self.tables.runtime.log.event("monitor.refused", sentence=answer.sentence)
            return 0
        made = msgspec.json.decode(answer, type=StudyMade)
        found = [_alert(opened, one) for one in made.report.alerts]
        raised = await asyncio.to_thread(raise_new, pit, self.log, found)
        if isinstance(raised, Refusal):
            self.tables.runtime.log.event("monitor.refused", sentence=raised.sentence)
            return 0
        return raised


def _alert(opened: TableOpened, note: AlertNote) -> Alert:
    tables = {one.rpartition(".")[0] for one in note.rounds}
    chance = f"at most {note.chance} of honest tables ever show it" if note.chance else ""
    return Alert(
        alert=f"{slug(note.kind)}.{opened.edition_hash[:8]}.{slug(note.who)}",
        kind=note.kind,
        where=tables.pop() if len(tables) == 1 else opened.game,
        sentence=f"{note.who}: {note.sentence}",
        chance=chance,
        rounds=note.rounds[:ROUNDS_KEPT],
    )
