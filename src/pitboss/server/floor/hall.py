"""The hall: the pit, its people and everybody who is looking, in one process.

Passes asks on to the pit, wakes the viewers of a table that changed, and drives the tables' clocks.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from pitboss.equipment.tops import parse_face
from pitboss.ledger.accounts import player_account
from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.pit.clock import Clock
from pitboss.pit.closed import CLOSED
from pitboss.pit.desk import Desk
from pitboss.pit.house import NO_TABLE, Pit
from pitboss.pit.recall import recall_round
from pitboss.pit.requests import Receipt, Request
from pitboss.pit.wallet import Wallet
from pitboss.refusals import Refusal, RefusalCode, accepted
from pitboss.server.accounts.passwords import Passwords
from pitboss.server.accounts.people import People, Person
from pitboss.server.accounts.sign_in_tries import SignInTries, TryLimits
from pitboss.server.edge.errors import BUSY, CLOSING, Trouble, refused
from pitboss.server.edge.logs import Log
from pitboss.server.edge.metrics import Meters
from pitboss.server.edge.rate_limits import Bucket, Buckets
from pitboss.server.edge.side_threads import SideThreads
from pitboss.server.editions.store import Designs
from pitboss.server.live.catch_up import CatchUp
from pitboss.server.live.connection import Connection
from pitboss.server.live.connection_state import ConnectionEvent
from pitboss.server.live.messages import Refused, ResultNote
from pitboss.server.live.view_scheduler import ViewScheduler
from pitboss.server.live.viewers import note_of
from pitboss.server.options import Options
from pitboss.store.signed_heads import SignedHeads
from pitboss.store.sqlite import MEMORY
from pitboss.table.commands import Act, Actor, Command
from pitboss.table.setup import DealtBy
from pitboss.table.state import Phase, TableState

HISTORY = 20
"""Results on the ribbon."""
RETRY_MS = 2_000
UPKEEP_MS = 1_000
FEEL_MS = 100
STEP_S = 0.01
REPLACED = "This table is open in another tab or window of yours; that one goes on."
SIGNED_OUT = "You signed out."
ENDED = "You were signed out here; sign in again to go on."
CHANGED = "What you may do here has changed."
_HELD = (Phase.WAITING, Phase.BETTING, Phase.DECISIONS, Phase.CLOSED)
"""Phases in which a table waits for people and not for the house."""


@dataclass(frozen=True, slots=True)
class PublicView:
    """A table as a stranger sees it, ready to be sent."""

    version: int
    made_ms: int
    data: bytes


@dataclass(slots=True)
class Hall:
    """Everything that one server process holds."""

    pit: Pit
    wallet: Wallet
    people: People
    options: Options
    log: Log
    clock: Clock
    signed_heads: SignedHeads | None = None
    designs: Designs = field(default_factory=lambda: Designs(MEMORY))
    meters: Meters = field(default_factory=Meters)
    passwords: Passwords = field(default_factory=Passwords)
    connections: dict[str, set[Connection]] = field(default_factory=lambda: defaultdict(set))
    addresses: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    sockets_at: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Sockets of each table, those that have not said hello included."""
    seen_ms: dict[tuple[str, str], int] = field(default_factory=dict)
    """When somebody was last connected to a table."""
    history: dict[str, deque[ResultNote]] = field(default_factory=dict)
    requests: Buckets = field(default_factory=lambda: Buckets(1, 1))
    entries: Buckets = field(default_factory=lambda: Buckets(1, 1))
    savings: Buckets = field(default_factory=lambda: Buckets(1, 1))
    """How fast somebody may save designs."""
    public: dict[str, PublicView] = field(default_factory=dict)
    """What strangers were last shown of each table."""
    lag_ms: int = 0
    worst_ms: int = 0
    """The latest thing done since the lag was last worked out."""
    """How late the server runs."""
    is_shared: bool = False
    """Whether other processes serve the same tables."""
    told_ms: dict[tuple[str, str], int] = field(default_factory=dict)
    """When the other processes were last told that somebody is here."""
    is_stopping: bool = False
    failure: Refusal | None = None
    """Why this process is no longer fit to serve and is about to end."""
    standstill: Refusal | None = None
    """Which background task stands still; without it bets may not be dealt or shown."""
    people_version: int = 0
    """The file of people as it was when open sockets were last compared with it."""
    views: ViewScheduler = field(default_factory=ViewScheduler)
    catch_up: CatchUp = field(default_factory=CatchUp)
    threads: SideThreads = field(default_factory=SideThreads)
    nudge: asyncio.Event = field(default_factory=asyncio.Event)
    closers: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """What ends with the house: processes that were started for it."""

    def __post_init__(self) -> None:
        options = self.options
        self.requests = Buckets(60 * options.requests_per_s, options.requests_burst)
        self.entries = Buckets(options.entries_per_min, options.entries_per_min)
        self.savings = Buckets(options.designs_per_min, options.designs_per_min)
        self.views = ViewScheduler(options.view_ms / 1000)

    # Beginning.

    def recover(self) -> int | Refusal:
        """Rebuild every table and give everybody their time anew; how many tables there are."""
        tables = self.pit.recover()
        if isinstance(tables, Refusal):
            return tables
        now_ms = self.clock()
        for table in tables:
            desk = self.pit.desks[table]
            # Whoever was thinking when the server stopped gets their whole time again.
            if not self.is_shared:
                desk.standing = replace(desk.standing, since_ms=now_ms)
            self.history[table] = self._recalled(table)
            self._look_round(table)
            self.log.event(
                "table.recovered", table=table, version=desk.version, phase=desk.state.phase.value
            )
        for table in self.pit.quarantined:
            self.note_quarantine(table)
        for table in self.people.tables():
            if table not in self.pit.desks and self._is_gone(table):
                self.people.forget_table(table)
        self.meters.tables.set(self.open_tables())
        self.pit.watch(self.changed)
        return len(tables)

    def _is_gone(self, table: str) -> bool:
        """Whether a table was closed for good, or this house stopped before it was opened."""
        why = self.pit.absence(table)
        is_mended = why.code is RefusalCode.NOT_NOW
        return why is CLOSED or is_mended or (why is NO_TABLE and not self.is_shared)

    def _recalled(self, table: str) -> deque[ResultNote]:
        notes: deque[ResultNote] = deque(maxlen=HISTORY)
        state = self.pit.desks[table].state
        for number in range(max(1, state.number - HISTORY), state.number + 1):
            found = recall_round(self.pit.store, self.pit.registry, state.rules.round_id(number))
            if not isinstance(found, Refusal):
                notes.append(
                    ResultNote(
                        round_id=found.round_id,
                        is_void=bool(found.file["is_void"]),
                        shown=_last_draw(found.file),
                        note=str(found.file["sentence"]),
                    )
                )
        return notes

    def note_quarantine(self, table: str) -> None:
        """Log why a table is out of service."""
        why = self.pit.quarantined.get(table)
        if why is not None:
            self.log.event("table.quarantined", table=table, sentence=why.sentence)

    # What happened.

    def adopted(self, table: str) -> None:
        """A table that another process opened is served here as well."""
        self.history[table] = self._recalled(table)
        self.log.event("table.adopted", table=table, version=self.pit.desks[table].version)
        self.changed(table, self.pit.desks[table].version)

    def changed(self, table: str, version: int) -> None:
        """A table went on: its viewers are shown, and its result is kept for the ribbon."""
        now_ms = self.clock()
        for connection in self.connections.get(table, ()):
            connection.mark(now_ms)
        desk = self._look_round(table)
        last = desk.state.last
        notes = self.history.setdefault(table, deque(maxlen=HISTORY))
        if last is not None and (not notes or notes[-1].round_id != last.round_id):
            notes.append(note_of(last))
            self.meters.rounds.inc()
            self.log.event("round.ended", table=table, round=last.round_id, version=version)
        if desk.state.phase is Phase.CLOSED:
            self.people.forget_table(table)
        self.meters.tables.set(self.open_tables())
        self.nudge.set()

    def open_tables(self) -> int:
        """How many tables are open."""
        return sum(desk.state.phase is not Phase.CLOSED for desk in self.pit.desks.values())

    def release_closed(self) -> None:
        """Let go of closed tables that nobody looks at any more; their history stays on record."""
        closed = [
            table
            for table, desk in self.pit.desks.items()
            if desk.state.phase is Phase.CLOSED and not self.sockets_at.get(table)
        ]
        for table in closed:
            if not self.pit.release(table):
                continue
            self.history.pop(table, None)
            self.public.pop(table, None)
            for times in (self.seen_ms, self.told_ms):
                for key in [key for key in times if key[1] == table]:
                    del times[key]
            self.log.event("table.released", table=table)

    def _look_round(self, table: str) -> Desk:
        """Let a table know whether anybody looks at it here; without, it opens no round."""
        desk = self.pit.desks[table]
        desk.is_deserted = table not in self.connections
        return desk

    # Asking.

    async def ask(self, table: str, by: Actor, act: Act, *, client_id: str) -> Receipt | Trouble:
        """Pass an act on to the pit; the answer comes when it is on disk."""
        if self.is_stopping:
            return CLOSING
        started = self.clock()
        answer = await self.pit.submit_async(Request(table, client_id, Command(by, act)))
        took_ms = self.clock() - started
        self.felt(took_ms)
        self.meters.answer.observe(took_ms / 1000)
        is_done = isinstance(answer, Receipt)
        self.meters.commands.labels("done" if is_done else "refused").inc()
        return answer

    def is_coach_allowed(self, table: str) -> bool:
        """Whether the house and whoever opened the table let the coach speak there."""
        return bool(self.options.coach) and not self.people.is_coach_forbidden(table)

    def balance(self, person: str) -> int:
        """Somebody's credits in minor units."""
        found = self.pit.store.balance(player_account(person))
        return found if isinstance(found, int) else 0

    def tell(self, trouble: Trouble, *, where: str, who: str = "", address: str = "") -> Refused:
        """The shape of a refusal; its reference is logged as often as the log samples refusals."""
        shape = refused(trouble)
        self.log.event(
            "refused",
            code=shape.code,
            reference=shape.reference,
            where=where,
            who=who or None,
            address=address or None,
        )
        return shape

    # Coming and going.

    def admit(
        self, table: str, person: Person | None, *, token: str, address: str
    ) -> Connection | str:
        """A new connection, or a sentence why there is no room for one."""
        options = self.options
        if self.is_stopping:
            return CLOSING.sentence
        if self.is_busy:
            return BUSY.sentence
        if sum(self.addresses.values()) >= options.sockets_max:
            return "The house is full; try again in a moment."
        if self.addresses[address] >= options.sockets_per_address:
            return "Too many windows are open from your address; close some."
        self.addresses[address] += 1
        self.sockets_at[table] += 1
        self.meters.sockets.inc()
        bucket = Bucket(60 * options.messages_per_s, options.messages_burst)
        return Connection(table, person, token, address, bucket, options.queue_max)

    def greet(self, connection: Connection, *, takes_over: bool) -> bool:
        """Let a viewer look; other tabs of the same person give way. False when it must wait."""
        others = [
            other
            for other in self.connections[connection.table]
            if connection.person is not None and other.person == connection.person
        ]
        if others and not takes_over:
            return False
        for other in others:
            other.end(ConnectionEvent.OVERTAKEN, REPLACED)
            self.meters.drops.labels(ConnectionEvent.OVERTAKEN.value).inc()
        self.connections[connection.table].add(connection)
        self._look_round(connection.table)
        self.nudge.set()
        return True

    def dismiss(self, connection: Connection) -> None:
        """A socket is gone."""
        self.connections[connection.table].discard(connection)
        if not self.connections[connection.table]:
            del self.connections[connection.table]
            if connection.table in self.pit.desks:
                self._look_round(connection.table)
        self.sockets_at[connection.table] -= 1
        if not self.sockets_at[connection.table]:
            del self.sockets_at[connection.table]
        self.addresses[connection.address] -= 1
        if not self.addresses[connection.address]:
            del self.addresses[connection.address]
        self.meters.sockets.dec()
        if connection.person is not None:
            self.seen_ms[connection.person.id, connection.table] = self.clock()

    def is_here(self, person: str, table: str) -> bool:
        """Whether somebody looks at a table now."""
        return any(
            connection.person is not None and connection.person.id == person
            for connection in self.connections.get(table, ())
        )

    def mark(self, person: str) -> None:
        """Somebody's credits changed away from a table."""
        for connection in self._connections_of(person):
            connection.mark()

    @property
    def sign_in_tries(self) -> SignInTries:
        """How many passwords were tried, and by whom."""
        options = self.options
        limits = TryLimits(
            tries=options.sign_in_tries,
            lock_ms=options.lock_ms,
            account_tries=options.account_tries,
        )
        return SignInTries(self.people.file, limits)

    def sign_out(self, token: str) -> None:
        """End every socket of a session that was ended."""
        for connection in self._all_connections():
            if connection.token == token:
                connection.end(ConnectionEvent.SIGNED_OUT, SIGNED_OUT)

    def sign_out_person(self, person: str, *, keep: str) -> None:
        """End the sockets of all of a person's sessions but one."""
        for connection in self._connections_of(person):
            if connection.token != keep:
                connection.end(ConnectionEvent.SIGNED_OUT, ENDED)

    def renew_token(self, old: str, new: str) -> None:
        """Let the sockets of a session go on under its new token."""
        for connection in self._all_connections():
            if connection.token == old:
                connection.token = new

    def show_out(self, person: str) -> None:
        """End every socket of a person, who comes back with what they may do now."""
        for connection in self._connections_of(person):
            connection.end(ConnectionEvent.CHANGED_ROLE, CHANGED, retry_ms=RETRY_MS)

    def follow_sessions(self) -> None:
        """End sockets whose session another process ended or whose role it changed."""
        version = self.people.data_version()
        if version == self.people_version:
            return
        self.people_version = version
        for connection in self._all_connections():
            if connection.person is None:
                continue
            session = self.people.session(connection.token, now_ms=self.clock())
            if session is None:
                connection.end(ConnectionEvent.SIGNED_OUT, ENDED)
            elif session.person.role is not connection.person.role:
                connection.end(ConnectionEvent.CHANGED_ROLE, CHANGED, retry_ms=RETRY_MS)

    def _all_connections(self) -> list[Connection]:
        return [
            connection for connections in self.connections.values() for connection in connections
        ]

    def _connections_of(self, person: str) -> list[Connection]:
        return [
            connection
            for connection in self._all_connections()
            if connection.person is not None and connection.person.id == person
        ]

    # The house's own time.

    @property
    def is_busy(self) -> bool:
        """Whether whoever is inside is served so late that nobody else should come in."""
        return 0 < self.options.lag_ms < self.lag_ms

    def felt(self, late_ms: int) -> None:
        """Something was done this late; more than that is the house's time being set ahead."""
        if late_ms <= SLACK_MS:
            self.worst_ms = max(self.worst_ms, late_ms)

    async def feel(self, beat: Callable[[], None]) -> None:
        """Measure how late the server runs, until the hall stops."""
        while not self.is_stopping:
            beat()
            before_ms = self.clock()
            await asyncio.sleep(FEEL_MS / 1000)
            self.felt(self.clock() - before_ms - FEEL_MS)
            # The worst of each moment, smoothed over about a second: one late answer is no crowd.
            self.lag_ms = (7 * self.lag_ms + self.worst_ms) // 8
            self.worst_ms = 0
            self.meters.lag.set(self.lag_ms / 1000)

    async def drive(self, beat: Callable[[], None]) -> None:
        """Do what is due at every table until the hall stops."""
        while not self.is_stopping:
            beat()
            self.nudge.clear()
            await self.pit.tick_async()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.options.tick_ms / 1000):
                    await self.nudge.wait()

    async def sign_heads(self, beat: Callable[[], None]) -> None:
        """Sign the heads at their interval and keep watch over clock and software, to the end."""
        while not self.is_stopping:
            beat()
            await asyncio.to_thread(self.sign_now)
            await asyncio.to_thread(self.pit.keep_watch)
            await asyncio.sleep(UPKEEP_MS / 1000)

    def sign_now(self, *, is_last: bool = False) -> None:
        """Sign the heads if it is time, or because it is the last chance."""
        if self.signed_heads is None:
            return
        sign = self.signed_heads.sign if is_last else self.signed_heads.tick
        done = sign(now_ms=self.clock())
        if isinstance(done, Refusal):
            self.log.event("heads.refused", code=done.code.value, sentence=done.sentence)

    async def stop(self) -> None:
        """Take nothing new, finish what only the house can finish, hold the rest, say goodbye."""
        if self.is_stopping:
            return
        self.is_stopping = True
        self.nudge.set()
        until_ms = self.clock() + self.options.stop_ms
        while self.clock() < until_ms and not all(self._is_held()):
            await self.pit.tick_async()
            await asyncio.sleep(STEP_S)
        held = sum(desk.state.current is not None for desk in self.pit.desks.values())
        self.log.event("house.closing", rounds_held=held)
        for connections in tuple(self.connections.values()):
            for connection in tuple(connections):
                connection.end(ConnectionEvent.STOPPING, CLOSING.sentence, retry_ms=RETRY_MS)
        while self.connections and self.clock() < until_ms:
            await asyncio.sleep(STEP_S)
        for close in self.closers:
            await close()
        self.sign_now(is_last=True)

    def _is_held(self) -> list[bool]:
        return [desk.on_the_way == 0 and _waits(desk.state) for desk in self.pit.desks.values()]


def _waits(state: TableState) -> bool:
    """Whether a table waits for people, so that nothing is lost when it is held as it is."""
    is_by_hand = state.rules.dealt_by is DealtBy.PERSON
    return state.phase in _HELD or state.paused is not None or is_by_hand


def _last_draw(file: dict[str, object]) -> tuple[str, ...]:
    """What was drawn last in a round's file."""
    draws = file["draws"]
    if not isinstance(draws, list) or not draws or file["is_void"]:
        return ()
    shown = tuple(map(str, draws[-1]["shown"]))
    if draws[-1]["kind"] != "tops":
        return shown
    return tuple(accepted(parse_face(text)).word for text in shown)
