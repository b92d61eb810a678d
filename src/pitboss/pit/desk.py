"""A desk: one table served by this process. Plans commits and takes their answers.

Holds the state that is on disk and, while commits are on their way, the state they will lead to.
Each commit expects the head of the very record it was planned on, so a commit that was planned on
one that is refused, or that another process wrote differently, is refused as well and planned
again.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from pitboss.games.registry import Registry
from pitboss.invariants import check
from pitboss.ledger.clock_steps import SLACK_MS
from pitboss.ledger.repeats import repeat_refusal
from pitboss.pit.money import payout_limit, transfers_of
from pitboss.pit.replay import Snapshot, replay_records, round_of, stream_of
from pitboss.pit.requests import Request, fingerprint_of
from pitboss.pit.round_keys import SEALED, Events, encode_events
from pitboss.pit.sealed import NO_KEY, Script, Seals, add_key_events, complete_command
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Answer, Commit, Committed, Event, Tip
from pitboss.store.store import Store
from pitboss.table.commands import Command, OpenRound, PlaceBet, SeatWalkUp, TakeSeat, stamp
from pitboss.table.decide import decide
from pitboss.table.setup import OutcomeMode
from pitboss.table.state import Phase, TableState
from pitboss.table.validation import command_refusal
from pitboss.table.views import Memory

REMEMBERED = 512
"""Answers that a table repeats from memory; the store knows the older ones."""
_BEGINNINGS = (OpenRound, PlaceBet, SeatWalkUp, TakeSeat)


class CommitPlan(msgspec.Struct, frozen=True):
    """A commit on its way and where it leads."""

    commit: Commit
    after: TableState


@dataclass(slots=True)
class Desk:
    """One table of this process."""

    table: str
    store: Store
    registry: Registry
    seals: Seals
    snapshot: Snapshot
    """What is on disk."""
    pending: CommitPlan | None = None
    """The last commit on its way, on which the next is planned; None when there is none, or when
    one of them was refused."""
    in_flight: int = 0
    must_resync: bool = False
    """Whether a commit's fate is unknown, so that the journal must be read first."""
    newest_version: int = 0
    """How far the journal is said to go."""
    unshown_round: int | None = None
    """The round that was on before commits of other processes were read, until they are shown."""
    quarantine: Refusal | None = None
    """Why this table is served no longer: its journal cannot be replayed."""
    halted: Refusal | None = None
    """Why nothing new begins at this table; what is in play goes on to its end."""
    script: Script | None = None
    snoozed_ms: int = 0
    """Until when an expired wait that led nowhere is left alone."""
    is_deserted: bool = False
    """Whether nobody looks: what is in play goes on to its end, and no round is opened."""
    away: frozenset[int] = frozenset()
    """Seats whose players are not there: nobody waits for them."""
    exclusive: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by a command that must be planned with nothing else on the way."""
    waiting: list[asyncio.Future[None]] = field(default_factory=list)
    """Those who wait for an answer of the store before they plan."""
    answers: OrderedDict[tuple[str, str], tuple[str, Committed]] = field(
        default_factory=OrderedDict
    )
    memory: Memory = field(default_factory=Memory)
    """What its viewers are shown alike."""

    @property
    def state(self) -> TableState:
        """The table as it is on disk: what may be shown."""
        return self.snapshot.state

    @property
    def version(self) -> int:
        return self.snapshot.version

    @property
    def needs_resync(self) -> bool:
        """Whether the journal must be read before anything is decided on this state."""
        if self.quarantine is not None:
            return False
        return self.must_resync or self.newest_version > self.version + self.in_flight

    # Before a commit.

    def plan(self, request: Request, *, now_ms: int) -> CommitPlan | Committed | Refusal:
        """What a request leads to: a commit to send, a known answer, or a refusal."""
        refused = command_refusal(request.command)
        asked = refused or fingerprint_of(request, self.seals.key)
        if isinstance(asked, Refusal):
            return asked
        known = self._cached_answer(request, asked)
        if known is not None:
            return known
        refused = self._resync()
        if refused is not None:
            return refused
        base = self.pending
        state = self.state if base is None else base.after
        command = self._halt_refusal(request) or self._complete(
            state, stamp(request.command, now_ms)
        )
        decided = command if isinstance(command, Refusal) else decide(state, command)
        if isinstance(decided, Refusal):
            return self._first_answer(request, asked) or decided
        events, after = add_key_events(self.seals, state, decided)
        kept = self._encode(state, after, events)
        if isinstance(kept, Refusal):
            return kept
        commit = Commit(
            stream=stream_of(self.table),
            expected=Tip(self.snapshot.head) if base is None else base.commit.tip,
            at_ms=now_ms,
            actor=actor_of(request.command),
            client_id=request.client_id,
            fingerprint=asked,
            events=kept,
            transfers=transfers_of(state, after, events),
            round_id=round_of(state, events),
            payout_limit=payout_limit(state.rules, events),
            lease=request.lease,
        )
        return CommitPlan(commit, after)

    def _encode(
        self, state: TableState, after: TableState, events: Events
    ) -> tuple[Event, ...] | Refusal:
        """Events as the journal keeps them: sealed until the round ends."""
        if not after.key_hash or not any(isinstance(one, SEALED) for one in events):
            return encode_events(events)
        key = self.seals.key_of(after)
        if key is None:
            return NO_KEY
        steps = () if state.current is None else state.current.steps
        return encode_events(events, key, position=len(steps) + len(state.corrections))

    def mark_sent(self, plan: CommitPlan) -> None:
        self.pending = plan
        self.in_flight += 1

    def _complete(self, state: TableState, command: Command) -> Command | Refusal:
        if state.rules.mode is not OutcomeMode.SEALED:
            return command
        return complete_command(state, command, self.seals)

    def _halt_refusal(self, request: Request) -> Refusal | None:
        return self.halted if isinstance(request.command.act, _BEGINNINGS) else None

    def _cached_answer(self, request: Request, asked: str) -> Committed | Refusal | None:
        found = self.answers.get((actor_of(request.command), request.client_id))
        return None if found is None else _repeat_answer(found[1], found[0], asked)

    def _first_answer(self, request: Request, asked: str) -> Committed | Refusal | None:
        """The answer of long ago, for a command that could not be taken a second time."""
        actor = actor_of(request.command)
        first = self.store.first_answer(actor=actor, client_id=request.client_id)
        if first is None or isinstance(first, Refusal):
            return first
        records = self.store.read(first.stream, after=first.version - 1, limit=1)
        if isinstance(records, Refusal):
            return records
        check(len(records) == 1, "an answered command is in the journal")
        return _repeat_answer(first, records[0].fingerprint, asked)

    # After a commit.

    def take_answer(self, plan: CommitPlan, answer: Answer) -> Committed | Refusal | None:
        """Take the store's answer; None when the table has moved and must be asked again."""
        self.in_flight -= 1
        if isinstance(answer, Committed) and not answer.is_repeat:
            self._advance(plan, answer)
            self._remember(plan.commit, answer)
            return answer
        # Whatever was planned on top of this is refused as stale and planned again.
        self.pending = None
        if isinstance(answer, Committed):
            self.must_resync = True
            return answer
        if answer.code in (RefusalCode.STALE_VERSION, RefusalCode.STORE_UNAVAILABLE):
            self.must_resync = True
        return None if answer.code is RefusalCode.STALE_VERSION else answer

    def _advance(self, plan: CommitPlan, answer: Committed) -> None:
        base = plan.commit.expected
        if base is not None and base.digest == self.snapshot.head:
            self.snapshot = self.snapshot.follow(
                plan.after, version=answer.version, at_ms=answer.at_ms, head=answer.head
            )
        else:
            self.must_resync = True
        if self.in_flight == 0:
            self.pending = None

    def _remember(self, commit: Commit, answer: Committed) -> None:
        self.answers[commit.actor, commit.client_id] = (commit.fingerprint, answer)
        if len(self.answers) > REMEMBERED:
            self.answers.popitem(last=False)

    # Other processes.

    def note_version(self, version: int) -> None:
        self.newest_version = max(self.newest_version, version)

    def _resync(self) -> Refusal | None:
        if self.needs_resync and self.in_flight == 0:
            return self.catch_up()
        return self.quarantine

    def catch_up(self) -> Refusal | None:
        check(self.in_flight == 0, "a table catches up when nothing is on its way")
        if self.quarantine is not None:
            return self.quarantine
        # Cleared first: what is heard while the journal is read must not be forgotten.
        self.must_resync, self.newest_version = False, 0
        records = self.store.replay(stream_of(self.table), after=self.version)
        following = replay_records(self.snapshot, records, self.seals.key)
        if isinstance(following, Refusal):
            self.must_resync = True
            if following.code is not RefusalCode.STORE_UNAVAILABLE:
                self.quarantine = quarantine_refusal(self.table, following)
            return self.quarantine or following
        self._forget_balances(following)
        if self.unshown_round is None and following.version > self.version:
            self.unshown_round = self.state.number
        self.snapshot, self.pending = following, None
        return None

    def _forget_balances(self, following: Snapshot) -> None:
        """Drop balances that these records may have moved; of one record it is known whose."""
        players = self.state.players | following.state.players
        is_one = following.version <= self.version + 1
        self.store.balances.forget(players if is_one else None)

    # The clock.

    def restart_timer(self, now_ms: int) -> None:
        """Restart the timer of every player who is deciding."""
        self.snapshot = replace(self.snapshot, since_ms=now_ms)
        self.snoozed_ms = 0

    def keep_time(self, now_ms: int) -> None:
        """Restart a wait that a clock which was ahead began in the future."""
        if max(self.snapshot.since_ms, self.snoozed_ms) > now_ms + SLACK_MS:
            self.restart_timer(now_ms)

    def deadline_ms(self) -> int | None:
        """When the table's patience ends, or None when it has no end now."""
        state, pace = self.state, self.state.rules.pace
        if state.paused is not None:
            return None
        wait = 0
        if state.phase is Phase.BETTING and state.stakes:
            wait = pace.bets_ms
        elif state.is_revealing:
            wait = max(1, self.seals.reveal_ms)
        elif state.phase is Phase.DECISIONS:
            wait = pace.decision_ms
        elif state.phase is Phase.WAITING and state.last is not None:
            # Only a result needs time to be looked at; a fresh table opens with its first player.
            wait = pace.between_ms
        return self.snapshot.since_ms + wait if wait else None


def quarantine_refusal(table: str, fault: Refusal) -> Refusal:
    """Why nothing is done at a table whose journal cannot be replayed."""
    return Refusal(
        RefusalCode.TAMPERED,
        f"Table {table} is out of service: its journal cannot be replayed. {fault.sentence}"
        " Its stakes stay held until it is mended.",
    )


def actor_of(command: Command) -> str:
    return command.by.journal_name


def _repeat_answer(first: Committed, first_fingerprint: str, asked: str) -> Committed | Refusal:
    refusal = repeat_refusal(first_fingerprint=first_fingerprint, fingerprint=asked)
    return refusal or dataclasses.replace(first, is_repeat=True)
