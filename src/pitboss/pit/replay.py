"""Replay: a table rebuilt from its journal, and compared with what the ledger holds for it.

A journal that does not follow the rules gives a refusal, not an exception: the caller decides what
to do with the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

import msgspec

from pitboss.audit.chain import link
from pitboss.games.registry import Registry
from pitboss.invariants import BrokenInvariant
from pitboss.ledger.facts import HeldBet
from pitboss.pit.blind_rounds import follow, restake
from pitboss.pit.round_keys import Events, events_of, is_key_of, unseal_records
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.records import Record
from pitboss.store.store import Store
from pitboss.table.events import RoundOpened, TableOpened
from pitboss.table.floor_events import RoundCorrected
from pitboss.table.setup import load_rules
from pitboss.table.state import TableState, open_table

STREAM = "table:"
UNPLAYABLE = (
    BrokenInvariant,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What the rules raise at events that cannot have happened."""


class Snapshot(msgspec.Struct, frozen=True):
    """A table as its journal tells it: state, version, and since when it waits as it does."""

    state: TableState
    version: int
    since_ms: int
    head: str
    """The hash of the journal's last record that went into the state."""
    rests: tuple[Snapshot, ...] = ()
    """The table before its last two rounds."""

    def follow(self, state: TableState, *, version: int, at_ms: int, head: str) -> Snapshot:
        """The table after one more record."""
        since_ms = at_ms if state.mark != self.state.mark else self.since_ms
        rests = self.rests
        if state.number > self.state.number and self.state.current is None:
            rests = (*rests[-1:], msgspec.structs.replace(self, rests=()))
        return Snapshot(state, version, since_ms, head, rests)


def stream_of(table: str) -> str:
    return STREAM + table


def round_of(before: TableState, events: Events) -> str | None:
    """The round that a record belongs to: the one it opens or corrects, else the one in play."""
    named = (RoundOpened, RoundCorrected)
    found = next((one.round_id for one in events if isinstance(one, named)), None)
    return found or before.round_id


def advance(snapshot: Snapshot, record: Record, events: Events | Refusal) -> Snapshot | Refusal:
    """The table after one more record, whose events were opened as far as they can be."""
    state = events if isinstance(events, Refusal) else _apply_events(snapshot.state, record, events)
    if isinstance(state, Refusal):
        return Refusal(state.code, f"Record {record.version} of {record.stream}: {state.sentence}")
    return snapshot.follow(state, version=record.version, at_ms=record.at_ms, head=record.head)


def _apply_events(state: TableState, record: Record, events: Events) -> TableState | Refusal:
    """The state after recorded events, or what the rules have against them."""
    try:
        for event in events:
            state = follow(state, event)
        return restake(state, record)
    except UNPLAYABLE as fault:
        cause = str(fault) or type(fault).__name__
        return Refusal(RefusalCode.TAMPERED, f"The rules do not allow it ({cause}).")


def replay_records(
    snapshot: Snapshot, records: Iterable[Record | Refusal], house_key: bytes | None = None
) -> Snapshot | Refusal:
    is_first = True
    for one in unseal_records(records, house_key):
        if isinstance(one, Refusal):
            return one
        record, events = one
        if is_first and link(snapshot.head, record.canonical) != record.head:
            sentence = f"The journal of {record.stream} is not the one this state was made from."
            return Refusal(RefusalCode.TAMPERED, sentence)
        is_first = False
        following = advance(snapshot, record, events)
        if isinstance(following, Refusal):
            return following
        snapshot = following
    state = snapshot.state
    if state.is_blind and house_key is not None and is_key_of(house_key, state):
        return Refusal(RefusalCode.TAMPERED, "A sealed event cannot be decrypted with its own key.")
    return snapshot


def rebuild(
    store: Store,
    table: str,
    registry: Registry,
    *,
    house_key: bytes | None = None,
    until: int | None = None,
) -> Snapshot | Refusal:
    """A table from the first record of its journal to the last, or to a version.

    Without the house's key a round in play stays sealed.
    """
    records = store.replay(stream_of(table))
    snapshot = begin_table(table, next(records, None), registry)
    if isinstance(snapshot, Refusal):
        return snapshot
    if until is None:
        return replay_records(snapshot, records, house_key)
    return replay_records(snapshot, read_until(records, until), house_key)


def read_until(records: Iterable[Record | Refusal], version: int) -> Iterator[Record | Refusal]:
    return takewhile(lambda one: isinstance(one, Refusal) or one.version <= version, records)


def begin_table(
    table: str, first: Record | Refusal | None, registry: Registry
) -> Snapshot | Refusal:
    if first is None or isinstance(first, Refusal):
        return first or Refusal(RefusalCode.UNKNOWN_ROUND, f"There is no table {table}.")
    events = events_of(first)
    if isinstance(events, Refusal):
        return events
    if len(events) != 1 or not isinstance(events[0], TableOpened):
        return Refusal(
            RefusalCode.TAMPERED, f"The journal of {table} does not begin with its opening."
        )
    rules = load_rules(events[0], registry)
    if isinstance(rules, Refusal):
        return rules
    return Snapshot(open_table(rules), first.version, first.at_ms, first.head)


def opened_table(store: Store, stream: str) -> TableOpened | Refusal | None:
    """How the table of a stream was set up; None for a stream that is no table's."""
    first = store.read(stream, limit=1)
    if isinstance(first, Refusal):
        return first
    events = events_of(first[0]) if first else ()
    if isinstance(events, Refusal):
        return events
    return events[0] if events and isinstance(events[0], TableOpened) else None


def ledger_refusal(state: TableState, bets: tuple[HeldBet, ...]) -> Refusal | None:
    """Whether the stakes on the felt are exactly the bets that the ledger holds."""
    felt = sorted((s.hold, s.player, int(s.seat), str(s.spot), int(s.amount)) for s in state.stakes)
    held = sorted((b.hold_id, b.player, b.seat, b.spot, int(b.amount)) for b in bets)
    if felt == held:
        return None
    return Refusal(
        RefusalCode.TAMPERED,
        f"Table {state.rules.table} has {len(felt)} stakes on the felt and {len(held)} in the"
        " ledger, and they are not the same.",
    )
