"""Presence: who looks at which table, from where, and when they were last here."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.server.accounts.people import Person
from pitboss.server.edge.errors import BUSY, CLOSING
from pitboss.server.edge.runtime import Runtime
from pitboss.server.floor.table_service import UPKEEP_MS, TableService
from pitboss.store.shared import Unwritten

RETRY_MS = 2_000
GRACE_MS = 10_000
GRACE_PARTS = 10
"""Nobody waits for a player who was away this long, or a tenth of the time that a seat is kept."""
SHARED_PARTS = 2
"""How often presence is shared between processes in that time."""
NEWS_MS = 4 * UPKEEP_MS
REPLACED = "You have this table open in another tab or window; play goes on there."
SIGNED_OUT = "You signed out."
ENDED = "You were signed out here; sign in again to go on."
CHANGED = "What you may do here has changed."


class EndReason(StrEnum):
    OVERTAKEN = "overtaken"
    SIGNED_OUT = "signed-out"
    CHANGED_ROLE = "changed-role"
    STOPPING = "stopping"


class Viewer(Protocol):
    table: str
    person: Person | None
    token: str
    address: str

    def mark(self, now_ms: int = 0) -> None:
        """Show the table again."""

    def end(self, reason: EndReason, sentence: str, *, retry_ms: int | None = None) -> None:
        """Close, telling the browser why and when to come back, if ever."""


@dataclass(slots=True)
class Presence:
    """Everybody who is connected, or was lately."""

    runtime: Runtime
    tables: TableService
    viewers: dict[str, set[Viewer]] = field(default_factory=lambda: defaultdict(set))
    """Those who have said hello, by table."""
    addresses: Counter[str] = field(default_factory=Counter)
    sockets: Counter[str] = field(default_factory=Counter)
    """Sockets of each table, those that have not said hello included."""
    seen_ms: dict[tuple[str, str], int] = field(default_factory=dict)
    shared_ms: dict[tuple[str, str], int] = field(default_factory=dict)
    """When presence was last shared with other processes."""
    unshared_ms: dict[tuple[str, str], int] = field(default_factory=dict)
    """Presence that other processes are to hear of next."""
    people_changes: int = 0
    """How often people had changed when open sockets were last compared with them."""

    def __post_init__(self) -> None:
        self.tables.on_change.append(self.show)
        self.tables.on_release.append(self._forget)

    def is_watched(self, table: str) -> bool:
        return table in self.viewers

    def is_here(self, person: str, table: str) -> bool:
        """Whether somebody is watching a table now."""
        return any(_is_of(one, person) for one in self.viewers.get(table, ()))

    # Coming and going.

    def admit(self, table: str, address: str) -> str | None:
        """Count a new socket; a sentence when there is no room for one."""
        options = self.runtime.options
        if self.runtime.is_stopping:
            return CLOSING.sentence
        if self.tables.load.is_busy:
            return BUSY.sentence
        if self.addresses.total() >= options.sockets_max:
            return "The house is full; try again in a moment."
        if self.addresses[address] >= options.sockets_per_address:
            return "Too many windows are open from your address; close some."
        self.addresses[address] += 1
        self.sockets[table] += 1
        self.runtime.metrics.sockets.inc()
        return None

    def greet(self, viewer: Viewer, *, takes_over: bool) -> bool:
        """Add a viewer in place of other tabs of the same person; False when it must wait."""
        others = [
            one
            for one in self.viewers[viewer.table]
            if viewer.person is not None and one.person == viewer.person
        ]
        if others and not takes_over:
            return False
        for other in others:
            other.end(EndReason.OVERTAKEN, REPLACED)
            self.runtime.metrics.drops.labels(EndReason.OVERTAKEN.value).inc()
        self.viewers[viewer.table].add(viewer)
        self._update_deserted(viewer.table)
        self.tables.wake(viewer.table)
        return True

    def dismiss(self, viewer: Viewer) -> None:
        self.viewers[viewer.table].discard(viewer)
        if not self.viewers[viewer.table]:
            del self.viewers[viewer.table]
            self._update_deserted(viewer.table)
        for counter, key in ((self.sockets, viewer.table), (self.addresses, viewer.address)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        self.runtime.metrics.sockets.dec()
        if viewer.person is not None:
            self.seen_ms[viewer.person.id, viewer.table] = self.runtime.clock()

    # Tables that change.

    def mark(self, person: str) -> None:
        """Refresh somebody's views: their credits changed away from a table."""
        for viewer in self._viewers_of(person):
            viewer.mark()

    def show(self, table: str) -> None:
        """Show a table again to everybody who watches it."""
        now_ms = self.runtime.clock()
        for viewer in self.viewers.get(table, ()):
            viewer.mark(now_ms)
        self._update_deserted(table)

    def _update_deserted(self, table: str) -> None:
        """Mark whether anybody watches a table here; a deserted one opens no round."""
        desk = self.tables.pit.desks.get(table)
        if desk is not None:
            desk.is_deserted = table not in self.viewers

    def _forget(self, table: str) -> None:
        for times in (self.seen_ms, self.shared_ms):
            for key in [key for key in times if key[1] == table]:
                del times[key]

    # Sessions that end.

    def sign_out(self, token: str) -> None:
        for viewer in self._all():
            if viewer.token == token:
                viewer.end(EndReason.SIGNED_OUT, SIGNED_OUT)

    def sign_out_person(self, person: str, *, keep: str) -> None:
        """End the sockets of all of a person's sessions but one."""
        for viewer in self._viewers_of(person):
            if viewer.token != keep:
                viewer.end(EndReason.SIGNED_OUT, ENDED)

    def renew_token(self, old: str, new: str) -> None:
        """Keep the sockets of a session under its new token."""
        for viewer in self._all():
            if viewer.token == old:
                viewer.token = new

    def reconnect(self, person: str) -> None:
        """End every socket of a person, who reconnects with their new role."""
        for viewer in self._viewers_of(person):
            viewer.end(EndReason.CHANGED_ROLE, CHANGED, retry_ms=RETRY_MS)

    def note_change(self, person: str, number: int) -> None:
        """Another process says that somebody's sessions or role changed."""
        is_next = number == self.people_changes + 1
        self.people_changes = max(number, self.people_changes)
        self._compare(tuple(self._viewers_of(person)) if is_next else self._all())

    def follow_sessions(self, changes: int) -> None:
        """End sockets whose session or role was changed at another process that was not heard."""
        if changes > self.people_changes:
            self.people_changes = changes
            self._compare(self._all())

    def _compare(self, viewers: Sequence[Viewer]) -> None:
        for viewer in viewers:
            if viewer.person is None:
                continue
            session = self.tables.people.session(viewer.token, now_ms=self.runtime.clock())
            if session is None:
                viewer.end(EndReason.SIGNED_OUT, ENDED)
            elif session.person.role is not viewer.person.role:
                viewer.end(EndReason.CHANGED_ROLE, CHANGED, retry_ms=RETRY_MS)

    def say_goodbye(self) -> None:
        for viewer in self._all():
            viewer.end(EndReason.STOPPING, CLOSING.sentence, retry_ms=RETRY_MS)

    # Who was here last.

    def note_seen(self, person: str, table: str) -> None:
        """Record that somebody is here, now and then for other processes too."""
        key, now_ms = (person, table), self.runtime.clock()
        self.seen_ms[key] = now_ms
        is_due = now_ms - self.shared_ms.get(key, 0) >= self.grace_ms // SHARED_PARTS
        if self.tables.is_shared and is_due:
            self.shared_ms[key] = self.unshared_ms[key] = now_ms

    async def share(self) -> None:
        """Share the presence of all viewers here with other processes, in one write."""
        seen, self.unshared_ms = self.unshared_ms, {}
        # On a full disk the others hear of it the next time; nothing else depends on it.
        if seen:
            with contextlib.suppress(Unwritten):
                await asyncio.to_thread(self.tables.people.saw, seen)

    @property
    def grace_ms(self) -> int:
        """How long somebody may be gone before the table goes on without them."""
        own_ms = min(GRACE_MS, self.runtime.options.away_ms // GRACE_PARTS)
        # News of other processes come with their housekeeping.
        return max(own_ms, NEWS_MS) if self.tables.is_shared else own_ms

    def away_ms(self, person: str, table: str, least_ms: int) -> int:
        """How long somebody has been away from every process; 0 when first asked.

        Other processes are asked only about somebody who was not seen for `least_ms`.
        """
        key, now_ms = (person, table), self.runtime.clock()
        away_ms = now_ms - self.seen_ms.setdefault(key, now_ms)
        if not self.tables.is_shared or away_ms < least_ms:
            return away_ms
        there_ms = self.tables.people.last_seen(person, table)
        # A stamp from the future is of a clock that was ahead.
        if self.seen_ms[key] < there_ms <= now_ms + SLACK_MS:
            self.seen_ms[key] = there_ms
        return now_ms - self.seen_ms[key]

    def follow_clock(self) -> None:
        """After the house's time was set: nobody was seen later than now."""
        now_ms = self.runtime.clock()
        for times in (self.seen_ms, self.shared_ms):
            times.update({key: min(at_ms, now_ms) for key, at_ms in times.items()})
        for viewer in self._all():
            viewer.mark(now_ms)

    def _all(self) -> list[Viewer]:
        return [one for found in self.viewers.values() for one in found]

    def _viewers_of(self, person: str) -> Iterator[Viewer]:
        return (one for one in self._all() if _is_of(one, person))


def _is_of(viewer: Viewer, person: str) -> bool:
    return viewer.person is not None and viewer.person.id == person
