"""The pit itself: every command enters here, is decided, committed and only then shown.

Serial per table: commands of one table are planned in order and their commits share the store's
batches. A table whose journal cannot be replayed is quarantined; the others go on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pitboss.audit.canonical import Json, fingerprint
from pitboss.audit.chain import first_head
from pitboss.games.registry import Registry
from pitboss.games.standing import day_of
from pitboss.invariants import DEFECTS, BrokenInvariant
from pitboss.ledger.accounts import is_id
from pitboss.pit.checkpoints import Checkpoints, rebuild_table
from pitboss.pit.clock import Clock, HouseClock
from pitboss.pit.closed import CLOSED, closing_of
from pitboss.pit.desk import CommitPlan, Desk, quarantine_refusal
from pitboss.pit.replay import STREAM, Snapshot, ledger_refusal, stream_of
from pitboss.pit.requests import Request
from pitboss.pit.round_keys import encode_events
from pitboss.pit.sealed import Script, Seals
from pitboss.pit.software import Software
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Answer, Commit, Committed, Event, Lease, Tip
from pitboss.store.store import Store
from pitboss.table.event_codec import encode
from pitboss.table.events import TableOpened
from pitboss.table.setup import load_rules
from pitboss.table.state import Phase, TableState, open_table
from pitboss.table.view_records import TableView, Viewer
from pitboss.table.views import view
from pitboss.units import SeatIndex

TRIES_MAX = 5
"""How often a command is planned again when other processes were faster."""

NO_TABLE = Refusal(RefusalCode.UNKNOWN_ROUND, "There is no such table.")

Outcome = asyncio.Future[Committed | Refusal | None]
Listener = Callable[[str, int], None]
"""Called after a commit with the table and the length of its journal."""


@dataclass(slots=True)
class Pit:
    """The tables of this process."""

    store: Store
    registry: Registry
    seals: Seals
    clock: Clock
    desks: dict[str, Desk] = field(default_factory=dict)
    unserved: dict[str, Refusal] = field(default_factory=dict)
    """Tables that could not be recovered or were mended, and why they are not served."""
    listeners: list[Listener] = field(default_factory=list)
    trouble: Refusal | None = None
    """Why the store did not acknowledge last time; bets are refused until it does again."""
    watch_on: tuple[HouseClock, Software] | None = None
    """What `pit.self_checks` looks at; set by the server."""
    checkpoints: Checkpoints | None = None
    """How the tables stood when the house was last open, if that is kept."""
    clock_version: int = 0
    """How far the house's stream was read for confirmed times."""
    halted: Refusal | None = None
    """Why no round is opened and no bet taken until this house is started again."""
    leases: Mapping[str, Lease] | None = None
    """The tables whose clocks this process keeps; None where it is the only one."""

    # Tables.

    def open_table(
        self, setup: TableOpened, *, script: Script | None = None
    ) -> Committed | Refusal:
        """Open a table, or find it open with the same set-up."""
        rules = self.halted or load_rules(setup, self.registry)
        if isinstance(rules, Refusal):
            return rules
        stream = stream_of(setup.table)
        commit = Commit(
            stream=stream,
            expected=Tip(first_head(stream).digest),
            at_ms=self.clock(),
            actor="house:house",
            client_id=f"{setup.table}.table",
            fingerprint=_fingerprint(encode(setup)),
            events=encode_events((setup,)),
        )
        answer = self.store.append(commit)
        if isinstance(answer, Refusal):
            return answer
        known = self.desks.get(setup.table) if answer.is_repeat else None
        if known is not None:
            # Recovery has replayed this journal already; whatever came since is read next time.
            known.script, known.must_resync = script, True
        else:
            snapshot: Snapshot | Refusal = Snapshot(
                open_table(rules), answer.version, answer.at_ms, answer.head
            )
            if answer.is_repeat:
                snapshot = self._recover_table(setup.table)
            if isinstance(snapshot, Refusal):
                return snapshot
            self._serve(setup.table, snapshot).script = script
        self._notify(setup.table)
        return answer

    def _serve(self, table: str, snapshot: Snapshot) -> Desk:
        desk = Desk(table, self.store, self.registry, self.seals, snapshot, halted=self.halted)
        self.desks[table] = desk
        return desk

    def recover(self, only: tuple[str, ...] | None = None) -> tuple[str, ...] | Refusal:
        """Rebuild every table from its journal and compare it with the ledger and with memory.

        The tables that are served from now on; the others are in `quarantined`. A process that
        serves some tables of a large house names them.
        """
        heads = self.store.heads()
        if isinstance(heads, Refusal):
            return heads
        names = [head.stream.removeprefix(STREAM) for head in heads if _is_table(head.stream)]
        names = [name for name in names if only is None or name in only]
        served: list[str] = []
        for table in names:
            closing = closing_of(self.store, table)
            if closing is CLOSED:
                continue
            snapshot = self._recover_table(table) if closing is None else closing
            if isinstance(snapshot, Snapshot):
                script = self.desks[table].script if table in self.desks else None
                self._serve(table, snapshot).script = script
                served.append(table)
            elif snapshot.code is RefusalCode.STORE_UNAVAILABLE:
                return snapshot
            else:
                self._stop_serving(table, snapshot)
        return tuple(served)

    def _recover_table(self, table: str) -> Snapshot | Refusal:
        """A table from its journal, or why it cannot be served; such a table is quarantined."""
        held = self.store.held_at(stream_of(table), table)
        if isinstance(held, Refusal):
            return held
        end, bets = held
        kept = None if self.checkpoints is None else self.checkpoints.tables.get(table)
        snapshot = rebuild_table(
            self.store, table, self.registry, kept, house_key=self.seals.key, until=end.version
        )
        if isinstance(snapshot, Snapshot):
            fault = ledger_refusal(snapshot.state, bets) or self._memory_fault(table, snapshot)
            if fault is None:
                self.unserved.pop(table, None)
                return snapshot
            snapshot = fault
        if snapshot.code is RefusalCode.STORE_UNAVAILABLE:
            return snapshot
        why = closing_of(self.store, table) or quarantine_refusal(table, snapshot)
        self._stop_serving(table, why)
        return why

    def _stop_serving(self, table: str, why: Refusal) -> None:
        if table in self.desks:
            self.desks[table].quarantine = why
        else:
            self.unserved[table] = why

    def absence(self, table: str) -> Refusal:
        """Why a table is not served here: out of service, closed for good, or never opened."""
        return self.unserved.get(table) or closing_of(self.store, table) or NO_TABLE

    def is_elsewhere(self, desk: Desk) -> bool:
        """Whether only other processes look at a table and keep its clock."""
        return desk.is_deserted and self.leases is not None and desk.table not in self.leases

    def release(self, table: str) -> bool:
        """Let go of a closed table that nothing waits for; its journal stays."""
        desk = self.desks[table]
        if desk.state.phase is not Phase.CLOSED or desk.in_flight or desk.exclusive.locked():
            return False
        del self.desks[table]
        return True

    @property
    def quarantined(self) -> dict[str, Refusal]:
        """Tables that are not served because their journal cannot be replayed, and why."""
        found = {name: desk.quarantine for name, desk in self.desks.items() if desk.quarantine}
        every = self.unserved | found
        return {name: why for name, why in every.items() if why.code is RefusalCode.TAMPERED}

    def _memory_fault(self, table: str, snapshot: Snapshot) -> Refusal | None:
        desk = self.desks.get(table)
        if desk is None or desk.version != snapshot.version or desk.state == snapshot.state:
            return None
        return Refusal(RefusalCode.TAMPERED, f"Table {table} differs from its own journal.")

    # Commands.

    async def submit(self, request: Request) -> Committed | Refusal:
        """Decide and commit; the answer comes when it is on disk.

        Commands of one table may be in flight together.
        """
        desk = self._desk(request)
        if isinstance(desk, Refusal):
            return desk
        if not desk.exclusive.locked():
            await wait_for_commits(desk)
            outcome = await self._try_submit(desk, request)
            if outcome is not None:
                return outcome
        # What was planned on top of a refused command comes again one by one, in order.
        async with desk.exclusive:
            return await self.submit_alone(desk, request)

    async def submit_alone(self, desk: Desk, request: Request) -> Committed | Refusal:
        """Submit while the caller holds `desk.exclusive`: one try at a time, none in flight."""
        for _ in range(TRIES_MAX):
            await wait_for_commits(desk, is_all=True)
            outcome = await self._try_submit(desk, request)
            if outcome is not None:
                return outcome
        return _too_busy(request.table)

    async def _try_submit(self, desk: Desk, request: Request) -> Committed | Refusal | None:
        plan = desk.plan(request, now_ms=self.clock())
        if isinstance(plan, Refusal) and desk.in_flight:
            # Refused because of something that may itself be refused: wait for that first.
            return None
        if not isinstance(plan, CommitPlan):
            return self._note_outcome(plan)
        desk.mark_sent(plan)
        # Whoever asked may be gone before the answer; what was sent is taken in all the same, or
        # the table would wait for it for ever. It needs no task of its own for that.
        outcome: Outcome = asyncio.get_running_loop().create_future()
        answer = self.store.commit(plan.commit)
        answer.add_done_callback(partial(self._take_in, desk, plan, outcome))
        return await outcome

    def _take_in(
        self, desk: Desk, plan: CommitPlan, outcome: Outcome, answer: asyncio.Future[Answer]
    ) -> None:
        fault, found = answer.exception(), None
        if fault is None:
            try:
                found = desk.take_answer(plan, answer.result())
                _wake(desk)
                if found is not None:
                    self._note_outcome(found, desk)
            except DEFECTS as defect:
                fault = defect
        if not outcome.done():
            outcome.set_result(found) if fault is None else outcome.set_exception(fault)
        elif fault is not None:
            raise fault

    def _desk(self, request: Request) -> Desk | Refusal:
        if type(request.client_id) is not str or not is_id(request.client_id):
            return Refusal(
                RefusalCode.BAD_FIELD, "A command's id is 1 to 64 letters, digits and . ~ _ -."
            )
        if type(request.table) is not str:
            return NO_TABLE
        return self.desks.get(request.table) or self.absence(request.table)

    def _note_outcome(
        self, outcome: Committed | Refusal, desk: Desk | None = None
    ) -> Committed | Refusal:
        if isinstance(outcome, Committed):
            self.trouble = None
            if desk is not None:
                self._notify(desk.table)
        elif outcome.code is RefusalCode.STORE_UNAVAILABLE:
            self.trouble = outcome
        return outcome

    # On record.

    def record(
        self,
        kind: str,
        body: dict[str, Json],
        *,
        now_ms: int,
        actor: str = "house:house",
        stream: str = "house",
    ) -> Committed | Refusal:
        """Put something about the house itself on record."""
        digest = _fingerprint(body | {"at_ms": now_ms})
        commit = Commit(
            stream=stream,
            expected=None,
            at_ms=now_ms,
            actor=actor,
            client_id=f"{kind}.{now_ms}.{digest[:8]}",
            fingerprint=digest,
            events=(Event(kind, body),),
        )
        return self.store.append(commit)

    # Showing.

    def state(self, table: str) -> TableState | Refusal:
        desk = self.desks.get(table)
        return desk.state if desk else self.absence(table)

    def view(
        self, table: str, *, player: str | None = None, seat: int = -1, is_in_charge: bool = False
    ) -> TableView | Refusal:
        """What a viewer sees: a player's own seat, the dealer (0) or a spectator (-1)."""
        desk = self.desks.get(table)
        if desk is None:
            return self.absence(table)
        if desk.needs_resync and desk.in_flight == 0:
            desk.catch_up()
        balance = None if player is None else self.store.balances.of(player)
        if isinstance(balance, Refusal):
            balance = None
        if seat > 0:
            occupant = desk.state.occupant(seat)
            if occupant is None or occupant.player != player:
                return Refusal(RefusalCode.NOT_YOUR_TURN, f"Seat {seat} is not yours.")
        viewer = Viewer(
            SeatIndex(seat), is_in_charge=is_in_charge, balance=balance, player=player or ""
        )
        return view(
            desk.state,
            viewer,
            deadline_ms=desk.deadline_ms(),
            away=desk.away,
            today=day_of(self.clock()),
            memory=desk.memory,
        )

    def subscribe(self, changed: Listener) -> Callable[[], None]:
        """Subscribe to the commits of this process; returns an unsubscribe function."""
        self.listeners.append(changed)

        def end() -> None:
            with contextlib.suppress(ValueError):
                self.listeners.remove(changed)

        return end

    def _notify(self, table: str) -> None:
        desk = self.desks[table]
        for changed in tuple(self.listeners):
            changed(table, desk.version)

    def note_version(self, stream: str, version: int) -> None:
        """Another process wrote; called by the store's listener."""
        desk = self.desks.get(stream.removeprefix(STREAM)) if _is_table(stream) else None
        if desk is not None:
            desk.note_version(version)

    def listen(self) -> Callable[[], None]:
        """Subscribe to the commits of other processes; returns an unsubscribe function."""
        return self.store.listen(self.note_version)


async def wait_for_commits(desk: Desk, *, is_all: bool = False) -> None:
    """Wait until nothing is on its way that may turn out to be stale, or nothing at all."""
    while desk.in_flight and (is_all or desk.pending is None or desk.needs_resync):
        turn = asyncio.get_running_loop().create_future()
        desk.waiting.append(turn)
        await turn


def _wake(desk: Desk) -> None:
    waiting, desk.waiting = desk.waiting, []
    for turn in waiting:
        if not turn.done():
            turn.set_result(None)


def _fingerprint(body: dict[str, Any]) -> str:
    digest = fingerprint(body)
    if isinstance(digest, Refusal):
        raise BrokenInvariant(f"an act of the house without canonical bytes: {digest}")
    return digest


def _is_table(stream: str) -> bool:
    return stream.startswith(STREAM)


def _too_busy(table: str) -> Refusal:
    return Refusal(
        RefusalCode.STALE_VERSION, f"Table {table} moved on {TRIES_MAX} times; look and try again."
    )
