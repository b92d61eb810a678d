"""Replay: a table rebuilt from its journal, and compared with what the ledger holds for it.

A journal that the rules do not follow is refused, never raised: whoever replays it decides what
becomes of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from pitboss.audit.chain import link
from pitboss.games.registry import Registry
from pitboss.invariants import BrokenInvariant
from pitboss.ledger.facts import HeldBet
from pitboss.refusals import Refusal, RefusalCode
from pitboss.store.front import Store
from pitboss.store.records import Event as StoredEvent
from pitboss.store.records import Record
from pitboss.table.events import Event, TableOpened, decode, encode, kind_of
from pitboss.table.evolve import evolve, opened
from pitboss.table.setup import rules_of
from pitboss.table.state import TableState

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


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as its journal tells it: state, version, and since when it waits as it does."""

    state: TableState
    version: int
    since_ms: int
    head: str
    """The hash of the journal's last record that went into the state."""


def stream_of(table: str) -> str:
    """The stream a table's journal is."""
    return STREAM + table


def stored(events: tuple[Event, ...]) -> tuple[StoredEvent, ...]:
    """Events as the store keeps them."""
    return tuple(StoredEvent(kind_of(event), encode(event)) for event in events)


def events_of(record: Record) -> tuple[Event, ...] | Refusal:
    """A record's events, read back strictly."""
    found = []
    for one in record.events:
        event = decode(one.kind, one.body)
        if isinstance(event, Refusal):
            return event
        found.append(event)
    return tuple(found)


def advanced(standing: Standing, record: Record) -> Standing | Refusal:
    """The table after one more record."""
    events = events_of(record)
    state = events if isinstance(events, Refusal) else evolved(standing.state, events)
    if isinstance(state, Refusal):
        return Refusal(state.code, f"Record {record.version} of {record.stream}: {state.sentence}")
    is_new = state.mark != standing.state.mark
    since_ms = record.at_ms if is_new else standing.since_ms
    return Standing(state, record.version, since_ms, record.head)


def evolved(state: TableState, events: Iterable[Event]) -> TableState | Refusal:
    """The state after recorded events, or what the rules have against them."""
    try:
        for event in events:
            state = evolve(state, event)
    except UNPLAYABLE as fault:
        cause = str(fault) or type(fault).__name__
        return Refusal(RefusalCode.TAMPERED, f"The rules do not allow it ({cause}).")
    return state


def caught_up(standing: Standing, records: Iterable[Record | Refusal]) -> Standing | Refusal:
    """The table after all further records."""
    is_first = True
    for record in records:
        if isinstance(record, Refusal):
            return record
        if is_first and link(standing.head, record.canonical) != record.head:
            sentence = f"The journal of {record.stream} is not the one this state was made from."
            return Refusal(RefusalCode.TAMPERED, sentence)
        is_first = False
        following = advanced(standing, record)
        if isinstance(following, Refusal):
            return following
        standing = following
    return standing


def rebuilt(
    store: Store, table: str, registry: Registry, *, until: int | None = None
) -> Standing | Refusal:
    """A table from the first record of its journal to the last, or to a version."""
    records = store.replay(stream_of(table))
    standing = begun(table, next(records, None), registry)
    if isinstance(standing, Refusal):
        return standing
    if until is None:
        return caught_up(standing, records)
    return caught_up(
        standing, takewhile(lambda r: isinstance(r, Refusal) or r.version <= until, records)
    )


def begun(table: str, first: Record | Refusal | None, registry: Registry) -> Standing | Refusal:
    """A table after the first record of its journal."""
    if first is None or isinstance(first, Refusal):
        return first or Refusal(RefusalCode.UNKNOWN_ROUND, f"There is no table {table}.")
    events = events_of(first)
    if isinstance(events, Refusal):
        return events
    if len(events) != 1 or not isinstance(events[0], TableOpened):
        return Refusal(RefusalCode.TAMPERED, f"The journal of {table} does not begin with it.")
    rules = rules_of(events[0], registry)
    if isinstance(rules, Refusal):
        return rules
    return Standing(opened(rules), first.version, first.at_ms, first.head)


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
