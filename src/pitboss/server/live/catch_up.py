"""What a returning viewer missed, worked out off the event loop and one viewer at a time.

Strangers only learn how many rounds ended, which is kept by version as the journal grows, so that
it costs the same however long they were away.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from dataclasses import dataclass, field

from pitboss.games.steps import SPECTATOR
from pitboss.pit.pit import Pit
from pitboss.pit.recall import recall_own_end
from pitboss.pit.replay import stream_of
from pitboss.refusals import Refusal
from pitboss.server.accounts.people import Person
from pitboss.server.live.viewers import MEANWHILE_MAX, Meanwhile, describe_absence, meanwhile
from pitboss.table.events import RoundSettled, RoundVoided, kind_of
from pitboss.table.last_round import LastView, seat_then, view_last
from pitboss.table.state import TableState

SETTLED, VOIDED = kind_of(RoundSettled), kind_of(RoundVoided)


@dataclass(slots=True)
class EndedRounds:
    """Versions of a table at which rounds ended, as far back as viewers are told."""

    read: int = 0
    settled: list[int] = field(default_factory=list)
    voided: list[int] = field(default_factory=list)

    def read_on(self, pit: Pit, table: str) -> Refusal | None:
        """Read what was written since the last call."""
        oldest = pit.desks[table].version - MEANWHILE_MAX
        records = pit.store.read(stream_of(table), after=max(self.read, oldest, 0))
        if isinstance(records, Refusal):
            return records
        for record in records:
            kinds = {one.kind for one in record.events}
            self.read = record.version
            if SETTLED in kinds:
                self.settled.append(record.version)
            if VOIDED in kinds:
                self.voided.append(record.version)
        del self.settled[: bisect_right(self.settled, oldest)]
        del self.voided[: bisect_right(self.voided, oldest)]
        return None

    def since(self, seen: int) -> Meanwhile:
        return Meanwhile(
            rounds=len(self.settled) - bisect_right(self.settled, seen),
            voids=len(self.voided) - bisect_right(self.voided, seen),
        )


def _view_own_last(pit: Pit, state: TableState, player: str) -> LastView | None:
    ended = recall_own_end(pit.store, state.rules, player)
    return None if ended is None else view_last(state, ended, seat_then(ended, SPECTATOR, player))


@dataclass(slots=True)
class CatchUp:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    ended: dict[str, EndedRounds] = field(default_factory=dict)

    async def describe(
        self, pit: Pit, table: str, person: Person | None, *, seen: int
    ) -> str | None:
        """One sentence about what happened since a version, or None when nothing did."""
        if not 0 < seen < pit.desks[table].version:
            return meanwhile(pit, table, person, seen=seen)
        async with self.lock:
            if person is not None:
                return await asyncio.to_thread(meanwhile, pit, table, person, seen=seen)
            return await asyncio.to_thread(self._describe_to_stranger, pit, table, seen)

    async def recall_own_last(self, pit: Pit, table: str, person: Person | None) -> LastView | None:
        """A person's last round at a table that has played on without them."""
        desk = pit.desks.get(table)
        last = None if desk is None else desk.state.last
        if desk is None or person is None or last is None:
            return None
        if any(who == person.id for _, who in last.players):
            # Their views show it.
            return None
        async with self.lock:
            return await asyncio.to_thread(_view_own_last, pit, desk.state, person.id)

    def _describe_to_stranger(self, pit: Pit, table: str, seen: int) -> str | None:
        for gone in self.ended.keys() - pit.desks.keys():
            del self.ended[gone]
        ended = self.ended.setdefault(table, EndedRounds())
        if ended.read_on(pit, table) is not None:
            return None
        return describe_absence(ended.since(seen), pit.desks[table].state)
